import { type ComponentType, type RefObject, useEffect, useState } from "react";
import type { StopPlace } from "./stop-place.ts";

export type RichTextType = ComponentType<{
  body: string;
  onBody: (body: string) => void;
  onPlace: (place: StopPlace) => void;
}>;

/** Loads the rich text editor, which only this page needs. */
export function useRichText(
  form: RefObject<HTMLFormElement | null>,
  setBody: (body: string) => void,
  changed: () => void,
): { Rich: RichTextType | null } {
  const [Rich, setRich] = useState<RichTextType | null>(null);
  useEffect(() => {
    import("./rich-text.tsx").then(
      ({ RichText }) => {
        // Take over text that was typed before the page was hydrated.
        const plain = form.current?.elements.namedItem("body");
        if (plain instanceof HTMLTextAreaElement && plain.value !== plain.defaultValue) {
          setBody(plain.value);
          changed();
        }
        setRich(() => RichText);
      },
      // If the connection fails, the plain text field stays.
      () => {},
    );
  }, [form, setBody, changed]);
  return { Rich };
}

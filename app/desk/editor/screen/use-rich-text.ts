import { type ComponentType, type RefObject, useEffect, useState } from "react";
import type { RichTextProps } from "./rich-text.tsx";

export type RichTextType = ComponentType<RichTextProps>;

/** Loads the rich text editor, which only this page needs. */
export function useRichText(
  form: RefObject<HTMLFormElement | null>,
  setBody: (body: string) => void,
  changed: () => void,
  name = "body",
): { Rich: RichTextType | null } {
  const [Rich, setRich] = useState<RichTextType | null>(null);
  useEffect(() => {
    import("./rich-text.tsx").then(
      ({ RichText }) => {
        // Take over text that was typed before the page was hydrated.
        const plain = form.current?.elements.namedItem(name);
        if (plain instanceof HTMLTextAreaElement && plain.value !== plain.defaultValue) {
          setBody(plain.value);
          changed();
        }
        setRich(() => RichText);
      },
      // If the connection fails, the plain text field stays.
      () => {},
    );
  }, [form, setBody, changed, name]);
  return { Rich };
}

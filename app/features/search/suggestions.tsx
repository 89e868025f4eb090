import { useEffect, useState } from "react";

import type { SuggestionList } from "./suggestion-list.tsx";

type Attached = { count: number; input: HTMLInputElement; List: typeof SuggestionList };

/**
 * Gives every search box of the page its list of suggestions, at the first focus: until then nothing of it is fetched.
 * What is typed before it has come is in the box, and the list reads it from there.
 */
export function Suggestions() {
  const [attached, setAttached] = useState<Attached | null>(null);
  useEffect(() => {
    const attach = (input: EventTarget | null) => {
      if (!(input instanceof HTMLInputElement) || !input.matches("[data-suggests]")) return;
      import("./suggestion-list.tsx").then(
        ({ SuggestionList: List }) =>
          setAttached((last) => (last?.input === input ? last : { count: (last?.count ?? 0) + 1, input, List })),
        // A line that breaks in the middle leaves a box that searches.
        () => {},
      );
    };
    const focused = ({ target }: Event) => attach(target);
    document.addEventListener("focusin", focused);
    attach(document.activeElement);
    return () => document.removeEventListener("focusin", focused);
  }, []);
  return attached === null ? null : <attached.List key={attached.count} input={attached.input} />;
}

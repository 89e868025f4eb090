import { useEffect, useState } from "react";

import type { SuggestionList } from "./suggestion-list.tsx";

const loadList = () => import("./suggestion-list.tsx");

// If the visitor is already in a search box, the list loads while the page hydrates.
if (typeof document !== "undefined" && document.activeElement?.matches("[data-suggests]") === true) {
  loadList().catch(() => {});
}

type Attached = { count: number; input: HTMLInputElement; List: typeof SuggestionList };

/**
 * Attaches suggestions to every search box of the page at its first focus. Their code is loaded then, or when a
 * pointer reaches the box. The list reads what was typed in the meantime from it.
 */
export function Suggestions() {
  const [attached, setAttached] = useState<Attached | null>(null);
  useEffect(() => {
    const attachTo = (input: EventTarget | null) => {
      if (!(input instanceof HTMLInputElement) || !input.matches("[data-suggests]")) return;
      loadList().then(
        ({ SuggestionList: List }) =>
          setAttached((current) =>
            current?.input === input ? current : { count: (current?.count ?? 0) + 1, input, List },
          ),
        // If the connection fails, the box still searches.
        () => {},
      );
    };
    const onFocusIn = ({ target }: Event) => attachTo(target);
    document.addEventListener("focusin", onFocusIn);
    attachTo(document.activeElement);
    // Under a pointer that is about to press, the code may load already.
    const onPointerOver = ({ target }: Event) => {
      if (target instanceof Element && target.matches("[data-suggests]")) void loadList().catch(() => {});
    };
    document.addEventListener("pointerover", onPointerOver);
    return () => {
      document.removeEventListener("focusin", onFocusIn);
      document.removeEventListener("pointerover", onPointerOver);
    };
  }, []);
  return attached === null ? null : <attached.List key={attached.count} input={attached.input} />;
}

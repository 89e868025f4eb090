import { useLayoutEffect } from "react";

type Typed = { text: string; selectionStart: number; selectionEnd: number };

/** What visitors have typed before the page's script started, and where they are in it. */
const typed = new Map<HTMLTextAreaElement, Typed>();

/** Call it before hydration, which puts a filled text box back to what the server had sent. */
export function rememberTypedText(): void {
  for (const area of document.querySelectorAll("textarea")) {
    if (area.value !== area.defaultValue) note(area);
    // A text box that counts as typed in keeps its selection when hydration sets its default.
    else area.value = area.defaultValue;
  }
  document.addEventListener("input", noteInput);
}

/** Gives each text box what was typed in it, once hydration is done. */
export function TypedText(): null {
  useLayoutEffect(() => {
    document.removeEventListener("input", noteInput);
    for (const [area, { text, selectionStart, selectionEnd }] of typed) {
      area.value = text;
      if (area === document.activeElement) area.setSelectionRange(selectionStart, selectionEnd);
    }
    typed.clear();
  }, []);
  return null;
}

/** What is typed while hydration is under way. */
function noteInput({ target }: Event): void {
  if (target instanceof HTMLTextAreaElement) note(target);
}

function note(area: HTMLTextAreaElement): void {
  const { value: text, selectionStart, selectionEnd } = area;
  typed.set(area, { text, selectionStart, selectionEnd });
}

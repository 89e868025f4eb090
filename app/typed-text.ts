import { useLayoutEffect } from "react";

/** What visitors have typed before the page's script started. */
const typed = new Map<HTMLTextAreaElement, string>();

/** Call it before hydration, which puts a filled text box back to what the server had sent. */
export function rememberTypedText(): void {
  for (const area of document.querySelectorAll("textarea")) {
    if (area.value !== area.defaultValue) typed.set(area, area.value);
  }
  document.addEventListener("input", note);
}

/** Gives each text box what was typed in it, once hydration is done. */
export function TypedText(): null {
  useLayoutEffect(() => {
    document.removeEventListener("input", note);
    for (const [area, text] of typed) area.value = text;
    typed.clear();
  }, []);
  return null;
}

/** What is typed while hydration is under way. */
function note({ target }: Event): void {
  if (target instanceof HTMLTextAreaElement) typed.set(target, target.value);
}

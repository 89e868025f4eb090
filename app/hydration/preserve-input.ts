import { useLayoutEffect } from "react";

type CapturedInput = { text: string; selectionStart: number; selectionEnd: number };

/** Text captured before hydration, with the selection. */
const captured = new Map<HTMLTextAreaElement, CapturedInput>();

/** Call it before hydration, which resets text areas to the server's value. */
export function captureInputBeforeHydration(): void {
  for (const area of document.querySelectorAll("textarea")) {
    if (area.value !== area.defaultValue) capture(area);
    // A text area with an assigned value keeps its selection when hydration sets the default.
    else area.value = area.defaultValue;
  }
  document.addEventListener("input", captureInput);
}

/** Restores the captured text after hydration. */
export function RestoreTypedInput(): null {
  useLayoutEffect(() => {
    document.removeEventListener("input", captureInput);
    for (const [area, { text, selectionStart, selectionEnd }] of captured) {
      area.value = text;
      if (area === document.activeElement) area.setSelectionRange(selectionStart, selectionEnd);
    }
    captured.clear();
  }, []);
  return null;
}

/** Captures input during hydration. */
function captureInput({ target }: Event): void {
  if (target instanceof HTMLTextAreaElement) capture(target);
}

function capture(area: HTMLTextAreaElement): void {
  const { value: text, selectionStart, selectionEnd } = area;
  captured.set(area, { text, selectionStart, selectionEnd });
}

/** Asks the parts of the editor's form to write what they hold into its fields, before these are read. */
export const COLLECT = "guide-collect";

/** What the form holds now, what was typed a moment ago too. */
export function collected(form: HTMLFormElement): FormData {
  form.dispatchEvent(new Event(COLLECT));
  return new FormData(form);
}

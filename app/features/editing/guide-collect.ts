/** An event that makes the parts of the editor's form write their content into its fields before these are read. */
export const COLLECT = "guide-collect";

/** The form's current data, including text that was typed a moment ago. */
export function collected(form: HTMLFormElement): FormData {
  form.dispatchEvent(new Event(COLLECT));
  return new FormData(form);
}

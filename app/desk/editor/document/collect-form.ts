/** An event that makes the parts of the editor's form write their content into its fields before these are read. */
export const COLLECT_FORM_EVENT = "guide-collect";

/** The form's current data, including text that was typed a moment ago. */
export function collectFormData(form: HTMLFormElement): FormData {
  form.dispatchEvent(new Event(COLLECT_FORM_EVENT));
  return new FormData(form);
}

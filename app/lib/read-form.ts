/** The fields of a form that was sent; none when what was sent is no form, so that each field says what it lacks. */
export async function readForm(request: Request): Promise<FormData> {
  try {
    return await request.formData();
  } catch (error) {
    // The platform's one error for a body in another format, or broken off in the middle.
    if (error instanceof TypeError) return new FormData();
    throw error;
  }
}

/** A field's text; empty when it is missing or a file. */
export function fieldText(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}

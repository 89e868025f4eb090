/** A submitted form, read field by field. */
export type FormFields = {
  /** A field's text; empty when it is missing or a file. */
  text: (name: string) => string;
};

/** A form with repeated fields, such as checkboxes. */
export type RepeatedFormFields = FormFields & { texts: (name: string) => string[] };

export type FormFiles = {
  /** A field's file; null when none was chosen. */
  file: (name: string) => Promise<SentFile | null>;
  /** All chosen files of a field. */
  files: (name: string) => Promise<SentFile[]>;
};

type SentFile = { name: string; bytes: Uint8Array };

/** @throws A 400 when the body is not a form. */
export async function readForm(request: Request): Promise<RepeatedFormFields & FormFiles> {
  const form = await request.formData().catch((error: unknown) => {
    if (!(error instanceof TypeError)) throw error;
    throw new Response("We couldn’t read that form. Go back to the page and send it from there.\n", {
      status: 400,
      headers: { "content-type": "text/plain; charset=utf-8" },
    });
  });
  const filesOf = (name: string) =>
    form
      .getAll(name)
      .filter((value) => typeof value !== "string")
      // An empty file input sends a file without a name.
      .filter((file) => file.name !== "" || file.size > 0);
  return {
    text: (name) => {
      const value = form.get(name);
      return typeof value === "string" ? value : "";
    },
    texts: (name) => form.getAll(name).filter((value) => typeof value === "string"),
    file: async (name) => {
      const [file] = filesOf(name);
      return file === undefined ? null : { name: file.name, bytes: await file.bytes() };
    },
    files: (name) => Promise.all(filesOf(name).map(async (file) => ({ name: file.name, bytes: await file.bytes() }))),
  };
}

/** What a form sent, read field by field. */
export type SentForm = {
  /** A field's text; empty when it is missing or a file. */
  text: (name: string) => string;
};

/** A form whose fields of one name may be several, as boxes that are ticked. */
export type SentList = SentForm & { texts: (name: string) => string[] };

export type SentFiles = {
  /** A field's file; null when it is missing, or nobody chose any. */
  file: (name: string) => Promise<{ name: string; bytes: Uint8Array } | null>;
};

/** @throws A 400 when the body is no form at all. */
export async function readForm(request: Request): Promise<SentList & SentFiles> {
  const form = await request.formData().catch((error: unknown) => {
    if (!(error instanceof TypeError)) throw error;
    throw new Response("That isn’t a form of ours. Go to its page and send it from there.\n", {
      status: 400,
      headers: { "content-type": "text/plain; charset=utf-8" },
    });
  });
  return {
    text: (name) => {
      const value = form.get(name);
      return typeof value === "string" ? value : "";
    },
    texts: (name) => form.getAll(name).filter((value) => typeof value === "string"),
    file: async (name) => {
      const value = form.get(name);
      // A box that nobody chose anything in sends a file without a name.
      if (value === null || typeof value === "string" || (value.name === "" && value.size === 0)) return null;
      return { name: value.name, bytes: await value.bytes() };
    },
  };
}

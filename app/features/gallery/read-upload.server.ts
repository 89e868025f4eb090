import { readBounded } from "#app/features/photos/bounded-body.ts";

import { PHOTO_BYTES_MAX } from "./place-photo.ts";

/** Bodies in memory at once: four forms without script are 130 MB at the very most. */
const READ_AT_ONCE_MAX = 4;

let reading = 0;

/** Reads a body while there is room for it; "busy" when there is none. */
async function whileThereIsRoom<Read>(read: () => Promise<Read>): Promise<Read | "busy"> {
  if (reading >= READ_AT_ONCE_MAX) return "busy";
  reading += 1;
  try {
    return await read();
  } finally {
    reading -= 1;
  }
}

/** A body that is one file and nothing else, as the page's script sends it. */
export async function readFile(request: Request): Promise<Uint8Array | "too-large" | "busy"> {
  return whileThereIsRoom(async () => (await readBounded(new Response(request.body), PHOTO_BYTES_MAX)) ?? "too-large");
}

export type SentFile = { name: string; bytes: Uint8Array };

/** The files of a form, as a page without script sends them. Null when the body is no form. */
export async function readFiles(request: Request): Promise<SentFile[] | null | "busy"> {
  return whileThereIsRoom(async () => {
    try {
      const sent = (await request.formData()).getAll("photos");
      const files = sent.filter((each) => typeof each !== "string");
      // A box that nobody chose anything in sends a file without a name.
      const chosen = files.filter(({ name, size }) => name !== "" || size > 0);
      return await Promise.all(chosen.map(async (file) => ({ name: file.name, bytes: await file.bytes() })));
    } catch (error) {
      if (error instanceof TypeError) return null;
      throw error;
    }
  });
}

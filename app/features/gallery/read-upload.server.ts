import { readBounded } from "#app/features/photos/bounded-body.ts";

import { PHOTO_BYTES_MAX } from "./place-photo.ts";

/** Room for so many bodies in memory at once; nobody is read outside of one. */
export class UploadRoom {
  readonly #bodiesMax: number;
  readonly #holders = new Set<string>();
  #bodies = 0;

  constructor(bodiesMax: number) {
    this.#bodiesMax = bodiesMax;
  }

  /** Does what has a body in memory while there is room for it; "busy" when there is none. */
  async hold<Done>(work: () => Promise<Done>): Promise<Done | "busy"> {
    if (this.#bodies >= this.#bodiesMax) return "busy";
    this.#bodies += 1;
    try {
      return await work();
    } finally {
      this.#bodies -= 1;
    }
  }

  /** As `hold`, with one body at a time from each holder: whoever sends slowly holds up nobody but themselves. */
  async holdFor<Done>(holder: string, work: () => Promise<Done>): Promise<Done | "busy"> {
    if (this.#holders.has(holder)) return "busy";
    this.#holders.add(holder);
    try {
      return await this.hold(work);
    } finally {
      this.#holders.delete(holder);
    }
  }
}

/** Of whoever is signed in to add pictures: four forms without script are 130 MB at the very most. */
export const MEMBERS_ROOM = new UploadRoom(4);

/** Of whoever has the key of a submission: strangers, who must not take the others' room, nor hold up their pictures. */
export const SUBMITTERS_ROOM = new UploadRoom(3);

/** A body that is one file and nothing else, as the page's script sends it. */
export async function readFile(request: Request): Promise<Uint8Array | "too-large"> {
  return (await readBounded(new Response(request.body), PHOTO_BYTES_MAX)) ?? "too-large";
}

export type SentFile = { name: string; bytes: Uint8Array };

/** The files of a form, as a page without script sends them. Null when the body is no form. */
export async function readFiles(request: Request): Promise<SentFile[] | null> {
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
}

import { readLimitedBody } from "../../stock/read-limited-body.ts";

import { PHOTO_BYTES_MAX } from "../place-photo.ts";

/** Limits how many request bodies are held in memory at once. */
export class UploadLimiter {
  readonly #bodiesMax: number;
  readonly #holders = new Set<string>();
  #bodies = 0;

  constructor(bodiesMax: number) {
    this.#bodiesMax = bodiesMax;
  }

  /** Runs work that holds a body in memory. @returns "busy" when the limit is reached. */
  async run<Done>(work: () => Promise<Done>): Promise<Done | "busy"> {
    if (this.#bodies >= this.#bodiesMax) return "busy";
    this.#bodies += 1;
    try {
      return await work();
    } finally {
      this.#bodies -= 1;
    }
  }

  /** As `hold`, with one body at a time per holder, so that a slow sender blocks only themselves. */
  async runFor<Done>(holder: string, work: () => Promise<Done>): Promise<Done | "busy"> {
    if (this.#holders.has(holder)) return "busy";
    this.#holders.add(holder);
    try {
      return await this.run(work);
    } finally {
      this.#holders.delete(holder);
    }
  }
}

/** For signed-in members: four forms without script are 130 MB at most. */
export const MEMBER_UPLOADS = new UploadLimiter(4);

/** For senders of submissions. They may be strangers, so they can't use up the slots of members. */
export const SUBMITTER_UPLOADS = new UploadLimiter(3);

/** Reads a body that is a single file, as the page's script sends it. */
export async function readUploadBody(request: Request): Promise<Uint8Array | "too-large"> {
  return (await readLimitedBody(new Response(request.body), PHOTO_BYTES_MAX)) ?? "too-large";
}

export type UploadedFile = { name: string; bytes: Uint8Array };

/** Reads the files of a form, as a page without script sends them. Null when the body isn't a form. */
export async function readUploadForm(request: Request): Promise<UploadedFile[] | null> {
  try {
    const sent = (await request.formData()).getAll("photos");
    const files = sent.filter((entry) => typeof entry !== "string");
    // An empty file input is sent as a file without a name.
    const chosen = files.filter(({ name, size }) => name !== "" || size > 0);
    return await Promise.all(chosen.map(async (file) => ({ name: file.name, bytes: await file.bytes() })));
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

import { isUuid } from "#app/lib/uuid.ts";
import type { FormFields } from "#app/platform/read-form.ts";

/** More saves than one editor session makes; the database has the same limit. */
const SAVES_MAX = 1_000_000;

export type SaveSession = {
  /** The editor session, and the number of this save within it; null for a form without script. */
  window: { id: string; number: number } | null;
  /** Digest of the seed file that the page was opened with; null without one. */
  seedDigest: string | null;
};

/** Reads the session fields that the page's script fills in. */
export function readSaveSession(form: FormFields): SaveSession {
  const id = form.text("window");
  const number = Number(form.text("save"));
  const seedDigest = form.text("seed");
  return {
    window: isUuid(id) && Number.isInteger(number) && number >= 0 && number < SAVES_MAX ? { id, number } : null,
    seedDigest: /^[0-9a-f]{64}$/.test(seedDigest) ? seedDigest : null,
  };
}

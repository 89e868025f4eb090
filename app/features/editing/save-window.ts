import { isUuid } from "#app/lib/uuid.ts";
import type { SentForm } from "#app/platform/read-form.ts";

/** More saves than anybody makes in one window; the database has room for as many. */
const SAVES_MAX = 1_000_000;

export type SaveWindow = {
  /** The window that it was written in, and which of its saves this is; null for a form without script. */
  window: { id: string; number: number } | null;
  /** Of the seed file that the page was opened with; null where the guide is of none. */
  seedDigest: string | null;
};

/** As the page's script counts its saves. */
export function readWindow(form: SentForm): SaveWindow {
  const id = form.text("window");
  const number = Number(form.text("save"));
  const seedDigest = form.text("seed");
  return {
    window: isUuid(id) && Number.isInteger(number) && number >= 0 && number < SAVES_MAX ? { id, number } : null,
    seedDigest: /^[0-9a-f]{64}$/.test(seedDigest) ? seedDigest : null,
  };
}

import type { GuideDocument } from "#app/db/columns/guide-document-columns.ts";
import type { FieldDiff } from "./guide-diff.server.ts";
import type { GuideState } from "../publish/guide-facts.server.ts";

/** The response to a save. */
export type SaveResponse =
  | { outcome: "saved"; version: number; savedAt: string; state: GuideState }
  /** `diff`: the changes from the saved draft to the submitted one. `theirs`: the saved one; null if it isn't known. */
  | {
      outcome: "conflict";
      version: number;
      savedBy: string | null;
      isOwn: boolean;
      diff: FieldDiff[];
      theirs: GuideDocument | null;
    };

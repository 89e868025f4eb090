import type { FieldDiff } from "./guide-diff.server.ts";
import type { GuideState } from "../publish/guide-facts.server.ts";

/** The response to a save. */
export type SaveResponse =
  | { outcome: "saved"; version: number; savedAt: string; state: GuideState }
  /** `diff`: the changes from the saved draft to the submitted one. */
  | { outcome: "conflict"; version: number; savedBy: string | null; isOwn: boolean; diff: FieldDiff[] };

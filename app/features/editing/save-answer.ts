import type { FieldDiff } from "./guide-diff.server.ts";
import type { GuideState } from "./guide-facts.server.ts";

/** What the editor is told when it saves. */
export type SaveAnswer =
  | { outcome: "saved"; version: number; savedAt: string; state: GuideState }
  /** From what is kept to what was sent. */
  | { outcome: "conflict"; version: number; savedBy: string | null; isOwn: boolean; diff: FieldDiff[] };

import type { Deletion } from "./deletion.ts";
import type { FieldDiff } from "./guide-diff.server.ts";
import type { GuideDocument } from "./guide-document.ts";
import type { GuideChoices, GuideState } from "./guide-facts.server.ts";
import type { GuideProblems } from "./guide-ready.ts";
import type { GuideStatus } from "./guide-status.ts";

/** A guide as its editor is opened with it. */
export type OpenedEditor = {
  id: number;
  document: GuideDocument;
  version: number;
  /** ISO 8601 instant; null when nobody has saved it here. */
  savedAt: string | null;
  status: GuideStatus;
  /** Null while it is there. */
  deletion: Deletion | null;
  slug: string;
  /** When it comes out, as a field for a day and time has it; empty unless it is scheduled. */
  at: string;
  /** Readers have another state of it. */
  hasNews: boolean;
  choices: GuideChoices;
  state: GuideState;
  /** The whole address of its preview, and when that ends; null while there is none. */
  preview: { address: string; ends: string } | null;
  /** Of the seed file's text that readers have; empty for one that is the editors' own. */
  seedDigest: string;
  /** From the catalogue's newer text, which readers have, to the draft; null where there is none. */
  seedNews: FieldDiff[] | null;
  /** What a shared link names the site by. */
  host: string;
};

/** Why a form was not taken, with what was typed. */
export type EditorRefusal = {
  why: string;
  document: GuideDocument;
  version: number;
  /** Whether the site has what was typed: as the draft, beside somebody else's in the history, or not at all. */
  kept: "saved" | "conflict" | "no";
  /** Who has saved meanwhile, in a conflict. */
  savedBy: string | null;
  /** They themselves, in another window. */
  isOwn: boolean;
  problems: GuideProblems;
  /** What somebody else's differs in. */
  diff: FieldDiff[];
  at: string;
  /** The hour comes twice: which is asked. */
  asksWhich: boolean;
};

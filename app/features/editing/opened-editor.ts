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
  slug: string;
  /** When it comes out, as a field for a day and time has it; empty unless it is scheduled. */
  at: string;
  /** Readers have another state of it. */
  hasNews: boolean;
  choices: GuideChoices;
  state: GuideState;
  /** The whole address of its preview; null while there is none. */
  preview: string | null;
  /** What a shared link names the site by. */
  host: string;
};

/** Why a form was not taken, with what was typed. */
export type EditorRefusal = {
  why: string;
  document: GuideDocument;
  version: number;
  problems: GuideProblems;
  /** What somebody else's differs in. */
  diff: FieldDiff[];
  at: string;
  /** The hour comes twice: which is asked. */
  asksWhich: boolean;
};

import type { GuideDocument } from "#app/db/columns/guide-document-columns.ts";
import type { GuideDeletion } from "../publish/guide-deletion.server.ts";
import type { FieldDiff } from "./guide-diff.server.ts";
import type { EditorOptions, GuideState } from "../publish/guide-facts.server.ts";
import type { GuideProblems } from "../publish/validate-guide.ts";
import type { GuideStatus } from "./guide-status.ts";

/** The messages after publishing and the like. */
export const DONE_LABELS = {
  published: "Post published.",
  updated: "Changes published.",
  scheduled: "Post scheduled.",
  unpublished: "Post unpublished. Readers can’t see it.",
  restored: "Post restored.",
} as const;

/** The data of the editor page. */
export type EditorPageData = {
  id: number;
  document: GuideDocument;
  version: number;
  /** ISO 8601 instant; null when no draft was saved yet. */
  savedAt: string | null;
  status: GuideStatus;
  /** Null unless the guide is deleted. */
  deletion: GuideDeletion | null;
  slug: string;
  /** The scheduled time in the format of a datetime-local field; empty unless it is scheduled. */
  at: string;
  /** Unsent issues of the newsletter that the post can be added to. */
  issues: { id: string; subject: string }[];
  /** What was just done, and whether the post was added to an issue. */
  done: { what: keyof typeof DONE_LABELS; issue: "added" | "not-added" | null } | null;
  /** Whether the draft differs from the published guide. */
  hasUnpublishedChanges: boolean;
  choices: EditorOptions;
  state: GuideState;
  /** The preview's full URL and its expiry; null without a preview. */
  preview: { address: string; ends: string } | null;
  /** Digest of the published seed file; empty if an editor has published the guide. */
  seedDigest: string;
  /** Changes from a newer published seed file to the draft; null without one. */
  seedDiff: FieldDiff[] | null;
  /** The host name for the link preview. */
  host: string;
};

/** Why a form was refused, with the submitted data. */
export type EditorRefusal = {
  why: string;
  document: GuideDocument;
  version: number;
  /** Where the submitted text was stored: as the draft, as a conflicting revision in the history, or not at all. */
  storedAs: "saved" | "conflict" | "no";
  /** In a conflict: the editor who saved in the meantime. */
  savedBy: string | null;
  /** In a conflict: whether that was the same editor in another window. */
  isOwn: boolean;
  problems: GuideProblems;
  /** In a conflict: the changes from the saved draft to the submitted text. */
  diff: FieldDiff[];
  at: string;
  /** Whether the scheduled time occurs twice, so that the form asks which one. */
  isTimeAmbiguous: boolean;
};

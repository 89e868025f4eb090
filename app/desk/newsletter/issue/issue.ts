import { z } from "zod";

import type { IssueState } from "#app/db/schema/newsletter.ts";

/** These four limits are the same as the database's. Inboxes show less of a subject. */
export const SUBJECT_CHARACTERS_MAX = 120;
export const PREVIEW_CHARACTERS_MAX = 150;
export const INTRO_CHARACTERS_MAX = 8_000;
export const NOTE_CHARACTERS_MAX = 500;

/** More items would bring a mail near the 102 KB at which Gmail cuts it. */
export const ITEMS_MAX = 20;

/** A guide or place in an issue. Paths are relative to the site. */
const IssueEntry = z.object({
  kind: z.enum(["guide", "place"]),
  title: z.string(),
  path: z.string(),
  /** "Food & Dining, Shaw, 4 min read" */
  meta: z.string(),
  summary: z.string(),
  /** A guide's beginning as plain text; issues contain no more of it. */
  opening: z.string().nullable(),
  isForMembers: z.boolean(),
  /** The editors' note; may be empty. */
  note: z.string(),
  image: z.object({ path: z.string(), alt: z.string() }),
});
export type IssueEntry = z.infer<typeof IssueEntry>;

export const IssueContent = z.object({
  subject: z.string(),
  preview: z.string(),
  /** Markdown. */
  intro: z.string(),
  /** The neighborhood's name; null for a weekly issue. */
  neighborhood: z.string().nullable(),
  entries: z.array(IssueEntry),
});
export type IssueContent = z.infer<typeof IssueContent>;

/** The text that an editor writes. */
export type IssueText = { subject: string; preview: string; intro: string; neighborhoodSlug: string | null };

export const ISSUE_STATE_LABELS: Record<IssueState, string> = {
  draft: "Draft",
  scheduled: "Scheduled",
  sending: "Sending",
  stopped: "Stopped",
  sent: "Sent",
};

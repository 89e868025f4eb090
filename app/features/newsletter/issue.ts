import { z } from "zod";

import type { IssueState } from "#app/db/schema/newsletter.ts";

/** What an inbox shows of a subject is less; the same as the database's, as are the next three. */
export const SUBJECT_CHARACTERS_MAX = 120;
export const PREVIEW_CHARACTERS_MAX = 150;
export const INTRO_CHARACTERS_MAX = 8_000;
export const NOTE_CHARACTERS_MAX = 500;

/** With more, a mail comes near the 102 KB at which Gmail cuts it. */
export const ITEMS_MAX = 20;

/** One guide or place as an issue shows it. Paths are the site's. */
const IssueEntry = z.object({
  kind: z.enum(["guide", "place"]),
  title: z.string(),
  path: z.string(),
  /** "Food & Dining, Shaw, 4 min read" */
  meta: z.string(),
  summary: z.string(),
  /** Of a guide: how it begins, as plain text; no issue holds more of one. */
  opening: z.string().nullable(),
  isForMembers: z.boolean(),
  /** The editors' own words on it; may be empty. */
  note: z.string(),
  image: z.object({ path: z.string(), alt: z.string() }),
});
export type IssueEntry = z.infer<typeof IssueEntry>;

export const IssueContent = z.object({
  subject: z.string(),
  preview: z.string(),
  /** Markdown. */
  intro: z.string(),
  /** The neighborhood that it is about; null for the weekly one. */
  neighborhood: z.string().nullable(),
  entries: z.array(IssueEntry),
});
export type IssueContent = z.infer<typeof IssueContent>;

/** What an editor types of an issue. */
export type IssueWords = { subject: string; preview: string; intro: string; neighborhoodSlug: string | null };

export const STATE_WORDS: Record<IssueState, string> = {
  draft: "Draft",
  scheduled: "Scheduled",
  sending: "Being sent",
  stopped: "Stopped",
  sent: "Sent",
};

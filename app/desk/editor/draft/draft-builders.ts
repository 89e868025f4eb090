import { eq } from "drizzle-orm";

import type { GuideDocument } from "#app/db/columns/guide-document-columns.ts";
import type { Database } from "#app/db/database.server.ts";
import { guideRevisions } from "#app/db/schema/editing.ts";
import { buildUser, NOW } from "#tests/builders.ts";

import { createDraftGuide } from "./drafts.server.ts";
import { EMPTY_GUIDE } from "../document/guide-document.ts";

export const later = (ms: number) => new Date(NOW.getTime() + ms);

export const WORDS: GuideDocument = {
  ...EMPTY_GUIDE,
  title: "A quibblewort walk",
  slug: "quibblewort-walk",
  excerpt: "A walk along the quibblewort.",
  body: "Quibblewort grows here.",
};

export async function createDraft(db: Database) {
  const { id: by } = await buildUser(db, { role: "admin" });
  return { by, id: await createDraftGuide(db, { document: {}, by, now: NOW }) };
}

export async function bodiesOf(db: Database, postId: number): Promise<string[]> {
  const rows = await db.select().from(guideRevisions).where(eq(guideRevisions.postId, postId));
  return rows.toSorted((a, b) => b.id - a.id).map(({ document }) => document.body);
}

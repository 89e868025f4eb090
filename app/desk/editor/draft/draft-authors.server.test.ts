import { eq } from "drizzle-orm";
import { expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { guideDrafts, guideRevisions } from "#app/db/schema/editing.ts";
import { authors } from "#app/db/schema/guides.ts";
import { findFeedGuides } from "#app/guide/seo/feeds/feed-queries.server.ts";
import { findGuidePage } from "#app/guide/guides/guide-queries.server.ts";
import { addAuthor } from "#app/guide/guides/write/write-authors.server.ts";
import { buildRequestContext, buildUser, NOW } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import { createDraftGuide, findRevisions, listRevisions, findGuideWithDraft, saveGuideDraft } from "./drafts.server.ts";
import { publishDraft } from "../publish/publish.server.ts";
import { later, WORDS, createDraft } from "./draft-builders.ts";

test("a guide's authors appear in byline order on its page, in the feed and in the editor", async ({ db }) => {
  const { by, id } = await createDraft(db);
  const ada = await authorOf(db, { by, name: "Ada Byron" });
  const document = { ...WORDS, authors: [ada, "rowhouse-editors"] };

  await publishDraft(db, { id, by, version: 1, document, at: null, now: NOW });

  const page = await findGuidePage(db, WORDS.slug, buildRequestContext());
  expect(page).toMatchObject({
    byline: "Ada Byron and The Rowhouse editors",
    authors: [{ name: "Ada Byron", kind: "person" }, { kind: "team" }],
  });
  const fed = (await findFeedGuides(db, { category: null }, buildRequestContext())).find(
    ({ slug }) => slug === WORDS.slug,
  );
  expect(fed?.authors).toEqual(["Ada Byron", "The Rowhouse editors"]);
  expect(await findGuideWithDraft(db, id)).toMatchObject({ document, published: { authors: document.authors } });

  await publishDraft(db, { id, by, version: 2, document: WORDS, at: null, now: later(1) });
  expect(await findGuidePage(db, WORDS.slug, buildRequestContext(later(1)))).toMatchObject({
    byline: "The Rowhouse editors",
  });
});

test("an author with a deleted account becomes a former editor under guides, in drafts and in the history", async ({
  db,
}) => {
  const { by, id } = await createDraft(db);
  const person = await buildUser(db, { name: "Zyx Quibbler", role: "admin" });
  const slug = await authorOf(db, { by, name: "Zyx Quibbler", userId: person.id });
  const document = { ...WORDS, authors: ["rowhouse-editors", slug] };
  await publishDraft(db, { id, by, version: 1, document, at: null, now: NOW });

  await db.update(users).set({ deletedAt: NOW }).where(eq(users.id, person.id));
  expect(await findGuidePage(db, WORDS.slug, buildRequestContext())).toMatchObject({
    byline: "The Rowhouse editors and A former editor",
  });
  await db.delete(users).where(eq(users.id, person.id));

  const opened = await findGuideWithDraft(db, id);
  const revisions = await findRevisions(db, { postId: id, ids: (await listRevisions(db, id)).map((row) => row.id) });
  const stored = JSON.stringify([opened, [...revisions.values()], await db.select().from(authors)]);
  expect(stored).not.toMatch(/zyx|quibbler/i);
  expect(opened?.document.authors).toEqual(["rowhouse-editors", expect.stringMatching(/^former-editor-/)]);
  expect(opened?.document).toEqual(opened?.published);
});

test("a window that was open when an account was deleted doesn't restore its name", async ({ db }) => {
  const { by, id } = await createDraft(db);
  const person = await buildUser(db, { name: "Zyx Quibbler", role: "admin" });
  const slug = await authorOf(db, { by, name: "Zyx Quibbler", userId: person.id });
  const document = { ...WORDS, authors: [slug, "rowhouse-editors"] };
  await publishDraft(db, { id, by, version: 1, document, at: null, now: NOW });
  await db.delete(users).where(eq(users.id, person.id));
  const body = "Written on in that window.";

  await saveGuideDraft(db, { id, by, version: 2, document: { ...document, body }, now: later(1) });
  const refused = await saveGuideDraft(db, {
    id,
    by,
    version: 1,
    document: { ...document, body: "Late." },
    now: later(2),
  });
  const published = await publishDraft(db, { id, by, version: 3, document, at: null, now: later(3) });
  const imported = await createDraftGuide(db, { document: { ...document, slug: "again" }, by, now: later(4) });

  expect([refused, published]).toMatchObject([{ outcome: "conflict" }, { outcome: "published" }]);
  expect(await findGuidePage(db, WORDS.slug, buildRequestContext(later(3)))).toMatchObject({
    byline: "A former editor and The Rowhouse editors",
  });
  expect((await findGuideWithDraft(db, imported))?.document.authors).toEqual(["rowhouse-editors"]);
  const stored = JSON.stringify([await db.select().from(guideDrafts), await db.select().from(guideRevisions)]);
  expect(stored).not.toMatch(/zyx|quibbler/i);
});

async function authorOf(
  db: Database,
  { by, name, userId = null }: { by: string; name: string; userId?: string | null },
) {
  const added = await addAuthor(db, { by, now: NOW, profile: { name, bio: "Known to all.", kind: "person" }, userId });
  if (typeof added === "string") throw new Error(added);
  return added.slug;
}

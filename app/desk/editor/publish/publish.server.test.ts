import { eq, sql } from "drizzle-orm";
import { describe, expect } from "vitest";

import type { GuideDocument } from "#app/db/columns/guide-document-columns.ts";
import type { Database } from "#app/db/database.server.ts";
import { guidePictures } from "#app/db/schema/editing.ts";
import { posts, postSlugs } from "#app/db/schema/guides.ts";
import { places } from "#app/db/schema/places.ts";
import { findFeedGuides } from "#app/guide/seo/feeds/feed-queries.server.ts";
import { listGuidePage } from "#app/guide/guides/list/guide-cards.server.ts";
import { findGuidePage, findRenamedGuide } from "#app/guide/guides/guide-queries.server.ts";
import { deleteGuide, restoreGuide } from "#app/guide/guides/write/delete-guide.server.ts";
import { loadSeedGuides, type SeedGuide } from "#app/guide/guides/write/load-guides.server.ts";
import { parseSearch } from "#app/guide/search/page/search-request.ts";
import { search } from "#app/guide/search/page/search.server.ts";
import { DAY_MS } from "#app/lib/duration.ts";
import { buildGuide, buildRequestContext, buildPlace, NOW } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import { createDraftGuide, findGuideWithDraft, saveGuideDraft } from "../draft/drafts.server.ts";
import { listEditorOptions, computeGuideState } from "./guide-facts.server.ts";
import { publishDraft, resolveNewerSeed, unpublishDraft } from "./publish.server.ts";
import { later, WORDS, createDraft, bodiesOf } from "../draft/draft-builders.ts";

describe("publishing", () => {
  test("shows a guide with its places everywhere at once", async ({ db }) => {
    const { by, id } = await createDraft(db);
    const [first, second] = [await buildPlace(db), await buildPlace(db)];
    const body = `Quibblewort.\n\n::place{${second.slug}}\n\nThen.\n\n::place{${first.slug}}`;
    const stops = [{ slug: first.slug, reason: "Go.", hint: "Early." }];

    const published = await publishDraft(db, {
      id,
      by,
      version: 1,
      document: { ...WORDS, body, stops },
      at: null,
      now: NOW,
    });

    expect(published).toEqual({ outcome: "published", publishedAt: NOW, slug: WORDS.slug, wasPublished: false });
    const page = await findGuidePage(db, WORDS.slug, buildRequestContext());
    expect(page?.places.map(({ place, reason }) => [place.slug, reason])).toEqual([
      [second.slug, ""],
      [first.slug, "Go."],
    ]);
    expect(await locationsOfGuide(db, NOW)).toEqual(["latest", "feed", "search"]);
  });

  test("shows its cover on the page, cards and in feeds, and not without a description or its file", async ({ db }) => {
    const { by, id } = await createDraft(db);
    const file = { sourceDigest: "0".repeat(64), width: 1800, height: 1200, uploadedAt: NOW, storedAt: NOW };
    const [picture] = await db.insert(guidePictures).values(file).returning();
    const cover = { path: `/guide-pictures/${picture?.id}/1800x1200.jpg`, alt: "A loaf", credit: "Photo: Ada" };
    const publish = (given: GuideDocument["cover"], version: number) =>
      publishDraft(db, { id, by, version, document: { ...WORDS, cover: given }, at: null, now: NOW });

    expect(await publish({ ...cover, alt: "" }, 1)).toMatchObject({ problems: { "cover-alt": expect.any(String) } });
    const missing = { ...cover, path: `/guide-pictures/${crypto.randomUUID()}/1800x1200.jpg` };
    expect(await publish(missing, 2)).toMatchObject({ problems: { "cover-file": expect.any(String) } });
    expect(await publish(cover, 3)).toMatchObject({ outcome: "published" });

    const shown = {
      hero: `/guide-pictures/${picture?.id}/1600.webp`,
      card: `/guide-pictures/${picture?.id}/960.webp`,
      alt: "A loaf",
      credit: "Photo: Ada",
    };
    const page = await findGuidePage(db, WORDS.slug, buildRequestContext());
    const { items } = await listGuidePage(db, { page: 1 }, buildRequestContext());
    expect([page?.picture, items.find(({ slug }) => slug === WORDS.slug)?.picture]).toEqual([
      expect.objectContaining(shown),
      expect.objectContaining(shown),
    ]);
  });

  test("at a later time hides the guide until then, to the millisecond", async ({ db }) => {
    const { by, id } = await createDraft(db);
    const at = later(DAY_MS);

    await publishDraft(db, { id, by, version: 1, document: WORDS, at, now: NOW });

    const moment = buildRequestContext();
    expect(await findGuidePage(db, WORDS.slug, moment)).toBeNull();
    expect(await locationsOfGuide(db, later(DAY_MS - 1))).toEqual([]);
    expect(await locationsOfGuide(db, at)).toEqual(["latest", "feed", "search"]);
    expect(await findGuidePage(db, WORDS.slug, buildRequestContext(at))).toMatchObject({ updatedLabel: null });
    await listGuidePage(db, { page: 1 }, moment);
    expect(moment.page.expiresAt).toEqual(at);
  });

  test.for([
    ["a title", { title: "" }, "title"],
    ["a title that isn't too long", { title: "x".repeat(141) }, "title"],
    ["a valid slug", { slug: "Not One" }, "slug"],
    ["an excerpt", { excerpt: "" }, "excerpt"],
    ["a category", { category: "nowhere" }, "category"],
    ["an existing neighborhood", { neighborhood: "atlantis" }, "neighborhood"],
    ["an author", { authors: [] }, "author"],
    ["a known picture", { picture: "unicorn" }, "picture"],
    ["at most 12 keywords", { keywords: Array.from({ length: 13 }, (_none, index) => `k${index}`) }, "keywords"],
    ["a text", { body: "  " }, "body"],
    ["existing places", { body: "::place{atlantis}" }, "body"],
    [
      "descriptions of its pictures",
      { body: "![](/guide-pictures/0f8fad5b-d9cb-469f-a165-70867728950e/800x600.jpg)" },
      "body",
    ],
  ] as const)("requires %s, and stores the draft otherwise", async ([_what, wrong, field], { db }) => {
    const { by, id } = await createDraft(db);
    const document = {
      ...WORDS,
      ...wrong,
      keywords: "keywords" in wrong ? [...wrong.keywords] : [],
      authors: "authors" in wrong ? [...wrong.authors] : WORDS.authors,
    };

    const refused = await publishDraft(db, { id, by, version: 1, document, at: null, now: NOW });

    expect(refused).toMatchObject({ outcome: "problems", problems: { [field]: expect.any(String) } });
    expect(await findGuideWithDraft(db, id)).toMatchObject({ document, post: { status: "draft" } });
  });

  test("a repeated place, a past time and a time in ten years are refused", async ({ db }) => {
    const { by, id } = await createDraft(db);
    const { slug } = await buildPlace(db);
    const twice = { ...WORDS, body: `::place{${slug}}\n\n::place{${slug}}` };
    const publish = (version: number, document: GuideDocument, at: Date | null) =>
      publishDraft(db, { id, by, version, document, at, now: NOW });

    expect(await publish(1, twice, null)).toMatchObject({ problems: { body: expect.stringContaining("twice") } });
    expect(await publish(2, WORDS, NOW)).toMatchObject({ problems: { at: expect.stringContaining("past") } });
    expect(await publish(3, WORDS, later(3_650 * DAY_MS))).toMatchObject({
      problems: { at: expect.stringContaining("two years") },
    });
  });

  test.for([
    ["public", { isEarly: false }, 2],
    ["visible with early access", { isEarly: true }, 0],
  ] as const)(
    "a guide that is %s can't be hidden from readers by scheduling it",
    async ([_what, words, days], { db }) => {
      const { by, id } = await createDraft(db);
      const document = { ...WORDS, ...words };
      const at = later(DAY_MS);
      const publish = (version: number, hour: Date | null, now: Date) =>
        publishDraft(db, { id, by, version, document, at: hour, now });
      await publish(1, at, NOW);

      const refused = await publish(2, later(3 * DAY_MS), later(days * DAY_MS));

      expect(refused).toMatchObject({ problems: { at: expect.stringContaining("Readers can see it already") } });
      expect(await findGuideWithDraft(db, id)).toMatchObject({ post: { status: "published", publishedAt: at } });
    },
  );

  test("a scheduled time can be changed", async ({ db }) => {
    const { by, id } = await createDraft(db);
    await publishDraft(db, { id, by, version: 1, document: WORDS, at: later(DAY_MS), now: NOW });

    const moved = await publishDraft(db, { id, by, version: 2, document: WORDS, at: later(2 * DAY_MS), now: later(1) });

    expect(moved).toMatchObject({ outcome: "published", publishedAt: later(2 * DAY_MS) });
  });

  test("losing a race for a slug is reported as a problem, and the draft is stored", async ({ db }) => {
    const { by, id } = await createDraft(db);
    await db.execute(sql`
      create function somebody_is_faster() returns trigger language plpgsql as $$
      begin raise unique_violation using message = 'duplicate key'; end $$`);
    await db.execute(sql`
      create trigger faster before update of slug on posts for each row execute function somebody_is_faster()`);

    const outcome = await publishDraft(db, { id, by, version: 1, document: WORDS, at: null, now: NOW });

    expect(outcome).toMatchObject({ outcome: "problems", problems: { slug: expect.any(String) }, version: 2 });
    expect(await findGuideWithDraft(db, id)).toMatchObject({ document: WORDS, version: 2, post: { status: "draft" } });
  });

  test("under another slug redirects the old one, which no other guide can use", async ({ db }) => {
    const { by, id } = await createDraft(db);
    await publishDraft(db, { id, by, version: 1, document: WORDS, at: null, now: NOW });
    await publishDraft(db, { id, by, version: 2, document: { ...WORDS, slug: "renamed" }, at: null, now: later(1) });

    expect(await findRenamedGuide(db, WORDS.slug, { now: later(1) })).toBe("renamed");
    expect(await findGuidePage(db, WORDS.slug, buildRequestContext(later(1)))).toBeNull();
    const second = await createDraftGuide(db, { document: WORDS, by, now: NOW });
    for (const slug of [WORDS.slug, "renamed"]) {
      const opened = await findGuideWithDraft(db, second);
      const taken = await publishDraft(db, {
        id: second,
        by,
        version: opened?.version ?? 0,
        document: { ...WORDS, slug },
        at: null,
        now: later(2),
      });
      expect(taken).toMatchObject({ outcome: "problems", problems: { slug: expect.any(String) } });
    }

    await publishDraft(db, { id, by, version: 3, document: WORDS, at: null, now: later(3) });
    expect(await findRenamedGuide(db, "renamed", { now: later(3) })).toBe(WORDS.slug);
    expect(await findRenamedGuide(db, WORDS.slug, { now: later(3) })).toBeNull();
  });

  test("a slug that was never public is dropped without a redirect", async ({ db }) => {
    const { by, id } = await createDraft(db);

    await publishDraft(db, { id, by, version: 1, document: WORDS, at: null, now: NOW });

    expect(await db.$count(postSlugs, eq(postSlugs.postId, id))).toBe(0);
  });

  test("an unpublished guide is hidden everywhere, and published again it has its original date", async ({ db }) => {
    const { by, id } = await createDraft(db);
    await publishDraft(db, { id, by, version: 1, document: WORDS, at: null, now: NOW });

    expect(await unpublishDraft(db, { id, by, now: later(DAY_MS) })).toBe("unpublished");
    expect(await locationsOfGuide(db, later(DAY_MS))).toEqual([]);
    expect(await unpublishDraft(db, { id, by, now: later(DAY_MS) })).toBe("not-published");
    const again = await publishDraft(db, { id, by, version: 2, document: WORDS, at: null, now: later(2 * DAY_MS) });
    expect(again).toMatchObject({ outcome: "published", publishedAt: NOW });
  });

  test("after unpublishing, scheduling and unscheduling, the old slug still redirects and the date stays", async ({
    db,
  }) => {
    const { by, id } = await createDraft(db);
    const publish = (version: number, slug: string, at: Date | null, now: Date) =>
      publishDraft(db, { id, by, version, document: { ...WORDS, slug }, at, now });
    await publish(1, WORDS.slug, null, NOW);
    await unpublishDraft(db, { id, by, now: later(DAY_MS) });
    await publish(2, WORDS.slug, later(3 * DAY_MS), later(DAY_MS));
    await unpublishDraft(db, { id, by, now: later(2 * DAY_MS) });

    const again = await publish(3, "renamed", null, later(2 * DAY_MS));

    expect(again).toMatchObject({ outcome: "published", publishedAt: NOW });
    expect(await findRenamedGuide(db, WORDS.slug, { now: later(2 * DAY_MS) })).toBe("renamed");
  });

  test("renaming a scheduled guide that was never public creates no redirect", async ({ db }) => {
    const { by, id } = await createDraft(db);
    await publishDraft(db, { id, by, version: 1, document: WORDS, at: later(DAY_MS), now: NOW });
    await publishDraft(db, { id, by, version: 2, document: { ...WORDS, slug: "renamed" }, at: null, now: later(1) });

    expect(await db.$count(postSlugs, eq(postSlugs.postId, id))).toBe(0);
  });

  test("with early access starts at once for those plans, and later changes don't move the public time", async ({
    db,
  }) => {
    const { by, id } = await createDraft(db);
    const document = { ...WORDS, isEarly: true };
    const publish = (version: number, words: GuideDocument, now: Date) =>
      publishDraft(db, { id, by, version, document: words, at: null, now });
    const insider = { ...buildRequestContext(later(1)), viewer: { tier: "city-insider" as const } };

    const first = await publish(1, document, NOW);

    expect(first).toMatchObject({ outcome: "published", publishedAt: later(2 * DAY_MS) });
    expect(await findGuidePage(db, WORDS.slug, buildRequestContext(later(1)))).toBeNull();
    expect(await findRenamedGuide(db, WORDS.slug, { now: later(1) })).toBeNull();
    expect((await listGuidePage(db, { page: 1 }, insider)).items.map(({ slug }) => slug)).toContain(WORDS.slug);
    const changed = await publish(2, { ...document, slug: "renamed" }, later(DAY_MS));
    expect(changed).toMatchObject({ publishedAt: later(2 * DAY_MS) });
    // Members with early access know the old slug.
    expect(await db.$count(postSlugs, eq(postSlugs.postId, id))).toBe(1);
    const toAll = await publish(3, { ...document, slug: "renamed", isEarly: false }, later(DAY_MS + 1));
    expect(toAll).toMatchObject({ publishedAt: later(DAY_MS + 1) });
  });

  test("a draft from an older seed file can't be published over a newer one until its editor has decided", async ({
    db,
  }) => {
    const { by } = await createDraft(db);
    const seeded = seededGuide();
    const load = (seedDigest: string, body: string) =>
      loadSeedGuides(db, { authors: [], guides: [{ ...seeded, row: { ...seeded.row, seedDigest, body } }] });
    await load("a", "First text.");
    const [row] = await db.select().from(posts).where(eq(posts.slug, seeded.row.slug));
    const id = row?.id ?? 0;
    const opened = await findGuideWithDraft(db, id);
    if (opened === null) throw new Error("The guide was not loaded");
    const document = { ...opened.document, body: "By an editor." };
    await saveGuideDraft(db, { id, by, version: 0, document, seedDigest: "a", now: later(1) });
    expect(await findGuideWithDraft(db, id)).toMatchObject({ hasNewerSeed: false });

    await load("b", "Newer text.");
    const refused = await publishDraft(db, { id, by, version: 1, document, at: null, now: later(2) });

    expect(refused).toMatchObject({ outcome: "newer-seed", theirs: { body: "Newer text." }, version: 1 });
    expect(await findGuideWithDraft(db, id)).toMatchObject({ hasNewerSeed: true, post: { body: "Newer text." } });
    const settling = { id, by, version: 1, document, now: later(3) };
    expect(await resolveNewerSeed(db, { ...settling, preferred: "draft", seedDigest: "a" })).toBe("newer");
    expect(await resolveNewerSeed(db, { ...settling, preferred: "draft", seedDigest: "b" })).toBe("settled");
    expect(await publishDraft(db, { id, by, version: 1, document, at: null, now: later(4) })).toMatchObject({
      outcome: "published",
    });
  });

  test("a newer seed file's text can replace the draft, which stays in the history", async ({ db }) => {
    const { by } = await createDraft(db);
    const seeded = seededGuide();
    await loadSeedGuides(db, { authors: [], guides: [seeded] });
    const [row] = await db.select().from(posts).where(eq(posts.slug, seeded.row.slug));
    const id = row?.id ?? 0;
    const document = { ...WORDS, body: "By an editor." };
    // The draft was opened before the file was loaded, and saved after it.
    await saveGuideDraft(db, { id, by, version: 0, document, seedDigest: "older", now: later(1) });
    expect(await findGuideWithDraft(db, id)).toMatchObject({ hasNewerSeed: true });

    const saving = { id, by, version: 1, document, now: later(2) };
    expect(await resolveNewerSeed(db, { ...saving, preferred: "seed", seedDigest: "old" })).toBe("settled");

    expect(await findGuideWithDraft(db, id)).toMatchObject({ hasNewerSeed: false, document: { body: "From a file." } });
    expect(await bodiesOf(db, id)).toEqual(["From a file.", "By an editor.", "From a file."]);
  });

  test("keeps seed files from overwriting the guide, also under its old slug", async ({ db }) => {
    const { by } = await createDraft(db);
    const seeded = seededGuide();
    await loadSeedGuides(db, { authors: [], guides: [seeded] });
    const [row] = await db.select().from(posts).where(eq(posts.slug, seeded.row.slug));
    const opened = await findGuideWithDraft(db, row?.id ?? 0);
    if (opened === null) throw new Error("The guide was not loaded");
    const document = { ...opened.document, body: "By an editor.", slug: "moved-seed" };

    await publishDraft(db, { id: opened.post.id, by, version: 0, document, at: null, now: NOW });
    await loadSeedGuides(db, { authors: [], guides: [{ ...seeded, row: { ...seeded.row, seedDigest: "new" } }] });

    expect(await db.$count(posts, eq(posts.slug, seeded.row.slug))).toBe(0);
    expect(await findGuideWithDraft(db, opened.post.id)).toMatchObject({
      post: { body: "By an editor.", slug: "moved-seed" },
    });
  });
});

test("readers see how many of a guide's places have closed since", async ({ db }) => {
  const listed = [await buildPlace(db), await buildPlace(db), await buildPlace(db)];
  const guide = await buildGuide(db, { places: listed });
  expect(await findGuidePage(db, guide.slug, buildRequestContext())).toMatchObject({ closed: { count: 0, of: 3 } });

  await db
    .update(places)
    .set({ status: "closed", closedOn: "2027-01-01" })
    .where(eq(places.id, listed[1]?.id ?? 0));
  await db
    .update(places)
    .set({ status: "removed" })
    .where(eq(places.id, listed[2]?.id ?? 0));

  const page = await findGuidePage(db, guide.slug, buildRequestContext());
  expect(page?.closed).toEqual({ count: 1, of: 2 });
  expect(page?.places.map(({ place }) => place.slug)).toEqual([listed[0]?.slug]);
});

test("a place that was closed before the guide mentioned it isn't counted, even after publishing again", async ({
  db,
}) => {
  const { by, id } = await createDraft(db);
  const listed = [await buildPlace(db), await buildPlace(db), await buildPlace(db)];
  const closeOn = (index: number, closedOn: string) =>
    db
      .update(places)
      .set({ status: "closed", closedOn })
      .where(eq(places.id, listed[index]?.id ?? 0));
  await closeOn(0, "2026-01-02");
  const document = { ...WORDS, body: listed.map(({ slug }) => `::place{${slug}}`).join("\n\n") };
  await publishDraft(db, { id, by, version: 1, document, at: null, now: NOW });
  expect(await findGuidePage(db, WORDS.slug, buildRequestContext())).toMatchObject({ closed: { count: 0, of: 2 } });

  await closeOn(
    1,
    later(2 * DAY_MS)
      .toISOString()
      .slice(0, 10),
  );
  const now = later(5 * DAY_MS);
  await publishDraft(db, { id, by, version: 2, document: { ...document, title: "Renamed walk" }, at: null, now });

  expect(await findGuidePage(db, WORDS.slug, buildRequestContext(now))).toMatchObject({ closed: { count: 1, of: 2 } });
  const choices = await listEditorOptions(db);
  const state = await computeGuideState(db, { id, document, choices });
  expect(state.closed).toEqual({ count: 1, of: 2 });
  expect(state.advice.filter(({ rule }) => rule === "closed-place")).toHaveLength(2);
});

test("a members' guide is public up to its ::members line, including places", async ({ db }) => {
  const listed = [await buildPlace(db), await buildPlace(db)];
  const [open, hidden] = listed.map(({ slug }) => `::place{${slug}}`);
  const body = `One.\n\nTwo.\n\nThree.\n\n${open}\n\n::members\n\nSecret.\n\n${hidden}`;
  const guide = await buildGuide(db, { access: "members", body, places: listed });

  const page = await findGuidePage(db, guide.slug, buildRequestContext());

  expect(page?.blocks).toEqual([
    { kind: "html", html: "<p>One.</p>\n<p>Two.</p>\n<p>Three.</p>" },
    { kind: "place", index: 0 },
  ]);
  expect(page?.places.map(({ place }) => place.slug)).toEqual([listed[0]?.slug]);
  expect(page?.teaser?.placeCount).toBe(2);
  expect(JSON.stringify(page?.blocks)).not.toContain("Secret");
});

test("a guide that was deleted in the meantime isn't published, but the draft is stored", async ({ db }) => {
  const { by, id } = await createDraft(db);
  const actor = { kind: "staff", id: by } as const;
  await deleteGuide(db, { postId: id, actor, now: NOW });
  const publish = (version: number, body: string, at: Date | null) =>
    publishDraft(db, { id, by, version, document: { ...WORDS, body }, at, now: later(1) });

  expect(await publish(1, "Now.", null)).toEqual({ outcome: "deleted", version: 2 });
  expect(await publish(2, "Later.", later(DAY_MS))).toEqual({ outcome: "deleted", version: 3 });
  expect(await publish(2, "Not seen.", null)).toMatchObject({ outcome: "conflict", theirs: { body: "Later." } });
  expect(await findGuideWithDraft(db, id)).toMatchObject({ document: { body: "Later." }, post: { status: "draft" } });

  await restoreGuide(db, { postId: id, actor, now: later(2) });
  expect(await publish(3, "Back.", null)).toMatchObject({ outcome: "published" });
});

/** Where readers can find the guide of WORDS. */
async function locationsOfGuide(db: Database, now: Date): Promise<string[]> {
  const found = await search(
    db,
    parseSearch(new URLSearchParams({ q: "quibblewort", verbatim: "1" })),
    buildRequestContext(now),
  );
  const has = (guides: readonly { slug: string }[]) => guides.some(({ slug }) => slug === WORDS.slug);
  return [
    has((await listGuidePage(db, { page: 1 }, buildRequestContext(now))).items) ? "latest" : "",
    has(await findFeedGuides(db, { category: null }, buildRequestContext(now))) ? "feed" : "",
    has(found.guides.items) ? "search" : "",
  ].filter((where) => where !== "");
}

function seededGuide(): SeedGuide {
  const row = {
    slug: "seeded-quibble",
    title: "Seeded",
    excerpt: "From a file.",
    body: "From a file.",
    categorySlug: "food" as const,
    neighborhoodSlug: null,
    authorSlug: "rowhouse-editors",
    keywords: [],
    picture: null,
    pictureSalt: 0,
    featuredRank: null,
    status: "published" as const,
    readMinutes: 1,
    publishedAt: NOW,
    updatedAt: NOW,
    access: "everyone" as const,
    isEarly: false,
    seedDigest: "old",
  };
  return { row, places: [], coauthors: [], isDatedByFirstLoad: false };
}

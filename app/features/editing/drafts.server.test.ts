import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { guideRevisions, guideWindows } from "#app/db/schema/editing.ts";
import { posts, postSlugs } from "#app/db/schema/guides.ts";
import { places } from "#app/db/schema/places.ts";
import { feedGuides } from "#app/features/seo/feed-queries.server.ts";
import { guidePage } from "#app/features/guides/guide-cards.server.ts";
import { findGuidePage, movedGuide } from "#app/features/guides/guide-queries.server.ts";
import { loadGuides, type SeededGuide } from "#app/features/guides/load-guides.server.ts";
import { readSearchRequest } from "#app/features/search/search.ts";
import { search } from "#app/features/search/search.server.ts";
import { buildGuide, buildMoment, buildPlace, buildUser, NOW } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import { beginGuide, findRevisions, guideRevisionsOf, openGuide, REVISIONS_MAX, saveGuide } from "./drafts.server.ts";
import { EMPTY_GUIDE, type GuideDocument } from "./guide-document.ts";
import { endPreview, findPreview, renewPreview } from "./preview.server.ts";
import { publishDraft, unpublishDraft } from "./publish.server.ts";
import { noteWindow, WINDOW_SEEN_MS } from "./windows.server.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const later = (ms: number) => new Date(NOW.getTime() + ms);

const WORDS: GuideDocument = {
  ...EMPTY_GUIDE,
  title: "A quibblewort walk",
  slug: "quibblewort-walk",
  excerpt: "A walk along the quibblewort.",
  body: "Quibblewort grows here.",
};

describe("saving", () => {
  test("keeps what is typed, finished or not, and readers see none of it", async ({ db }) => {
    const { by, id } = await begun(db);
    const document = { ...WORDS, title: "", slug: "not a slug", category: "nowhere", body: "Half a sen" };

    const saved = await saveGuide(db, { id, by, version: 1, document, now: later(1) });

    expect(saved).toMatchObject({ outcome: "saved", version: 2 });
    expect(await openGuide(db, id)).toMatchObject({ document, version: 2, post: { status: "draft" } });
    expect(
      (await guidePage(db, { page: 1 }, buildMoment(later(DAY_MS)))).items.map((guide) => guide.slug),
    ).not.toContain("not a slug");
  });

  test("over a version that one hasn't seen is refused, and both texts are kept", async ({ db }) => {
    const { by, id } = await begun(db);
    const other = await buildUser(db, { name: "Grace" });
    const [theirs, mine] = [
      { ...WORDS, body: "Hers." },
      { ...WORDS, body: "His." },
    ];
    await saveGuide(db, { id, by: other.id, version: 1, document: theirs, now: later(1) });

    const refused = await saveGuide(db, { id, by, version: 1, document: mine, now: later(2) });

    expect(refused).toMatchObject({ outcome: "conflict", theirs, version: 2, savedBy: "Grace" });
    expect(await openGuide(db, id)).toMatchObject({ document: theirs });
    expect(await bodiesOf(db, id)).toEqual(["His.", "Hers.", ""]);
    expect(await saveGuide(db, { id, by, version: 2, document: mine, now: later(3) })).toMatchObject({
      outcome: "saved",
      version: 3,
    });
  });

  test("the same words twice make no version, also when two had the same", async ({ db }) => {
    const { by, id } = await begun(db);
    await saveGuide(db, { id, by, version: 1, document: WORDS, now: later(1) });

    expect(await saveGuide(db, { id, by, version: 2, document: WORDS, now: later(2) })).toMatchObject({ version: 2 });
    expect(await saveGuide(db, { id, by, version: 1, document: WORDS, now: later(3) })).toMatchObject({
      outcome: "saved",
      version: 2,
    });
  });

  test("makes a revision every ten minutes and for each person, and keeps how a guide was before", async ({ db }) => {
    const { by } = await begun(db);
    const other = await buildUser(db);
    const { id } = await buildGuide(db, { body: "As it was." });
    const save = (version: number, who: string, body: string, minutes: number) =>
      saveGuide(db, { id, by: who, version, document: { ...WORDS, body }, now: later(minutes * MINUTE_MS) });
    await save(0, by, "One.", 1);
    await save(1, by, "Two.", 5);
    await save(2, other.id, "Three.", 6);
    await save(3, other.id, "Four.", 17);

    expect(await bodiesOf(db, id)).toEqual(["Four.", "Three.", "Two.", "As it was."]);
  });

  test("keeps so many revisions and no more, those that were published longest", async ({ db }) => {
    const { by, id } = await begun(db);
    await publishDraft(db, { id, by, version: 1, document: { ...WORDS, body: "Out." }, at: null, now: later(1) });
    for (let index = 0; index < REVISIONS_MAX + 5; index += 1) {
      const now = later(index * 11 * MINUTE_MS);
      await saveGuide(db, { id, by, version: index + 2, document: { ...WORDS, body: `Text ${index}.` }, now });
    }

    const bodies = await bodiesOf(db, id);
    expect(bodies).toHaveLength(REVISIONS_MAX);
    expect(bodies[0]).toBe(`Text ${REVISIONS_MAX + 4}.`);
    expect(bodies).toContain("Out.");
    expect(bodies).not.toContain("Text 0.");
  });

  test("brings an earlier text back as the newest", async ({ db }) => {
    const { by, id } = await begun(db);
    await saveGuide(db, { id, by, version: 1, document: { ...WORDS, body: "Good." }, now: later(1) });
    await saveGuide(db, { id, by, version: 2, document: { ...WORDS, body: "Bad." }, now: later(11 * MINUTE_MS) });
    const [, good] = await guideRevisionsOf(db, id);
    const found = (await findRevisions(db, { postId: id, ids: [good?.id ?? 0] })).get(good?.id ?? 0);
    if (found === undefined) throw new Error("The revision is not there");

    await saveGuide(db, { id, by, version: 3, document: found.document, kind: "restored", now: later(12 * MINUTE_MS) });

    expect(await openGuide(db, id)).toMatchObject({ document: { body: "Good." }, version: 4 });
    expect(await bodiesOf(db, id)).toEqual(["Good.", "Bad.", "Good.", ""]);
  });

  test("another guide's revisions are not to be had", async ({ db }) => {
    const { id } = await begun(db);
    const [own] = await guideRevisionsOf(db, id);

    expect((await findRevisions(db, { postId: id + 1, ids: [own?.id ?? 0] })).size).toBe(0);
  });
});

describe("publishing", () => {
  test("has readers see it at once, with its places, everywhere", async ({ db }) => {
    const { by, id } = await begun(db);
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

    expect(published).toEqual({ outcome: "published", publishedAt: NOW, slug: WORDS.slug });
    const page = await findGuidePage(db, WORDS.slug, buildMoment());
    expect(page?.places.map(({ place, reason }) => [place.slug, reason])).toEqual([
      [second.slug, ""],
      [first.slug, "Go."],
    ]);
    expect(await whereabouts(db, NOW)).toEqual(["latest", "feed", "search"]);
  });

  test("later keeps it from readers until then, to the millisecond", async ({ db }) => {
    const { by, id } = await begun(db);
    const at = later(DAY_MS);

    await publishDraft(db, { id, by, version: 1, document: WORDS, at, now: NOW });

    const moment = buildMoment();
    expect(await findGuidePage(db, WORDS.slug, moment)).toBeNull();
    expect(await whereabouts(db, later(DAY_MS - 1))).toEqual([]);
    expect(await whereabouts(db, at)).toEqual(["latest", "feed", "search"]);
    expect(await findGuidePage(db, WORDS.slug, buildMoment(at))).toMatchObject({ updatedLabel: null });
    await guidePage(db, { page: 1 }, moment);
    expect(moment.page.trueUntil).toEqual(at);
  });

  test.for([
    ["a title", { title: "" }, "title"],
    ["a title that fits", { title: "x".repeat(141) }, "title"],
    ["an address", { slug: "Not One" }, "slug"],
    ["an excerpt", { excerpt: "" }, "excerpt"],
    ["a category", { category: "nowhere" }, "category"],
    ["a neighborhood that there is", { neighborhood: "atlantis" }, "neighborhood"],
    ["an author that there is", { author: "nobody" }, "author"],
    ["a picture that can be drawn", { picture: "unicorn" }, "picture"],
    ["few keywords", { keywords: Array.from({ length: 13 }, (_none, index) => `k${index}`) }, "keywords"],
    ["a text", { body: "  " }, "body"],
    ["places that there are", { body: "::place{atlantis}" }, "body"],
    [
      "descriptions of its pictures",
      { body: "![](/guide-pictures/0f8fad5b-d9cb-469f-a165-70867728950e/800x600.jpg)" },
      "body",
    ],
  ] as const)("wants %s, and keeps what was typed", async ([_what, wrong, field], { db }) => {
    const { by, id } = await begun(db);
    const document = { ...WORDS, ...wrong, keywords: "keywords" in wrong ? [...wrong.keywords] : [] };

    const refused = await publishDraft(db, { id, by, version: 1, document, at: null, now: NOW });

    expect(refused).toMatchObject({ outcome: "problems", problems: { [field]: expect.any(String) } });
    expect(await openGuide(db, id)).toMatchObject({ document, post: { status: "draft" } });
  });

  test("a place twice, an hour that is past and one in ten years are refused", async ({ db }) => {
    const { by, id } = await begun(db);
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

  test("under another address leads the old one on, and no other guide ever gets that", async ({ db }) => {
    const { by, id } = await begun(db);
    await publishDraft(db, { id, by, version: 1, document: WORDS, at: null, now: NOW });
    await publishDraft(db, { id, by, version: 2, document: { ...WORDS, slug: "renamed" }, at: null, now: later(1) });

    expect(await movedGuide(db, WORDS.slug, { now: later(1) })).toBe("renamed");
    expect(await findGuidePage(db, WORDS.slug, buildMoment(later(1)))).toBeNull();
    const second = await beginGuide(db, { document: WORDS, by, now: NOW });
    for (const slug of [WORDS.slug, "renamed"]) {
      const opened = await openGuide(db, second);
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
    expect(await movedGuide(db, "renamed", { now: later(3) })).toBe(WORDS.slug);
    expect(await movedGuide(db, WORDS.slug, { now: later(3) })).toBeNull();
  });

  test("an address that nobody has seen is left without a trace", async ({ db }) => {
    const { by, id } = await begun(db);

    await publishDraft(db, { id, by, version: 1, document: WORDS, at: null, now: NOW });

    expect(await db.$count(postSlugs, eq(postSlugs.postId, id))).toBe(0);
  });

  test("taken back it is nowhere, and published again it has its day", async ({ db }) => {
    const { by, id } = await begun(db);
    await publishDraft(db, { id, by, version: 1, document: WORDS, at: null, now: NOW });

    expect(await unpublishDraft(db, { id, by, now: later(DAY_MS) })).toBe("unpublished");
    expect(await whereabouts(db, later(DAY_MS))).toEqual([]);
    expect(await unpublishDraft(db, { id, by, now: later(DAY_MS) })).toBe("not-published");
    const again = await publishDraft(db, { id, by, version: 2, document: WORDS, at: null, now: later(2 * DAY_MS) });
    expect(again).toMatchObject({ outcome: "published", publishedAt: NOW });
  });

  test("makes a seeded guide the editors' own: loading the seeds leaves it, under its old address too", async ({
    db,
  }) => {
    const { by } = await begun(db);
    const seeded = seededGuide();
    await loadGuides(db, { authors: [], guides: [seeded] });
    const [row] = await db.select().from(posts).where(eq(posts.slug, seeded.row.slug));
    const opened = await openGuide(db, row?.id ?? 0);
    if (opened === null) throw new Error("The guide was not loaded");
    const document = { ...opened.document, body: "By an editor.", slug: "moved-seed" };

    await publishDraft(db, { id: opened.post.id, by, version: 0, document, at: null, now: NOW });
    await loadGuides(db, { authors: [], guides: [{ ...seeded, row: { ...seeded.row, seedDigest: "new" } }] });

    expect(await db.$count(posts, eq(posts.slug, seeded.row.slug))).toBe(0);
    expect(await openGuide(db, opened.post.id)).toMatchObject({ post: { body: "By an editor.", slug: "moved-seed" } });
  });
});

test("readers are told how many of a guide's places have closed since", async ({ db }) => {
  const listed = [await buildPlace(db), await buildPlace(db), await buildPlace(db)];
  const guide = await buildGuide(db, { places: listed });
  expect(await findGuidePage(db, guide.slug, buildMoment())).toMatchObject({ closed: { count: 0, of: 3 } });

  await db
    .update(places)
    .set({ status: "closed", closedOn: "2027-01-01" })
    .where(eq(places.id, listed[1]?.id ?? 0));
  await db
    .update(places)
    .set({ status: "removed" })
    .where(eq(places.id, listed[2]?.id ?? 0));

  const page = await findGuidePage(db, guide.slug, buildMoment());
  expect(page?.closed).toEqual({ count: 1, of: 2 });
  expect(page?.places.map(({ place }) => place.slug)).toEqual([listed[0]?.slug]);
});

test("a guide for members is open up to its line, places and all", async ({ db }) => {
  const listed = [await buildPlace(db), await buildPlace(db)];
  const [open, hidden] = listed.map(({ slug }) => `::place{${slug}}`);
  const body = `One.\n\nTwo.\n\nThree.\n\n${open}\n\n::members\n\nSecret.\n\n${hidden}`;
  const guide = await buildGuide(db, { access: "members", body, places: listed });

  const page = await findGuidePage(db, guide.slug, buildMoment());

  expect(page?.blocks).toEqual([
    { kind: "html", html: "<p>One.</p>\n<p>Two.</p>\n<p>Three.</p>" },
    { kind: "place", index: 0 },
  ]);
  expect(page?.places.map(({ place }) => place.slug)).toEqual([listed[0]?.slug]);
  expect(page?.teaser?.placeCount).toBe(2);
  expect(JSON.stringify(page?.blocks)).not.toContain("Secret");
});

describe("a preview", () => {
  test("shows what is written to whoever has its key, and to nobody once that is taken back or renewed", async ({
    db,
  }) => {
    const { by, id } = await begun(db);
    const { slug } = await buildPlace(db, { name: "Quibble House" });
    const document = {
      ...WORDS,
      access: "members" as const,
      body: `Words.\n\n::members\n\n::place{${slug}}`,
      stops: [{ slug, reason: "Go.", hint: "" }],
    };
    await saveGuide(db, { id, by, version: 1, document, now: NOW });
    const key = await renewPreview(db, { postId: id, now: NOW });

    const preview = await findPreview(db, key, buildMoment());
    expect(preview).toMatchObject({ isWhole: true, guide: { title: WORDS.title, teaser: null } });
    expect(preview?.guide.places.map(({ place }) => place.name)).toEqual(["Quibble House"]);

    const renewed = await renewPreview(db, { postId: id, now: NOW });
    expect(await findPreview(db, key, buildMoment())).toBeNull();
    expect(await findPreview(db, renewed, buildMoment())).not.toBeNull();
    await endPreview(db, id);
    for (const gone of [renewed, "", "x", "0".repeat(32)])
      expect(await findPreview(db, gone, buildMoment())).toBeNull();
  });
});

test("a window hears who else has the guide open, until they close it or are silent", async ({ db }) => {
  const { id } = await begun(db);
  const [ada, grace] = [await buildUser(db, { name: "Ada" }), await buildUser(db, { name: "Grace" })];
  const note = (userId: string, ms: number, windowId = userId) =>
    noteWindow(db, { postId: id, windowId, userId, now: later(ms) });

  expect(await note(ada.id, 0)).toEqual({ others: [], version: 1 });
  expect(await note(grace.id, 1)).toMatchObject({ others: ["Ada"] });
  expect(await note(ada.id, 2)).toMatchObject({ others: ["Grace"] });
  expect(await note(ada.id, 2, "00000000-0000-4000-8000-000000000001")).toMatchObject({ others: ["Ada", "Grace"] });
  expect(await note(ada.id, WINDOW_SEEN_MS + 3)).toMatchObject({ others: [] });
  expect(await db.$count(guideWindows, eq(guideWindows.postId, id))).toBe(1);
});

async function begun(db: Database) {
  const { id: by } = await buildUser(db, { role: "admin" });
  return { by, id: await beginGuide(db, { document: {}, by, now: NOW }) };
}

async function bodiesOf(db: Database, postId: number): Promise<string[]> {
  const rows = await db.select().from(guideRevisions).where(eq(guideRevisions.postId, postId));
  return rows.toSorted((a, b) => b.id - a.id).map(({ document }) => document.body);
}

/** Where readers find the guide of WORDS. */
async function whereabouts(db: Database, now: Date): Promise<string[]> {
  const found = await search(
    db,
    readSearchRequest(new URLSearchParams({ q: "quibblewort", verbatim: "1" })),
    buildMoment(now),
  );
  const has = (guides: readonly { slug: string }[]) => guides.some(({ slug }) => slug === WORDS.slug);
  return [
    has((await guidePage(db, { page: 1 }, buildMoment(now))).items) ? "latest" : "",
    has(await feedGuides(db, { category: null }, buildMoment(now))) ? "feed" : "",
    has(found.guides.items) ? "search" : "",
  ].filter((where) => where !== "");
}

function seededGuide(): SeededGuide {
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
  return { row, places: [], isDatedByLoad: false };
}

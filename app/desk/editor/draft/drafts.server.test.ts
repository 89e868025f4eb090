import { eq, sql } from "drizzle-orm";
import { describe, expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { auditEntries } from "#app/db/schema/audit.ts";
import { guideDrafts, guideRevisions, guideWindows } from "#app/db/schema/editing.ts";
import { authors, posts, postSlugs } from "#app/db/schema/guides.ts";
import { places } from "#app/db/schema/places.ts";
import { findFeedGuides } from "#app/guide/seo/feeds/feed-queries.server.ts";
import { listGuidePage } from "#app/guide/guides/list/guide-cards.server.ts";
import { findGuidePage, findRenamedGuide } from "#app/guide/guides/guide-queries.server.ts";
import { addAuthor } from "#app/guide/guides/write/write-authors.server.ts";
import { deleteGuide, restoreGuide } from "#app/guide/guides/write/delete-guide.server.ts";
import { loadSeedGuides, type SeedGuide } from "#app/guide/guides/write/load-guides.server.ts";
import { parseSearch } from "#app/guide/search/page/search-request.ts";
import { search } from "#app/guide/search/page/search.server.ts";
import { buildGuide, buildRequestContext, buildPlace, buildUser, NOW } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import {
  createDraftGuide,
  findRevisions,
  listRevisions,
  findGuideWithDraft,
  REVISIONS_MAX,
  saveGuideDraft,
} from "./drafts.server.ts";
import { listEditorOptions, computeGuideState } from "../publish/guide-facts.server.ts";
import { EMPTY_GUIDE, type GuideDocument } from "../document/guide-document.ts";
import {
  revokePreview,
  findPreviewedGuide,
  findValidPreview,
  PREVIEW_DAYS,
  renewPreview,
} from "../publish/preview.server.ts";
import { publishDraft, resolveNewerSeed, unpublishDraft } from "../publish/publish.server.ts";
import { recordEditorHeartbeat, EDITOR_SESSION_TIMEOUT_MS } from "./editor-sessions.server.ts";

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
  test("stores unfinished drafts, which readers can't see", async ({ db }) => {
    const { by, id } = await createDraft(db);
    const document = { ...WORDS, title: "", slug: "not a slug", category: "nowhere", body: "Half a sen" };

    const saved = await saveGuideDraft(db, { id, by, version: 1, document, now: later(1) });

    expect(saved).toMatchObject({ outcome: "saved", version: 2 });
    expect(await findGuideWithDraft(db, id)).toMatchObject({ document, version: 2, post: { status: "draft" } });
    expect(
      (await listGuidePage(db, { page: 1 }, buildRequestContext(later(DAY_MS)))).items.map((guide) => guide.slug),
    ).not.toContain("not a slug");
  });

  test("from an outdated version is a conflict, and both texts are stored", async ({ db }) => {
    const { by, id } = await createDraft(db);
    const other = await buildUser(db, { name: "Grace" });
    const [theirs, mine] = [
      { ...WORDS, body: "Hers." },
      { ...WORDS, body: "His." },
    ];
    await saveGuideDraft(db, { id, by: other.id, version: 1, document: theirs, now: later(1) });

    const refused = await saveGuideDraft(db, { id, by, version: 1, document: mine, now: later(2) });

    expect(refused).toMatchObject({ outcome: "conflict", theirs, version: 2, savedBy: "Grace" });
    expect(await findGuideWithDraft(db, id)).toMatchObject({ document: theirs });
    expect(await bodiesOf(db, id)).toEqual(["His.", "Hers.", ""]);
    expect(await saveGuideDraft(db, { id, by, version: 2, document: mine, now: later(3) })).toMatchObject({
      outcome: "saved",
      version: 3,
    });
  });

  test("the same text again creates no new version, also when two editors save the same text", async ({ db }) => {
    const { by, id } = await createDraft(db);
    await saveGuideDraft(db, { id, by, version: 1, document: WORDS, now: later(1) });

    expect(await saveGuideDraft(db, { id, by, version: 2, document: WORDS, now: later(2) })).toMatchObject({
      version: 2,
    });
    expect(await saveGuideDraft(db, { id, by, version: 1, document: WORDS, now: later(3) })).toMatchObject({
      outcome: "saved",
      version: 2,
    });
  });

  test("creates a revision every ten minutes and for each editor, and one of the guide's text before", async ({
    db,
  }) => {
    const { by } = await createDraft(db);
    const other = await buildUser(db);
    const { id } = await buildGuide(db, { body: "As it was." });
    const save = (version: number, who: string, body: string, minutes: number) =>
      saveGuideDraft(db, { id, by: who, version, document: { ...WORDS, body }, now: later(minutes * MINUTE_MS) });
    await save(0, by, "One.", 1);
    await save(1, by, "Two.", 5);
    await save(2, other.id, "Three.", 6);
    await save(3, other.id, "Four.", 17);

    expect(await bodiesOf(db, id)).toEqual(["Four.", "Three.", "Two.", "As it was."]);
  });

  test("deletes the oldest revisions over the limit, published ones last", async ({ db }) => {
    const { by, id } = await createDraft(db);
    await publishDraft(db, { id, by, version: 1, document: { ...WORDS, body: "Out." }, at: null, now: later(1) });
    for (let index = 0; index < REVISIONS_MAX + 5; index += 1) {
      const now = later(index * 11 * MINUTE_MS);
      await saveGuideDraft(db, { id, by, version: index + 2, document: { ...WORDS, body: `Text ${index}.` }, now });
    }

    const bodies = await bodiesOf(db, id);
    expect(bodies).toHaveLength(REVISIONS_MAX);
    expect(bodies[0]).toBe(`Text ${REVISIONS_MAX + 4}.`);
    expect(bodies).toContain("Out.");
    expect(bodies).not.toContain("Text 0.");
  });

  test("restores an earlier text as the newest version", async ({ db }) => {
    const { by, id } = await createDraft(db);
    await saveGuideDraft(db, { id, by, version: 1, document: { ...WORDS, body: "Good." }, now: later(1) });
    await saveGuideDraft(db, { id, by, version: 2, document: { ...WORDS, body: "Bad." }, now: later(11 * MINUTE_MS) });
    const [, good] = await listRevisions(db, id);
    const found = (await findRevisions(db, { postId: id, ids: [good?.id ?? 0] })).get(good?.id ?? 0);
    if (found === undefined) throw new Error("The revision is missing");

    await saveGuideDraft(db, {
      id,
      by,
      version: 3,
      document: found.document,
      kind: "restored",
      now: later(12 * MINUTE_MS),
    });

    expect(await findGuideWithDraft(db, id)).toMatchObject({ document: { body: "Good." }, version: 4 });
    expect(await bodiesOf(db, id)).toEqual(["Good.", "Bad.", "Good.", ""]);
  });

  test("can't read another guide's revisions", async ({ db }) => {
    const { id } = await createDraft(db);
    const [own] = await listRevisions(db, id);

    expect((await findRevisions(db, { postId: id + 1, ids: [own?.id ?? 0] })).size).toBe(0);
  });
});

describe("two browser windows of one editor", () => {
  const [one, other] = ["00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000002"];

  test("get a conflict, and all texts stay in the history, even after several conflicts", async ({ db }) => {
    const { by, id } = await createDraft(db);
    const save = (window: { id: string; number: number }, version: number, body: string) =>
      saveGuideDraft(db, { id, by, version, document: { ...WORDS, body }, window, now: later(window.number) });
    await save({ id: one, number: 1 }, 1, "First window.");

    expect(await save({ id: other, number: 1 }, 1, "Second window.")).toMatchObject({
      outcome: "conflict",
      isOwn: true,
      theirs: { body: "First window." },
    });
    await save({ id: other, number: 2 }, 2, "Second window over it.");
    expect(await save({ id: one, number: 2 }, 2, "First again.")).toMatchObject({ outcome: "conflict", isOwn: true });
    expect(await save({ id: one, number: 3 }, 2, "First once more.")).toMatchObject({ outcome: "conflict" });

    const history = ["First once more.", "First again.", "Second window over it.", "Second window.", "First window."];
    expect(await bodiesOf(db, id)).toEqual([...history, ""]);
  });

  test("a window whose save was never answered has no conflict with itself, and its delayed save is outdated", async ({
    db,
  }) => {
    const { by, id } = await createDraft(db);
    const save = (number: number, version: number, body: string) =>
      saveGuideDraft(db, {
        id,
        by,
        version,
        document: { ...WORDS, body },
        window: { id: one, number },
        now: later(number),
      });
    await save(2, 1, "Second save.");

    expect(await save(3, 1, "Third save, without the answer.")).toMatchObject({ outcome: "saved", version: 3 });
    expect(await save(1, 1, "The first, late.")).toMatchObject({ outcome: "conflict", version: 3 });

    expect(await findGuideWithDraft(db, id)).toMatchObject({ document: { body: "Third save, without the answer." } });
    expect(await bodiesOf(db, id)).toContain("The first, late.");
  });

  test("an unanswered save followed by someone else's save is a conflict", async ({ db }) => {
    const { by, id } = await createDraft(db);
    const grace = await buildUser(db, { name: "Grace" });
    const save = (who: string, window: { id: string; number: number }, version: number, body: string) =>
      saveGuideDraft(db, { id, by: who, version, document: { ...WORDS, body }, window, now: later(1) });
    await save(by, { id: one, number: 1 }, 1, "Mine.");
    await save(grace.id, { id: other, number: 1 }, 2, "Hers.");

    const refused = await save(by, { id: one, number: 2 }, 1, "Mine again.");

    expect(refused).toMatchObject({ outcome: "conflict", isOwn: false, savedBy: "Grace" });
  });
});

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

    expect(published).toEqual({ outcome: "published", publishedAt: NOW, slug: WORDS.slug });
    const page = await findGuidePage(db, WORDS.slug, buildRequestContext());
    expect(page?.places.map(({ place, reason }) => [place.slug, reason])).toEqual([
      [second.slug, ""],
      [first.slug, "Go."],
    ]);
    expect(await locationsOfGuide(db, NOW)).toEqual(["latest", "feed", "search"]);
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

    const lost = await publishDraft(db, { id, by, version: 1, document: WORDS, at: null, now: NOW });

    expect(lost).toMatchObject({ outcome: "problems", problems: { slug: expect.any(String) }, version: 2 });
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

    expect(refused).toMatchObject({ outcome: "seed-news", theirs: { body: "Newer text." }, version: 1 });
    expect(await findGuideWithDraft(db, id)).toMatchObject({ hasNewerSeed: true, post: { body: "Newer text." } });
    const settling = { id, by, version: 1, document, now: later(3) };
    expect(await resolveNewerSeed(db, { ...settling, keeps: "draft", seedDigest: "a" })).toBe("newer");
    expect(await resolveNewerSeed(db, { ...settling, keeps: "draft", seedDigest: "b" })).toBe("settled");
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
    expect(await resolveNewerSeed(db, { ...saving, keeps: "seed", seedDigest: "old" })).toBe("settled");

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

describe("a preview", () => {
  test("shows the draft to anyone with its key, until the key is revoked or renewed", async ({ db }) => {
    const { by, id } = await createDraft(db);
    const { slug } = await buildPlace(db, { name: "Quibble House" });
    const document = {
      ...WORDS,
      access: "members" as const,
      body: `Words.\n\n::members\n\n::place{${slug}}`,
      stops: [{ slug, reason: "Go.", hint: "" }],
    };
    await saveGuideDraft(db, { id, by, version: 1, document, now: NOW });
    const { key } = await renewPreview(db, { id, by, now: NOW });

    const preview = await findPreviewedGuide(db, key, buildRequestContext());
    expect(preview).toMatchObject({ hasAllPlaces: true, guide: { title: WORDS.title, teaser: null } });
    expect(preview?.guide.places.map(({ place }) => place.name)).toEqual(["Quibble House"]);

    const { key: renewed } = await renewPreview(db, { id, by, now: NOW });
    expect(await findPreviewedGuide(db, key, buildRequestContext())).toBeNull();
    expect(await findPreviewedGuide(db, renewed, buildRequestContext())).not.toBeNull();
    await revokePreview(db, { id, by, now: NOW });
    for (const gone of [renewed, "", "x", "0".repeat(32)])
      expect(await findPreviewedGuide(db, gone, buildRequestContext())).toBeNull();
  });

  test("of a deleted guide is unavailable until the guide is restored", async ({ db }) => {
    const { by, id } = await createDraft(db);
    const { key } = await renewPreview(db, { id, by, now: NOW });
    const deleting = { postId: id, actor: { kind: "staff", id: by } as const, now: NOW };
    expect(await findPreviewedGuide(db, key, buildRequestContext())).not.toBeNull();

    await deleteGuide(db, deleting);
    expect(await findPreviewedGuide(db, key, buildRequestContext())).toBeNull();
    await restoreGuide(db, deleting);
    expect(await findPreviewedGuide(db, key, buildRequestContext())).not.toBeNull();
  });

  test("expires by itself, and the audit log has who created and ended it, without the key", async ({ db }) => {
    const { by, id } = await createDraft(db);
    const { key, endsAt } = await renewPreview(db, { id, by, now: NOW });

    expect(endsAt).toEqual(later(PREVIEW_DAYS * DAY_MS));
    expect(await findPreviewedGuide(db, key, buildRequestContext(new Date(endsAt.getTime() - 1)))).not.toBeNull();
    expect(await findPreviewedGuide(db, key, buildRequestContext(endsAt))).toBeNull();
    expect(await findValidPreview(db, { postId: id, now: endsAt })).toBeNull();
    expect(await revokePreview(db, { id, by, now: later(1) })).toBe(true);
    expect(await revokePreview(db, { id, by, now: later(2) })).toBe(false);
    const rows = await db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.subjectId, String(id)));
    expect(rows.map(({ action }) => action)).toEqual(["post.begin", "post.preview", "post.end-preview"]);
    expect(JSON.stringify(rows)).not.toContain(key);
  });
});

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

test.for([
  ["a draft", null, "If you restore it, it will be a draft again."],
  ["public", NOW, "If you restore it, readers can see it right away."],
  ["scheduled", later(DAY_MS), "If you restore it, it will be published on Thu, Jan 14, 2027 at 12:00 PM."],
] as const)(
  "editors of a deleted guide that was %s see who deleted it and what restoring does",
  async ([_what, publishedAt, back], { db }) => {
    const { by, id } = await createDraft(db);
    const ada = await buildUser(db, { name: "Ada", role: "admin" });
    if (publishedAt !== null) {
      await publishDraft(db, { id, by, version: 1, document: WORDS, at: null, now: later(-DAY_MS) });
      await db.update(posts).set({ publishedAt }).where(eq(posts.id, id));
    }
    const deleting = { postId: id, actor: { kind: "staff", id: ada.id } as const, now: NOW };
    const note = () => recordEditorHeartbeat(db, { postId: id, windowId: by, userId: by, now: NOW });

    await deleteGuide(db, deleting);
    const state = await note();
    await restoreGuide(db, deleting);

    const words = "Ada deleted this guide on Wed, Jan 13, 2027 at 12:00 PM. Readers can’t see it.";
    expect(state.deletion).toEqual({ words, back });
    expect((await note()).deletion).toBeNull();
  },
);

test("editors of a deleted guide see that it will be a draft if its scheduled time has passed", async ({ db }) => {
  const { by, id } = await createDraft(db);
  await publishDraft(db, { id, by, version: 1, document: WORDS, at: later(DAY_MS), now: NOW });
  await deleteGuide(db, { postId: id, actor: { kind: "staff", id: by }, now: later(1) });
  const state = await recordEditorHeartbeat(db, { postId: id, windowId: by, userId: by, now: later(2 * DAY_MS) });

  expect(state.deletion?.back).toBe(
    "It was scheduled for Thu, Jan 14, 2027 at 12:00 PM, which has passed. If you restore it, it will be a draft.",
  );
});

test("an editor session gets the names of other open sessions, until they end or time out", async ({ db }) => {
  const { id } = await createDraft(db);
  const [ada, grace] = [await buildUser(db, { name: "Ada" }), await buildUser(db, { name: "Grace" })];
  const note = (userId: string, ms: number, windowId = userId) =>
    recordEditorHeartbeat(db, { postId: id, windowId, userId, now: later(ms) });

  expect(await note(ada.id, 0)).toEqual({ others: [], version: 1, deletion: null });
  expect(await note(grace.id, 1)).toMatchObject({ others: ["Ada"] });
  expect(await note(ada.id, 2)).toMatchObject({ others: ["Grace"] });
  expect(await note(ada.id, 2, "00000000-0000-4000-8000-000000000001")).toMatchObject({ others: ["Ada", "Grace"] });
  expect(await note(ada.id, EDITOR_SESSION_TIMEOUT_MS + 3)).toMatchObject({ others: [] });
  expect(await db.$count(guideWindows, eq(guideWindows.postId, id))).toBe(1);
});

async function createDraft(db: Database) {
  const { id: by } = await buildUser(db, { role: "admin" });
  return { by, id: await createDraftGuide(db, { document: {}, by, now: NOW }) };
}

async function authorOf(
  db: Database,
  { by, name, userId = null }: { by: string; name: string; userId?: string | null },
) {
  const added = await addAuthor(db, { by, now: NOW, words: { name, bio: "Known to all.", kind: "person" }, userId });
  if (typeof added === "string") throw new Error(added);
  return added.slug;
}

async function bodiesOf(db: Database, postId: number): Promise<string[]> {
  const rows = await db.select().from(guideRevisions).where(eq(guideRevisions.postId, postId));
  return rows.toSorted((a, b) => b.id - a.id).map(({ document }) => document.body);
}

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

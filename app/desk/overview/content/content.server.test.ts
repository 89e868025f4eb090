import { desc, eq } from "drizzle-orm";
import { describe, expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { auditEntries } from "#app/db/schema/audit.ts";
import { authors, postCoauthors, posts } from "#app/db/schema/guides.ts";
import { places } from "#app/db/schema/places.ts";
import { placeSearch } from "#app/db/schema/search.ts";
import { buildPlaceWithFacts } from "#app/business/corrections/correction-builders.ts";
import { listPlaceHistory, undoPlaceChange } from "#app/business/listings/edit/listing-history.server.ts";
import { createDraftGuide, findGuideWithDraft, saveGuideDraft } from "#app/desk/editor/draft/drafts.server.ts";
import { EMPTY_GUIDE } from "#app/desk/editor/document/guide-document.ts";
import { findGuidePage } from "#app/guide/guides/guide-queries.server.ts";
import { deleteGuide, restoreGuide } from "#app/guide/guides/write/delete-guide.server.ts";
import { setClosure } from "#app/guide/places/facts/set-closure.server.ts";
import { listNotifications } from "#app/core/notifications/notifications.server.ts";
import { deletePlace, restorePlace } from "#app/guide/places/facts/delete-place.server.ts";
import { findPlacePage } from "#app/guide/places/place-queries.server.ts";
import { listingToFields } from "#app/business/submissions/form/listing.ts";
import { buildGuide, buildRequestContext, buildOwner, buildPlace, buildUser, NOW } from "#tests/builders.ts";
import { requestRoute } from "#tests/request-route.ts";
import { test } from "#tests/test-database.ts";

import * as contentBusinesses from "./content-businesses.route.tsx";
import * as contentPosts from "./content-posts.route.tsx";
import * as editBusinessRoute from "./edit-business.route.tsx";
import { BUSINESSES_PATH, CONTENT_PATH, parseBulkResult, shortByline, UNDO_ACTIONS } from "./content.ts";
import { listPlaces, streamPlacesCsv, parsePlaceListQuery } from "./content-places.server.ts";
import { listPosts, streamPostsCsv, parsePostListQuery } from "./content-posts.server.ts";
import { addBusiness, editBusiness, findListing } from "./staff-listing.server.ts";

describe("a business that an editor deletes", () => {
  test("is removed from the site and search, and restored as it was", async ({ db }) => {
    const by = await editor(db);
    const { id, slug } = await buildPlace(db, { name: "Quillon House" });
    const closing = { closure: "temporary", successorId: null, changedBy: null, caseId: null } as const;
    await setClosure(db, { placeId: id, ...closing, now: NOW });
    const before = await placeRow(db, id);

    expect(await deletePlace(db, { placeId: id, ...by })).toBe(true);
    expect(await deletePlace(db, { placeId: id, ...by })).toBe(false);
    expect(await findPlacePage(db, slug, buildRequestContext())).toBeNull();
    expect(await db.$count(placeSearch, eq(placeSearch.placeId, id))).toBe(0);
    expect(await slugsOf(db, "?q=quillon")).toEqual([]);
    expect(await slugsOf(db, "?q=quillon&status=deleted")).toEqual([slug]);
    expect(await lastActions(db, 1)).toEqual(["place.delete"]);

    expect(await restorePlace(db, { placeId: id, ...by })).toBe(true);
    expect(await restorePlace(db, { placeId: id, ...by })).toBe(false);
    expect(await placeRow(db, id)).toEqual(before);
    expect(await db.$count(placeSearch, eq(placeSearch.placeId, id))).toBe(1);
    expect(await slugsOf(db, "?q=QUILLON")).toEqual([slug]);
  });

  test("is reported to its owner, and so is its return; the admin who did it gets no notification", async ({ db }) => {
    const admin = await buildUser(db, { role: "admin" });
    const owner = await buildUser(db, { role: "business" });
    const { id, slug } = await buildPlace(db, { name: "Quillon House" });
    for (const { id: userId } of [admin, owner]) await buildOwner(db, { placeId: id, userId });
    const send = (fields: Record<string, string>) =>
      requestRoute(db, { route: contentBusinesses, path: BUSINESSES_PATH, fields, person: admin });

    await send({ "delete-one": String(id) });
    expect(await send({ "delete-one": String(id) })).toBe(409);
    await send({ "restore-one": String(id) });

    const notificationsOf = async (userId: string) =>
      (await listNotifications(db, { userId, page: 1, count: 5 })).items;
    expect((await notificationsOf(owner.id)).map(({ title, to }) => [title, to])).toEqual(
      expect.arrayContaining([
        ["Quillon House was removed from the site", "/contact"],
        ["Quillon House is back on the site", `/business/${slug}`],
      ]),
    );
    expect(await notificationsOf(owner.id)).toHaveLength(2);
    expect(await notificationsOf(admin.id)).toEqual([]);
  });

  test("can't be a listing that was merged into another", async ({ db }) => {
    const [stays, double] = [await buildPlace(db), await buildPlace(db)];
    const merged = { closure: "duplicate", successorId: stays.id, changedBy: null, caseId: null, now: NOW } as const;
    await setClosure(db, { placeId: double.id, ...merged });

    expect(await deletePlace(db, { placeId: double.id, ...(await editor(db)) })).toBe(false);
    expect(await restorePlace(db, { placeId: double.id, ...(await editor(db)) })).toBe(false);
  });
});

describe("posts that an editor publishes and unpublishes from the table", () => {
  test("are published if they are ready; incomplete and scheduled ones are skipped", async ({ db }) => {
    const person = await buildUser(db, { role: "admin" });
    const ready = await buildGuide(db, { status: "draft", unpublishedAt: null });
    const bare = await createDraftGuide(db, { document: { ...EMPTY_GUIDE, title: "Bare" }, by: person.id, now: NOW });
    const scheduled = await buildGuide(db, { publishedAt: minutesFromNow(600) });
    const send = (what: string, ids: number[]) => {
      const body = new URLSearchParams({ do: what });
      for (const id of ids) body.append("id", String(id));
      return requestRoute(db, { route: contentPosts, path: CONTENT_PATH, body, person });
    };
    const statusOf = async (id: number) => (await db.select().from(posts).where(eq(posts.id, id)))[0]?.status;

    expect(await send("publish", [ready.id, bare])).toBe(`${CONTENT_PATH}?done=published.${ready.id}.l${bare}`);
    expect(await findGuidePage(db, ready.slug, buildRequestContext())).not.toBeNull();
    expect(await statusOf(bare)).toBe("draft");
    expect(await send("publish", [bare])).toBe(409);
    expect(await send("unpublish", [ready.id, scheduled.id])).toBe(
      `${CONTENT_PATH}?done=unpublished.${ready.id}.l${scheduled.id}`,
    );
    expect(await findGuidePage(db, ready.slug, buildRequestContext())).toBeNull();
    expect(await statusOf(scheduled.id)).toBe("published");
    expect(await send("burn", [ready.id])).toBe(400);
  });

  test("are restored by undo with the published text, date and rank", async ({ db }) => {
    const person = await buildUser(db, { role: "admin" });
    const out = await buildGuide(db, {
      featuredRank: 2,
      publishedAt: minutesFromNow(-600),
      body: "The published text.",
    });
    const opened = await findGuideWithDraft(db, out.id);
    const document = { ...EMPTY_GUIDE, ...opened?.document, body: "Not published yet." };
    const save = { id: out.id, by: person.id, version: opened?.version ?? 0, document, now: NOW };
    expect(await saveGuideDraft(db, { ...save, kind: "saved" })).toMatchObject({ outcome: "saved" });
    const before = await rowOf(db, out.id);

    const to = await sendBulk(db, person, "unpublish", out.id);
    const undo = UNDO_ACTIONS[parseBulkResult(String(to).split("done=")[1] ?? null)?.did ?? "deleted"];
    expect(await sendBulk(db, person, undo, out.id)).toBe(`${CONTENT_PATH}?done=published.${out.id}`);

    expect(await rowOf(db, out.id)).toMatchObject({
      status: "published",
      body: "The published text.",
      publishedAt: before?.publishedAt,
      featuredRank: 2,
      unpublishedAt: null,
    });
    expect((await findGuideWithDraft(db, out.id))?.document.body).toBe("Not published yet.");
    const entries = await db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.subjectId, String(out.id)));
    expect(entries.map(({ action }) => action)).toEqual(expect.arrayContaining(["post.unpublish", "post.publish"]));
  });

  test("are skipped by undo if they were edited since or never published", async ({ db }) => {
    const person = await buildUser(db, { role: "admin" });
    const out = await buildGuide(db, { publishedAt: minutesFromNow(-600) });
    const draft = await buildGuide(db, { status: "draft", unpublishedAt: null });
    await sendBulk(db, person, "unpublish", out.id);
    await db
      .update(posts)
      .set({ title: "Another", updatedAt: minutesFromNow(1) })
      .where(eq(posts.id, out.id));

    expect(await sendBulk(db, person, "republish", out.id)).toBe(409);
    expect(await sendBulk(db, person, "republish", draft.id)).toBe(409);

    expect(await rowOf(db, out.id)).toMatchObject({ status: "draft", title: "Another" });
  });

  test("keep the publication time of a scheduled post", async ({ db }) => {
    const person = await buildUser(db, { role: "admin" });
    const scheduled = await buildGuide(db, { publishedAt: minutesFromNow(600) });

    expect(await sendBulk(db, person, "publish", scheduled.id)).toBe(409);

    expect(await rowOf(db, scheduled.id)).toMatchObject({ status: "published", publishedAt: minutesFromNow(600) });
  });

  test("are not businesses: publishing one is refused", async ({ db }) => {
    const { id } = await buildPlace(db);
    const person = await buildUser(db, { role: "admin" });
    const fields = { do: "publish", id: String(id) };

    expect(await requestRoute(db, { route: contentBusinesses, path: BUSINESSES_PATH, fields, person })).toBe(400);
  });
});

describe("a post that an editor deletes", () => {
  test("is removed from the site, restored as it was, and not overwritten by the seed data", async ({ db }) => {
    const by = await editor(db);
    const { id, slug } = await buildGuide(db, { title: "Quillon by night", seedDigest: "x" });

    expect(await deleteGuide(db, { postId: id, ...by })).toBe(true);
    expect(await findGuidePage(db, slug, buildRequestContext())).toBeNull();
    expect(await postSlugs(db, "?q=quillon")).toEqual([]);
    expect(await postSlugs(db, "?q=quillon&status=draft")).toEqual([]);
    expect(await postSlugs(db, "?q=quillon&status=deleted")).toEqual([slug]);
    const [row] = await db.select().from(posts).where(eq(posts.id, id));
    expect(row?.seedDigest).toBeNull();

    expect(await restoreGuide(db, { postId: id, ...by })).toBe("restored");
    expect(await restoreGuide(db, { postId: id, ...by })).toBe("not-deleted");
    expect(await postSlugs(db, "?q=quillon&status=published")).toEqual([slug]);
    expect(await lastActions(db, 2)).toEqual(["post.restore", "post.delete"]);
  });

  test.for([
    ["is scheduled again while its publication time is in the future", 60, 30, "published"],
    ["is a draft once its publication time has passed", 60, 90, "draft"],
    ["is published again if it was before", -60, 90, "published"],
  ] as const)("%s", async ([_what, outAfter, restoredAfter, status], { db }) => {
    const by = await editor(db);
    const { id, slug } = await buildGuide(db, { publishedAt: minutesFromNow(outAfter) });
    await deleteGuide(db, { postId: id, ...by });
    const restored = await restoreGuide(db, { postId: id, ...by, now: minutesFromNow(restoredAfter) });
    const [row] = await db.select().from(posts).where(eq(posts.id, id));
    const isOut = (await findGuidePage(db, slug, buildRequestContext(minutesFromNow(restoredAfter)))) !== null;

    expect(row).toMatchObject({ status, publishedAt: minutesFromNow(outAfter), deletedAt: null });
    expect(restored).toBe(status === "draft" ? "as-draft" : "restored");
    expect(isOut).toBe(outAfter < 0);
  });

  test("is reported as a draft on the next page if its publication time passed meanwhile", async ({ db }) => {
    const person = await buildUser(db, { role: "admin" });
    const [missed, out] = [await buildGuide(db), await buildGuide(db)];
    const [deletedAt, publishedAt] = [minutesFromNow(-60), minutesFromNow(-30)];
    const deleted = { status: "draft", statusBeforeDeletion: "published", deletedAt } as const;
    await db
      .update(posts)
      .set({ ...deleted, publishedAt })
      .where(eq(posts.id, missed.id));
    await db
      .update(posts)
      .set({ ...deleted, publishedAt: minutesFromNow(-90) })
      .where(eq(posts.id, out.id));
    const body = new URLSearchParams({ do: "restore" });
    for (const { id } of [missed, out]) body.append("id", String(id));
    const to = await requestRoute(db, { route: contentPosts, path: CONTENT_PATH, body, person });

    expect(to).toBe(`${CONTENT_PATH}?done=restored.d${missed.id}.${out.id}`);
    const done = parseBulkResult(String(to).split("done=")[1] ?? null);
    expect(done).toEqual({ did: "restored", ids: [missed.id, out.id], draftIds: [missed.id], leftIds: [] });
  });

  test("is restored by publishing it", async ({ db }) => {
    const { id } = await buildGuide(db, { status: "draft" });
    await deleteGuide(db, { postId: id, ...(await editor(db)) });

    await db.update(posts).set({ status: "published" }).where(eq(posts.id, id));

    const [row] = await db.select().from(posts).where(eq(posts.id, id));
    expect(row).toMatchObject({ status: "published", deletedAt: null, statusBeforeDeletion: null });
  });
});

function minutesFromNow(minutes: number): Date {
  return new Date(NOW.getTime() + minutes * 60_000);
}

describe("the tables of content", () => {
  test("sort and filter businesses", async ({ db }) => {
    const price = { priceRange: "$$$$", neighborhoodSlug: "takoma" } as const;
    const b = await buildPlace(db, { name: "qq Beta", ...price });
    const a = await buildPlace(db, { name: "qq alpha", categorySlug: "nightlife" });

    expect(await slugsOf(db, "?q=qq&sort=name")).toEqual([a.slug, b.slug]);
    expect(await slugsOf(db, "?q=qq&sort=name-back")).toEqual([b.slug, a.slug]);
    expect(await slugsOf(db, "?q=qq&sort=rating")).toEqual([b.slug, a.slug]);
    expect(await slugsOf(db, "?q=qq&sort=rating&status=listed")).toEqual([b.slug, a.slug]);
    expect(await slugsOf(db, "?q=qq&category=nightlife")).toEqual([a.slug]);
    expect(await slugsOf(db, "?q=qq&neighborhood=takoma&price=$$$$")).toEqual([b.slug]);
    expect(await slugsOf(db, "?q=qq&neighborhood=';drop")).toHaveLength(2);
  });

  test("name the authors of a post, as many as fit, without deleted accounts", async ({ db }) => {
    const deletedUser = await buildUser(db, { name: "Zyx", deletedAt: NOW });
    const names = ["Ada", "Grace", "Zyx"];
    const rows = names.map((name) => ({
      slug: `q-${name.toLowerCase()}`,
      name,
      bio: "",
      userId: name === "Zyx" ? deletedUser.id : null,
    }));
    await db.insert(authors).values(rows);
    const guide = await buildGuide(db, { title: "qqq walks", authorSlug: "q-ada" });
    const sign = (slug: string, position: number) =>
      db.insert(postCoauthors).values({ postId: guide.id, authorSlug: slug, position });
    const query = parsePostListQuery(new URLSearchParams("?q=qqq"));
    const signed = async () => (await listPosts(db, { query, now: NOW })).rows.flatMap((row) => row.authors);

    await sign("q-grace", 1);
    expect(shortByline(await signed())).toBe("Ada and Grace");
    await sign("q-zyx", 2);
    expect(await signed()).toEqual(["Ada", "Grace", "A former editor"]);
    expect(shortByline(await signed())).toBe("Ada and 2 others");
    expect(await whole(streamPostsCsv(db, { query, now: NOW }))).toContain(",Ada; Grace; A former editor,");
  });

  test("export all search results as CSV", async ({ db }) => {
    await buildPlace(db, { name: '=qqq "Table", 9' });
    await buildGuide(db, { title: "qqq walks" });

    const businesses = await whole(streamPlacesCsv(db, parsePlaceListQuery(new URLSearchParams("?q=qqq"))));
    const guides = await whole(
      streamPostsCsv(db, { query: parsePostListQuery(new URLSearchParams("?q=qqq")), now: NOW }),
    );

    expect(businesses.split("\r\n")).toHaveLength(3);
    expect(businesses).toContain(`"'=qqq ""Table"", 9"`);
    expect(guides).toMatch(/\d+,built-guide-\d+,qqq walks,Food & Dining,/);
  });
});

test("one or two letters match the start of a word, longer text matches anywhere", async ({ db }) => {
  const { slug } = await buildPlace(db, { slug: "built-xylo", name: "Zq Xylophone-Bar" });

  for (const words of ["zq", "ZQ", "xy", "z", "ylo", "phone-b"])
    expect(await slugsOf(db, `?q=${words}`)).toContain(slug);
  for (const words of ["yl", "q", "zqx", "%", "_"]) expect(await slugsOf(db, `?q=${words}`)).not.toContain(slug);
});

describe("a business that an editor adds", () => {
  test("is live at once with its facts, and is in the audit log", async ({ db }) => {
    const { actor, now } = await editor(db);
    const typed = listingToFields({ ...LISTING_INPUT, position: { lat: 38.9125, lng: -77.0225 } });

    const added = await addBusiness(db, { typed, neighborhood: "", isOther: false, adminId: actor.id, now });

    expect(added).toMatchObject({ slug: "quillon-and-daughters" });
    const page = await findPlacePage(db, "quillon-and-daughters", buildRequestContext());
    expect(page).toMatchObject({ name: "Quillon and Daughters", neighborhood: { slug: "shaw" } });
    expect(await lastActions(db, 1)).toEqual(["place.add"]);
  });

  test("isn't added while it is similar to another, unless the editor confirms it is different", async ({ db }) => {
    const { actor, now } = await editor(db);
    const given = { typed: listingToFields(LISTING_INPUT), neighborhood: "shaw", adminId: actor.id, now };
    await addBusiness(db, { ...given, isOther: false });

    const again = await addBusiness(db, { ...given, isOther: false });
    const other = await addBusiness(db, { ...given, isOther: true });

    expect(again).toMatchObject({ similar: [{ slug: "quillon-and-daughters" }] });
    expect(other).toMatchObject({ slug: "quillon-and-daughters-shaw" });
  });

  test("is refused with a message per field", async ({ db }) => {
    const { actor, now } = await editor(db);
    const typed = { ...listingToFields({}), description: "Short", phone: "12" };

    const refused = await addBusiness(db, { typed, neighborhood: "atlantis", isOther: false, adminId: actor.id, now });

    expect("problems" in refused ? Object.keys(refused.problems).toSorted() : []).toEqual(
      expect.arrayContaining(["category", "name", "neighborhood", "phone", "type"]),
    );
  });
});

describe("a business that an editor edits", () => {
  test("is saved at once, but never over a change by another editor", async ({ db }) => {
    const { actor, now } = await editor(db);
    const added = await addBusiness(db, {
      typed: listingToFields(LISTING_INPUT),
      neighborhood: "shaw",
      isOther: false,
      adminId: actor.id,
      now,
    });
    const placeId = "id" in added ? added.id : 0;
    const found = await findListing(db, placeId);
    const opened = listingToFields(found?.listing ?? LISTING_INPUT);
    const edit = (typed: Record<string, string>, neighborhood = "shaw") =>
      editBusiness(db, { placeId, typed: { ...opened, ...typed }, opened, neighborhood, adminId: actor.id, now });

    expect(await edit({ name: "Quillon and Sons" }, "takoma")).toBeNull();
    const stale = await edit({ name: "Quillon and Nephews" });

    expect(await placeRow(db, placeId)).toMatchObject({ name: "Quillon and Sons", neighborhoodSlug: "takoma" });
    expect(stale).toMatchObject({ isStale: true, problems: { name: expect.stringContaining("Quillon and Sons") } });
    expect(await edit({}, "atlantis")).toMatchObject({
      problems: { neighborhood: "Choose a neighborhood from the list." },
    });
  });

  test("gets other names, which its page and structured data show and the audit log records; an undo removes them", async ({
    db,
  }) => {
    const { actor, now } = await editor(db);
    const { id: placeId, slug } = await buildPlaceWithFacts(db);
    const found = await findListing(db, placeId);
    const opened = listingToFields(found?.listing ?? LISTING_INPUT);
    const typed = { ...opened, otherNames: "The Zorb\r\nZorbarena" };
    const by = { as: "staff", userId: actor.id } as const;

    expect(await editBusiness(db, { placeId, typed, opened, neighborhood: "shaw", adminId: actor.id, now })).toBeNull();

    expect(await findPlacePage(db, slug, buildRequestContext())).toMatchObject({
      otherNames: ["The Zorb", "Zorbarena"],
    });
    expect(await lastActions(db, 1)).toEqual(["place.edit"]);
    const history = await listPlaceHistory(db, { placeId, by });
    const change = history.find(({ label }) => label === "Other names");
    expect(change).toMatchObject({ before: ["None"], after: ["The Zorb", "Zorbarena"], canUndo: true });
    expect(await undoPlaceChange(db, { placeId, changeId: change?.id ?? 0, by, now })).toBe("undone");
    expect(await findPlacePage(db, slug, buildRequestContext())).toMatchObject({ otherNames: [] });
  });

  test("is refused with its own name as an other name, and saved with another", async ({ db }) => {
    const { id, name } = await buildPlaceWithFacts(db);
    const found = await findListing(db, id);
    const fields = { ...listingToFields(found?.listing ?? LISTING_INPUT), neighborhood: "shaw", otherNames: name };
    const person = await buildUser(db, { role: "admin" });
    const request = { route: editBusinessRoute, path: `/admin/content/businesses/${id}`, params: { id: String(id) } };

    expect(await requestRoute(db, { ...request, fields, person })).toBe(400);
    expect(await requestRoute(db, { ...request, fields: { ...fields, otherNames: "Zorbarena" }, person })).toBe(
      `/admin/content/businesses/${id}`,
    );
  });
});

const LISTING_INPUT = {
  name: "Quillon and Daughters",
  category: "food",
  type: "Bakery",
  address: { street: "1264 Ninth Street", quadrant: "NW" },
  description: "Bread and rolls from five in the morning, by the loaf and by the slice.",
} as const;

async function editor(db: Database) {
  const { id } = await buildUser(db, { role: "admin" });
  return { actor: { kind: "staff", id } as const, now: NOW };
}

async function placeRow(db: Database, id: number) {
  const [row] = await db.select().from(places).where(eq(places.id, id));
  return row;
}

async function slugsOf(db: Database, search: string): Promise<string[]> {
  const { rows } = await listPlaces(db, parsePlaceListQuery(new URLSearchParams(search)));
  return rows.map(({ slug }) => slug);
}

async function postSlugs(db: Database, search: string): Promise<string[]> {
  const { rows } = await listPosts(db, { query: parsePostListQuery(new URLSearchParams(search)), now: NOW });
  return rows.map(({ slug }) => slug);
}

async function lastActions(db: Database, count: number): Promise<string[]> {
  const rows = await db.select().from(auditEntries).orderBy(desc(auditEntries.id)).limit(count);
  return rows.map(({ action }) => action);
}

async function whole(parts: AsyncGenerator<string>): Promise<string> {
  let text = "";
  for await (const part of parts) text += part;
  return text;
}

function sendBulk(db: Database, person: Parameters<typeof requestRoute>[1]["person"], what: string, id: number) {
  const fields = { do: what, id: String(id) };
  return requestRoute(db, { route: contentPosts, path: CONTENT_PATH, fields, person });
}

async function rowOf(db: Database, id: number) {
  const [row] = await db.select().from(posts).where(eq(posts.id, id));
  return row;
}

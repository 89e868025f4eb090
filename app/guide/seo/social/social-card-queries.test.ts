import { and, eq, ne } from "drizzle-orm";
import { expect } from "vitest";

import { posts } from "#app/db/schema/guides.ts";
import { places } from "#app/db/schema/places.ts";
import { newPageCacheInfo } from "#app/platform/page-cache-info.ts";
import { test } from "#tests/test-database.ts";

import { findSocialCard } from "./social-card-queries.server.ts";

const NOW = new Date("2027-01-01T00:00:00Z");
const season = "autumn";
const moment = () => ({ now: NOW, page: newPageCacheInfo() });

test("a place's card has its type, first line and location, and is tagged with the place", async ({ db }) => {
  const [place] = await db
    .select()
    .from(places)
    .where(and(eq(places.quadrant, "SE"), ne(places.summary, "")))
    .limit(1);
  const cardMoment = moment();
  const card = await findSocialCard(db, { kind: "places", slug: place?.slug ?? "", season }, cardMoment);

  expect(card).toMatchObject({ layout: "beside", text: { kicker: place?.type, title: place?.name } });
  if (card?.layout !== "beside") throw new Error("Another layout");
  expect(card.text.lines[0]).toEqual({ text: place?.summary, quadrant: null });
  expect(card.text.lines[1]).toEqual({ text: expect.not.stringMatching(/ SE$/), quadrant: "SE" });
  expect(card.art).toMatch(/^<svg /);
  expect(cardMoment.page.tags.has(`place:${place?.slug}`)).toBe(true);
});

test("removed places and unpublished guides have no card", async ({ db }) => {
  const [place] = await db.select().from(places).limit(1);
  const [guide] = await db.select().from(posts).limit(1);
  await db
    .update(places)
    .set({ status: "removed" })
    .where(eq(places.id, place?.id ?? 0));
  await db
    .update(posts)
    .set({ publishedAt: new Date("2027-02-01T00:00:00Z") })
    .where(eq(posts.id, guide?.id ?? 0));

  expect(await findSocialCard(db, { kind: "places", slug: place?.slug ?? "", season }, moment())).toBeNull();
  expect(await findSocialCard(db, { kind: "guides", slug: guide?.slug ?? "", season }, moment())).toBeNull();
});

test("guides, neighborhoods, categories, pages and the site have cards, unknown subjects don't", async ({ db }) => {
  const [guide] = await db.select().from(posts).limit(1);
  expect(await findSocialCard(db, { kind: "guides", slug: guide?.slug ?? "", season }, moment())).toMatchObject({
    layout: "below",
    text: { title: guide?.title },
  });
  for (const [kind, slug] of [
    ["neighborhoods", "georgetown"],
    ["categories", "home-services"],
    ["pages", "about"],
    ["site", "home"],
    ["site", "logo"],
  ] as const) {
    expect(await findSocialCard(db, { kind, slug, season }, moment()), `${kind}/${slug}`).not.toBeNull();
  }
  for (const kind of ["places", "guides", "neighborhoods", "categories", "pages", "site"] as const) {
    // "constructor" is a property of every object.
    expect(await findSocialCard(db, { kind, slug: "no-such-thing", season }, moment())).toBeNull();
    expect(await findSocialCard(db, { kind, slug: "constructor", season }, moment())).toBeNull();
  }
});

test("a card leaves out zero counts", async ({ db }) => {
  await db.update(posts).set({ status: "draft" }).where(eq(posts.status, "published"));
  const card = await findSocialCard(db, { kind: "categories", slug: "food", season }, moment());
  if (card?.layout !== "fronts") throw new Error("Another layout");

  expect(card.text.lines.at(-1)?.text).toMatch(/^\d+ places$/);
});

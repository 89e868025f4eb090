import { eq } from "drizzle-orm";
import { expect } from "vitest";

import { places } from "#app/db/schema/places.ts";
import { buildRequestContext, buildPlace, buildReview } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import {
  type BadgeOptions,
  BADGE_SIZES,
  badgeAltText,
  renderBadgeSvg,
  parseBadgeOptions,
  BADGE_SIZE_NAMES,
} from "./badge.ts";
import { findBadge } from "./find-badge.server.ts";
import { badgeSnippet } from "./badge-snippet.ts";

const LARGE: BadgeOptions = { size: "large", style: "dark" };

test("a badge shows the mean of real reviews only, and is refreshed with the place's pages", async ({ db }) => {
  const place = await buildPlace(db);
  await buildReview(db, { placeId: place.id, stars: 4 });
  await buildReview(db, { placeId: place.id, stars: 5 });
  await buildReview(db, { placeId: place.id, stars: 1, isDemo: true });
  const moment = buildRequestContext();

  const badge = await findBadge(db, place.slug, moment);

  expect(badge).toEqual({ name: place.name, rating: { mean: 4.5, count: 2, isDemo: false } });
  expect([...moment.page.tags]).toEqual([`place:${place.slug}`]);
});

test("a badge without real reviews says that there are none", async ({ db }) => {
  const place = await buildPlace(db);
  await buildReview(db, { placeId: place.id, stars: 5, isDemo: true });

  const badge = await findBadge(db, place.slug, buildRequestContext());

  expect(badge).toEqual({ name: place.name, rating: null });
  for (const size of BADGE_SIZE_NAMES) {
    expect(renderBadgeSvg({ name: place.name, rating: null }, { size, style: "light" })).toContain("No reviews yet");
  }
});

test("a removed place has another answer than an unknown place", async ({ db }) => {
  const gone = await buildPlace(db, { status: "removed" });

  expect(await findBadge(db, gone.slug, buildRequestContext())).toBe("removed");
  expect(await findBadge(db, "no-such-place", buildRequestContext())).toBeNull();
});

test("a merged duplicate answers with the other listing, until that is removed too", async ({ db }) => {
  const unclaimed = await buildPlace(db);
  const twice = await buildPlace(db, { status: "removed", successorId: unclaimed.id });
  const moment = buildRequestContext();

  expect(await findBadge(db, twice.slug, moment)).toEqual({ mergedInto: unclaimed.slug });
  expect([...moment.page.tags]).toEqual([`place:${twice.slug}`, `place:${unclaimed.slug}`]);
  await db.update(places).set({ status: "removed" }).where(eq(places.id, unclaimed.id));
  expect(await findBadge(db, twice.slug, buildRequestContext())).toBe("removed");
});

test.for(BADGE_SIZE_NAMES)("the %s badge escapes tags in the place's name and shortens long names", (size) => {
  const rating = { mean: 3.26, count: 1_204, isDemo: false };
  const hostile = renderBadgeSvg({ name: `"><script>alert(1)</script>`, rating }, { size, style: "dark" });
  const long = renderBadgeSvg({ name: "W".repeat(300), rating }, { size, style: "dark" });

  expect(hostile).not.toMatch(/<script|href|url\(/);
  expect(hostile).toContain(`width="${BADGE_SIZES[size].width}"`);
  if (size !== "small") expect(long).toMatch(/>W{5,20}…</);
  expect(long).toMatch(/3\.3/);
});

test("the badge's text alternative says the same", () => {
  expect(badgeAltText({ name: "Tryst", rating: { mean: 4, count: 1, isDemo: false } })).toBe(
    "Tryst on Rowhouse: 4.0 of 5 stars, 1 review",
  );
  expect(badgeAltText(null)).toBe("Not listed on Rowhouse");
});

test("unknown badge options are refused", () => {
  const read = (search: string) => parseBadgeOptions(new URLSearchParams(search));

  expect(read("")).toEqual({ size: "medium", style: "light" });
  expect(read("size=large&style=dark")).toEqual(LARGE);
  expect([read("size=huge"), read("style=pink"), read("size=")]).toEqual([null, null, null]);
});

test("the code for a website is one link with one image, whatever the place's name", () => {
  const code = badgeSnippet({ siteUrl: "https://rowhouse.test", slug: "tryst", name: `Tryst "&" <Co>`, look: LARGE });

  expect(code).toBe(
    '<a href="https://rowhouse.test/places/tryst"><img src="https://rowhouse.test/badge/tryst.svg?size=large&amp;style=dark" ' +
      'alt="Tryst &quot;&amp;&quot; &lt;Co&gt;: reviews on Rowhouse" width="340" height="104"></a>',
  );
});

import { describe, expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { dailyViews } from "#app/db/schema/analytics.ts";
import { posts } from "#app/db/schema/guides.ts";
import { places } from "#app/db/schema/places.ts";
import { buildGuide, buildPlace, buildReview, buildUser, NOW } from "#tests/builders.ts";
import { requestRoute } from "#tests/request-route.ts";
import { test } from "#tests/test-database.ts";

import * as businessesRoute from "./content/content-businesses.route.tsx";
import { listPlaces, parsePlaceListQuery } from "./content/content-places.server.ts";
import * as postsRoute from "./content/content-posts.route.tsx";
import { listPosts, parsePostListQuery } from "./content/content-posts.server.ts";
import { BUSINESSES_PATH, CONTENT_PATH, PLACE_ORDERS, POST_ORDERS, ROWS_PER_PAGE } from "./content/content.ts";
import { PEOPLE_ORDERS, PEOPLE_PER_PAGE, USERS_PATH } from "./people/people.ts";
import { listPeople, parsePeopleQuery } from "./people/find-people.server.ts";
import * as usersRoute from "./people/users.route.tsx";

const on = (day: number) => new Date(Date.UTC(2026, 10, day, 12));

describe("the table of posts", () => {
  test("sorts by each column in both directions", async ({ db }) => {
    const b = await buildGuide(db, { title: "qqq Beta", publishedAt: on(3) });
    await buildGuide(db, { title: "qqq alpha", publishedAt: on(1) });
    const c = await buildGuide(db, { title: "qqq Cider", publishedAt: on(2) });
    const viewed = (key: string, views: number) =>
      ({ day: "2027-01-12", subject: "guide", key, views, visitors: 1 }) as const;
    await db.insert(dailyViews).values([viewed(b.slug, 5), viewed(c.slug, 9)]);
    const orders: Record<string, string> = {};
    for (const sort of POST_ORDERS) orders[sort] = await titles(db, `?q=qqq&sort=${sort}`);

    expect(orders).toEqual({
      newest: "Beta Cider alpha",
      oldest: "alpha Cider Beta",
      title: "alpha Beta Cider",
      "title-back": "Cider Beta alpha",
      views: "Cider Beta alpha",
      "views-back": "alpha Beta Cider",
    });
  });

  test("has a second page, and redirects to the last page from beyond it", async ({ db }) => {
    const given = { excerpt: "Made.", body: "Made.", categorySlug: "food", readMinutes: 1 } as const;
    const made = { ...given, authorSlug: "rowhouse-editors", status: "draft", updatedAt: NOW } as const;
    await db.insert(posts).values(
      Array.from({ length: ROWS_PER_PAGE + 1 }, (_, at) => ({
        ...made,
        keywords: [],
        slug: `qqq-${at}`,
        title: `qqq ${String(at).padStart(3, "0")}`,
        publishedAt: NOW,
      })),
    );
    const listPage = async (page: number) =>
      listPosts(db, { query: parsePostListQuery(new URLSearchParams(`?q=qqq&sort=title&page=${page}`)), now: NOW });
    const [one, two] = [await listPage(1), await listPage(2)];

    expect([one.rows.length, one.rows[0]?.title, one.pageCount]).toEqual([ROWS_PER_PAGE, "qqq 000", 2]);
    expect(two.rows.map(({ title }) => title)).toEqual([`qqq ${String(ROWS_PER_PAGE).padStart(3, "0")}`]);
    expect(await answers(db, { route: postsRoute, path: CONTENT_PATH })).toEqual([200, `${CONTENT_PATH}?q=qqq&page=2`]);
  });
});

describe("the table of businesses", () => {
  test("sorts by each column in both directions", async ({ db }) => {
    await buildPlace(db, { name: "qqq Beta", createdAt: on(3), updatedAt: on(4) });
    const a = await buildPlace(db, { name: "qqq alpha", createdAt: on(1), updatedAt: on(6) });
    const c = await buildPlace(db, { name: "qqq Cider", createdAt: on(2), updatedAt: on(5) });
    for (const stars of [5, 5, 5]) await buildReview(db, { placeId: c.id, stars });
    for (const stars of [1, 1, 1]) await buildReview(db, { placeId: a.id, stars });
    const orders: Record<string, string> = {};
    for (const sort of PLACE_ORDERS) {
      const { rows } = await listPlaces(db, parsePlaceListQuery(new URLSearchParams(`?q=qqq&sort=${sort}`)));
      orders[sort] = rows.map(({ name }) => name.replace("qqq ", "")).join(" ");
    }

    expect(orders).toEqual({
      newest: "Beta Cider alpha",
      oldest: "alpha Cider Beta",
      name: "alpha Beta Cider",
      "name-back": "Cider Beta alpha",
      rating: "Cider alpha Beta",
      changed: "alpha Cider Beta",
    });
  });

  test("sorts by the rating that it shows, then by how many reviews it is of", async ({ db }) => {
    const starsOf = { one: [5], many: [5, 5], most: [5, 5, 5, 5, 4] };
    for (const [name, stars] of Object.entries(starsOf)) {
      const place = await buildPlace(db, { name: `qqq ${name}` });
      for (const each of stars) await buildReview(db, { placeId: place.id, stars: each });
    }

    const { rows } = await listPlaces(db, parsePlaceListQuery(new URLSearchParams("?q=qqq&sort=rating")));

    expect(rows.map(({ name, rating, reviewCount }) => `${name}: ${rating} of ${reviewCount}`)).toEqual([
      "qqq many: 5 of 2",
      "qqq one: 5 of 1",
      "qqq most: 4.8 of 5",
    ]);
  });

  test("has a second page, and redirects to the last page from beyond it", async ({ db }) => {
    const [like] = [await buildPlace(db)];
    const { id: _id, ...given } = like;
    await db.insert(places).values(
      Array.from({ length: ROWS_PER_PAGE + 1 }, (_, at) => ({
        ...given,
        slug: `qqq-${at}`,
        name: `qqq ${String(at).padStart(3, "0")}`,
      })),
    );
    const listPage = async (page: number) =>
      listPlaces(db, parsePlaceListQuery(new URLSearchParams(`?q=qqq&sort=name&page=${page}`)));
    const [one, two] = [await listPage(1), await listPage(2)];

    expect([one.rows.length, one.rows[0]?.name, one.pageCount]).toEqual([ROWS_PER_PAGE, "qqq 000", 2]);
    expect(two.rows.map(({ name }) => name)).toEqual([`qqq ${String(ROWS_PER_PAGE).padStart(3, "0")}`]);
    const path = BUSINESSES_PATH;
    expect(await answers(db, { route: businessesRoute, path })).toEqual([200, `${path}?q=qqq&page=2`]);
  });
});

describe("the table of users", () => {
  test("has a second page in each order, and redirects to the last page from beyond it", async ({ db }) => {
    await db.insert(users).values(
      Array.from({ length: PEOPLE_PER_PAGE + 1 }, (_, at) => ({
        name: `qqq ${String(at).padStart(3, "0")}`,
        joinedAt: new Date(NOW.getTime() - at * 60_000),
      })),
    );
    const seconds: Record<string, string[]> = {};
    for (const sort of PEOPLE_ORDERS) {
      const { people, pageCount } = await listPeople(
        db,
        parsePeopleQuery(new URLSearchParams(`?q=qqq&sort=${sort}&page=2`)),
      );
      seconds[sort] = [...people.map(({ name }) => name), String(pageCount)];
    }

    const [first, last] = ["qqq 000", `qqq ${String(PEOPLE_PER_PAGE).padStart(3, "0")}`];
    expect(seconds).toEqual({
      newest: [last, "2"],
      oldest: [first, "2"],
      name: [last, "2"],
      "name-back": [first, "2"],
    });
    expect(await answers(db, { route: usersRoute, path: USERS_PATH })).toEqual([200, `${USERS_PATH}?q=qqq&page=2`]);
  });
});

/** What an editor gets for the second page and the one after it. */
async function answers(db: Database, { route, path }: { route: unknown; path: string }) {
  const person = await buildUser(db, { role: "admin" });
  const ask = (page: number) => requestRoute(db, { route, path: `${path}?q=qqq&page=${page}`, person });
  return [await ask(2), await ask(3)];
}

async function titles(db: Database, search: string): Promise<string> {
  const { rows } = await listPosts(db, { query: parsePostListQuery(new URLSearchParams(search)), now: NOW });
  return rows.map(({ title }) => title.replace("qqq ", "")).join(" ");
}

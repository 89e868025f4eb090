import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { searchAlerts } from "#app/db/schema/members.ts";
import { search } from "#app/guide/search/page/search.server.ts";
import { parseSearch } from "#app/guide/search/page/search-request.ts";
import { buildPlace, buildRequestContext, buildUser } from "#tests/builders.ts";
import { requestRoute, SIGN_IN_REDIRECT } from "#tests/request-route.ts";
import { test } from "#tests/test-database.ts";

import { SEARCH_ALERTS_MAX } from "./search-alert.ts";
import { SEARCH_ALERTS_PATH } from "./search-alerts-path.ts";
import * as route from "./search-alerts.route.tsx";
import { findSearchAlertOffer } from "./search-alerts.server.ts";

type Person = Awaited<ReturnType<typeof buildUser>>;

function send(db: Database, person: Person | null, fields?: Record<string, string>) {
  return requestRoute(db, { route, path: SEARCH_ALERTS_PATH, fields, person });
}

async function queriesOf(db: Database, { id }: Person): Promise<string[]> {
  const rows = await db.select().from(searchAlerts).where(eq(searchAlerts.userId, id)).orderBy(searchAlerts.query);
  return rows.map(({ query }) => query);
}

describe("a search alert", () => {
  test("is created once for each query, in any case, and lasts until its member removes it", async ({ db }) => {
    const [mia, ada] = [await buildUser(db), await buildUser(db)];

    const back = "/search?q=glass+blower";
    expect(await send(db, mia, { do: "create", query: "  Glass \n blower ", back })).toBe(back);
    expect(await send(db, mia, { do: "create", query: "glass BLOWER" })).toBe(SEARCH_ALERTS_PATH);
    expect(await send(db, ada, { do: "create", query: "glass blower", back: "https://evil.example/" })).toBe(
      SEARCH_ALERTS_PATH,
    );
    expect(await queriesOf(db, mia)).toEqual(["Glass blower"]);

    const [alert] = await db.select().from(searchAlerts).where(eq(searchAlerts.userId, mia.id));
    const remove = { do: "remove", id: alert?.id ?? "" };
    await send(db, ada, remove);
    expect(await queriesOf(db, mia)).toEqual(["Glass blower"]);
    expect(await send(db, mia, remove)).toBe(SEARCH_ALERTS_PATH);
    expect([await queriesOf(db, mia), await queriesOf(db, ada)]).toEqual([[], ["glass blower"]]);
  });

  test("is refused without words, with fewer than 3 letters or more than 100", async ({ db }) => {
    const mia = await buildUser(db);

    for (const query of ["", "ab", "!!! ???", "x".repeat(101), "x".repeat(5_000)])
      expect(await send(db, mia, { do: "create", query }), query).toBe(400);
    for (const query of ["spa", "y".repeat(100)]) await send(db, mia, { do: "create", query });
    expect(await queriesOf(db, mia)).toEqual(["spa", "y".repeat(100)]);
  });

  test(`is refused above ${SEARCH_ALERTS_MAX}, until one is removed`, async ({ db }) => {
    const mia = await buildUser(db);
    for (let count = 0; count < SEARCH_ALERTS_MAX; count += 1)
      expect(await send(db, mia, { do: "create", query: `thing ${count}` })).toBe(SEARCH_ALERTS_PATH);

    expect(await send(db, mia, { do: "create", query: "one more" })).toBe(409);
    expect(await send(db, mia, { do: "create", query: "thing 3" })).toBe(SEARCH_ALERTS_PATH);
    const [first] = await db.select().from(searchAlerts).where(eq(searchAlerts.userId, mia.id));
    await send(db, mia, { do: "remove", id: first?.id ?? "" });
    expect(await send(db, mia, { do: "create", query: "one more" })).toBe(SEARCH_ALERTS_PATH);
  });

  test("is for members: a guest is sent to sign in", async ({ db }) => {
    expect(await send(db, null)).toBe(SIGN_IN_REDIRECT);
    expect(await send(db, null, { do: "create", query: "locksmith", back: "/search?q=locksmith" })).toBe(
      SIGN_IN_REDIRECT,
    );
    expect(await db.$count(searchAlerts)).toBe(0);
  });

  test("is offered by a search that finds fewer than three known places", async ({ db }) => {
    const mia = await buildUser(db);
    const path = "/search?q=zyxquibble";
    const offer = async (q: string, viewer: Person | null = mia) => {
      const results = await search(db, parseSearch(new URLSearchParams({ q })), buildRequestContext());
      return findSearchAlertOffer(db, viewer, { results, path });
    };
    const query = "zyxquibble";

    const guest = { query, path, signInHref: "/auth/login?to=%2Fsearch%3Fq%3Dzyxquibble", state: "guest" };
    expect(await offer(query, null)).toEqual({ ...guest, hasPlaces: false });
    expect(await offer(query)).toEqual({ ...guest, state: "none", hasPlaces: false });
    await send(db, mia, { do: "create", query: "Zyxquibble" });
    for (const _ of [1, 2]) await buildPlace(db, { name: "Zyxquibble Shop" });
    expect(await offer(query)).toEqual({ ...guest, state: "waiting", hasPlaces: true });
    await buildPlace(db, { name: "Zyxquibble Shop" });
    expect(await offer(query)).toBeNull();
    // Of none it is known.
    const wifi = "zyxquibble with wifi";
    expect(await offer(wifi)).toMatchObject({ query: wifi, state: "none", hasPlaces: false });
    expect(await offer("")).toBeNull();
    expect(await offer("zy")).toBeNull();
  });
});

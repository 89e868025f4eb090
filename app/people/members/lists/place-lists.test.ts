import { expect } from "vitest";

import { buildPlace, buildUser } from "#tests/builders.ts";
import { requestRoute, SIGN_IN_REDIRECT } from "#tests/request-route.ts";
import { test } from "#tests/test-database.ts";

import { findOwnLists } from "./list-queries.server.ts";
import { FREE_LISTS_MAX } from "./list.ts";
import * as route from "./place-lists.route.ts";

test("a place is put into a new list and another one, and taken out, without leaving the page", async ({ db }) => {
  const [person, { slug }] = [await buildUser(db), await buildPlace(db)];
  const send = (fields: Record<string, string>) => ask({ slug, fields });
  const ask = ({ slug: at, fields }: { slug: string; fields?: Record<string, string> }) =>
    requestRoute(db, { route, path: `/places/${at}/lists`, params: { slug: at }, fields, person });
  const has = async () => (await findOwnLists(db, { userId: person.id, slug })).map(({ hasPlace }) => hasPlace);

  expect(await send({ do: "make", name: "Pizza night" })).toBe(200);
  expect(await has()).toEqual([true]);
  const [list] = await findOwnLists(db, { userId: person.id });
  expect(await send({ do: "remove", list: list?.id ?? "" })).toBe(200);
  expect(await has()).toEqual([false]);
  expect(await send({ do: "add", list: list?.id ?? "" })).toBe(200);
  expect(await has()).toEqual([true]);
  expect(await ask({ slug })).toBe(200);
});

test("a guest, a missing place, another member's list, no name and a list too many are refused", async ({ db }) => {
  const [person, other, { slug }] = [await buildUser(db), await buildUser(db), await buildPlace(db)];
  const ask = (fields?: Record<string, string>, by: typeof person | null = person, at = slug) =>
    requestRoute(db, { route, path: `/places/${at}/lists`, params: { slug: at }, fields, person: by });

  expect(await ask(undefined, null)).toBe(SIGN_IN_REDIRECT);
  expect(await ask({ do: "make", name: "x" }, null)).toBe(SIGN_IN_REDIRECT);
  expect(await ask(undefined, person, "no-such-place")).toBe(404);
  expect(await ask({ do: "make", name: "x" }, person, "no-such-place")).toBe(404);
  await ask({ do: "make", name: "Theirs" }, other);
  const [theirs] = await findOwnLists(db, { userId: other.id });
  expect(await ask({ do: "add", list: theirs?.id ?? "" })).toBe(404);
  await ask({ do: "remove", list: theirs?.id ?? "" });
  expect((await findOwnLists(db, { userId: other.id, slug }))[0]?.hasPlace).toBe(true);
  expect(await ask({ do: "make", name: "  " })).toBe(400);
  expect(await ask({ do: "no such thing" })).toBe(400);
  for (let count = 0; count < FREE_LISTS_MAX; count += 1) await ask({ do: "make", name: `List ${count}` });
  expect(await ask({ do: "make", name: "One too many" })).toBe(409);
});

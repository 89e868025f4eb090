import { expect, expectTypeOf, test } from "vitest";

import { pickQuery, type QueryReader, readQuery, type RouteHandle } from "./route-handle.ts";

const handle = { audience: "everyone", query: ["q", "page"] } as const satisfies RouteHandle;
const request = new Request("https://rowhouse.example/search?q=thai&page=2&page=3&sort=newest");

test("a route reads the parameters that it declares", () => {
  const query = readQuery(request, handle);

  expect([query.get("q"), query.getAll("page"), query.has("q")]).toEqual(["thai", ["2", "3"], true]);
  expect(pickQuery(query, ["q", "page"])).toEqual({ q: "thai", page: "2" });
});

test("a parameter that the route doesn't declare fails the type check, also in a function that reads it", () => {
  const query = readQuery(request, handle);

  expectTypeOf(query.get).parameter(0).toEqualTypeOf<"q" | "page">();
  expectTypeOf(query).toExtend<QueryReader<"q">>();
  expectTypeOf(query).not.toExtend<QueryReader<"q" | "sort">>();
  // All names at once couldn't be compared with the declaration.
  expectTypeOf(query).not.toExtend<Iterable<unknown>>();
});

import fc from "fast-check";
import { expect, test } from "vitest";

import { RouteTable } from "#app/platform/route-table.ts";

import { pageKey, withDeclaredQuery } from "./page-key.ts";

const route = (path: string, query: string[] = []) => ({
  id: path,
  path,
  module: { handle: { audience: "everyone", query } },
});
const ROUTES = new RouteTable([
  route("", []),
  route("about"),
  route("latest", ["tab", "page"]),
  route("places/:slug", ["sort", "stars", "page"]),
  route("search", ["q", "page"]),
  route(":category", ["type", "price", "open"]),
]);
const keyOf = (target: string) => pageKey(target, ROUTES);

test("URLs of the same page share one key, whatever their order or campaign parameters", () => {
  const key = keyOf("/food?open=now&price=$$&utm_source=mail");

  expect(key).toBe("/food?open=now&price=%24%24");
  expect(keyOf("/food?price=%24%24&gclid=1&open=now")).toBe(key);
  expect(keyOf("/about?utm_source=mail")).toBe("/about");
  expect(keyOf("/no/such/page?q=x")).toBe("/no/such/page");
});

test("a value given twice stays twice, in its order", () => {
  expect(keyOf("/food?type=thai&type=lao")).toBe("/food?type=thai&type=lao");
  expect(keyOf("/food?type=lao&type=thai")).toBe("/food?type=lao&type=thai");
});

test("a page and its data have different keys, and the data's key has the router's parameters", () => {
  expect(keyOf("/latest.data?page=2&_routes=routes%2Flatest&x=1")).toBe("/latest.data?_routes=routes%2Flatest&page=2");
  expect(keyOf("/latest?page=2&_routes=routes%2Flatest")).toBe("/latest?page=2");
});

test("a URL too long to cache has no key, one at the limit has", () => {
  const at600 = `/search?q=${"a".repeat(590)}`;

  expect(keyOf(at600)).toBe(at600);
  expect(keyOf(`${at600}a`)).toBeNull();
  expect(keyOf(`/food?open=now&fbclid=${"a".repeat(1_000)}`)).toBe("/food?open=now");
});

test("the key of a key is the same, and has no parameter that the page doesn't read", () => {
  const parameters = fc.array(fc.tuple(fc.constantFrom("q", "page", "tab", "utm_source", "%00", "Page"), fc.string()));

  fc.assert(
    fc.property(fc.constantFrom("/search", "/latest", "/food", "/", "/places/x"), parameters, (path, pairs) => {
      const key = keyOf(`${path}?${new URLSearchParams(pairs).toString()}`) ?? "/";
      expect(keyOf(key)).toBe(key);
      expect(
        [...new URLSearchParams(key.split("?")[1]).keys()].filter((name) => !/^(?:q|page|tab)$/.test(name)),
      ).toEqual([]);
    }),
  );
});

test("a page's request loses what its route doesn't declare and nothing else, a form's request nothing", () => {
  const headers = { cookie: "a=b" };
  const ask = (method: string, query: string) =>
    withDeclaredQuery(new Request(`https://rowhouse.example/search${query}`, { method, headers }), ROUTES);

  const request = ask("GET", "?q=thai&utm_source=mail");
  expect([request.url, request.headers.get("cookie")]).toEqual(["https://rowhouse.example/search?q=thai", "a=b"]);
  expect(ask("HEAD", "?x=1").url).toBe("https://rowhouse.example/search");
  expect(ask("GET", "?q=a%2Cb").url).toBe("https://rowhouse.example/search?q=a%2Cb");
  expect(ask("POST", "?q=thai&x=1").url).toBe("https://rowhouse.example/search?q=thai&x=1");
});

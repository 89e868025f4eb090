import fc from "fast-check";
import { expect, test } from "vitest";

import { pageKey } from "./page-key.ts";

test("URLs of the same page share one key, whatever their order or campaign parameters", () => {
  const key = pageKey("/food?open=now&price=$$&utm_source=mail");

  expect(key).toBe("/food?open=now&price=%24%24");
  expect(pageKey("/food?price=%24%24&gclid=1&open=now")).toBe(key);
  expect(pageKey("/about?utm_source=mail")).toBe("/about");
});

test("every parameter that a page reads is part of its key", () => {
  const hub = ["type", "price", "neighborhood", "rating", "open", "near", "attr", "sort", "page"];
  const addresses = [
    ...hub.map((name) => `/home-services?${name}=x`),
    ...["q", "kind", "page"].map((name) => `/search?${name}=x`),
    ...["bbox", "category", "page"].map((name) => `/map?${name}=x`),
    ...["bbox", "category"].map((name) => `/map/pins.json?${name}=x`),
    ...["tab", "page"].map((name) => `/latest?${name}=x`),
    ...["kind", "page"].map((name) => `/neighborhood/shaw?${name}=x`),
    ...["sort", "page"].map((name) => `/places/tryst?${name}=x`),
    ...["page", "question"].map((name) => `/places/tryst/questions?${name}=x`),
    ...["question", "answer"].map((name) => `/places/tryst/questions/report?${name}=x`),
    "/category/food?page=x",
  ];

  expect(addresses.map(pageKey)).toEqual(addresses);
});

test("a value given twice stays twice, in its order", () => {
  expect(pageKey("/food?type=thai&type=lao")).toBe("/food?type=thai&type=lao");
  expect(pageKey("/food?type=lao&type=thai")).toBe("/food?type=lao&type=thai");
});

test("a page and its data have different keys, and the data's key has the router's parameters", () => {
  expect(pageKey("/latest.data?page=2&_routes=routes%2Flatest&x=1")).toBe(
    "/latest.data?_routes=routes%2Flatest&page=2",
  );
  expect(pageKey("/latest?page=2&_routes=routes%2Flatest")).toBe("/latest?page=2");
});

test("a URL too long to cache has no key, one at the limit has", () => {
  const at600 = `/search?q=${"a".repeat(590)}`;

  expect(pageKey(at600)).toBe(at600);
  expect(pageKey(`${at600}a`)).toBeNull();
  expect(pageKey(`/food?open=now&fbclid=${"a".repeat(1_000)}`)).toBe("/food?open=now");
});

test("the key of a key is the same, and has no parameter that the page doesn't read", () => {
  const parameters = fc.array(fc.tuple(fc.constantFrom("q", "page", "tab", "utm_source", "%00", "Page"), fc.string()));

  fc.assert(
    fc.property(fc.constantFrom("/search", "/latest", "/food", "/", "/places/x"), parameters, (path, pairs) => {
      const key = pageKey(`${path}?${new URLSearchParams(pairs).toString()}`) ?? "/";
      expect(pageKey(key)).toBe(key);
      expect(
        [...new URLSearchParams(key.split("?")[1]).keys()].filter((name) => !/^(?:q|page|tab)$/.test(name)),
      ).toEqual([]);
    }),
  );
});

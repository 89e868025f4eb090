import { expect, test } from "vitest";

import { leanManifest } from "./lean-manifest.ts";

const PAGE = { hasDefaultExport: true, id: "a", path: "a", module: "/assets/a.js" };
const FEED = { id: "feed", path: "feed.xml", hasDefaultExport: false, module: "/assets/feed.js" };

test("what is false and what a route imports is left out", () => {
  const route = { ...PAGE, hasLoader: true, hasAction: false, imports: ["/assets/b.js"], css: [] };
  const written = `window.__reactRouterManifest=${JSON.stringify({ routes: { a: route }, entry: { imports: ["/c.js"] } })};`;

  expect(leanManifest(written)).toBe(
    `window.__reactRouterManifest=${JSON.stringify({
      routes: { a: { ...PAGE, hasLoader: true, css: [] } },
      entry: { imports: ["/c.js"] },
    })};`,
  );
});

test("routes that show no page are left out, everything else is kept as it was", () => {
  const written = `window.__reactRouterManifest=${JSON.stringify({ routes: { a: PAGE, feed: FEED }, version: "1" })};`;

  expect(leanManifest(written)).toBe(
    `window.__reactRouterManifest=${JSON.stringify({ routes: { a: PAGE }, version: "1" })};`,
  );
});

test.for(["window.other={}", "window.__reactRouterManifest={};", "window.__reactRouterManifest=x"])(
  "a file that is no list of routes is refused: %s",
  (written) => {
    expect(() => leanManifest(written)).toThrow();
  },
);

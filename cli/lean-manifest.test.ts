import { expect, test } from "vitest";

import { leanManifest } from "./lean-manifest.ts";

const PAGE = { hasDefaultExport: true, id: "a", path: "a", module: "/assets/a.js" };
const FEED = { id: "feed", path: "feed.xml", hasDefaultExport: false, module: "/assets/feed.js" };

test("routes that show no page are left out, and what is not so; everything else is kept as it was", () => {
  const a = { ...PAGE, hasAction: false, hasClientLoader: false };
  const written = `window.__reactRouterManifest=${JSON.stringify({ routes: { a, feed: FEED }, version: "1" })};`;

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

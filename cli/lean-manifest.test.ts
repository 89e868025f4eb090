import { expect, test } from "vitest";

import { leanManifest } from "./lean-manifest.ts";

const PAGE = { hasDefaultExport: true, id: "a", path: "a", module: "/assets/a.js" };
/** As the router writes it. */
const WORDY = { ...PAGE, hasAction: false, hasLoader: true, imports: ["/assets/react.js"], css: [] };
const FEED = { id: "feed", path: "feed.xml", hasDefaultExport: false, module: "/assets/feed.js" };

test("routes that show no page are left out, and of the others what is empty or only for preloads", () => {
  const written = `window.__reactRouterManifest=${JSON.stringify({ routes: { a: WORDY, feed: FEED }, version: "1" })};`;

  expect(leanManifest(written)).toBe(
    `window.__reactRouterManifest=${JSON.stringify({ routes: { a: { ...PAGE, hasLoader: true } }, version: "1" })};`,
  );
});

test.for(["window.other={}", "window.__reactRouterManifest={};", "window.__reactRouterManifest=x"])(
  "a file that is no list of routes is refused: %s",
  (written) => {
    expect(() => leanManifest(written)).toThrow();
  },
);

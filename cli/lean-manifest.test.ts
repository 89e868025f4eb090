import { createContext, runInContext } from "node:vm";

import { expect, test } from "vitest";

import { leanManifests } from "./lean-manifest.ts";

const ROOT = { id: "root", path: "", hasDefaultExport: true, hasLoader: true, module: "/assets/root-AbCd1234.js" };
const LATEST = {
  id: "features/guides/latest.route",
  parentId: "root",
  path: "latest",
  hasDefaultExport: true,
  hasLoader: true,
  module: "/assets/latest.route-AbCd1234.js",
};
const USERS = {
  ...LATEST,
  id: "features/admin/users.route",
  path: "admin/users",
  hasAction: true,
  module: "/assets/users.route-_bCd-234.js",
};
const HOME = {
  id: "features/home/home.route",
  parentId: "root",
  index: true,
  hasDefaultExport: true,
  module: "/assets/home.route-AbCd1234.js",
};
const SAVED = {
  ...LATEST,
  id: "features/members/saved.route",
  path: "saved",
  module: "/assets/saved.route-AbCd1234.js",
  css: ["/assets/own-pages-AbCd1234.css"],
};
/** As the router writes them. */
const wordy = (route: object) => ({
  path: undefined,
  hasAction: false,
  imports: ["/assets/react.js"],
  css: [],
  ...route,
});
const FEED = { id: "features/seo/feed.route", path: "feed.xml", hasDefaultExport: false, module: "/assets/feed.js" };
const ENTRY = { module: "/assets/entry.js", imports: [], css: [] };

function written(routes: { id: string }[]): string {
  const byId = Object.fromEntries(routes.map((route) => [route.id, wordy(route)]));
  return `window.__reactRouterManifest=${JSON.stringify({ routes: byId, entry: ENTRY, version: "1" })};`;
}

/** What a browser has once it has run the file. */
function read(script: string | undefined): unknown {
  const window: { __reactRouterManifest?: unknown } = {};
  runInContext(script ?? "", createContext({ window }));
  return JSON.parse(JSON.stringify(window.__reactRouterManifest));
}

test("the browser's list has the pages without what is empty, and staff's pages only for staff", () => {
  const lean = leanManifests(written([ROOT, HOME, LATEST, USERS, FEED]));

  const shared = { entry: ENTRY, version: "1" };
  const forAll = { root: ROOT, [HOME.id]: HOME, [LATEST.id]: LATEST };
  expect(read(lean?.forAll)).toEqual({ ...shared, routes: forAll });
  expect(read(lean?.forStaff)).toEqual({ ...shared, routes: { ...forAll, [USERS.id]: USERS } });
});

test("a list that is short already stays as it is", () => {
  expect(leanManifests(leanManifests(written([ROOT, HOME]))?.forAll ?? "")).toBeNull();
});

test("a route says with one letter that its styles are those of somebody's own pages", () => {
  const lean = leanManifests(written([ROOT, LATEST, SAVED]));

  expect(lean?.forAll.split("own-pages-")).toHaveLength(2);
  expect(read(lean?.forAll)).toMatchObject({ routes: { [LATEST.id]: LATEST, [SAVED.id]: SAVED } });
  expect(read(lean?.forAll)).not.toHaveProperty(["routes", LATEST.id, "css"]);
});

test("a route with more to it than a line can say is told in full", () => {
  const lost = { ...LATEST, id: "features/navigation/lost.route", clientLoaderModule: "/assets/lost-client.js" };
  const styled = { ...LATEST, id: "features/mail/mailbox.route", css: ["/assets/mailbox-AbCd1234.css"] };

  expect(read(leanManifests(written([ROOT, lost, styled]))?.forAll)).toMatchObject({
    routes: { [lost.id]: lost, [styled.id]: styled },
  });
});

test.for(["window.other={}", "window.__reactRouterManifest={};", "window.__reactRouterManifest=x"])(
  "a file that is no list of routes is refused: %s",
  (script) => {
    expect(() => leanManifests(script)).toThrow();
  },
);

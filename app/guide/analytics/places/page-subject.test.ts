import { expect, test } from "vitest";

import type { RouteHandle } from "#app/platform/route-handle.ts";
import { RouteTable } from "#app/platform/route-table.ts";

import { pageSubject } from "./page-subject.ts";

const page = (path: string, viewSubject?: RouteHandle["viewSubject"]) => {
  const handle: RouteHandle = { audience: "everyone", ...(viewSubject === undefined ? {} : { viewSubject }) };
  return { id: path, path, module: { handle, default: () => null } };
};
const file = (path: string) => ({ id: path, path, module: { handle: { audience: "everyone" } } });

const ROUTES = new RouteTable([
  page(""),
  page("search"),
  page("neighborhoods"),
  page("places/:slug", "place"),
  page("places/:slug/photos"),
  page("posts/:slug", "guide"),
  page("neighborhood/:slug", "neighborhood"),
  page("category/:category", "page"),
  page("admin/users"),
  file("feed.json"),
  file("pictures/:version/places/:slug/:salt/:crop"),
  page(":category", "category"),
]);

test.each([
  ["/", "page", "home"],
  ["/?utm_source=mail", "page", "home"],
  ["/food?type=thai", "category", "food"],
  ["/home-services", "category", "home-services"],
  ["/places/martins-tavern?from=map", "place", "martins-tavern"],
  ["/posts/happy-hour", "guide", "happy-hour"],
  ["/neighborhood/shaw", "neighborhood", "shaw"],
  ["/category/food?page=2", "page", "category/food"],
  ["/search?q=pizza", "page", "search"],
  ["/neighborhoods", "page", "neighborhoods"],
])("a view of %s counts for the %s %s", (target, subject, key) => {
  expect(pageSubject(target, ROUTES)).toEqual({ subject, key });
});

test.each([
  ["/_.data", "/"],
  ["/food.data?page=2", "/food"],
  ["/places/martins-tavern.data", "/places/martins-tavern"],
])("in-page navigation to %s counts as a view of %s", (data, page) => {
  expect(pageSubject(data, ROUTES)).toEqual(pageSubject(page, ROUTES));
});

test.each(["/sitemap.xml", "/robots.txt", "/pictures/1/places/x/0/card.svg", "/feed.json"])(
  "%s is not a page, so a request for it is not a view",
  (target) => {
    expect(pageSubject(target, ROUTES)).toBeNull();
  },
);

test.each([
  "/admin/users",
  "/places/a/photos",
  "/places/Not A Slug",
  "/places/a/b",
  `/places/${"a".repeat(81)}`,
  "/pictures/x",
  "/places/",
  "/places/%00",
])("a URL that matches no page counts for nothing: %s", (target) => {
  expect(pageSubject(target, ROUTES)).toBeNull();
});

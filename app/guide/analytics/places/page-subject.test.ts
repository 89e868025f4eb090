import { expect, test } from "vitest";

import { pageSubject } from "./page-subject.ts";

const HTML = "text/html; charset=utf-8";
const DATA = "text/x-script; charset=utf-8";

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
  expect(pageSubject(target, HTML)).toEqual({ subject, key });
});

test.each([
  ["/_.data", "/"],
  ["/food.data?page=2", "/food"],
  ["/places/martins-tavern.data", "/places/martins-tavern"],
])("in-page navigation to %s counts as a view of %s", (data, page) => {
  expect(pageSubject(data, DATA)).toEqual(pageSubject(page, HTML));
});

test.each(["/sitemap.xml", "/robots.txt", "/pictures/1/places/x/0/card.svg", "/feed.json"])(
  "%s is not a page, so a request for it is not a view",
  (target) => {
    expect(pageSubject(target, "application/xml")).toBeNull();
  },
);

test.each(["/places/Not A Slug", "/places/a/b", `/places/${"a".repeat(81)}`, "/pictures/x", "/places/", "/places/%00"])(
  "a URL that matches no page counts for nothing: %s",
  (target) => {
    expect(pageSubject(target, HTML)).toBeNull();
  },
);

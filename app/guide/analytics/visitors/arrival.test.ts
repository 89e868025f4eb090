import { expect, test } from "vitest";

import { RouteTable } from "#app/platform/route-table.ts";

import { parseArrival } from "./arrival.ts";
import { normalizeTerm } from "../counters/counted-terms.ts";
import { deviceOf } from "./device.ts";
import { trafficSourceOfHost } from "./traffic-sources.ts";

const SITE = "https://rowhouse.example";

const ROUTES = new RouteTable(
  [
    { path: "", viewSubject: "page" },
    { path: "places/:slug", viewSubject: "place" },
    { path: "posts/:slug", viewSubject: "guide" },
    { path: ":category", viewSubject: "category" },
    { path: "dashboard" },
  ].map(({ path, ...declared }) => {
    return { id: path, path, module: { handle: { audience: "everyone", ...declared }, default: () => null } };
  }),
);

test.for([
  [undefined, { source: "direct", host: null }],
  ["", { source: "direct", host: null }],
  [`${SITE}/places/tryst`, { source: "internal", searched: null }],
  [`${SITE}/search?q=Corner+Cafe&page=2`, { source: "internal", searched: "corner cafe" }],
  ["https://www.google.com/", { source: "google", host: null }],
  ["https://www.google.co.uk/search?q=my+secret", { source: "google", host: null }],
  ["https://mail.google.com/mail/u/0/#inbox", { source: "mail", host: null }],
  ["https://l.facebook.com/l.php?u=x", { source: "facebook", host: null }],
  ["https://Blog.Popville.example:8080/2026/secret-page?user=mia", { source: "other", host: "blog.popville.example" }],
  // Another site whose name begins like ours.
  [`${SITE}.evil.example/search?q=secret`, { source: "other", host: "rowhouse.example.evil.example", searched: null }],
  ["http://192.168.1.7/wiki", { source: "other", host: null }],
  ["http://intranet/wiki", { source: "other", host: null }],
  ["android-app://com.example.reader/", { source: "other", host: null }],
  ["javascript:alert(1)", { source: "other", host: null }],
  ["=HYPERLINK(1)", { source: "other", host: null }],
  [`https://${"a".repeat(70)}.example/`, { source: "other", host: null }],
  [`https://x.example/${"a".repeat(5_000)}`, { source: "other", host: null }],
] as const)("from the referrer %j only the source is recorded", ([referrer, expected]) => {
  const arrival = parseArrival({ referrer, target: "/places/tryst", siteUrl: SITE, routes: ROUTES });

  expect(arrival).toMatchObject(expected);
  expect(JSON.stringify(arrival)).not.toContain("secret");
});

test("a link with utm parameters is recorded by those, and its other parameters are ignored", () => {
  const target = "/food?utm_source=News%20Letter&utm_campaign=mia%40example.com&utm_term=secret&x=secret";

  expect(parseArrival({ referrer: undefined, target, siteUrl: SITE, routes: ROUTES })).toEqual({
    source: "marked",
    host: null,
    searched: null,
    from: null,
    utmSource: "news letter",
    utmCampaign: null,
    name: " news letter null",
  });
  expect(parseArrival({ referrer: "https://t.co/x", target, siteUrl: SITE, routes: ROUTES }).source).toBe("x");
  expect(parseArrival({ referrer: undefined, target: "/food?utm_source=", siteUrl: SITE, routes: ROUTES }).source).toBe(
    "direct",
  );
  expect(
    parseArrival({ referrer: undefined, target: "/food?x=%ff%&utm_source=%00%ff", siteUrl: SITE, routes: ROUTES })
      .source,
  ).toBe("marked");
});

test.for([
  ["/", "home"],
  ["/posts/best-pizza", "guide"],
  ["/places/tryst?sort=new", "place"],
  ["/food", "category"],
  ["/search?q=x", "search"],
  ["/dashboard", "page"],
  ["/admin/users/secret", "page"],
] as const)("%s is recorded as the kind of page that led to the plans", ([path, from]) => {
  expect(parseArrival({ referrer: SITE + path, target: "/subscription", siteUrl: SITE, routes: ROUTES }).from).toBe(
    from,
  );
});

test.for([
  ["  Late   NIGHT\tTacos ", "late night tacos"],
  ["ＷＩＤＥ", "wide"],
  ["20009", "20009"],
  ["1323 connecticut ave", "1323 connecticut ave"],
  ["mia@example.com", null],
  ["mia ＠ example", null],
  ["202-555-0143", null],
  ["٠١٢٣٤٥٦", null],
  ["4111 1111 1111 1111", null],
  ["a".repeat(61), null],
  ["", null],
  ["\ud800", "\ufffd"],
] as const)("the search %j is counted as %j", ([typed, term]) => {
  expect(normalizeTerm(typed)).toBe(term);
});

test("devices are classified as coarsely as layouts", () => {
  const android = "Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 Chrome/140 Mobile Safari/537.36";
  expect(deviceOf(android)).toBe("phone");
  expect(deviceOf(android.replace("Mobile ", ""))).toBe("tablet");
  expect(deviceOf("Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) Mobile/15E148")).toBe("phone");
  expect(deviceOf("Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) Mobile/15E148")).toBe("tablet");
  expect(deviceOf("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")).toBe("computer");
});

test("a host that only resembles a known site counts as other", () => {
  expect(
    ["notgoogle.com", "google.example.com", "facebook.com.evil.example", "x.company"].map(trafficSourceOfHost),
  ).toEqual(["other", "other", "other", "other"]);
});

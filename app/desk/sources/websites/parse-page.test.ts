import fc from "fast-check";
import { expect, test } from "vitest";

import { anyText } from "#tests/any-text.ts";

import { parsePage } from "./parse-page.ts";
import { isParkedPage } from "./parked-site.ts";
import { readSiteFacts, type SitePlace } from "./site-facts.ts";

const RUNS = process.env.PROVE === "1" ? 20_000 : 300;
const SEED = 20_261_129;
const HOME = "https://zebrafinch.example.com/";

const PLACE: SitePlace = {
  id: 1,
  name: "Zebra Finch Coffee",
  otherNames: [],
  type: "Cafe",
  street: "1213 U Street",
  quadrant: "NW",
  phone: "+12025550143",
  website: HOME,
  isShared: false,
};

test("the text of a page is a line per block, without scripts, styles and comments", () => {
  const page = parsePage(
    `<!doctype html><title>Zebra Finch &amp; Co</title><style>p{}</style><script>var a = "Mon 9-5"</script>
    <h1>Zebra <b>Finch</b></h1><p>Open<br>daily</p><table><tr><td>Mon</td><td>9-5</td></tr></table><!-- Tue 9-5 -->
    <ul><li>One<li>Two</ul><a href="/menu#top">Our <i>menu</i></a><a href="javascript:x">x</a><a href="tel:+12025550143">Call</a>`,
    HOME,
  );

  expect(page?.names).toEqual(["Zebra Finch & Co", "Zebra Finch"]);
  expect(page?.lines).toEqual(["Zebra Finch", "Open", "daily", "Mon 9-5", "One", "Two", "Our menu x Call"]);
  expect(page?.links).toEqual([
    { url: `${HOME}menu#top`, text: "Our menu" },
    { url: "tel:+12025550143", text: "Call" },
  ]);
});

test("things come from all scripts of JSON-LD, and broken ones are left out", () => {
  const page = parsePage(
    `<script type="application/ld+json">{"@type":"CafeOrCoffeeShop","name":"A"}</script>
    <script type="application/ld+json">{"@type":</script>
    <script type='application/ld+json; charset=utf-8'>[{"@graph":[{"@type":"Cafe","name":"</p>"}]}]</script>`,
    HOME,
  );

  expect(page?.things).toEqual([
    { "@type": "CafeOrCoffeeShop", name: "A" },
    [{ "@graph": [{ "@type": "Cafe", name: "</p>" }] }],
  ]);
});

test("microdata becomes the same things, with things inside of things", () => {
  const page = parsePage(
    `<div itemscope itemtype="https://schema.org/Restaurant"><h2 itemprop="name">Zebra <b>Finch</b></h2>
      <p itemprop="address" itemscope itemtype="https://schema.org/PostalAddress"><span itemprop="streetAddress">1213 U St NW</span></p>
      <meta itemprop="openingHours" content="Mo-Fr 09:00-17:00"><time itemprop="openingHours" datetime="Sa 10:00-14:00">Sat</time>
      <a itemprop="menu" href="/menu">Menu</a></div>`,
    HOME,
  );

  expect(page?.things).toMatchObject([
    {
      "@type": ["https://schema.org/Restaurant"],
      name: "Zebra Finch",
      address: { streetAddress: "1213 U St NW" },
      openingHours: ["Mo-Fr 09:00-17:00", "Sa 10:00-14:00"],
      menu: "/menu",
    },
  ]);
});

test("a page that is nested without end is given up", () => {
  expect(parsePage("<div>".repeat(100_000), HOME)).toBeNull();
  expect(parsePage("<b>".repeat(399), HOME)).not.toBeNull();
});

/** Parts of pages, whole and broken. */
const HTML_PARTS = [
  "<div>",
  "</div>",
  "<p",
  "<script type=application/ld+json>",
  "</script>",
  "<table><tr><td>",
  "<!--",
  "-->",
  "<a href=tel:2025550143>",
  "<div itemscope itemtype=https://schema.org/Cafe>",
  "<i itemprop=name>",
  "<h1>",
  '{"@graph":[{"@type":"Cafe","openingHours":',
  '"Mo-Fr 09:00-17:00"',
  "}]}",
  '"telephone":["1"],',
  "&#x110000;",
  "<b itemprop='__proto__ constructor'>",
  "<svg><title>",
  "Mon-Fri 9-5",
  "1213 U St NW",
  "Zebra Finch Coffee",
];

const anyHtml = fc
  .array(fc.oneof(fc.constantFrom(...HTML_PARTS), anyText(), fc.json()), { maxLength: 40 })
  .map((parts) => parts.join(""));

test("any text can be read as a page, and whatever is found is well formed", () => {
  fc.assert(
    fc.property(anyHtml, fc.boolean(), (html, isShared) => {
      const page = parsePage(html, HOME);
      if (page === null) return;
      isParkedPage(page);
      const facts = readSiteFacts([page], { ...PLACE, isShared });
      expect(page.lines.every((line) => line.trim() === line && line !== "")).toBe(true);
      if (facts?.phone !== undefined) expect(facts.phone).toMatch(/^\+\d{7,15}$/);
    }),
    { numRuns: RUNS, seed: SEED },
  );
});

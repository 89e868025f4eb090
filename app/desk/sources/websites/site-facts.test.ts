import { expect, test } from "vitest";

import { formatOpeningHours } from "#app/guide/places/hours/osm-opening-hours.ts";

import { parsePage } from "./parse-page.ts";
import { isParkedPage, isParkingUrl } from "./parked-site.ts";
import { readSiteFacts, type SitePlace } from "./site-facts.ts";
import { findContactPage } from "./site-links.ts";

const HOME = "https://zebrafinch.example.com/";

const PLACE: SitePlace = {
  id: 1,
  name: "Zebra Finch Coffee",
  otherNames: ["The Finch"],
  type: "Cafe",
  street: "1213 U Street",
  quadrant: "NW",
  phone: null,
  website: HOME,
  isShared: false,
};

function parse(html: string) {
  const page = parsePage(html, HOME);
  if (page === null) throw new Error("The page is too deep");
  return page;
}

/** What a page says, hours as a text. */
function read(html: string, place: Partial<SitePlace> = {}) {
  const facts = readSiteFacts([parse(html)], { ...PLACE, ...place });
  if (facts === null) return null;
  const { hours, ...others } = facts;
  return { ...others, ...(hours !== undefined && { hours: formatOpeningHours(hours) }) };
}

function jsonLd(...things: unknown[]): string {
  return things.map((thing) => `<script type="application/ld+json">${JSON.stringify(thing)}</script>`).join("\n");
}

const WEEK = { dayOfWeek: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"], opens: "08:00", closes: "18:00" };
const CAFE = {
  "@type": "CafeOrCoffeeShop",
  name: "Zebra Finch Coffee",
  address: { streetAddress: "1213 U St. N.W." },
  telephone: "(202) 555-0143",
  priceRange: "$$",
  openingHoursSpecification: [WEEK],
};

test("JSON-LD gives hours with special days, phone, price and links", () => {
  const special = { validFrom: "2026-12-25", validThrough: "2026-12-25", opens: "00:00", closes: "00:00" };
  const facts = read(
    jsonLd({
      "@context": "https://schema.org",
      "@graph": [
        { "@type": "WebSite", name: "Zebra Finch Coffee" },
        {
          ...CAFE,
          specialOpeningHoursSpecification: [special],
          hasMenu: `${HOME}menu`,
          acceptsReservations: "https://resy.com/zebra",
          potentialAction: { "@type": "OrderAction", target: { urlTemplate: "https://order.example.com/zebra" } },
        },
      ],
    }),
  );

  expect(facts).toEqual({
    hours: "Mo-Fr 08:00-18:00; 2026 Dec 25 off",
    phone: "+12025550143",
    priceRange: "$$",
    menuUrl: `${HOME}menu`,
    reservationsUrl: "https://resy.com/zebra",
    orderUrl: "https://order.example.com/zebra",
  });
});

test("text, numbers to tap and links are read where there is one of each", () => {
  const facts = read(`<h1>The Finch</h1><h2>Hours</h2><p>Mon-Fri 8am-6pm</p><a href="tel:202-555-0143">Call</a>
    <a href="/menu">Menu</a><a href="/menu">Our menu</a><a href="https://www.opentable.com/r/zebra">Book a table</a>
    <a href="https://tickets.example.com/">Book now</a><a href="https://order.example.com/">Order online</a>
    <a href="/mail">Order a poster</a>`);

  expect(facts).toEqual({
    hours: "Mo-Fr 08:00-18:00",
    phone: "+12025550143",
    menuUrl: `${HOME}menu`,
    reservationsUrl: "https://www.opentable.com/r/zebra",
    orderUrl: "https://order.example.com",
  });
});

test.for([
  ["two things with other hours", jsonLd(CAFE, { ...CAFE, openingHoursSpecification: [{ ...WEEK, opens: "09:00" }] })],
  ["a thing and a text that differ", `${jsonLd(CAFE)}<h2>Hours</h2><p>Mon-Fri 9am-5pm</p>`],
  ["two texts that differ", "<h1>The Finch</h1><p>Open Mon-Fri 9-5</p><p>x</p><p>Open Mon-Fri 9-6</p>"],
  [
    "hours that nobody filled in",
    jsonLd({ ...CAFE, openingHoursSpecification: [{ ...WEEK, opens: "00:00", closes: "00:00" }] }),
  ],
  ["hours that can’t be read", jsonLd({ ...CAFE, openingHoursSpecification: [{ ...WEEK, opens: "early" }] })],
  ["brunch", "<h1>The Finch</h1><p>Open Mon-Fri 9-5</p><p>Brunch</p>"],
])("%s leave the hours empty", ([, html = ""]) => {
  expect(read(html)).not.toHaveProperty("hours");
});

test("hours that say what they are for count whatever else is on the page", () => {
  expect(read(`${jsonLd(CAFE)}<p>Brunch Sat 10-2, happy hour 4-6</p>`)).toMatchObject({ hours: "Mo-Fr 08:00-18:00" });
  expect(read(`${jsonLd(CAFE)}<p>Hours: Mon-Fri 8am-6pm</p>`)).toMatchObject({ hours: "Mo-Fr 08:00-18:00" });
});

test("several numbers say nothing, unless one is known already", () => {
  const html = '<h1>The Finch</h1><a href="tel:2025550143">1</a><a href="tel:2025550144">2</a>';

  expect(read(html)).toEqual({});
  expect(read(html, { phone: "+12025550144" })).toEqual({ phone: "+12025550144" });
});

test("a page that doesn't name the place is not about it", () => {
  expect(read("<h1>Quagga Kites</h1><p>Open Mon-Fri 9-5</p>")).toBeNull();
  expect(read(jsonLd({ ...CAFE, name: "Quagga Kites", address: { streetAddress: "1 M St SE" } }))).toBeNull();
  expect(read("<p>1213 U Street, Washington</p>")).toEqual({});
  expect(read("<p>1213 U St NE</p>")).toBeNull();
});

test("of a thing at another address nothing is used", () => {
  const other = { ...CAFE, address: { streetAddress: "3100 14th St NW" } };

  expect(read(`<h1>Zebra Finch Coffee</h1>${jsonLd(other)}`)).toEqual({});
  expect(read(jsonLd(other, CAFE))).toMatchObject({ hours: "Mo-Fr 08:00-18:00" });
});

test("on a website of several places only a page with this one's address counts", () => {
  const isShared = true;
  const listed = "<p>1213 U St NW</p><p>3100 14th St NW</p><p>Open Mon-Fri 9-5</p><a href='tel:2025550143'>1</a>";

  expect(read("<h1>Zebra Finch Coffee</h1><p>Open Mon-Fri 9-5</p>", { isShared })).toBeNull();
  expect(read(jsonLd({ ...CAFE, address: undefined }), { isShared })).toBeNull();
  expect(read(`<p>1213 U St NW</p><p>Open Mon-Fri 9-5</p>`, { isShared })).toMatchObject({
    hours: "Mo-Fr 09:00-17:00",
  });
  // Whose hours and number are these?
  expect(read(listed, { isShared })).toEqual({});
  expect(read(listed)).toEqual({});
  expect(read(listed + jsonLd(CAFE), { isShared })).toMatchObject({ hours: "Mo-Fr 08:00-18:00" });
});

test("a place that says that it is permanently closed is noticed, a branch that did is not", () => {
  expect(read("<h1>The Finch</h1><p>The Finch is permanently closed. Thank you!</p>")).toEqual({
    closure: "permanent",
  });
  expect(read("<h1>The Finch</h1><p>We have closed our doors for good.</p>")).toEqual({ closure: "permanent" });
  expect(read("<h1>The Finch</h1><p>Our Shaw location has closed permanently.</p>")).toEqual({});
  expect(read("<h1>The Finch</h1><p>We are closed on Mondays.</p>")).toEqual({});
});

test("pages for sale, expired or unused are parked, and those that only speak of it aren't", () => {
  const isParked = (html: string) => isParkedPage(parse(html));

  expect(isParked("<title>zebrafinch.com</title><p>This domain is for sale! Make an offer</p>")).toBe(true);
  expect(isParked("<h1>Buy this domain</h1>")).toBe(true);
  expect(isParked("<p>This domain has expired.</p><p>Renew it</p>")).toBe(true);
  expect(isParked("<p>Parked free, courtesy of us</p>")).toBe(true);
  expect(isParked("<h1>The Finch</h1><p>Our beans are for sale.</p>")).toBe(false);
  expect(isParked(`<p>This domain is for sale</p><p>${"We sell names of all kinds. ".repeat(40)}</p>`.repeat(4))).toBe(
    false,
  );
  expect(isParkingUrl(new URL("https://www.hugedomains.com/domain_profile.cfm?d=zebra"))).toBe(true);
  expect(isParkingUrl(new URL("https://www.godaddy.com/forsale/zebrafinch.com"))).toBe(true);
  expect(isParkingUrl(new URL("https://dan.example.com/"))).toBe(false);
});

test("the page that most likely has hours is found on the same website", () => {
  const page = parse(
    `<a href="/about">About</a><a href="https://example.org/hours">Hours</a><a href="#hours">Hours</a><a href="/contact-us#x">Write</a>`,
  );

  expect(findContactPage(page)).toBe(`${HOME}contact-us`);
  expect(findContactPage(parse('<a href="/a">Contact</a><a href="/b">Our hours</a>'))).toBe(`${HOME}b`);
  expect(findContactPage(parse('<a href="/shop">Shop</a>'))).toBeNull();
});

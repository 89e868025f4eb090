import fc from "fast-check";
import { expect, test } from "vitest";

import { anyText } from "#tests/any-text.ts";

import { readRobots, ROBOTS_BYTES_MAX } from "./site-robots.ts";

const RUNS = process.env.PROVE === "1" ? 20_000 : 300;
const SITE = "https://zebrafinch.example.com";

function allowed(text: string, path = "/"): boolean {
  return readRobots(`${SITE}/robots.txt`, text).isAllowed(SITE + path);
}

test("the rules for our name win over those for everybody, and the longest path wins", () => {
  expect(allowed("")).toBe(true);
  expect(allowed("User-agent: *\nDisallow: /")).toBe(false);
  expect(allowed("User-agent: *\nDisallow:")).toBe(true);
  expect(allowed("User-agent: *\nDisallow: /\n\nUser-agent: Rowhouse\nAllow: /")).toBe(true);
  expect(allowed("User-agent: ROWHOUSE/2.0\nDisallow: /hours\nAllow: /hours/today", "/hours/today")).toBe(true);
  expect(allowed("User-agent: rowhouse\nDisallow: /*.php$", "/hours.php")).toBe(false);
  expect(allowed("User-agent: RowhouseOther\nDisallow: /")).toBe(true);
  expect(allowed("User-agent: googlebot\nUser-agent: rowhouse\nDisallow: /")).toBe(false);
  expect(allowed("User-agent: googlebot\nDisallow: /\n")).toBe(true);
  expect(allowed("user-agent: rowhouse # we\r\ndisallow: / # all\r\n")).toBe(false);
  expect(allowed("\uFEFFUser-agent: *\nDisallow: /")).toBe(false);
});

test("rules of another origin allow nothing", () => {
  const rules = readRobots(`${SITE}/robots.txt`, "");

  expect(rules.isAllowed("https://www.example.com/")).toBe(false);
  expect(rules.isAllowed("http://zebrafinch.example.com/")).toBe(false);
});

test("a pause that a website wants is known", () => {
  const interval = (text: string) => readRobots(`${SITE}/robots.txt`, text).intervalMs;

  expect(interval("User-agent: *\nCrawl-delay: 10")).toBe(10_000);
  expect(interval("User-agent: *\nCrawl-delay: -1")).toBe(0);
  expect(interval("User-agent: *\nCrawl-delay: soon")).toBe(0);
  expect(interval("User-agent: other\nCrawl-delay: 10")).toBe(0);
});

test("thousands of names above thousands of rules take no memory", () => {
  const half = ROBOTS_BYTES_MAX / 2;
  const names = Array.from({ length: half / 20 }, (_, at) => `User-agent: bot${at}`).join("\n");
  const rules = Array.from({ length: half / 20 }, (_, at) => `Disallow: /x${at}`).join("\n");

  expect(allowed(`${names}\n${rules}`)).toBe(true);
  expect(allowed(`${"User-agent: *\n".repeat(20_000)}${rules}`, "/x1")).toBe(false);
});

test("any text can be read", () => {
  const part = fc.oneof(
    fc.constantFrom(
      "User-agent: *\n",
      "Disallow: /",
      "Allow: ",
      "*",
      "$",
      "\n",
      "Crawl-delay: ",
      "rowhouse",
      "%E0%A4%A",
    ),
    anyText(),
  );
  fc.assert(
    fc.property(
      fc.array(part, { maxLength: 30 }),
      anyText({ maxLength: 40 }).map((path) => `/${path}`),
      (parts, path) => {
        expect(typeof allowed(parts.join(""), path)).toBe("boolean");
      },
    ),
    { numRuns: RUNS, seed: 20_261_129 },
  );
});

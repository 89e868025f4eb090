import fc from "fast-check";
import { expect, test } from "vitest";

import { checkUrl } from "./check-url.ts";

test.each(["/", "/food", "/food?price=$$&Open=NOW", "/places/martins-tavern", "/search?q=caf%C3%A9", "/caf%C3%A9"])(
  "a canonical URL passes: %s",
  (target) => {
    expect(checkUrl(target)).toEqual({ ok: true });
  },
);

test.each([
  ["/Food", "/food"],
  ["/food/", "/food"],
  ["//food", "/food"],
  ["/places//Martins-Tavern///", "/places/martins-tavern"],
  ["///", "/"],
  ["/caf%c3%a9", "/caf%C3%A9"],
  ["/Search/?q=Shaw//Mount/", "/search?q=Shaw//Mount/"],
  ["/%66ood", "/food"],
  ["/places/%4Dadams%2Dorgan", "/places/madams-organ"],
  ["/places/../food", "/food"],
  ["/places/%2e%2E/food/.", "/food"],
  ["/../../..", "/"],
  ["/.//.//evil.example/..", "/"],
  ["/assets/../Food", "/food"],
])("another spelling is redirected to the canonical URL with its query unchanged: %s", (target, location) => {
  expect(checkUrl(target)).toEqual({ ok: false, status: 301, location });
});

test.each(["//evil.example", "///evil.example/x", "//Evil.example//", "/.//evil.example", "/x/..//evil.example"])(
  "a redirect never leaves the site: %s",
  (target) => {
    const verdict = checkUrl(target);

    expect(verdict).toMatchObject({ ok: false, status: 301 });
    expect("location" in verdict && new URL(verdict.location, "https://here.example").host).toBe("here.example");
  },
);

test.each([
  "",
  "food",
  "http://evil.example/",
  "*",
  "/%",
  "/%zz",
  "/%E0%A4",
  "/a%00b",
  "/a%0Ab",
  "/\\evil.example",
  "/%5Cx",
  "/about#1",
])("a malformed URL is refused: %j", (target) => {
  expect(checkUrl(target)).toEqual({ ok: false, status: 400 });
});

test("a URL over the limit is refused before it is parsed, one at the limit is not", () => {
  expect(checkUrl(`/${"a".repeat(4_095)}`)).toEqual({ ok: true });
  expect(checkUrl(`/${"a".repeat(4_096)}`)).toEqual({ ok: false, status: 414 });
  expect(checkUrl("%".repeat(5_000))).toEqual({ ok: false, status: 414 });
});

test("asset file names keep their case, because they contain a hash", () => {
  expect(checkUrl("/assets/root-DkX_9aB.js")).toEqual({ ok: true });
});

test("every redirect leads to an internal URL that passes, so there is no redirect loop", () => {
  const piece = fc.constantFrom(
    "/",
    "//",
    "A",
    "b",
    "%",
    "%41",
    "%c3%a9",
    "%2F",
    "%2e",
    "%66",
    "..",
    "/../",
    ".",
    "?",
    "#",
    "é",
    " ",
    "assets",
    ":",
    "@",
  );

  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const verdict = checkUrl(`/${pieces.join("")}`);
      if (!("location" in verdict)) return;
      expect(checkUrl(verdict.location)).toEqual({ ok: true });
      expect(verdict.location).toMatch(/^\/(?!\/)/);
    }),
    { numRuns: process.env["PROVE"] === "1" ? 50_000 : 2_000 },
  );
});

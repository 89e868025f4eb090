import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { anyText } from "#tests/any-text.ts";
import { NOW } from "#tests/builders.ts";
import {
  buildCommonsFile,
  buildGlobePoint,
  buildStatement,
  buildTime,
  buildWikidataItem,
} from "#tests/wikimedia-double.ts";

import { type PictureSubject, readCommonsFile } from "./commons-file.ts";
import { readLicense } from "./free-license.ts";
import { htmlToText } from "./html-text.ts";
import { readWikidataItem } from "./wikidata-item.ts";

const PROPERTY_RUNS = { numRuns: process.env.PROVE === "1" ? 20_000 : 300, seed: 20_261_128 };

const BUILDING: PictureSubject = { isArtwork: false, year: 1958 };

test.for<[code: string, name: string, url: string, license: string | null]>([
  ["cc0", "CC0", "http://creativecommons.org/publicdomain/zero/1.0/deed.en", "CC0 1.0"],
  ["pd", "Public domain", "", "Public domain"],
  ["pd-usgov", "Public domain", "https://creativecommons.org/publicdomain/mark/1.0/", "Public domain"],
  ["cc-by-2.0", "CC BY 2.0", "https://creativecommons.org/licenses/by/2.0", "CC BY 2.0"],
  ["cc-by-sa-4.0", "CC BY-SA 4.0", "https://creativecommons.org/licenses/by-sa/4.0", "CC BY-SA 4.0"],
  [
    "cc-by-sa-3.0-de",
    "CC BY-SA 3.0 de",
    "https://creativecommons.org/licenses/by-sa/3.0/de/deed.en",
    "CC BY-SA 3.0 DE",
  ],
  ["cc-by-sa-4.0,3.0,2.5,2.0,1.0", "CC BY-SA 4.0-3.0-2.5-2.0-1.0", "", "CC BY-SA 4.0"],
  ["", "CC BY-SA 3.0", "", "CC BY-SA 3.0"],
  ["cc-by-nc-4.0", "CC BY-NC 4.0", "https://creativecommons.org/licenses/by-nc/4.0/", null],
  ["cc-by-nd-2.0", "CC BY-ND 2.0", "", null],
  ["cc-by-sa-4.0", "CC BY 4.0", "", null],
  ["cc-by-sa-4.0", "CC BY-SA 4.0", "https://creativecommons.org/licenses/by-nc-sa/4.0", null],
  ["cc-by-sa-4.0", "CC BY-SA 4.0", "https://creativecommons.org/licenses/by-sa/3.0", null],
  ["cc-by-sa-9.9", "CC BY-SA 9.9", "", null],
  ["pd", "Public domain", "https://creativecommons.org/licenses/by/4.0/", null],
  ["gfdl", "GFDL", "https://www.gnu.org/copyleft/fdl.html", null],
  ["", "No restrictions", "https://www.flickr.com/commons/usage/", null],
  ["fal", "FAL", "", null],
  ["", "Fair use", "", null],
  ["", "", "", null],
])("the license %s, %s, %s is read as %s", ([code, name, url, license]) => {
  expect(readLicense({ code, name, url })?.license ?? null).toBe(license);
});

test("only licenses on the list come out, with the address of their text, whatever Commons says", () => {
  const said = fc.record({ code: fc.string(), name: fc.string(), url: fc.oneof(fc.string(), fc.webUrl()) });
  fc.assert(
    fc.property(said, (each) => {
      const read = readLicense(each);
      if (read === null) return;
      expect(read.license).toMatch(/^(?:CC0 1\.0|Public domain|CC BY(?:-SA)? \d\.\d(?: [A-Z]+)?)$/);
      expect(read.licenseUrl).toMatch(/^https:\/\/creativecommons\.org\/(?:licenses|publicdomain)\//);
    }),
    PROPERTY_RUNS,
  );
});

describe("text of HTML", () => {
  test.for<[html: string, text: string]>([
    ['<a href="//x">Jane&nbsp;Doe</a>', "Jane Doe"],
    ["<b>A &amp; <i>B</i></b><br>C", "A & B C"],
    ['Carol<div style="display: none;">creator QS:P170,Q5044454</div>', "Carol"],
    ["<script>alert(1)</script>Ann<style>a{}</style>", "Ann"],
    ["Ann <b", "Ann"],
    ["<p>One</p><p>Two</p>", "One Two"],
    ['<span hidden>no</span><img src=x onerror="alert(1)">yes', "yes"],
  ])("of %s is %s", ([html, text]) => expect(htmlToText(html)).toBe(text));

  test("of any HTML is one line without control characters", () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        expect(htmlToText(`<b>${text}`)).not.toMatch(/[\p{Cc}\n]/u);
      }),
      PROPERTY_RUNS,
    );
  });
});

describe("a file of Commons", () => {
  const read = (more: Parameters<typeof buildCommonsFile>[0] = {}, subject = BUILDING, title = "File:The bar.jpg") =>
    readCommonsFile(
      {
        title,
        imageinfo: [
          {
            descriptionurl: "https://commons.wikimedia.org/wiki/File:The_bar.jpg",
            thumburl: "https://x/1",
            ...buildCommonsFile(more),
          },
        ],
      },
      subject,
      NOW,
    );

  test("under a free license is taken with all that its credit needs, as text", () => {
    expect(read()).toEqual({
      url: "https://x/1",
      picture: {
        file: "The bar.jpg",
        pageUrl: "https://commons.wikimedia.org/wiki/File:The_bar.jpg",
        author: "Jane Doe",
        origin: "",
        license: "CC BY-SA 4.0",
        licenseUrl: "https://creativecommons.org/licenses/by-sa/4.0/",
        sha1: "0123456789abcdef0123456789abcdef01234567",
      },
    });
    expect(read({ said: { Attribution: "Photo by <b>J. D.</b>", Credit: "<a href='//x'>Flickr</a>" } })).toMatchObject({
      picture: { author: "Photo by J. D.", origin: "Flickr" },
    });
  });

  test.for<[what: string, more: Parameters<typeof buildCommonsFile>[0], refusal: string]>([
    [
      "a license that isn’t free",
      { said: { License: "cc-by-nc-4.0", LicenseShortName: "CC BY-NC 4.0", LicenseUrl: "" } },
      "license",
    ],
    ["the mark “not free”", { said: { NonFree: "true" } }, "nonFree"],
    ["restrictions", { said: { Restrictions: "trademarked" } }, "restricted"],
    ["no author", { said: { Artist: "" } }, "author"],
    ["an endless author", { said: { Artist: "x".repeat(501) } }, "author"],
    ["a drawing’s format", { mime: "image/svg+xml" }, "kind"],
    ["few pixels", { height: 399 }, "small"],
    ["no size", { height: "3000" }, "small"],
    ["a mural among its categories", { said: { Categories: "Murals in Washington, D.C." } }, "artwork"],
    ["no hash", { sha1: "" }, "missing"],
  ])("with %s is refused as %s", ([, more, refusal]) => expect(read(more)).toBe(refusal));

  test("of a work of art is taken only when nobody owns it any more", () => {
    expect(read({}, { isArtwork: true, year: 1982 })).toBe("artwork");
    expect(read({}, { isArtwork: true, year: 1931 })).toMatchObject({ picture: {} });
    expect(read({}, { isArtwork: true, year: null })).toBe("artwork");
    expect(read({}, BUILDING, "File:Statue in the park.jpg")).toBe("artwork");
    expect(read({}, { isArtwork: true, year: 1922 }, "File:Statue in the park.jpg")).toMatchObject({ picture: {} });
    expect(read({}, { isArtwork: true, year: 1922 }, "File:Graffiti on it.jpg")).toBe("artwork");
  });

  test("in the public domain needs no author", () => {
    const said = { License: "pd", LicenseShortName: "Public domain", LicenseUrl: "", Artist: "" };
    expect(read({ said })).toMatchObject({ picture: { author: "", license: "Public domain" } });
  });

  test("may be anything, and a picture that comes out has a license from the list", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (page, info) => {
        for (const each of [
          page,
          { title: "File:A.jpg", imageinfo: [info] },
          { title: "File:A.jpg", imageinfo: info },
        ]) {
          const found = readCommonsFile(each, BUILDING, NOW);
          if (typeof found !== "string") expect(found.picture.license).toMatch(/^(?:CC|Public domain)/);
        }
      }),
      PROPERTY_RUNS,
    );
  });
});

describe("an item of Wikidata", () => {
  const read = (claims: Record<string, unknown[]>) =>
    readWikidataItem(buildWikidataItem("Q42", { label: "A bar", claims }), NOW);

  test("gives its picture, website, dates and place", () => {
    const website = buildStatement("P856", "https://bar.example/", { retrieved: "2026-03-01" });
    expect(
      read({
        P18: ["The bar.jpg"],
        P856: [website],
        P571: [buildTime("1958-08")],
        P1619: [buildTime("1958-08-22")],
        P625: [buildGlobePoint({ lat: 38.9, lng: -77.03 })],
        P31: [{ "entity-type": "item", id: "Q11707" }],
      }),
    ).toEqual({
      id: "Q42",
      label: "A bar",
      position: { lat: 38.9, lng: -77.03 },
      website: "https://bar.example",
      checkedOn: "2026-03-01",
      opened: { on: "1958-08-22", kind: "opened" },
      isClosed: false,
      pictureFile: "The bar.jpg",
      isArtwork: false,
      year: 1958,
    });
  });

  test("leaves out what is unclear: several values, decades, other calendars, the future, statements that ended", () => {
    const ended = { ...Object(buildStatement("P856", "https://old.example/")), qualifiers: { P582: [{}] } };
    expect(
      read({ P856: ["https://a.example/", "https://b.example/"], P571: [buildTime("1950", { precision: 8 })] }),
    ).toMatchObject({
      website: null,
      opened: null,
    });
    expect(
      read({ P856: [ended], P571: [buildTime("1752", { calendarmodel: "http://www.wikidata.org/entity/Q1985786" })] }),
    ).toMatchObject({ website: null, opened: null });
    expect(read({ P571: [buildTime("2031")], P1619: [buildTime("1931"), buildTime("1932")] })).toMatchObject({
      opened: null,
    });
    expect(
      read({ P571: [buildTime("1931"), buildStatement("P571", buildTime("1932"), { rank: "preferred" })] }),
    ).toMatchObject({
      opened: { on: "1932", kind: "begun" },
    });
    expect(
      read({
        P856: ["javascript:alert(1)"],
        P625: [{ latitude: 1, longitude: 2, globe: "http://www.wikidata.org/entity/Q405" }],
      }),
    ).toMatchObject({ website: null, position: null });
  });

  test("is closed when it has closed and not opened again", () => {
    const unknownDay = { mainsnak: { snaktype: "somevalue", property: "P576" }, rank: "normal" };
    expect(read({ P3999: [buildTime("2024-05-01")] })).toMatchObject({ isClosed: true });
    expect(read({ P576: [unknownDay] })).toMatchObject({ isClosed: true });
    expect(read({ P3999: [buildTime("2019")], P1619: [buildTime("2023")] })).toMatchObject({ isClosed: false });
    expect(read({ P3999: [buildTime("2030")] })).toMatchObject({ isClosed: false });
  });

  test("with a maker, or of a class of such works, is a work of art", () => {
    expect(read({ P170: [{ id: "Q5" }] })).toMatchObject({ isArtwork: true });
    expect(read({ P31: [{ id: "Q219423" }] })).toMatchObject({ isArtwork: true });
  });

  test("may be anything", () => {
    const statement = fc.record({
      mainsnak: fc.jsonValue(),
      rank: fc.constantFrom("normal", "preferred", "deprecated"),
    });
    const claims = fc.dictionary(
      fc.constantFrom("P18", "P31", "P170", "P571", "P576", "P625", "P856", "P1619", "P3999"),
      fc.array(statement),
    );
    fc.assert(
      fc.property(fc.jsonValue(), claims, (entity, given) => {
        readWikidataItem(entity, NOW);
        expect(readWikidataItem({ id: "Q1", claims: given }, NOW)).toMatchObject({ id: "Q1" });
      }),
      PROPERTY_RUNS,
    );
  });
});

import { describe, expect, test } from "vitest";

import type { GuideDocument } from "#app/db/columns/guide-document-columns.ts";
import {
  type ParsedGuide,
  excerptLength,
  listGuideAdvice,
  headingsInOrder,
  hasKeywords,
  linksAreValid,
  linkTextsAreMeaningful,
  longTextHasHeadings,
  membersLineMatchesAccess,
  parseGuideText,
  picturesAreDescribed,
  placesHaveReasons,
  titleLength,
} from "./guide-checks.ts";
import { EMPTY_GUIDE } from "../document/guide-document.ts";

const PICTURE = "/guide-pictures/0f8fad5b-d9cb-469f-a165-70867728950e/800x600.jpg";

describe("a rule of advice", () => {
  test.each([
    [titleLength, { title: "Too short" }, { title: "A Saturday on Capitol Hill, on foot" }],
    [titleLength, { title: "x".repeat(66) }, { title: "x".repeat(65) }],
    [excerptLength, { excerpt: "x".repeat(69) }, { excerpt: "x".repeat(70) }],
    [excerptLength, { excerpt: "x".repeat(161) }, { excerpt: "x".repeat(160) }],
    [headingsInOrder, { body: "### Third first" }, { body: "## Second\n\n### Third\n\n## Second" }],
    [headingsInOrder, { body: "# First" }, { body: "## Second" }],
    [longTextHasHeadings, { body: "word ".repeat(500) }, { body: `## Heading\n\n${"word ".repeat(500)}` }],
    [picturesAreDescribed, { body: `![](${PICTURE} "Photo: A")` }, { body: `![Doors](${PICTURE} "Photo: A")` }],
    [picturesAreDescribed, { body: `![Doors](${PICTURE})` }, { body: `![Doors](${PICTURE} "Photo: A")` }],
    [linksAreValid, { body: "[Gone](/places/gone)" }, { body: "[There](/places/there)" }],
    [linkTextsAreMeaningful, { body: "Click [here](/places/there)" }, { body: "[The market](/places/there)" }],
    [
      linkTextsAreMeaningful,
      { body: "[https://a.example](https://a.example)" },
      { body: "[Its site](https://a.example)" },
    ],
    [hasKeywords, { keywords: [] }, { keywords: ["walks"] }],
    [membersLineMatchesAccess, { body: "A\n\n::members\n\nB" }, { body: "A\n\n::members\n\nB", access: "members" }],
    [membersLineMatchesAccess, { body: "A", access: "members" }, { body: "A" }],
    [
      placesHaveReasons,
      { body: "::place{a}", stops: [{ slug: "a", reason: " ", hint: "" }] },
      { body: "::place{a}", stops: [{ slug: "a", reason: "Go.", hint: "" }] },
    ],
  ] as const)("%o flags %j and accepts %j", (rule, wrong, right) => {
    const [advice, ...others] = rule(checked(wrong));

    expect(others).toEqual([]);
    expect([advice?.text, advice?.why]).toEqual([expect.stringMatching(/\S{3}/), expect.stringMatching(/\S{3}/)]);
    expect(rule(checked(right))).toEqual([]);
  });
});

test("a place without a reason is mentioned by its name", () => {
  const [advice] = placesHaveReasons(checked({ body: "::place{a}", stops: [{ slug: "a", reason: "", hint: "" }] }));

  expect(advice?.text).toBe("Arena Stage has no reason to go.");
});

test("all rules are applied, and a guide without problems gets no advice", () => {
  const good = checked({
    title: "A Saturday on Capitol Hill, on foot",
    excerpt: "From the market to the river, with a library, two churches and the best biscuit of the Hill.",
    body: "Words about [the market](/places/there).\n\n## At the market\n\n::place{a}",
    stops: [{ slug: "a", reason: "Go.", hint: "" }],
    keywords: ["walks"],
  });

  expect(listGuideAdvice(good)).toEqual([]);
  expect(listGuideAdvice(checked({ title: "x" })).map(({ rule }) => rule)).toEqual([
    "title-length",
    "excerpt-length",
    "no-keywords",
  ]);
});

test("links, headings and pictures are parsed as readers see them", () => {
  const { links, headings, pictures } = parseGuideText(
    `## A & B < C\n\n[*soft* "q"](/places/x?a=1&b=2)\n\n![Doors & "stoops"](${PICTURE} "Photo: A & B")\n\n::place{a}\n\n::members\n\n\`[no](/link)\``,
  );

  expect(headings).toEqual([{ level: 2, text: "A & B < C" }]);
  expect(links).toEqual([{ href: "/places/x?a=1&b=2", text: "soft “q”" }]);
  expect(pictures).toEqual([{ src: PICTURE, alt: 'Doors & "stoops"', credit: "Photo: A & B" }]);
});

type DocumentInput = { [Field in keyof GuideDocument]?: Readonly<GuideDocument[Field]> };

function checked({
  keywords,
  authors,
  stops,
  ...given
}: Omit<DocumentInput, "stops"> & { stops?: readonly GuideDocument["stops"][number][] }): ParsedGuide {
  const document = {
    ...EMPTY_GUIDE,
    ...given,
    keywords: [...(keywords ?? [])],
    authors: [...(authors ?? [])],
    stops: [...(stops ?? [])],
  };
  const places = [...document.body.matchAll(/^::place\{([a-z]+)\}$/gm)].map(([, slug = ""]) => slug);
  const placeNames = new Map([["a", "Arena Stage"]]);
  const deadLinks = new Set(["/places/gone"]);
  return { document, places, placeNames, deadLinks, closedPlaces: [], ...parseGuideText(document.body) };
}

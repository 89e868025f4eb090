import { expect } from "vitest";

import { SITE_TITLE } from "#app/features/seo/site-identity.ts";

import { brokenPictures, lookThrough, siteUrl, test } from "./browser.ts";
import { inParallel } from "./in-parallel.ts";
import { catalogue, everyPath } from "./page-kinds.ts";
import { type HtmlFacts, readHtml } from "./read-html.ts";

/** Shorter descriptions say nothing; search engines cut longer ones. */
const DESCRIPTION_CHARACTERS = { min: 40, max: 320 };

test("every page of the catalogue answers 200 and its head is complete", async ({ parser }) => {
  const paths = everyPath(new Date());

  const problems = await inParallel(paths, async (path) => {
    const response = await fetch(siteUrl + path, { redirect: "manual" });
    const html = await response.text();
    const found = response.status === 200 ? headProblems(path, await readHtml(parser, html)) : [`${response.status}`];
    return found.map((problem) => `${path}: ${problem}`);
  });

  expect(paths.length).toBeGreaterThan(300);
  expect(problems.flat()).toEqual([]);
});

test.concurrent.for(inBrowser())(
  "%s opens in the browser without a complaint and every picture loads",
  async (path, { visit }) => {
    const page = await visit(path);

    await lookThrough(page);

    expect(await brokenPictures(page)).toEqual([]);
  },
);

test.for<[string, string]>([
  ["/no-such-page", "no such page"],
  ["/places/madam-organ", "madam organ"],
  ["/neighborhood/no-such-place", "no such place"],
  ["/posts/no-such-guide", "no such guide"],
  ["/category/no-such-category", "no such category"],
])("a missing page, %s, is a 404 that offers a search and ways on", async ([path, words], { visit }) => {
  const page = await visit(path, { status: 404 });

  expect(await page.title()).toBe(`Page not found - ${SITE_TITLE}`);
  expect(await page.locator("h1").allTextContents()).toEqual(["Oops! Page not found"]);
  expect(await page.locator("main input[type=search]").inputValue()).toBe(words);
  expect(await page.locator('main a[href="/food"]').count()).toBe(1);
  expect(await page.locator('meta[name="robots"]').getAttribute("content")).toBe("noindex");
});

function headProblems(path: string, facts: HtmlFacts): string[] {
  const { titles, descriptions, canonicals, headings, lang, jsonLd } = facts;
  const [description = ""] = descriptions;
  const isTitled = path === "/" ? titles[0] === SITE_TITLE : titles[0]?.endsWith(` - ${SITE_TITLE}`) === true;
  return [
    ...(titles.length === 1 && isTitled ? [] : [`titles ${JSON.stringify(titles)}`]),
    ...(descriptions.length === 1 ? [] : [`${descriptions.length} descriptions`]),
    ...(description.length < DESCRIPTION_CHARACTERS.min || description.length > DESCRIPTION_CHARACTERS.max
      ? [`a description of ${description.length} characters`]
      : []),
    ...(canonicals.length === 1 && canonicals[0] === siteUrl + path ? [] : [`canonical ${JSON.stringify(canonicals)}`]),
    ...(headings.length === 1 && headings[0] !== "" ? [] : [`headings ${JSON.stringify(headings)}`]),
    ...(lang === "en-US" ? [] : [`language ${lang}`]),
    ...jsonLd.flatMap(jsonLdProblems),
  ];
}

function jsonLdProblems(text: string): string[] {
  try {
    const object: unknown = JSON.parse(text);
    const isTyped = typeof object === "object" && object !== null && "@context" in object && "@type" in object;
    return isTyped ? [] : ["JSON-LD without @context or @type"];
  } catch {
    return [`JSON-LD that doesn't parse: ${text.slice(0, 80)}`];
  }
}

/** Of the kinds of page, looks.test.ts opens one each; here come more of those that differ most among themselves. */
function inBrowser(): string[] {
  const eight = catalogue().neighborhoods.filter(({ rank }) => rank !== undefined);
  const bare = catalogue().neighborhoods.find(
    ({ slug }) => !catalogue().places.some((place) => place.neighborhood === slug),
  );
  const neighborhoods = [...eight, ...(bare === undefined ? [] : [bare])].map(({ slug }) => `/neighborhood/${slug}`);
  const others = ["/education", "/home-services", "/places/mama-ayeshas", "/posts/date-night"];
  return [...neighborhoods, ...others];
}

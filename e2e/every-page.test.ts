import { expect } from "vitest";

import { SITE_TITLE } from "#app/guide/seo/site-identity.ts";

import { brokenPictures, loadAllImages, testWithPictures as test } from "./browser.ts";
import { seedData } from "./page-kinds.ts";

test.for(inBrowser())("%s opens in the browser without errors, and every picture loads", async (path, { look }) => {
  const page = await look(path);

  await loadAllImages(page);

  expect(await brokenPictures(page)).toEqual([]);
});

test.for<[string, string]>([
  ["/no-such-page", "no such page"],
  ["/places/madam-organ", "madam organ"],
  ["/neighborhood/no-such-place", "no such place"],
  ["/posts/no-such-guide", "no such guide"],
  ["/category/no-such-category", "no such category"],
])("a missing page, %s, is a 404 that offers a search and links", async ([path, words], { visit }) => {
  const page = await visit(path, { status: 404 });

  expect(await page.title()).toBe(`Page not found - ${SITE_TITLE}`);
  expect(await page.locator("h1").allTextContents()).toEqual(["Oops! Page not found"]);
  expect(await page.locator("main input[name=q]").inputValue()).toBe(words);
  expect(await page.locator('main a[href="/food"]').count()).toBe(1);
  expect(await page.locator('meta[name="robots"]').getAttribute("content")).toBe("noindex");
});

/** page-kinds.test.ts opens one page of each kind; this adds more of the kinds that vary most. */
function inBrowser(): string[] {
  const eight = seedData().neighborhoods.filter(({ rank }) => rank !== undefined);
  const bare = seedData().neighborhoods.find(
    ({ slug }) => !seedData().places.some((place) => place.neighborhood === slug),
  );
  const neighborhoods = [...eight, ...(bare === undefined ? [] : [bare])].map(({ slug }) => `/neighborhood/${slug}`);
  const others = ["/education", "/home-services", "/places/mama-ayeshas", "/posts/date-night"];
  return [...neighborhoods, ...others];
}

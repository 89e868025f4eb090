import { expect, onTestFinished } from "vitest";

import { test } from "./browser.ts";
import { seededFolder } from "./data-folder.ts";
import { startSite } from "./site-process.ts";

const PROFILES = ["https://social.example/@rowhouse", "https://www.pictures.example/rowhouse"];

test("our profiles elsewhere stand in the footer by their hosts, and in what search engines read of us", async ({
  visit,
}) => {
  const folder = seededFolder();
  onTestFinished(folder.remove);
  const site = await startSite(folder.path, { SOCIAL_LINKS: PROFILES.join(", ") });
  onTestFinished(async () => void (await site.stop()));

  for (const path of ["/", "/about"]) {
    const page = await visit(path, { site: site.url });
    const links = page.locator('footer a[rel="me"]');
    const documents = await page.locator('script[type="application/ld+json"]').allTextContents();
    const [us] = documents.map((text): Record<string, unknown> => JSON.parse(text)).filter(isOrganization);

    expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute("href"))), path).toEqual(PROFILES);
    expect((await links.allTextContents()).map((text) => text.trim())).toEqual(["social.example", "pictures.example"]);
    expect(us?.["sameAs"], path).toEqual(PROFILES);
  }
});

function isOrganization(document: Record<string, unknown>): boolean {
  return document["@type"] === "Organization";
}

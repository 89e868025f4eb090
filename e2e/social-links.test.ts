import { expect } from "vitest";

import { testWithSite } from "./browser.ts";

const PROFILES = ["https://social.example/@rowhouse", "https://www.pictures.example/rowhouse"];

const test = testWithSite({ settings: { SOCIAL_LINKS: PROFILES.join(", ") } });

test("social profiles are in the footer by host name, and in the structured data", async ({ visit }) => {
  for (const path of ["/", "/about"]) {
    const page = await visit(path);
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

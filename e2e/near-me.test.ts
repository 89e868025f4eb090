import type { Page } from "playwright-core";
import { describe, expect } from "vitest";

import { waitForHydration, test } from "./browser.ts";

describe("near me", () => {
  const grant = (latitude: number, longitude: number) => async (page: Page) => {
    await page.context().grantPermissions(["geolocation"]);
    await page.context().setGeolocation({ latitude, longitude });
  };

  test("when allowed, the nearest come first with their distance; the URL is accurate only to 100 m", async ({
    visit,
  }) => {
    const page = await visit("/search?q=museum", { before: grant(38.909_612_3, -77.043_412_3) });
    await waitForHydration(page);

    await page.getByRole("button", { name: "Near me" }).click();
    await page.waitForURL("**/search?q=museum&near=38.910,-77.043&sort=nearest");

    await expect.poll(() => minutesShown(page)).not.toEqual([]);
    const minutes = await minutesShown(page);
    expect(minutes).toEqual(minutes.toSorted((a, b) => a - b));
    await page
      .getByRole("list", { name: "Active filters" })
      .getByRole("link", { name: /Near you/ })
      .click();
    await page.waitForURL("**/search?q=museum");
  });

  test("when denied, the page says so and stays as it was", async ({ visit }) => {
    const page = await visit("/search?q=museum");
    await waitForHydration(page);

    await page.getByRole("button", { name: "Near me" }).click();

    await page.getByText("Your browser didn’t share your location.").waitFor();
    expect(new URL(page.url()).search).toBe("?q=museum");
    expect(await page.evaluate(() => document.activeElement?.textContent), "the focus stays").toBe("Near me");
  });

  test("from outside the District, the page says so and stays as it was", async ({ visit }) => {
    const page = await visit("/search?q=museum", { before: grant(48.85, 2.35) });
    await waitForHydration(page);

    await page.getByRole("button", { name: "Near me" }).click();

    await page.getByText("You seem to be outside the District.").waitFor();
    expect(new URL(page.url()).search).toBe("?q=museum");
  });
});

describe('near me" in the query', () => {
  const words = ".search-position";

  test("mentions the location button, only where there is one", async ({ visit }) => {
    const page = await visit("/search?q=coffee+near+me");
    await waitForHydration(page);

    expect(await page.locator(words).innerText()).toContain("Choose “Near me” below");
    expect(await page.getByRole("button", { name: "Near me" }).isVisible()).toBe(true);
    for (const path of ["/search?q=coffee+near+me&kind=guides", "/search?q=zzyzxq+near+me"]) {
      await page.goto(path);
      expect(await page.locator(words).count(), path).toBe(0);
    }
  });

  test("without script suggests another query, and mentions no button", async ({ visit }) => {
    const page = await visit("/search?q=coffee+near+me", { script: false });

    expect(await page.locator(words).innerText()).toMatch(/Enter a neighborhood or Metro station instead\.$/);
    expect(await page.locator(words).innerText()).not.toContain("“Near me”");
  });
});

async function minutesShown(page: Page): Promise<number[]> {
  const reasons = await page.locator(".place-row-reason").allInnerTexts();
  return reasons.flatMap((reason) => {
    const minutes = /about (\d+) min walk from you/.exec(reason.replaceAll("\u00a0", " "))?.[1];
    return minutes === undefined ? [] : [Number(minutes)];
  });
}

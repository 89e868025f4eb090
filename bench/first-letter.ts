import { chromium } from "playwright-core";

import { chromiumOptions } from "../tests/chromium-options.ts";
import { startBuiltSite } from "./built-site.ts";
import { quantile } from "./quantile.ts";

const VISITS = 10;
/** Time to find the search box after the page has loaded. */
const PAUSE_MS = 1_000;

/**
 * How long suggestions take from the first letter that a visitor types into the search box of a freshly loaded page, each time
 * with an empty cache. The goal is 200 ms.
 */
export async function firstLetter(): Promise<void> {
  const site = await startBuiltSite();
  const browser = await chromium.launch(await chromiumOptions());
  for (const path of ["/", "/food"]) {
    const times: number[] = [];
    for (let visit = 0; visit < VISITS; visit += 1) {
      const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
      await page.goto(site.url + path);
      await page.waitForTimeout(PAUSE_MS);
      await page.evaluate(() => {
        const { dataset } = document.documentElement;
        addEventListener("input", () => (dataset["typedAt"] ??= String(performance.now())), true);
        new MutationObserver(() => {
          if (document.querySelector(".suggestions:not([hidden]) .suggestion") !== null)
            dataset["suggestedAt"] ??= String(performance.now());
        }).observe(document.body, { childList: true, subtree: true, attributes: true });
      });
      await page.keyboard.press("/");
      await page.keyboard.type("c");
      await page.locator("html[data-suggested-at]").waitFor({ state: "attached" });
      times.push(
        await page.evaluate(() => {
          const { typedAt, suggestedAt } = document.documentElement.dataset;
          return Number(suggestedAt) - Number(typedAt);
        }),
      );
      await page.close();
    }
    times.sort((a, b) => a - b);
    console.log(
      `${path}: suggestions after the first letter: median ${quantile(times, 0.5).toFixed(0)} ms, slowest ${quantile(times, 1).toFixed(0)} ms of ${VISITS}`,
    );
  }
  await browser.close();
  await site.stop();
}

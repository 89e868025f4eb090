import type { Page } from "playwright-core";
import { z } from "zod";

import { waitForHydration, testWithSite } from "./browser.ts";
import type { TestClient } from "./test-client.ts";

/** A browser without a GPU draws the map by its CPU, and the machine may be busy. */
export const DRAWN_MS_MAX = 45_000;

/** Wide enough for list and map side by side, and no more pixels than that: the CPU draws each of them. */
export const WINDOW = { webgl: true, width: 900, height: 520 };

/** The base map below the pins doesn't matter, except for the tests that are `drawn`. */
export const test = testWithSite({ emptyMap: true }).extend("pictures", { scope: "file" }, () => true);

export const Pins = z.object({
  features: z.array(z.object({ geometry: z.object({ coordinates: z.tuple([z.number(), z.number()]) }) })),
});

export async function pinsIn(guest: TestClient, query: string): Promise<number> {
  return (await pinPoints(guest, query)).length;
}

export async function pinPoints(guest: TestClient, query: string): Promise<[lng: number, lat: number][]> {
  const { features } = Pins.parse(await (await guest.fetch(`/map/pins.json?${query}`)).json());
  return features.map(({ geometry }) => geometry.coordinates);
}

/** Hydrates the page, brings the map into view and waits until it is drawn. */
export async function live(page: Page): Promise<void> {
  await waitForHydration(page);
  await page.locator(".locator-map").first().scrollIntoViewIfNeeded();
  await page.locator(".live-map[data-shown]").waitFor({ timeout: DRAWN_MS_MAX });
  await settled(page);
}

/** Until nothing moves, fades in or loads any more. */
export async function settled(page: Page): Promise<void> {
  await page.locator(".live-map-canvas[data-idle]").waitFor({ timeout: DRAWN_MS_MAX });
}

export async function pixels(page: Page): Promise<string> {
  return (await page.locator(".live-map-canvas").screenshot()).toString("base64");
}

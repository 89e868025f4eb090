import { chromium, type Page } from "playwright-core";
import { z } from "zod";

import { CATEGORY_SLUGS } from "#app/guide/places/facts/categories.ts";

import { chromiumOptions } from "../tests/chromium-options.ts";
import { startBuiltSite } from "./built-site.ts";

const PINS = 10_000;

/** From the whole District to single houses: different numbers of clusters, with and without side streets. */
const ZOOMS = [0, 2, 4];
const PANS_AT_EACH_ZOOM = 2;
const PAN_PX = 320;
const STEPS_A_PAN = 24;

/** The browsers' definition of a long task. */
const LONG_TASK_MS = 50;

const RUNNING_TASK = "ThreadControllerImpl::RunTask";

/**
 * Pans `/map` with 10,000 pins by mouse and reports the main thread's tasks from a trace. Without a GPU, drawing runs
 * on other threads of the same processor, so this measures the worst case.
 */
export async function mapPanning(): Promise<void> {
  const site = await startBuiltSite();
  const browser = await chromium.launch(await chromiumOptions());
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const real = Pins.parse(await (await fetch(`${site.url}/map/pins.json`)).json()).features;
  const body = JSON.stringify({ type: "FeatureCollection", features: scattered(real) });
  await page.route("**/map/pins.json", (route) => route.fulfill({ contentType: "application/geo+json", body }));
  await page.goto(`${site.url.replace("127.0.0.1", "localhost")}/map`);
  await page.mouse.move(700, 500);
  await page.mouse.move(900, 500);
  await page.locator(".live-map[data-shown]").waitFor({ timeout: 120_000 });
  for (const [index, zoom] of ZOOMS.entries()) {
    const levels = zoom - (ZOOMS[index - 1] ?? 0);
    for (let level = 0; level < levels; level += 1) await page.getByRole("button", { name: "Zoom in" }).click();
    await page.waitForTimeout(3_000);
    await browser.startTracing(page, {
      categories: ["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline"],
    });
    await pan(page);
    const tasks = tasksOfPage((await browser.stopTracing()).toString("utf8"));
    const long = tasks.filter((ms) => ms > LONG_TASK_MS);
    const total = tasks.reduce((sum, ms) => sum + ms, 0);
    console.log(
      `${PINS} pins, zoomed in by ${zoom}: longest task ${Math.max(0, ...tasks).toFixed(1)} ms, ` +
        `${long.length} of ${tasks.length} over ${LONG_TASK_MS} ms, ${total.toFixed(0)} ms in total`,
    );
  }
  await browser.close();
  await site.stop();
}

const Pins = z.object({
  features: z.array(z.object({ geometry: z.object({ coordinates: z.tuple([z.number(), z.number()]) }) })),
});

/**
 * As many pins as the map accepts, within a few hundred meters of real ones, so that they are dense where the city is.
 */
function scattered(real: z.infer<typeof Pins>["features"]) {
  return Array.from({ length: PINS }, (_, index) => {
    const [lng, lat] = real[index % real.length]?.geometry.coordinates ?? [-77.03, 38.9];
    // The golden angle spreads points evenly without randomness.
    const angle = index * 2.399963;
    const degrees = 0.0004 * Math.sqrt(Math.floor(index / real.length));
    return {
      type: "Feature",
      properties: {
        slug: `bench-${index}`,
        name: `Place ${index}`,
        category: CATEGORY_SLUGS[index % CATEGORY_SLUGS.length],
      },
      geometry: { type: "Point", coordinates: [lng + degrees * Math.cos(angle), lat + degrees * Math.sin(angle)] },
    };
  });
}

/** Back and forth in both directions like a hand, with about sixty positions per second. */
async function pan(page: Page): Promise<void> {
  for (let turn = 0; turn < PANS_AT_EACH_ZOOM; turn += 1) {
    const sign = turn % 2 === 0 ? 1 : -1;
    await page.mouse.move(900, 500);
    await page.mouse.down();
    for (let step = 1; step <= STEPS_A_PAN; step += 1) {
      const offset = (step / STEPS_A_PAN) * PAN_PX * sign;
      await page.mouse.move(900 - offset, 500 - offset / 3);
      await page.waitForTimeout(16);
    }
    await page.mouse.up();
    await page.waitForTimeout(600);
  }
}

const Trace = z.object({
  traceEvents: z.array(
    z.object({
      name: z.string(),
      ph: z.string(),
      pid: z.number(),
      tid: z.number(),
      /** CPU time in microseconds, without waiting. */
      tdur: z.number().optional(),
      args: z.object({ name: z.unknown() }).partial().optional(),
    }),
  ),
});

/** CPU time of each main-thread task in ms. On a busy machine tasks wait longer, but don't use more CPU. */
function tasksOfPage(text: string): number[] {
  const { traceEvents } = Trace.parse(JSON.parse(text));
  const threads = traceEvents.filter(({ name, args }) => name === "thread_name" && args?.name === "CrRendererMain");
  const durations = threads.map(({ pid, tid }) =>
    traceEvents
      .filter((event) => event.pid === pid && event.tid === tid && event.name === RUNNING_TASK)
      .map(({ tdur = 0 }) => tdur / 1_000),
  );
  // The browser has a spare process for the next page; the busiest process is this page's.
  return durations.toSorted((a, b) => b.length - a.length)[0] ?? [];
}

import { chromium, type Page } from "playwright-core";
import { z } from "zod";

import { CATEGORY_SLUGS } from "#app/features/places/categories.ts";

import { chromiumOptions } from "../tests/chromium-options.ts";
import { startBuiltSite } from "./built-site.ts";

const PINS = 10_000;

/** Zooms from the whole District to single houses: more and fewer clusters, with and without side streets. */
const ZOOMS = [0, 2, 4];
const PANS_AT_EACH_ZOOM = 2;
const PAN_PX = 320;
const STEPS_A_PAN = 24;

/** What a browser calls long. */
const LONG_TASK_MS = 50;

const RUNNING_TASK = "ThreadControllerImpl::RunTask";

/**
 * Pans `/map` with 10,000 pins by the mouse and reports the tasks of the page's own thread, out of a trace. Without a
 * graphics card the drawing itself is done by other threads of the same processor, so what is measured is at its worst.
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
        `${long.length} of ${tasks.length} over ${LONG_TASK_MS} ms, ${total.toFixed(0)} ms in all`,
    );
  }
  await browser.close();
  await site.stop();
}

const Pins = z.object({
  features: z.array(z.object({ geometry: z.object({ coordinates: z.tuple([z.number(), z.number()]) }) })),
});

/** As many as the map takes, a few hundred meters round the real ones: crowded where the city is. */
function scattered(real: z.infer<typeof Pins>["features"]) {
  return Array.from({ length: PINS }, (_, index) => {
    const [lng, lat] = real[index % real.length]?.geometry.coordinates ?? [-77.03, 38.9];
    // The golden angle spreads points evenly without any chance in it.
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

/** There and back in both directions, as a hand does it: about sixty positions a second. */
async function pan(page: Page): Promise<void> {
  for (let turn = 0; turn < PANS_AT_EACH_ZOOM; turn += 1) {
    const sign = turn % 2 === 0 ? 1 : -1;
    await page.mouse.move(900, 500);
    await page.mouse.down();
    for (let step = 1; step <= STEPS_A_PAN; step += 1) {
      const way = (step / STEPS_A_PAN) * PAN_PX * sign;
      await page.mouse.move(900 - way, 500 - way / 3);
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
      /** The processor's time, without what the thread waited for, in microseconds. */
      tdur: z.number().optional(),
      args: z.object({ name: z.unknown() }).partial().optional(),
    }),
  ),
});

/** How much of the processor each task of the page's thread took, in ms: a busy machine makes tasks wait, not work. */
function tasksOfPage(text: string): number[] {
  const { traceEvents } = Trace.parse(JSON.parse(text));
  const threads = traceEvents.filter(({ name, args }) => name === "thread_name" && args?.name === "CrRendererMain");
  const durations = threads.map(({ pid, tid }) =>
    traceEvents
      .filter((event) => event.pid === pid && event.tid === tid && event.name === RUNNING_TASK)
      .map(({ tdur = 0 }) => tdur / 1_000),
  );
  // The browser keeps a spare process for the next page; the busiest is this one's.
  return durations.toSorted((a, b) => b.length - a.length)[0] ?? [];
}

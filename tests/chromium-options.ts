import type { LaunchOptions } from "playwright-core";

import { ensureChromium } from "./ensure-chromium.ts";

/** Nothing of its own accord, least of all over the network. */
const FLAGS = [
  "--no-sandbox",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** How every Chromium of the journeys and the bench is started. */
export async function chromiumOptions(flags: readonly string[] = []): Promise<LaunchOptions> {
  return { executablePath: await ensureChromium(), args: [...FLAGS, ...flags] };
}

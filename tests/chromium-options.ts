import type { LaunchOptions } from "playwright-core";

import { ensureChromium } from "./ensure-chromium.ts";

/** Chromium does nothing in the background, least of all over the network. */
const FLAGS = [
  "--no-sandbox",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** The options with which end-to-end tests and benches start Chromium. */
export async function chromiumOptions(flags: readonly string[] = []): Promise<LaunchOptions> {
  return { executablePath: await ensureChromium(), args: [...FLAGS, ...flags] };
}

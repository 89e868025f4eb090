import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { chromium } from "playwright-core";

import { freePort } from "#tests/free-port.ts";

import { chromiumOptions } from "../tests/chromium-options.ts";
import { startBuiltSite } from "./built-site.ts";
import { quantile } from "./quantile.ts";

/**
 * Lighthouse and its dependencies would be a fifth of all files of `npm ci`, for this one bench. So it is installed on
 * demand.
 */
const PACKAGE = "lighthouse@13.5.0";
const FOLDER = join(import.meta.dirname, "..", "node_modules", ".cache", "rowhouse", PACKAGE);

const RUNS = 3;
const PAGES = [
  "/",
  "/food",
  "/neighborhood/georgetown",
  "/places/eastern-market",
  "/posts/best-pizza",
  "/search?q=pizza",
];

/** Lighthouse's mobile audit of each kind of page, the median of three runs. */
export async function lighthouseAudit(): Promise<void> {
  const lighthouse = await loadLighthouse();
  const site = await startBuiltSite({ kind: "production" });
  const port = await freePort();
  const browser = await chromium.launch(await chromiumOptions([`--remote-debugging-port=${port}`]));
  for (const path of PAGES) {
    const runs: Report[] = [];
    // Warms the cache, so that the page is in memory and compressed, as a visited page is.
    for (let visit = 0; visit < 2; visit += 1) await (await fetch(site.url + path)).arrayBuffer();
    for (let run = 0; run < RUNS; run += 1) {
      const result = await lighthouse(site.url.replace("127.0.0.1", "localhost") + path, {
        port,
        output: "json",
        logLevel: "error",
      });
      if (result === undefined) throw new Error(`Lighthouse returned nothing for ${path}`);
      runs.push(result.lhr);
    }
    const scores = Object.entries(runs[0]?.categories ?? {}).map(([id, { title }]) => {
      const score = quantile(
        runs.map(({ categories }) => categories[id]?.score ?? 0),
        0.5,
      );
      return `${title} ${Math.round(score * 100)}`;
    });
    const figure = (id: string) =>
      quantile(
        runs.map(({ audits }) => audits[id]?.numericValue ?? 0),
        0.5,
      );
    const [lcp, tbt, cls] = [
      figure("largest-contentful-paint"),
      figure("total-blocking-time"),
      figure("cumulative-layout-shift"),
    ];
    console.log(
      `${path}: ${scores.join(", ")}; LCP ${(lcp / 1000).toFixed(2)} s, TBT ${tbt.toFixed(0)} ms, CLS ${cls.toFixed(3)}`,
    );
    for (const audit of Object.values(runs[0]?.audits ?? {})) {
      if (audit.score !== null && audit.score < 0.9 && audit.scoreDisplayMode !== "informative")
        console.log(`    ${audit.id}: ${audit.displayValue ?? audit.title}`);
    }
  }
  await browser.close();
  await site.stop();
}

/** The parts of the report that we read. */
type Report = {
  categories: Record<string, { title: string; score: number | null }>;
  audits: Record<
    string,
    {
      id: string;
      title: string;
      score: number | null;
      scoreDisplayMode: string;
      displayValue?: string;
      numericValue?: number;
    }
  >;
};
type Lighthouse = (url: string, flags: Record<string, unknown>) => Promise<{ lhr: Report } | undefined>;

async function loadLighthouse(): Promise<Lighthouse> {
  const entry = join(FOLDER, "node_modules", "lighthouse", "core", "index.js");
  if (!existsSync(entry)) {
    console.log(`rowhouse: installing ${PACKAGE} ...`);
    mkdirSync(FOLDER, { recursive: true });
    const words = ["install", "--prefix", FOLDER, "--prefer-offline", "--no-audit", "--no-fund", PACKAGE];
    const { status } = spawnSync(process.platform === "win32" ? "npm.cmd" : "npm", words, {
      stdio: "inherit",
      shell: process.platform === "win32",
    });
    if (status !== 0) throw new Error(`${PACKAGE} could not be installed; see above`);
  }
  const loaded: { default: Lighthouse } = await import(pathToFileURL(entry).href);
  return loaded.default;
}

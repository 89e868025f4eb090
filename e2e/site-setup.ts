import { chromium } from "playwright-core";
import type { TestProject } from "vitest/node";

import { openDatabase } from "#app/db/database.server.ts";
import { DEMO_SEED, loadDemo } from "#app/features/demo/load-demo.server.ts";
import { readEnv } from "#app/platform/env.server.ts";
import { ensureChromium } from "#tests/ensure-chromium.ts";
import { silentLog } from "#tests/silent-log.ts";

import { DEMO_FOLDER, prepareDatabase } from "../cli/prepare-database.ts";
import { CHROMIUM_FLAGS } from "./chromium-flags.ts";
import { type DataFolder, emptyFolder, seededFolder } from "./data-folder.ts";
import { startSite } from "./site-process.ts";

/** What every journey gets: the running site and the running browser. */
declare module "vitest" {
  interface ProvidedContext {
    /** Origin of the site, without a trailing slash. */
    siteUrl: string;
    browserEndpoint: string;
    /** A folder with a trial's database that no site has open; sites of a journey's own take a copy. */
    seeded: string;
    /** The same of a production site: the catalogue and nothing invented. */
    withoutDemo: string;
  }
}

/** One site with a database of its own and one browser with a profile of its own, for the whole run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const withoutDemo = await withCatalogue();
  const seeded = await withDemo(withoutDemo);
  const folder = seededFolder(seeded.path);
  const [site, browser] = await Promise.all([startSite(folder.path), startBrowser()]);
  project.provide("seeded", seeded.path);
  project.provide("withoutDemo", withoutDemo.path);
  project.provide("siteUrl", site.url);
  project.provide("browserEndpoint", browser.wsEndpoint());
  return async () => {
    await browser.close();
    const code = await site.stop();
    folder.remove();
    seeded.remove();
    withoutDemo.remove();
    if (code !== 0) throw new Error(`The site ended with ${code} when it was told to stop:\n${site.output()}`);
    const complaints = site.output().split("\n").filter(isComplaint);
    if (complaints.length > 0) throw new Error(`The site complained during the journeys:\n${complaints.join("\n")}`);
  };
}

async function withCatalogue(): Promise<DataFolder> {
  const folder = emptyFolder();
  const opened = await prepareDatabase(readEnv({ DATA_DIR: folder.path }), silentLog(), "production");
  await opened.close();
  return folder;
}

/** What a trial's first start makes, at a quarter of its cost. */
async function withDemo(catalogue: DataFolder): Promise<DataFolder> {
  const folder = seededFolder(catalogue.path);
  const opened = await openDatabase(readEnv({ DATA_DIR: folder.path }), silentLog(), "command");
  await opened.exclusively((db) => loadDemo(db, { folder: DEMO_FOLDER, seed: DEMO_SEED, now: new Date() }));
  await opened.close();
  return folder;
}

async function startBrowser() {
  return chromium.launchServer({ executablePath: await ensureChromium(), args: CHROMIUM_FLAGS, headless: true });
}

/** A log line of a failure, or anything that is no log line but the greeting: React's own warnings, say. */
function isComplaint(line: string): boolean {
  return line.trim() !== "" && !line.includes("is up after");
}

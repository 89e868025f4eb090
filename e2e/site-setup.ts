import { chromium } from "playwright-core";
import type { TestProject } from "vitest/node";

import { chromiumOptions } from "#tests/chromium-options.ts";
import { areTemplatesFilled } from "#tests/filled-templates.ts";
import { startPostgres } from "#tests/real-postgres.ts";

import { fillTemplates } from "./template-databases.ts";

/** What every end-to-end test gets: the running browsers. Each worker opens its own site, see `site.ts`. */
declare module "vitest" {
  interface ProvidedContext {
    browserEndpoint: string;
    /** The endpoint of a browser that loads no images. */
    plainBrowserEndpoint: string;
  }
}

/**
 * Starts one database server and two browsers for the whole run. Without `tests/run.ts`, workers load their modules
 * while the template databases are being filled, and then wait for them.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [database, browser, plain] = await Promise.all([
    startPostgres(),
    startBrowser(),
    startBrowser("--blink-settings=imagesEnabled=false"),
  ]);
  const filled = areTemplatesFilled() ? Promise.resolve() : fillTemplates(database.url);
  project.provide("databaseServer", database.url);
  project.provide("browserEndpoint", browser.wsEndpoint());
  project.provide("plainBrowserEndpoint", plain.wsEndpoint());
  return async () => {
    await filled;
    await Promise.all([browser.close(), plain.close()]);
    await database.stop();
  };
}

/** Pages live too short for optimized code to repay its compilation, a sixth of the browser's work. */
const WITHOUT_OPTIMIZING = "--js-flags=--no-opt --no-maglev";

async function startBrowser(...flags: string[]) {
  return chromium.launchServer(await chromiumOptions([WITHOUT_OPTIMIZING, ...flags]));
}

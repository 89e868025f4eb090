import { chromium } from "playwright-core";
import type { TestProject } from "vitest/node";

import { openPostgres } from "#app/db/postgres.server.ts";
import { DEMO_SEED, loadDemo } from "#app/features/demo/load-demo.server.ts";
import { readEnv } from "#app/platform/env.server.ts";
import { chromiumOptions } from "#tests/chromium-options.ts";
import { startPostgres } from "#tests/real-postgres.ts";
import { silentLog } from "#tests/silent-log.ts";

import { DEMO_FOLDER, prepareDatabase } from "../cli/prepare-database.ts";
import { asAdmin, databaseUrl, TEMPLATE_DATABASES } from "./databases.ts";

/** What every journey gets: the running browsers. Each worker opens a site for itself, see `site.ts`. */
declare module "vitest" {
  interface ProvidedContext {
    browserEndpoint: string;
    /** Of one that loads no pictures. */
    plainBrowserEndpoint: string;
  }
}

/** One database server with the databases that sites begin with, and two browsers with profiles of their own, for the whole run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [database, browser, plain] = await Promise.all([
    startDatabases(),
    startBrowser(),
    startBrowser("--blink-settings=imagesEnabled=false"),
  ]);
  project.provide("databaseServer", database.url);
  project.provide("browserEndpoint", browser.wsEndpoint());
  project.provide("plainBrowserEndpoint", plain.wsEndpoint());
  return async () => {
    await Promise.all([browser.close(), plain.close()]);
    await database.stop();
  };
}

async function startDatabases() {
  const database = await startPostgres();
  const { production, trial } = TEMPLATE_DATABASES;
  await asAdmin(database.url, `drop database if exists ${production} with (force)`);
  await asAdmin(database.url, `drop database if exists ${trial} with (force)`);
  await asAdmin(database.url, `create database ${production}`);
  await fillCatalogue(databaseUrl(database.url, production));
  await asAdmin(database.url, `create database ${trial} template ${production}`);
  await fillDemo(databaseUrl(database.url, trial));
  return database;
}

async function fillCatalogue(url: string): Promise<void> {
  const opened = await prepareDatabase(readEnv({ DATABASE_URL: url }), silentLog(), "production");
  await opened.close();
}

/** What a trial's first start makes. */
async function fillDemo(url: string): Promise<void> {
  const opened = openPostgres(url, silentLog());
  await opened.exclusively((db) => loadDemo(db, { folder: DEMO_FOLDER, seed: DEMO_SEED, now: new Date() }));
  await opened.close();
  // As a server that has run for a while: the planner knows the tables, and a copy has no old rows to carry.
  await asAdmin(url, "vacuum analyze");
}

async function startBrowser(...flags: string[]) {
  return chromium.launchServer(await chromiumOptions(flags));
}

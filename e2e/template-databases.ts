import { openPostgres } from "#app/db/postgres.server.ts";
import { DEMO_FOLDER, DEMO_SEED, loadDemo } from "#app/desk/demo/load-demo.server.ts";
import { readEnv } from "#app/platform/env.server.ts";
import { COPY_FILES } from "#tests/real-postgres.ts";
import { silentLog } from "#tests/silent-log.ts";

import { prepareDatabase } from "../cli/prepare-database.ts";
import { executeAsAdmin, databaseUrl, TEMPLATE_DATABASES } from "./databases.ts";

/** Creates the databases that sites are opened on: one with seed data, one with sample activity too. */
export async function fillTemplates(server: string): Promise<void> {
  const { production, trial } = TEMPLATE_DATABASES;
  await fillTemplate(server, { name: production, from: "template1", fill: fillWithSeedData });
  await fillTemplate(server, { name: trial, from: production, fill: fillDemo });
}

type TemplateInput = { name: string; from: string; fill: (url: string) => Promise<void> };

/** The database gets its final name when it is complete: workers wait for that name. */
async function fillTemplate(server: string, { name, from, fill }: TemplateInput): Promise<void> {
  const unfinished = `${name}_unfinished`;
  for (const each of [name, unfinished]) await executeAsAdmin(server, `drop database if exists ${each} with (force)`);
  await executeAsAdmin(server, `create database ${unfinished} template ${from} ${COPY_FILES}`);
  const url = databaseUrl(server, unfinished);
  await fill(url);
  // Like a server that has run for a while: the planner has statistics, and a copy has no dead rows.
  await executeAsAdmin(url, "vacuum analyze");
  await executeAsAdmin(server, `alter database ${unfinished} rename to ${name}`);
}

async function fillWithSeedData(url: string): Promise<void> {
  const opened = await prepareDatabase(readEnv({ DATABASE_URL: url }), silentLog(), "production");
  await opened.close();
}

/** The activity that `demo load` and the trial's bar add. */
async function fillDemo(url: string): Promise<void> {
  const opened = openPostgres(url, silentLog());
  await opened.runExclusively((db) => loadDemo(db, { folder: DEMO_FOLDER, seed: DEMO_SEED, now: new Date() }));
  await opened.close();
}

import { setTimeout as pause } from "node:timers/promises";

import { Client } from "pg";
import { inject } from "vitest";

import { COPY_FILES } from "#tests/real-postgres.ts";

import { count } from "./start-counts.ts";

/** A site's initial data: `production` has only seed data, as at every first start; `trial` has sample activity too. */
export type Template = "trial" | "production";

export const TEMPLATE_DATABASES: Record<Template, string> = {
  trial: "rowhouse_with_demo",
  production: "rowhouse_with_catalogue",
};

/** The run's temporary PostgreSQL server, started by site-setup.ts. */
declare module "vitest" {
  interface ProvidedContext {
    databaseServer: string;
  }
}

export type OwnDatabase = {
  url: string;
  /** Also ends open connections to the database. */
  drop: () => Promise<void>;
};

let created = 0;

/** A database for one site alone: PostgreSQL copies a template in a fraction of a second. */
export async function createDatabase(
  template: Template,
  server: string = inject("databaseServer"),
): Promise<OwnDatabase> {
  created += 1;
  const name = `rowhouse_${process.pid}_${process.env["VITEST_POOL_ID"] ?? "0"}_${created}`;
  count("databases");
  await hasTemplate(server, TEMPLATE_DATABASES[template]);
  await executeAsAdmin(server, `create database ${name} template ${TEMPLATE_DATABASES[template]} ${COPY_FILES}`);
  return {
    url: databaseUrl(server, name),
    drop: () => executeAsAdmin(server, `drop database if exists ${name} with (force)`),
  };
}

/** Filling a template takes seconds, and much longer on a busy machine. */
const FILLED_MS_MAX = 100_000;

/** Resolves when a template is filled: site-setup.ts fills the templates while workers start. */
async function hasTemplate(server: string, name: string): Promise<void> {
  const deadline = performance.now() + FILLED_MS_MAX;
  while (!(await isThere(server, name))) {
    if (performance.now() > deadline) throw new Error(`${name} was not filled within ${FILLED_MS_MAX} ms`);
    await pause(50);
  }
}

async function isThere(server: string, name: string): Promise<boolean> {
  const client = new Client({ connectionString: server });
  await client.connect();
  try {
    const { rowCount } = await client.query("select 1 from pg_database where datname = $1", [name]);
    return rowCount === 1;
  } finally {
    await client.end();
  }
}

/** The URL of one of the server's databases. */
export function databaseUrl(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

export async function executeAsAdmin(server: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

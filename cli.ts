import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";

import { SettingError } from "#app/lib/setting-error.ts";

import type { DatabaseCommand } from "./cli/with-database.ts";
import { cacheModules } from "./cli/cache-modules.ts";

cacheModules();

/** Every command. A command's file is loaded only when it is used. */
const COMMANDS: Record<string, { help: string; load: () => Promise<(words: string[]) => Promise<number>> }> = {
  serve: {
    help: "serve [trial|production]  prepare the database and serve the built site",
    load: async () => (await import("./cli/serve.ts")).serve,
  },
  dev: {
    help: "dev                       serve from source, with hot reload",
    load: async () => (await import("./cli/dev.ts")).dev,
  },
  migrate: {
    help: "migrate                   apply database migrations",
    load: () => onDatabase(async () => (await import("./cli/migrate.ts")).migrateTables),
  },
  "check-seeds": {
    help: "check-seeds               check the seed files",
    load: async () => {
      const { checkSeedData: checkSeeds } = await import("./cli/seed.ts");
      return () => checkSeeds();
    },
  },
  seed: {
    help: "seed                      check the seed files and load them",
    load: () => onDatabase(async () => (await import("./cli/seed.ts")).seedDatabase),
  },
  demo: {
    help: "demo load|clear|status    load sample activity into a trial, or clear it",
    load: () => onDatabase(async () => (await import("./cli/demo.ts")).demo),
  },
  "grant-admin": {
    help: "grant-admin EMAIL         make a signed-up user an admin",
    load: () => onDatabase(async () => (await import("./cli/people.ts")).grantAdmin),
  },
  suspend: {
    help: "suspend EMAIL             suspend a user and sign them out everywhere",
    load: () => onDatabase(async () => (await import("./cli/people.ts")).suspend),
  },
  restore: {
    help: "restore EMAIL             let a suspended user sign in again",
    load: () => onDatabase(async () => (await import("./cli/people.ts")).restore),
  },
  refund: {
    help: "refund EMAIL              refund a member's payments of the last 30 days and end the membership",
    load: () => onDatabase(async () => (await import("./cli/refund.ts")).refund),
  },
  import: {
    help: "import FILE|resume|withdraw  import places from a file; continue or withdraw an import",
    load: async () => {
      const { importCommand, withAbsolutePath: withWholePath } = await import("./cli/import.ts");
      const run = await onDatabase(async () => importCommand);
      return (words) => run(withWholePath(words));
    },
  },
  sources: {
    help: "sources list|status|run NAME|on NAME|off NAME  read places from live sources",
    load: () => onDatabase(async () => (await import("./cli/sources.ts")).sourcesCommand),
  },
  backup: {
    help: "backup [list|restore FILE]  make a backup (the site may be running), list backups, restore one",
    load: () => onDatabase(async () => (await import("./cli/backup.ts")).backupCommand),
  },
  mail: {
    help: "mail bounce|verdict FILE  process a bounced newsletter from standard input, or say how a file is read",
    load: async () => {
      const { mailCommand, printVerdict, readBounce } = await import("./cli/mail.ts");
      const run = await onDatabase(async () => mailCommand);
      return (words) =>
        words[0] === "verdict"
          ? printVerdict(words, { readFile, print: console.log })
          : readBounce(words, { run, input: process.stdin, print: console.log });
    },
  },
  hours: {
    help: "hours read TEXT           print hours as typed in OpenStreetMap's opening_hours",
    load: async () => {
      const { hoursCommand } = await import("./cli/hours.ts");
      return async (words) => hoursCommand(words, console.log);
    },
  },
  search: {
    help: "search rebuild            rebuild the search index",
    load: () => onDatabase(async () => (await import("./cli/search.ts")).searchCommand),
  },
};

async function onDatabase(load: () => Promise<DatabaseCommand>): Promise<(words: string[]) => Promise<number>> {
  const { withDatabase } = await import("./cli/with-database.ts");
  return withDatabase(await load());
}

const [name, ...words] = process.argv.slice(2);
const command = name === undefined ? undefined : COMMANDS[name];
if (command === undefined) {
  const problem = name === undefined || name === "help" ? "" : `rowhouse: unknown command "${name}"\n\n`;
  console.log(
    `${problem}Usage: npm run cli -- COMMAND\n\n${Object.values(COMMANDS)
      .map(({ help }) => `  ${help}`)
      .join("\n")}`,
  );
  process.exitCode = problem === "" ? 0 : 2;
} else {
  if (existsSync(".env")) process.loadEnvFile(".env");
  try {
    process.exitCode = await (await command.load())(words);
  } catch (error) {
    // Settings errors are printed as one line. Anything else is a bug and keeps its stack trace.
    if (!(error instanceof SettingError)) throw error;
    console.error(`rowhouse: ${error.message}`);
    process.exitCode = 1;
  }
}

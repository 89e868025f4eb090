import type { BuildKind } from "../build-kind.ts";
import { openDatabase, type OpenedDatabase } from "#app/db/database.server.ts";
import { DatabaseHeldError } from "#app/db/embedded.server.ts";
import { readEnv } from "#app/platform/env.server.ts";
import { createLogger } from "#app/platform/log.server.ts";

import { runThroughServer } from "./command-socket.ts";

/** What a command that works on the database is given, whether it runs in its own process or in the server's. */
export type CommandInput = {
  opened: OpenedDatabase;
  words: string[];
  print: (line: string) => void;
  /** The site whose process runs the command; null in a process of its own. */
  servedBy: BuildKind | null;
};
export type DatabaseCommand = (input: CommandInput) => Promise<number>;

/**
 * Makes a command of the command line out of one that needs the database. Where a running server holds the embedded
 * database, the server runs it and this process shows what it prints.
 */
export function withDatabase(name: string, command: DatabaseCommand): (words: string[]) => Promise<number> {
  return async (words) => {
    const env = readEnv(process.env);
    try {
      const opened = await openDatabase(env, createLogger({ level: env.logLevel, readable: true }));
      try {
        return await command({ opened, words, print: console.log, servedBy: null });
      } finally {
        await opened.close();
      }
    } catch (error) {
      if (!(error instanceof DatabaseHeldError)) throw error;
      return runThroughServer(env.dataDir, { name, words });
    }
  };
}

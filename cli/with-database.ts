import { openDatabase, type OpenedDatabase } from "#app/db/database.server.ts";
import { readEnv } from "#app/platform/env.server.ts";
import { createLogger } from "#app/platform/log.server.ts";

/** What a command that works on the database is given. */
export type CommandInput = {
  opened: OpenedDatabase;
  words: string[];
  print: (line: string) => void;
};
export type DatabaseCommand = (input: CommandInput) => Promise<number>;

/** Makes a command of the command line out of one that needs the database, also while a site uses it. */
export function withDatabase(command: DatabaseCommand): (words: string[]) => Promise<number> {
  return async (words) => {
    const env = readEnv(process.env);
    const opened = await openDatabase(env, createLogger({ level: env.logLevel }), "command");
    try {
      return await command({ opened, words, print: console.log });
    } finally {
      await opened.close();
    }
  };
}

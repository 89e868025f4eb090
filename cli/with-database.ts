import { openDatabase, type OpenedDatabase } from "#app/db/database.server.ts";
import { readEnv } from "#app/platform/env.server.ts";
import { createLogger } from "#app/platform/log.server.ts";

/** The input of a command that uses the database. */
export type CommandInput = {
  opened: OpenedDatabase;
  args: string[];
  print: (line: string) => void;
};
export type DatabaseCommand = (input: CommandInput) => Promise<number>;

/** Opens the database for a command, also while a site uses it. */
export function withDatabase(command: DatabaseCommand): (words: string[]) => Promise<number> {
  return async (words) => {
    const env = readEnv(process.env);
    const opened = await openDatabase(env, createLogger({ level: env.logLevel }), "command");
    try {
      return await command({ opened, args: words, print: console.log });
    } finally {
      await opened.close();
    }
  };
}

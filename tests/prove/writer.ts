import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";

import { sql } from "drizzle-orm";
import { onTestFinished } from "vitest";

import type { DatabaseProcess, OpenedDatabase } from "#app/db/database.server.ts";
import { openLocalDatabase } from "#app/db/local-database.server.ts";
import { queryRows } from "../query-rows.ts";
import { silentLog } from "#tests/silent-log.ts";

/** A process that writes numbers without pause: write-numbers.ts. */
export type Writer = {
  /** All numbers that the database has acknowledged so far. */
  acknowledged: number[];
  /** The error codes of refused writes. */
  refused: string[];
  /** Waits until `count` more are acknowledged. @throws When the writer ends before. */
  waitForAcknowledged: (count: number) => Promise<void>;
  /** Waits until `count` more are refused. */
  waitForRefused: (count: number) => Promise<void>;
  /** Waits until the statement between the numbers has started once more. */
  waitForStatement: () => Promise<void>;
  kill: () => Promise<void>;
  /** Ends the writer's input, so that it closes the database properly. */
  end: () => Promise<number | null>;
};

type WriterOptions = { as?: DatabaseProcess; from?: number; between?: string };

/** Starts a writer without waiting until it has opened the database. */
export function launchWriter(
  dataDir: string,
  { as = "trial site", from = 0, between: statement = "" }: WriterOptions = {},
): Writer {
  const script = join(import.meta.dirname, "write-numbers.ts");
  const child = spawn(process.execPath, [script, dataDir, as, String(from), statement], {
    stdio: ["pipe", "pipe", "pipe"],
  });
  const acknowledged: number[] = [];
  const refused: string[] = [];
  const between: string[] = [];
  const waiting = new Set<() => void>();
  let complaints = "";
  child.stderr.on("data", (bytes: Buffer) => {
    complaints += bytes.toString();
  });
  createInterface({ input: child.stdout }).on("line", (line) => {
    if (line.startsWith("refused ")) refused.push(line.slice("refused ".length));
    else if (line === "between") between.push(line);
    else if (line !== "open") acknowledged.push(Number(line));
    for (const look of waiting) look();
  });
  const closed = once(child, "close").then(() => child.exitCode);
  const grow = async (list: unknown[], count: number) => {
    const wanted = list.length + count;
    const grown = Promise.withResolvers<true>();
    const look = () => list.length >= wanted && grown.resolve(true);
    waiting.add(look);
    const isGrown = await Promise.race([grown.promise, closed.then(() => false)]);
    waiting.delete(look);
    if (!isGrown) throw new Error(`The writer ended with ${child.exitCode}: ${complaints}`);
  };
  const kill = async () => {
    child.kill("SIGKILL");
    await closed;
  };
  onTestFinished(kill);
  return {
    acknowledged,
    refused,
    waitForAcknowledged: (count) => grow(acknowledged, count),
    waitForRefused: (count) => grow(refused, count),
    waitForStatement: () => grow(between, 1),
    kill,
    end: () => {
      child.stdin.end();
      return closed;
    },
  };
}

/** Starts a writer and waits for its first numbers. */
export async function startWriter(dataDir: string, words: WriterOptions = {}): Promise<Writer> {
  const writer = launchWriter(dataDir, words);
  await writer.waitForAcknowledged(1);
  return writer;
}

/** Opens the database and returns the acknowledged numbers that are missing. @throws When it doesn't open. */
export async function missingNumbers(dataDir: string, acknowledged: number[]): Promise<number[]> {
  const opened = await openLocalDatabase(dataDir, silentLog(), "command");
  try {
    return await missingIn(opened, acknowledged);
  } finally {
    await opened.close();
  }
}

async function missingIn({ db }: OpenedDatabase, acknowledged: number[]): Promise<number[]> {
  if (acknowledged.length === 0) return [];
  // Without synchronous commit, the whole table may be missing.
  const [table] = await queryRows(db, sql`select to_regclass('numbers') is not null as "isThere"`);
  if (table?.["isThere"] !== true) return acknowledged;
  // Reads every row from the table, which verifies every page's checksum. The index must then have the same rows.
  const rows = await queryRows(db, sql`select n from numbers where text = repeat(md5(n::text), 30)`);
  const found = new Set(rows.map(({ n }) => Number(n)));
  const [counted] = await queryRows(db, sql`select count(*)::integer as indexed from numbers where n >= 0`);
  if (counted?.["indexed"] !== found.size)
    throw new Error(`The index has ${String(counted?.["indexed"])} numbers, not ${found.size}`);
  return acknowledged.filter((n) => !found.has(n));
}

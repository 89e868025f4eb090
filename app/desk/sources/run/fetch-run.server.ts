import type { Database } from "#app/db/database.server.ts";
import type { Json } from "#app/db/columns/source-columns.ts";
import { PART_BYTES, partKey } from "#app/desk/imports/readers/import-file.server.ts";
import { FILE_BYTES_MAX } from "#app/desk/imports/screens/imports.ts";
import type { Env } from "#app/platform/env.server.ts";
import type { Storage } from "#app/platform/storage.server.ts";

import { SourceFault } from "../http/source-fault.ts";
import type { SourceHttp } from "../http/source-http.server.ts";
import type { FetchedPiece, LiveSource } from "../live-source.server.ts";
import type { RunLease, SourceRunRow } from "./run-lease.server.ts";

export type FetchContext = {
  db: Database;
  storage: Storage;
  hosts: Env["sourceHosts"];
  http: SourceHttp;
  signal: AbortSignal;
  now: Date;
  onProgress?: (progress: FetchProgress) => void;
};

export type FetchProgress = Pick<SourceRunRow, "partCount" | "byteCount" | "recordCount" | "dataAt" | "counts">;

/** `gap`: what the source left out; null when the file has everything that was requested. */
export type FetchedFile = FetchProgress & { gap: string | null };

/** A source that is read slowly saves its cursor in this rhythm, so that a job that ends goes on from there. */
const SAVE_MS_MAX = 60_000;

/**
 * Writes what the source has into the parts of a stored file, from where the run stopped: after each part it saves how far it
 * is. A source without a cursor begins again.
 *
 * @returns What the file has; null when the run was stopped meanwhile.
 * @throws SourceFault
 */
export async function fetchRun(
  context: FetchContext,
  { source, lease }: { source: LiveSource; lease: RunLease },
): Promise<FetchedFile | null> {
  const { db, hosts, http, signal, now } = context;
  const { run } = lease;
  const { cursor, since } = run;
  const file = new RunFile(context, lease);
  let gap: string | null = null;
  for await (const piece of source.fetch({ http, hosts, cursor, since, db, now, signal })) {
    file.add(piece);
    gap = piece.gap ?? gap;
    if (file.isSaveDue && !(await file.savePart())) return null;
  }
  return (await file.savePart()) ? { ...file.progress, gap } : null;
}

class RunFile {
  progress: FetchProgress;
  readonly #context: FetchContext;
  readonly #lease: RunLease;
  #lines: Buffer[] = [];
  #lineBytes = 0;
  #lineCount = 0;
  #cursor: Json;
  #savedAt = performance.now();

  constructor(context: FetchContext, lease: RunLease) {
    this.#context = context;
    this.#lease = lease;
    const { cursor, partCount, byteCount, recordCount, dataAt, counts } = lease.run;
    this.#cursor = cursor;
    this.progress = cursor === null ? NOTHING_FETCHED : { partCount, byteCount, recordCount, dataAt, counts };
  }

  get isSaveDue(): boolean {
    const isLongAgo = this.#cursor !== null && performance.now() - this.#savedAt >= SAVE_MS_MAX;
    return isLongAgo || this.#lineBytes >= PART_BYTES;
  }

  add({ records, cursor, dataAt, counts = {} }: FetchedPiece): void {
    const lines = Buffer.from(records.map((record) => `${record}\n`).join(""));
    this.#lines.push(lines);
    this.#lineBytes += lines.length;
    this.#lineCount += records.length;
    this.#cursor = cursor;
    this.progress = {
      ...this.progress,
      dataAt: dataAt ?? this.progress.dataAt,
      counts: addCounts(this.progress.counts, counts),
    };
  }

  /** Writes the lines as the file's next part. False: the run was stopped. */
  async savePart(): Promise<boolean> {
    const { db, storage, http, onProgress } = this.#context;
    const { run, update } = this.#lease;
    const { partCount, byteCount, recordCount } = this.progress;
    if (byteCount + this.#lineBytes > FILE_BYTES_MAX) {
      throw new SourceFault("too-large", `The source has more than ${FILE_BYTES_MAX / 1_048_576} MB of places.`);
    }
    const isEmpty = this.#lineBytes === 0;
    if (!isEmpty) await storage.put(partKey(run.folder, partCount), Buffer.concat(this.#lines), "application/x-ndjson");
    this.progress = {
      ...this.progress,
      partCount: partCount + (isEmpty ? 0 : 1),
      byteCount: byteCount + this.#lineBytes,
      recordCount: recordCount + this.#lineCount,
    };
    this.#lines = [];
    this.#lineBytes = 0;
    this.#lineCount = 0;
    this.#savedAt = performance.now();
    onProgress?.(this.progress);
    return update(db, {
      ...this.progress,
      cursor: this.#cursor,
      // What it had to wait for has answered.
      problem: null,
      requestCount: run.requestCount + http.requestCount,
      receivedBytes: run.receivedBytes + http.byteCount,
    });
  }
}

const NOTHING_FETCHED: FetchProgress = { partCount: 0, byteCount: 0, recordCount: 0, dataAt: null, counts: {} };

/** The sums of two counts by what was counted. */
export function addCounts(some: Record<string, number>, more: Record<string, number>): Record<string, number> {
  const sums = new Map(Object.entries(some));
  for (const [what, count] of Object.entries(more)) sums.set(what, (sums.get(what) ?? 0) + count);
  return Object.fromEntries(sums);
}

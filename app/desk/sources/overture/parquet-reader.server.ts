import { once } from "node:events";
import { join } from "node:path";
import { Worker } from "node:worker_threads";

import type { Area } from "#app/desk/imports/run/district-areas.ts";
import { DISTRICT_BOX } from "#app/guide/places/filters/place-filters.ts";

import { SourceFault } from "../http/source-fault.ts";
import type { SourceHttp } from "../http/source-http.server.ts";
import type { ParquetAnswer, ParquetRequest, ParquetSettings } from "./parquet-messages.ts";

/** The length of the footer and the word "PAR1", at the end of each file. */
const TRAILER_BYTES = 8;
const MAGIC = "PAR1";
/** Enough for most footers, so that one request does. */
const FOOTER_BYTES_GUESS = 512 * 1024;
/** Overture's have about 2 MB: 256 row groups of 45 columns. */
const FOOTER_BYTES_MAX = 16 * 1024 * 1024;
/** A run reads about a tenth. Without the bounds of its row groups a file would be read whole. */
const RUN_BYTES_MAX = 500_000_000;
/** A row group takes less than a second. */
const ANSWER_MS_MAX = 60_000;
/** A row group of 20,000 rows takes up to 75. */
const MEMORY_MB_MAX = 192;
/** New objects fill this much before they are collected. With the default the thread takes 100 MB more. */
const YOUNG_MEMORY_MB_MAX = 8;

/**
 * Reads the District's places out of Parquet files on servers, one row group at a time, in a thread with a limit of memory.
 * Close it in the end.
 */
export class ParquetReader {
  readonly #http: SourceHttp;
  readonly #worker: Worker;
  /** Why the thread has ended; null while it hasn't. */
  #failure: unknown = null;

  constructor({ http, areas }: { http: SourceHttp; areas: Area[] }) {
    this.#http = http;
    const workerData: ParquetSettings = { areas, box: DISTRICT_BOX };
    this.#worker = new Worker(join(import.meta.dirname, "parquet.worker.ts"), {
      workerData,
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB_MAX, maxYoungGenerationSizeMb: YOUNG_MEMORY_MB_MAX },
    });
    this.#worker.on("error", (error) => {
      this.#failure = error;
    });
  }

  /**
   * The places of the row groups behind the one with the number `after`, each in one line of JSON. Groups whose bounds are
   * elsewhere are not requested.
   *
   * @throws SourceFault
   */
  async *read({ url, after }: { url: string; after: number }): AsyncGenerator<{ rowGroup: number; records: string[] }> {
    const { host } = new URL(url);
    const size = await this.#http.readSize({ url });
    const footer = await this.#readFooter(url, size);
    const opened = await this.#ask({ footer, size }, host);
    const rowGroups = "rowGroups" in opened ? opened.rowGroups : [];
    for (const { index, ranges } of rowGroups) {
      if (index <= after) continue;
      const parts = [];
      for (const range of ranges) {
        if (this.#http.byteCount + range.to - range.from > RUN_BYTES_MAX) throw tooMuch(host);
        parts.push({ from: range.from, bytes: await this.#http.readRange({ url }, range) });
      }
      const answer = await this.#ask({ rowGroup: index, parts }, host);
      yield { rowGroup: index, records: "records" in answer ? answer.records : [] };
    }
  }

  /** Ends the thread. */
  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  /** The end of the file, which says where its columns are. */
  async #readFooter(url: string, size: number): Promise<Uint8Array> {
    const { host } = new URL(url);
    if (size < TRAILER_BYTES) throw unreadable(host, "it is too short");
    const tailFrom = Math.max(0, size - FOOTER_BYTES_GUESS);
    const tail = Buffer.from(await this.#http.readRange({ url }, { from: tailFrom, to: size }));
    if (tail.toString("latin1", tail.length - MAGIC.length) !== MAGIC) throw unreadable(host, "it isn’t Parquet");
    const length = tail.readUInt32LE(tail.length - TRAILER_BYTES) + TRAILER_BYTES;
    if (length > Math.min(size, FOOTER_BYTES_MAX)) throw unreadable(host, "its footer is too long");
    if (length <= tail.length) return tail.subarray(tail.length - length);
    const rest = await this.#http.readRange({ url }, { from: size - length, to: tailFrom });
    return Buffer.concat([rest, tail]);
  }

  async #ask(request: ParquetRequest, host: string): Promise<ParquetAnswer> {
    let answers: ParquetAnswer[];
    try {
      if (this.#failure !== null) throw this.#failure;
      const answered = once(this.#worker, "message", { signal: AbortSignal.timeout(ANSWER_MS_MAX) });
      this.#worker.postMessage(request, []);
      answers = await answered;
    } catch (cause) {
      throw unreadable(host, "unpacking it takes too much memory or time", cause);
    }
    const [answer = { problem: "it has nothing" }] = answers;
    if ("problem" in answer) throw unreadable(host, answer.problem);
    return answer;
  }
}

function unreadable(host: string, why: string, cause?: unknown): SourceFault {
  const reason = why.replaceAll(/\s+/g, " ").slice(0, 200);
  return new SourceFault("malformed", `${host} sent a file of places that can’t be read: ${reason}.`, { cause });
}

function tooMuch(host: string): SourceFault {
  return new SourceFault(
    "too-large",
    `${host} has more than ${RUN_BYTES_MAX / 1_000_000} MB around the District, so we stopped reading.`,
  );
}

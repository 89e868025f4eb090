import type { ImportFormat } from "#app/db/columns/import-columns.ts";
import type { Json, LiveSourceName } from "#app/db/columns/source-columns.ts";
import type { Database } from "#app/db/database.server.ts";
import type { Actor } from "#app/core/audit/audit.server.ts";
import type { Env } from "#app/platform/env.server.ts";
import type { Logger } from "#app/platform/log.server.ts";
import type { Storage } from "#app/platform/storage.server.ts";

import type { ImportSource } from "#app/desk/imports/mapping/import-source.ts";
import type { SourceHttp } from "./http/source-http.server.ts";

/** A source outside that Rowhouse reads by itself. Each has a file of its own and a line in `source-registry.server.ts`. */
export type LiveSource = {
  name: LiveSourceName;
  /** License, publisher and credit of its facts. How much it is trusted is in `imports/run/source-trust.ts`. */
  source: ImportSource;
  /** How the import reads its records. */
  format: ImportFormat;
  /** Whether its new places are listed at once, if nothing speaks against it. */
  publishes: boolean;
  /** The rhythm of its runs. */
  everyDays: number;
  /** The rhythm of runs that ask for everything; those between ask for what has changed. */
  wholeEveryDays: number;
  /** What an operator accepts by switching it on: what the license wants, and how often and how much is requested. */
  terms: string;
  traffic: string;
  /** The addresses that it asks. Only these may be on this machine. */
  hostsOf: (hosts: Env["sourceHosts"]) => string[];
  /**
   * Reads what the source has, piece by piece. Records come in the same order every time, and a request with the cursor of
   * a piece goes on behind it: a run that was killed continues with the last cursor that was saved.
   *
   * @throws SourceFault when the source can't be read, or doesn't say what it should. The run then changes nothing.
   */
  fetch: (work: SourceWork) => AsyncIterable<FetchedPiece>;
  /**
   * What is left to do once the import is done, such as fetching pictures that its facts name. It may be called again after an
   * interruption.
   *
   * @returns False when it was stopped before the end.
   * @throws SourceFault
   */
  complete?: (work: CompletionWork) => Promise<boolean>;
};

/** One piece of what a source has. */
export type FetchedPiece = {
  /** JSON texts without line breaks, one record each. */
  records: string[];
  /** From where a later request goes on. */
  cursor: Json;
  /** The state of the source's data, when it names it; the time of the run otherwise. */
  dataAt?: Date;
  /** What was left out and why, in words for the operator, with how often. */
  counts?: Record<string, number>;
  /**
   * What the run had to leave out so far, as the end of a sentence: "without 2 unreadable files". The file then doesn't count
   * as everything of the source, so that nothing of it is missing.
   */
  gap?: string;
};

export type SourceWork = {
  http: SourceHttp;
  /** Where each source is. */
  hosts: Env["sourceHosts"];
  /** The last saved cursor of this run; null at its start. */
  cursor: Json | null;
  /** The state of the data that the last complete run saw. Null asks for everything. */
  since: Date | null;
  db: Database;
  now: Date;
  signal: AbortSignal;
};

export type CompletionWork = Pick<SourceWork, "http" | "hosts" | "db" | "now" | "signal"> & {
  storage: Storage;
  log: Logger;
  actor: Actor;
  /** Saves what was done and left out so far, in words for the operator, with how often. False: the run was stopped. */
  save: (counts: Record<string, number>) => Promise<boolean>;
};

import { createReadStream, existsSync } from "node:fs";

import type { Storage } from "#app/platform/storage.server.ts";

/** Bytes handed to the reader at once; a few more chunks may be in memory. */
const PIECE_BYTES = 256 * 1024;

/** Bytes written and read per storage object; the storage takes objects whole. */
export const PART_BYTES = 8 * 1024 * 1024;

/** Reads a file from the beginning, as often as called. */
export type ImportFile = { pieces: () => AsyncIterable<Uint8Array> };

/** The file of an import no longer exists. */
export class ImportFileGone extends Error {}

/** An operator's file on this machine. It is never deleted. */
export function localFile(path: string): ImportFile {
  return { pieces: () => localPieces(path) };
}

async function* localPieces(path: string): AsyncGenerator<Uint8Array> {
  if (!existsSync(path)) throw new ImportFileGone(path);
  for await (const piece of createReadStream(path, { highWaterMark: PIECE_BYTES })) {
    if (piece instanceof Uint8Array) yield piece;
  }
}

/** An uploaded file: numbered parts in a storage folder that every instance can read. */
export type StoredFile = { folder: string; parts: number };

const STORED = /^stored:(imports\/\d{4}-\d\d-\d\d\/[0-9a-f-]{36})\/(\d{1,4})$/;

/** The value of `imports.file_path` for an upload; an operator's file has its path there. */
export function placeOf({ folder, parts }: StoredFile): string {
  return `stored:${folder}/${parts}`;
}

export function storedAt(place: string): StoredFile | null {
  const [, folder, parts] = STORED.exec(place) ?? [];
  return folder === undefined ? null : { folder, parts: Number(parts) };
}

/** Uploads are grouped by day, so that abandoned ones can be removed by their day. */
export function dayFolder(day: string): string {
  return `imports/${day}`;
}

export function partKey(folder: string, part: number): string {
  return `${folder}/${String(part).padStart(4, "0")}`;
}

/** The file of an import, in the storage or on this machine. */
export function importFile(place: string, storage: Storage): ImportFile {
  const stored = storedAt(place);
  return stored === null ? localFile(place) : { pieces: () => storedPieces(stored, storage) };
}

/** Whether this instance can read the file: an operator's file is on one machine only. */
export function isWithinReach(place: string): boolean {
  return storedAt(place) !== null || existsSync(place);
}

async function* storedPieces({ folder, parts }: StoredFile, storage: Storage): AsyncGenerator<Uint8Array> {
  for (let part = 0; part < parts; part += 1) {
    const bytes = await storage.get(partKey(folder, part));
    if (bytes === null) throw new ImportFileGone(partKey(folder, part));
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
  }
}

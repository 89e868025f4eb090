import { createReadStream, existsSync } from "node:fs";

import type { Storage } from "#app/platform/storage.server.ts";

/** Handed on at once; with what is under way some pieces more are in memory. */
const PIECE_BYTES = 256 * 1024;

/** Written and fetched at once; a storage takes files whole. */
export const PART_BYTES = 8 * 1024 * 1024;

/** Reads a file from its beginning, as often as it is asked to. */
export type ImportFile = { pieces: () => AsyncIterable<Uint8Array> };

/** What an import was made of is no longer there. */
export class ImportFileGone extends Error {}

/** An operator's own, on this machine. It is theirs, and stays. */
export function localFile(path: string): ImportFile {
  return { pieces: () => localPieces(path) };
}

async function* localPieces(path: string): AsyncGenerator<Uint8Array> {
  if (!existsSync(path)) throw new ImportFileGone(path);
  for await (const piece of createReadStream(path, { highWaterMark: PIECE_BYTES })) {
    if (piece instanceof Uint8Array) yield piece;
  }
}

/** A file that was sent: numbered parts under a folder of the storage, which all instances reach. */
export type StoredFile = { folder: string; parts: number };

const STORED = /^stored:(imports\/\d{4}-\d\d-\d\d\/[0-9a-f-]{36})\/(\d{1,4})$/;

/** As the database has it, where an operator's file has its path. */
export function placeOf({ folder, parts }: StoredFile): string {
  return `stored:${folder}/${parts}`;
}

export function storedAt(place: string): StoredFile | null {
  const [, folder, parts] = STORED.exec(place) ?? [];
  return folder === undefined ? null : { folder, parts: Number(parts) };
}

/** Everything that was sent on one day lies together, so that what nobody came back to can be removed by its day. */
export function dayFolder(day: string): string {
  return `imports/${day}`;
}

export function partKey(folder: string, part: number): string {
  return `${folder}/${String(part).padStart(4, "0")}`;
}

/** The file of an import, wherever it lies. */
export function importFile(place: string, storage: Storage): ImportFile {
  const stored = storedAt(place);
  return stored === null ? localFile(place) : { pieces: () => storedPieces(stored, storage) };
}

/** Whether this instance reaches it: an operator's own file lies on one machine. */
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

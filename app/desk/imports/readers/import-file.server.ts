import { createReadStream, existsSync } from "node:fs";

import type { Storage } from "#app/platform/storage.server.ts";

/** Bytes handed to the reader at once; a few more chunks may be in memory. */
const CHUNK_BYTES = 256 * 1024;

/**
 * Bytes written and read per storage object; the storage takes objects whole. Several are in memory until they are collected: parts
 * of 8 MB took 20 MB more.
 */
export const PART_BYTES = 2 * 1024 * 1024;

/** Reads a file from the beginning, as often as called. */
export type ImportFile = { chunks: () => AsyncIterable<Uint8Array> };

/** The file of an import no longer exists. */
export class ImportFileMissing extends Error {}

/** An operator's file on this machine. It is never deleted. */
export function openLocalFile(path: string): ImportFile {
  return { chunks: () => localChunks(path) };
}

async function* localChunks(path: string): AsyncGenerator<Uint8Array> {
  if (!existsSync(path)) throw new ImportFileMissing(path);
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES })) {
    if (chunk instanceof Uint8Array) yield chunk;
  }
}

/** An uploaded file: numbered parts in a storage folder that every instance can read. */
export type StoredFile = { folder: string; parts: number };

const STORED_LOCATION = /^stored:(imports\/\d{4}-\d\d-\d\d\/[0-9a-f-]{36})\/(\d{1,4})$/;

/** The value of `imports.file_path` for an upload; an operator's file has its path there. */
export function formatStoredLocation({ folder, parts }: StoredFile): string {
  return `stored:${folder}/${parts}`;
}

export function parseStoredLocation(location: string): StoredFile | null {
  const [, folder, parts] = STORED_LOCATION.exec(location) ?? [];
  return folder === undefined ? null : { folder, parts: Number(parts) };
}

/** Uploads are grouped by day, so that abandoned ones can be removed by their day. */
export function uploadDayFolder(day: string): string {
  return `imports/${day}`;
}

export function partKey(folder: string, part: number): string {
  return `${folder}/${String(part).padStart(4, "0")}`;
}

/** The file of an import, in the storage or on this machine. */
export function openImportFile(location: string, storage: Storage): ImportFile {
  const stored = parseStoredLocation(location);
  return stored === null ? openLocalFile(location) : { chunks: () => storedChunks(stored, storage) };
}

/** Whether this instance can read the file: an operator's file is on one machine only. */
export function isFileReachable(location: string): boolean {
  return parseStoredLocation(location) !== null || existsSync(location);
}

async function* storedChunks({ folder, parts }: StoredFile, storage: Storage): AsyncGenerator<Uint8Array> {
  for (let part = 0; part < parts; part += 1) {
    const bytes = await storage.get(partKey(folder, part));
    if (bytes === null) throw new ImportFileMissing(partKey(folder, part));
    for (let at = 0; at < bytes.length; at += CHUNK_BYTES) yield bytes.subarray(at, at + CHUNK_BYTES);
  }
}

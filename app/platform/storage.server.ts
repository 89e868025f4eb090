import { randomUUID } from "node:crypto";
import { mkdir, open, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

import {
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import { Disk, errors } from "flydrive";
import { FSDriver } from "flydrive/drivers/fs";

import type { Env } from "./env.server.ts";

/**
 * Where files are kept that people have sent: a folder of this machine, or a bucket that speaks S3. A key is written once, and
 * what stands under it never changes.
 */
export type Storage = {
  put: (key: string, bytes: Uint8Array, contentType: string) => Promise<void>;
  /** Null when there is no such file. */
  get: (key: string) => Promise<Uint8Array | null>;
  /** Everything whose key begins with `folder/`. None is fine. */
  removeFolder: (folder: string) => Promise<void>;
};

/** Letters, digits and dashes between single slashes: no way out of the folder, nothing to encode in an address. */
const KEY = /^[a-z0-9][a-z0-9.-]*(?:\/[a-z0-9][a-z0-9.-]*)*$/;
const KEY_CHARACTERS_MAX = 200;

/** Whether a file in the folder can be one of ours: no way out of it, and no other tool's. */
export function isStorageKey(key: string): boolean {
  return key.length <= KEY_CHARACTERS_MAX && KEY.test(key);
}

/** A bucket that doesn't answer for so long is taken for dead; each of these is tried three times. */
const S3_CONNECT_MS_MAX = 5_000;
const S3_ANSWER_MS_MAX = 15_000;
const S3_TRIES_MAX = 3;

/** S3 lists and deletes so many at once. Source: the API's own limit. */
const S3_KEYS_PER_PAGE = 1_000;

const opened = new Map<string, Storage>();

/** The storage of these settings; a process opens each once. */
export function storageOf(env: Pick<Env, "dataDir" | "storage">): Storage {
  const name = env.storage === null ? join(env.dataDir, "uploads") : JSON.stringify(env.storage);
  const storage =
    opened.get(name) ?? withSafeKeys(env.storage === null ? folderStorage(name) : bucketStorage(env.storage));
  opened.set(name, storage);
  return storage;
}

/** @throws Error for a key that isn't one of ours: keys are made here, so that is a bug. */
function withSafeKeys(storage: Storage): Storage {
  const safe = (key: string) => {
    if (!isStorageKey(key)) throw new Error(`${JSON.stringify(key)} is no key`);
    return key;
  };
  return {
    put: async (key, ...rest) => storage.put(safe(key), ...rest),
    get: async (key) => storage.get(safe(key)),
    removeFolder: async (folder) => storage.removeFolder(safe(folder)),
  };
}

function folderStorage(location: string): Storage {
  const disk = new Disk(new FSDriver({ location, visibility: "private" }));
  return {
    put: (key, bytes) => putWhole(join(location, key), bytes),
    get: async (key) => {
      try {
        return await disk.getBytes(key);
      } catch (error) {
        if (error instanceof errors.E_CANNOT_READ_FILE && codeOf(error.cause) === "ENOENT") return null;
        throw error;
      }
    },
    removeFolder: (folder) => disk.deleteAll(folder),
  };
}

/**
 * Under its name only when it is whole and on the disk: a backup never reads half of it, and no power cut leaves a row without
 * the file that it speaks of.
 */
async function putWhole(path: string, bytes: Uint8Array): Promise<void> {
  const folder = dirname(path);
  // Its first letter is in no key of ours.
  const part = join(folder, `.${randomUUID()}.part`);
  await mkdir(folder, { recursive: true });
  try {
    await writeFile(part, bytes, { flush: true });
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
  await syncFolder(folder);
}

/** Waits until the names in a folder are on the disk. Windows opens no folder. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const opened = await open(folder, "r");
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
}

/** By its own client: flydrive's driver for S3 wants one package more, for signed addresses, which we never make. */
function bucketStorage(settings: NonNullable<Env["storage"]>): Storage {
  const { endpoint, region, bucket: Bucket, accessKeyId, secretAccessKey } = settings;
  const client = new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Everybody who speaks S3 knows buckets by path; names as hosts are Amazon's own.
    forcePathStyle: true,
    maxAttempts: S3_TRIES_MAX,
    requestHandler: { connectionTimeout: S3_CONNECT_MS_MAX, requestTimeout: S3_ANSWER_MS_MAX },
    // Newer checksums are unknown to many of them.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
  const keyOf = (key: string) => settings.prefix + key;
  return {
    put: async (key, Body, ContentType) => {
      await client.send(new PutObjectCommand({ Bucket, Key: keyOf(key), Body, ContentType }));
    },
    get: async (key) => {
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: keyOf(key) }));
        return Body === undefined ? null : await Body.transformToByteArray();
      } catch (error) {
        if (error instanceof Error && error.name === "NoSuchKey") return null;
        throw error;
      }
    },
    removeFolder: async (folder) => {
      const Prefix = `${keyOf(folder)}/`;
      for (;;) {
        const { Contents = [], IsTruncated } = await client.send(
          new ListObjectsV2Command({ Bucket, Prefix, MaxKeys: S3_KEYS_PER_PAGE }),
        );
        const Objects = Contents.flatMap(({ Key }) => (Key === undefined ? [] : [{ Key }]));
        if (Objects.length === 0) return;
        await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }));
        if (IsTruncated !== true) return;
      }
    },
  };
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : null;
}

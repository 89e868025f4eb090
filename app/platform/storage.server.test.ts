import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { describe, expect, test as base } from "vitest";

import { startBucket } from "#tests/s3-bucket.ts";

import { readEnv } from "./env.server.ts";
import { type Storage, openStorage } from "./storage.server.ts";

const BYTES = new Uint8Array([1, 2, 3, 0, 255]);

const test = base
  .extend("folder", async ({ task: _task }, { onCleanup }) => {
    const folder = mkdtempSync(join(tmpdir(), "rowhouse-storage-"));
    onCleanup(() => rmSync(folder, { recursive: true, force: true }));
    return folder;
  })
  .extend("bucket", async ({ task: _task }, { onCleanup }) => {
    const bucket = await startBucket();
    onCleanup(() => bucket.close());
    return bucket;
  });

describe("a folder of this machine", () => {
  test("stores files, returns null for missing ones, and deletes a folder with its content", async ({ folder }) => {
    const storage = openStorage(readEnv({ DATA_DIR: folder }));

    await expectStoresFiles(storage);

    expect(readdirSync(join(folder, "uploads", "photos"))).toEqual(["two"]);
  });

  test.for([
    "../out",
    "/etc/passwd",
    "a//b",
    "a/../b",
    "a/./b",
    ".hidden",
    "a/.hidden",
    "a\\b",
    "a b",
    "A",
    "",
    "a/",
    "x".repeat(201),
  ])("%j is not a valid key", async (key, { folder }) => {
    const storage = openStorage(readEnv({ DATA_DIR: folder }));

    await expect(storage.put(key, BYTES, "image/jpeg")).rejects.toThrow("is not a valid key");
    await expect(storage.get(key)).rejects.toThrow("is not a valid key");
    await expect(storage.removeFolder(key)).rejects.toThrow("is not a valid key");
  });
});

describe("a bucket", () => {
  test("gets only signed requests, below the prefix, with the file's type", async ({ bucket }) => {
    const storage = openStorage(readEnv({ STORAGE_URL: bucket.url }));

    await expectStoresFiles(storage);

    expect(bucket.types.get("/photos/rowhouse/photos/two/b.jpg")).toBe("image/jpeg");
    expect(bucket.requests).toEqual([
      "PUT /photos/rowhouse/photos/one/a.jpg",
      "PUT /photos/rowhouse/photos/one/deep/c.jpg",
      "PUT /photos/rowhouse/photos/two/b.jpg",
      "GET /photos/rowhouse/photos/one/a.jpg",
      "GET /photos/rowhouse/photos/none.jpg",
      "GET /photos",
      "POST /photos",
      "GET /photos/rowhouse/photos/one/a.jpg",
      "GET /photos/rowhouse/photos/one/deep/c.jpg",
      "GET /photos/rowhouse/photos/two/b.jpg",
      "GET /photos",
    ]);
  });

  test("that refuses or is unreachable is an error and not empty", async ({ bucket }) => {
    bucket.refuse(403);
    const storage = openStorage(readEnv({ STORAGE_URL: bucket.url }));
    const gone = openStorage(readEnv({ STORAGE_URL: "s3://KEY:hunter2@127.0.0.1:1/photos?tls=off" }));

    await expect(storage.get("photos/one.jpg")).rejects.toThrow();
    await expect(storage.put("photos/one.jpg", BYTES, "image/jpeg")).rejects.toThrow();
    await expect(gone.get("photos/one.jpg")).rejects.toThrow();
  });
});

async function expectStoresFiles(storage: Storage): Promise<void> {
  await storage.put("photos/one/a.jpg", BYTES, "image/jpeg");
  await storage.put("photos/one/deep/c.jpg", BYTES, "image/jpeg");
  await storage.put("photos/two/b.jpg", BYTES, "image/jpeg");
  expect([...((await storage.get("photos/one/a.jpg")) ?? [])]).toEqual([...BYTES]);
  expect(await storage.get("photos/none.jpg")).toBeNull();
  await storage.removeFolder("photos/one");
  expect(await storage.get("photos/one/a.jpg")).toBeNull();
  expect(await storage.get("photos/one/deep/c.jpg")).toBeNull();
  expect([...((await storage.get("photos/two/b.jpg")) ?? [])]).toEqual([...BYTES]);
  await storage.removeFolder("photos/none");
}

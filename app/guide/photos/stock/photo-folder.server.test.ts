import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, test as plainTest } from "vitest";

import { PhotoFolder } from "./photo-folder.server.ts";

const test = plainTest.extend("path", async ({ task: _task }, { onCleanup }) => {
  const folder = mkdtempSync(join(tmpdir(), "rowhouse-folder-"));
  onCleanup(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "photos");
});

const PHOTO = Buffer.alloc(400, 1);

test("a stored photo is found, also by the next process, and others aren't", async ({ path }) => {
  const folder = new PhotoFolder(path);
  await folder.store(1, PHOTO);

  const next = new PhotoFolder(path);
  expect(PHOTO.equals((await folder.find(1)) ?? Buffer.alloc(0))).toBe(true);
  expect(PHOTO.equals((await next.find(1)) ?? Buffer.alloc(0))).toBe(true);
  expect(await next.find(2)).toBeNull();
});

test("the folder stays under its size limit by deleting the least recently used photo", async ({ path }) => {
  const folder = new PhotoFolder(path, 1_000);
  await folder.store(1, PHOTO);
  await folder.store(2, PHOTO);
  await folder.find(1);
  await folder.store(3, PHOTO);

  expect(readdirSync(path).sort()).toEqual(["1", "3"]);
  expect(await folder.find(2)).toBeNull();
});

test("a folder over its limit is trimmed at startup, oldest file first", async ({ path }) => {
  const large = new PhotoFolder(path);
  for (const id of [1, 2, 3]) await large.store(id, PHOTO);
  for (const [age, id] of [1, 3, 2].entries()) utimesSync(join(path, String(id)), 1_000_000 + age, 1_000_000 + age);

  await new PhotoFolder(path, 1_000).find(9);

  expect(readdirSync(path).sort()).toEqual(["2", "3"]);
});

test("unfinished files from a crash are deleted, and unrelated files are left alone", async ({ path }) => {
  await new PhotoFolder(path).store(1, PHOTO);
  writeFileSync(join(path, ".0b0e7d1c"), PHOTO);
  writeFileSync(join(path, "notes.txt"), PHOTO);

  await new PhotoFolder(path, 500).find(1);

  expect(readdirSync(path).sort()).toEqual(["1", "notes.txt"]);
});

test("an operator may clear the folder while the site runs", async ({ path }) => {
  const folder = new PhotoFolder(path, 1_000);
  await folder.store(1, PHOTO);
  await folder.store(2, PHOTO);
  rmSync(join(path, "1"));
  rmSync(join(path, "2"));

  expect(await folder.find(2)).toBeNull();
  await folder.store(3, PHOTO);
  await folder.store(4, PHOTO);

  expect(readdirSync(path).sort()).toEqual(["3", "4"]);
});

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";

import { expect, onTestFinished, test } from "vitest";

import { toByteStream } from "./byte-stream.ts";
import { readTar, TarError, TarWriter } from "./tar.ts";

const AT = new Date("2026-11-23T12:00:00Z");
const FILES = [
  { name: "a.txt", bytes: Buffer.from("Anacostia") },
  { name: "folder/empty", bytes: Buffer.alloc(0) },
  { name: "folder/whole-blocks", bytes: Buffer.alloc(1024, 7) },
  { name: `${"folder/".repeat(20)}${"n".repeat(90)}`, bytes: Buffer.from("deep") },
  { name: "folder/letters", bytes: Buffer.from("Café Société, 14th St") },
];

test("what is written is read again, in whatever parts it comes", async () => {
  for (const size of [1, 511, 512, 513, 100_000]) {
    expect(await read(inParts(await archive(), size)), `parts of ${size}`).toEqual(FILES);
  }
});

test("the system's own tar reads it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "rowhouse-tar-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "it.tar"), await archive());

  execFileSync("tar", ["-xf", "it.tar"], { cwd: folder });

  for (const { name, bytes } of FILES) expect(readFileSync(join(folder, name)), name).toEqual(bytes);
});

test("what is cut short, damaged or too large is refused", async () => {
  const whole = await archive();
  const damaged = Buffer.from(whole);
  damaged[3] = 0x7a;

  await expect(read(inParts(whole.subarray(0, 700), 512))).rejects.toThrow("cut short");
  await expect(read(inParts(damaged, 512))).rejects.toThrow(TarError);
  await expect(read(inParts(Buffer.from("x".repeat(600)), 512))).rejects.toThrow(TarError);
  await expect(read(inParts(whole, 512), 100)).rejects.toThrow("larger");
});

async function archive(): Promise<Buffer> {
  const writer = new TarWriter(AT);
  const written = buffer(writer.bytes);
  for (const { name, bytes } of FILES) await writer.add(name, bytes);
  writer.end();
  return written;
}

function inParts(bytes: Uint8Array, size: number): ReadableStream<Uint8Array> {
  const count = Math.ceil(bytes.length / size);
  return toByteStream(
    Readable.from(Array.from({ length: count }, (_, at) => bytes.subarray(at * size, (at + 1) * size))),
  );
}

async function read(source: ReadableStream<Uint8Array>, bytesMax = 10_000) {
  const files = [];
  for await (const file of readTar(source, bytesMax)) files.push(file);
  return files;
}

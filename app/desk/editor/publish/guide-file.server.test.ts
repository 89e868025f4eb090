import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { GUIDE_FILE_BYTES_MAX, parseGuideFile, formatGuideFile } from "./guide-file.server.ts";

const GUIDES = join(import.meta.dirname, "../../../../seeds/catalogue/guides");
const bytesOf = (text: string) => new TextEncoder().encode(text);

test.for(readdirSync(GUIDES))("%s is unchanged after writing and reading a file", (name) => {
  const { document } = parseGuideFile(readFileSync(join(GUIDES, name)), name);
  if (document === null) throw new Error(`${name} was refused`);

  const file = formatGuideFile(document, new Date("2026-11-23T12:00:00Z"));
  const again = parseGuideFile(bytesOf(file), "another-name.md");

  expect(document.slug).toBe(name.replace(".md", ""));
  expect(document.stops.length).toBeGreaterThan(3);
  expect(again).toEqual({ document, problem: null });
  expect(formatGuideFile(document, new Date("2026-11-23T12:00:00Z"))).toBe(file);
});

test("Markdown without front matter uses its first heading as the title", () => {
  const { document } = parseGuideFile(
    bytesOf("\uFEFF# A day out\r\n\r\nWords.\r\n\r\n::place{chercher}\r\n"),
    "A Day Out.md",
  );

  expect(document).toMatchObject({
    title: "A day out",
    slug: "a-day-out",
    body: "Words.\n\n::place{chercher}",
    stops: [{ slug: "chercher", reason: "", hint: "" }],
  });
});

test("several authors are read in order, without duplicates", () => {
  const head = "author: ada\ncoauthors: [rowhouse-editors, ada, grace]";
  const { document } = parseGuideFile(bytesOf(`---\n${head}\n---\nWords.`), "x.md");
  if (document === null) throw new Error("The file was refused");

  expect(document.authors).toEqual(["ada", "rowhouse-editors", "grace"]);
  expect(parseGuideFile(bytesOf(formatGuideFile(document, null)), "x.md")).toEqual({ document, problem: null });
});

test("front matter may have empty values and numbers, and invalid characters are removed", () => {
  const head = String.raw`title: "A\0 \uD800day"
slug: 2026
neighborhood: null
picture:
keywords: [null, "a\0"]
places: [{ slug: chercher, reason: "Go\n there\0", hint: null }]`;
  const { document } = parseGuideFile(bytesOf(`---\n${head}\n---\n::place{chercher}`), "x.md");

  expect(document).toMatchObject({
    title: "A \uFFFDday",
    slug: "2026",
    neighborhood: "",
    picture: "",
    keywords: ["a"],
    stops: [{ slug: "chercher", reason: "Go there", hint: "" }],
  });
});

test.each([
  ["latin-1", Uint8Array.from([0x63, 0x61, 0x66, 0xe9]), "isn’t UTF-8 text"],
  ["UTF-16", Uint8Array.from([0xff, 0xfe, 0x61, 0x00]), "isn’t UTF-8 text"],
  ["a huge file", new Uint8Array(GUIDE_FILE_BYTES_MAX + 1).fill(97), "larger than"],
  ["a text that is too long", bytesOf("a".repeat(60_001)), "The limit is 60000"],
  ["broken front matter", bytesOf('---\ntitle: "a\n---\nx'), "isn’t YAML"],
  ["front matter that isn't a map", bytesOf("---\n- a\n---\nx"), "Its front matter has an error"],
  ["anchors", bytesOf("---\na: &a [x, x]\ntitle: *a\n---\nx"), "isn’t YAML"],
  ["a title that is a list", bytesOf("---\ntitle: [a]\n---\nx"), "Its front matter has an error: title"],
  ["five authors", bytesOf("---\ncoauthors: [a, b, c, d]\n---\nx"), "Its front matter has an error: coauthors"],
  ["an invalid rank", bytesOf("---\nfeatured: 99\n---\nx"), "Its front matter has an error: featured"],
])("%s is refused with a reason", (_what, bytes, why) => {
  expect(parseGuideFile(bytes, "x.md")).toMatchObject({ document: null, problem: expect.stringContaining(why) });
});

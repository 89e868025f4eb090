import { deflateSync } from "node:zlib";

import sharp from "sharp";
import { describe, expect, test } from "vitest";

import { buildJpeg, buildPicture, buildPng, buildJpegWithMetadata, pngChunk } from "#tests/pictures.ts";

import { cropRectangle, FULL_CROP } from "./crop.ts";
import { PHOTO_REFUSAL_MESSAGES } from "./photo-refusals.ts";
import { renderPhotoFiles, type ProcessedPicture, processPicture } from "./picture-processing.server.ts";
import { PHOTO_FORMATS } from "../place-photo.ts";

const PAYLOAD = "<script>alert(document.domain)</script><?php system($_GET[0]); ?>";

describe("an accepted file", () => {
  test.for([
    ["JPEG", buildPicture().jpeg()],
    ["PNG", buildPicture().png()],
    ["WebP", buildPicture().webp()],
    ["AVIF", buildPicture().avif({ effort: 0 })],
  ] as const)("is re-encoded as JPEG: a %s", async ([, picture]) => {
    const sent = await picture.toBuffer();

    const read = await accepted(sent);

    expect(await sharp(read.master).metadata()).toMatchObject({
      format: "jpeg",
      width: 480,
      height: 420,
      space: "srgb",
    });
    expect([read.width, read.height]).toEqual([480, 420]);
  });

  test("loses its camera, location and color profile metadata, and is rotated upright", async () => {
    const mark = "Zwiebelfisch";
    const sent = await buildJpegWithMetadata(mark);
    expect(sent.includes(mark)).toBe(true);
    expect(await sharp(sent).metadata()).toMatchObject({ orientation: 6, hasProfile: true });

    const read = await accepted(sent);

    expect([read.width, read.height]).toEqual([420, 480]);
    for (const bytes of [read.master, read.uncropped, ...(await filesOf(read))]) {
      const { exif, icc, xmp, iptc, orientation } = await sharp(bytes).metadata();
      expect([exif, icc, xmp, iptc, orientation]).toEqual([undefined, undefined, undefined, undefined, undefined]);
      expect(Buffer.from(bytes).includes(mark)).toBe(false);
    }
  });

  test("is converted from CMYK to sRGB, and its transparent pixels become white", async () => {
    const cmyk = await accepted(await buildPicture().toColourspace("cmyk").jpeg().toBuffer());
    const clear = await accepted(
      await sharp({ create: { width: 500, height: 500, channels: 4, background: "#00000000" } })
        .png()
        .toBuffer(),
    );

    expect((await sharp(cmyk.master).metadata()).space).toBe("srgb");
    expect((await sharp(clear.master).stats()).dominant).toMatchObject({ r: 248, g: 248, b: 248 });
  });

  test.for([
    ["after a JPEG's end", async () => Buffer.concat([await buildJpeg(), Buffer.from(PAYLOAD)])],
    ["in a JPEG's comment", async () => withComment(await buildJpeg())],
    [
      "in a PNG's text",
      async () =>
        buildPng({
          width: 500,
          height: 500,
          pixels: new Uint8Array(501 * 500),
          extra: [pngChunk("tEXt", Buffer.from(`Comment\0${PAYLOAD}`))],
        }),
    ],
    [
      "before a ZIP that ends the file",
      async () => Buffer.concat([await buildJpeg(), Buffer.from(`PK\u0003\u0004${PAYLOAD}`)]),
    ],
  ] as const)("keeps only its pixels, even if it is a polyglot with a page %s", async ([, build]) => {
    const sent = await build();
    expect(sent.includes("alert(")).toBe(true);

    const read = await accepted(sent);

    for (const bytes of [read.master, read.uncropped, ...(await filesOf(read))]) {
      expect(Buffer.from(bytes).includes("alert(")).toBe(false);
      expect(Buffer.from(bytes).includes("PK\u0003\u0004")).toBe(false);
    }
  });

  test("doesn't get its 100 MB compressed metadata decompressed", async () => {
    const bomb = deflateSync(Buffer.alloc(100_000_000), { level: 9 });
    const text = Buffer.concat([Buffer.from("Comment\0\0"), bomb]);
    const profile = Buffer.concat([Buffer.from("icc\0\0"), bomb]);
    const extra = [pngChunk("zTXt", text), pngChunk("iCCP", profile)];
    const before = process.resourceUsage().maxRSS;

    const read = await processPicture(buildPng({ width: 500, height: 500, pixels: new Uint8Array(501 * 500), extra }));

    expect(typeof read === "string" ? read : read.width).toBeOneOf(["broken", 500]);
    expect(process.resourceUsage().maxRSS - before, "kilobytes").toBeLessThan(90_000);
  });
});

test("a phone's HEIC is refused with instructions for a JPEG, as long as sharp can't decode HEIC", async () => {
  // sharp decodes only AVIF of the HEIF family. When this fails, accept HEIC.
  expect(sharp.format.heif.input.fileSuffix).toEqual([".avif"]);

  const refusal = await processPicture(Buffer.from("\0\0\0\u0018ftypheic\0\0\0\0mif1heic"));

  expect(refusal).toBe("heic");
  expect(PHOTO_REFUSAL_MESSAGES.heic).toMatch(/can’t read HEIC photos\. Export it as JPEG.*Most Compatible/);
});

describe("a refused file", () => {
  test.for<[string, string, () => Promise<Uint8Array> | Uint8Array]>([
    ["not-a-picture", "nothing", () => new Uint8Array()],
    [
      "not-a-picture",
      "an SVG",
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"/>'),
    ],
    ["not-a-picture", "a page", () => Buffer.from(`<!doctype html>${PAYLOAD}`)],
    ["not-a-picture", "a GIF", () => buildPicture().gif({ effort: 1, colors: 4 }).toBuffer()],
    ["not-a-picture", "a TIFF", () => buildPicture().tiff().toBuffer()],
    ["not-a-picture", "a PDF", () => Buffer.from("%PDF-1.7\n")],
    ["not-a-picture", "a ZIP", () => Buffer.from("PK\u0003\u0004....")],
    ["not-a-picture", "a film", () => Buffer.from("\0\0\0\u0018ftypmp42\0\0\0\0mp42isom")],
    ["heic", "a phone's HEIC", () => Buffer.from("\0\0\0\u0018ftypheic\0\0\0\0mif1heic")],
    ["heic", "a HEIF of another brand", () => Buffer.from("\0\0\0\u0018ftypmif1\0\0\0\0mif1hevc")],
    ["broken", "an AVIF of one box", () => Buffer.from("\0\0\0\u0018ftypavif\0\0\0\0mif1avif")],
    ["broken", "the first bytes of a JPEG", () => new Uint8Array([0xff, 0xd8, 0xff, 0xe0])],
    [
      "broken",
      "a page that begins like a JPEG",
      () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from(PAYLOAD)]),
    ],
    ["broken", "half a JPEG", async () => half(await buildJpeg())],
    ["broken", "half a PNG", async () => half(await buildPicture().png().toBuffer())],
    ["broken", "half a WebP", async () => half(await buildPicture().webp().toBuffer())],
    ["broken", "half an AVIF", async () => half(await buildPicture().avif({ effort: 0 }).toBuffer())],
    ["too-small", "a stamp", () => buildJpeg({ width: 399, height: 800 })],
    ["too-long", "a stripe", () => buildJpeg({ width: 2_100, height: 500 })],
    ["too-many-pixels", "51 megapixels", () => buildPng({ width: 8_500, height: 6_000, pixels: new Uint8Array(10) })],
    [
      "too-many-pixels",
      "a gigapixel of nothing",
      () => buildPng({ width: 31_623, height: 31_623, pixels: new Uint8Array(9) }),
    ],
    ["moving", "a WebP that moves", () => animated("webp")],
    [
      "broken",
      "a PNG that claims more than it holds",
      () => buildPng({ width: 5_000, height: 5_000, pixels: new Uint8Array(9) }),
    ],
  ])("%s: %s", async ([refusal, , build]) => {
    expect(await processPicture(await build())).toBe(refusal);
  });

  test('is answered "busy" at once when twenty uploads are queued already', async () => {
    const sent = await buildJpeg({ width: 400, height: 400 });

    const read = await Promise.all(Array.from({ length: 25 }, () => processPicture(sent)));

    expect(read.filter((each) => each === "busy")).toHaveLength(5);
    expect(read.filter((each) => typeof each !== "string")).toHaveLength(20);
  });
});

test("every rendered file has the width, format and crop that its name says", async () => {
  const read = await accepted(await buildJpeg({ width: 1_200, height: 1_000 }));
  const files = await all(renderPhotoFiles(read.master, { crop: { shape: "1:1", size: 100, x: 0, y: 0 }, size: read }));

  expect(files.map(({ width, format }) => `${width}.${format}`)).toEqual(
    [480, 960, 1_000].flatMap((width) => PHOTO_FORMATS.map((format) => `${width}.${format}`)),
  );
  for (const { bytes, width, format } of files) {
    const { format: is, ...size } = await sharp(bytes).metadata();
    expect([size.width, size.height]).toEqual([width, width]);
    expect(is).toBe({ avif: "heif", webp: "webp", jpg: "jpeg" }[format]);
  }
  expect(cropRectangle(FULL_CROP, read)).toEqual({ left: 0, top: 0, width: 1_200, height: 1_000 });
});

async function accepted(bytes: Uint8Array): Promise<ProcessedPicture> {
  const read = await processPicture(bytes);
  if (typeof read === "string") throw new Error(`It was refused: ${read}`);
  return read;
}

async function filesOf(read: ProcessedPicture): Promise<Uint8Array[]> {
  const made = await all(renderPhotoFiles(read.master, { crop: FULL_CROP, size: read }));
  return made.map(({ bytes }) => bytes);
}

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const collected: Item[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}

function half(bytes: Buffer): Buffer {
  return bytes.subarray(0, Math.floor(bytes.length / 2));
}

function withComment(jpeg: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(PAYLOAD.length + 2);
  return Buffer.concat([
    jpeg.subarray(0, 2),
    Buffer.from([0xff, 0xfe]),
    length,
    Buffer.from(PAYLOAD),
    jpeg.subarray(2),
  ]);
}

async function animated(format: "webp"): Promise<Buffer> {
  const frames = await Promise.all(["#112233", "#ff0000"].map((hue) => buildPicture({ hue }).png().toBuffer()));
  return sharp(frames, { join: { animated: true } })
    .toFormat(format)
    .toBuffer();
}

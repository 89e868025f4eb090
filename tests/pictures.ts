import { crc32, deflateSync } from "node:zlib";

import sharp from "sharp";

/** A spot of a built picture. Noise in each pixel is like no photo, and takes four times as long to encode. */
const SPOT_PIXELS = 16;

/** A photo-like picture: soft spots of noise, so that no two are the same and none compresses to nothing. */
export function buildPicture({ width = 480, height = 420, hue = "#884422" } = {}) {
  const noise = { type: "gaussian", mean: 128, sigma: 30 } as const;
  const spots = (side: number) => Math.ceil(side / SPOT_PIXELS);
  const create = { width: spots(width), height: spots(height), channels: 3, background: hue, noise } as const;
  return sharp({ create, limitInputPixels: false }).resize(width, height, { fit: "fill" });
}

export function buildJpeg(given: { width?: number; height?: number; hue?: string } = {}): Promise<Buffer> {
  return buildPicture(given).jpeg({ quality: 60 }).toBuffer();
}

/** A JPEG with location and camera metadata, an orientation flag, and its own color profile. */
export function buildJpegWithMetadata(mark: string): Promise<Buffer> {
  return buildPicture()
    .withExif({
      IFD0: { Make: mark, Copyright: mark },
      IFD3: { GPSLatitudeRef: "N", GPSLatitude: "38/1 53/1 0/1", GPSLongitudeRef: "W", GPSLongitude: "77/1 2/1 0/1" },
    })
    .withMetadata({ orientation: 6, icc: "p3" })
    .jpeg()
    .toBuffer();
}

/** A PNG chunk with its length and checksum. */
export function pngChunk(type: string, content: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

const PNG_START = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** A PNG that claims any size, with any pixel data: a few bytes that would decode to many. */
export function buildPng({
  width,
  height,
  pixels,
  extra = [],
}: {
  width: number;
  height: number;
  pixels: Uint8Array;
  extra?: Buffer[];
}): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits of gray.
  header.set([8, 0, 0, 0, 0], 8);
  const chunks = [
    pngChunk("IHDR", header),
    ...extra,
    pngChunk("IDAT", deflateSync(pixels, { level: 9 })),
    pngChunk("IEND", Buffer.alloc(0)),
  ];
  return Buffer.concat([PNG_START, ...chunks]);
}

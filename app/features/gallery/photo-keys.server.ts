import { createHash } from "node:crypto";

import type { Crop } from "./crop.ts";
import type { PhotoFile } from "./place-photo.ts";

/** Another number makes every photo's files anew, under other names. */
const RECIPE = 1;

/** All files of a photo lie in its folder, and go with it. */
export function photoFolder(id: string): string {
  return `photos/${id}`;
}

/** The picture that all others are made from; served to nobody. */
export function keptKey(id: string): string {
  return `${photoFolder(id)}/kept.jpg`;
}

export function wholeKey(id: string): string {
  return `${photoFolder(id)}/whole.jpg`;
}

export function renditionFolder(id: string, rendition: string): string {
  return `${photoFolder(id)}/${rendition}`;
}

export function fileKey(id: string, { rendition, width, format }: PhotoFile & { rendition: string }): string {
  return `${renditionFolder(id, rendition)}/${width}.${format}`;
}

/** Names what is shown of a photo by all that it is made of, so that under one name there is ever only one thing. */
export function renditionOf(sourceDigest: string, { shape, size, x, y }: Crop): string {
  const made = shape === "whole" ? "whole" : [shape, size, x, y].join(" ");
  return createHash("sha256").update(`${RECIPE} ${sourceDigest} ${made}`).digest("hex").slice(0, 32);
}

export function digestOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

import { createHash } from "node:crypto";

import type { Crop } from "../upload/crop.ts";
import type { PhotoFile } from "../place-photo.ts";

/** Part of every file name. Increase it to make all files again under new names. */
const RECIPE_VERSION = 1;

/** Contains all files of a photo. */
export function photoFolder(id: string): string {
  return `photos/${id}`;
}

/** The re-encoded original that all sizes are made from. It is never served. */
export function masterKey(id: string): string {
  return `${photoFolder(id)}/kept.jpg`;
}

export function uncroppedKey(id: string): string {
  return `${photoFolder(id)}/whole.jpg`;
}

export function renditionFolder(id: string, rendition: string): string {
  return `${photoFolder(id)}/${rendition}`;
}

export function photoFileKey(id: string, { rendition, width, format }: PhotoFile & { rendition: string }): string {
  return `${renditionFolder(id, rendition)}/${width}.${format}`;
}

/** A hash of everything that determines a photo's files, so that a name always means the same content. */
export function renditionName(sourceDigest: string, { shape, size, x, y }: Crop): string {
  const cropText = shape === "whole" ? "whole" : [shape, size, x, y].join(" ");
  return createHash("sha256").update(`${RECIPE_VERSION} ${sourceDigest} ${cropText}`).digest("hex").slice(0, 32);
}

export function fileDigest(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

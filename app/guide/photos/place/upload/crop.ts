import type { CropShape } from "#app/db/columns/photo-columns.ts";

/** In percent of the largest crop; anything smaller would be blurry. */
export const CROP_SIZE_MIN = 20;

/**
 * The visible part of a photo, always within it. `size`: percent of the largest crop of that shape. `x` and `y`: position, from
 * the left and top edge (0) to the right and bottom (100).
 */
export type Crop = { shape: CropShape; size: number; x: number; y: number };

/** Crops nothing. */
export const FULL_CROP: Crop = { shape: "whole", size: 100, x: 50, y: 50 };

export type Size = { width: number; height: number };

/** The crop in pixels for a photo of this size: never empty, never outside. */
export function cropRectangle({ shape, size, x, y }: Crop, photo: Size): Size & { left: number; top: number } {
  const ratio = ratioOf(shape, photo);
  const share = shape === "whole" ? 1 : size / 100;
  const largest = Math.min(photo.width, photo.height * ratio);
  const width = Math.max(1, Math.min(photo.width, Math.round(largest * share)));
  const height = Math.max(1, Math.min(photo.height, Math.round((largest * share) / ratio)));
  return {
    left: Math.round(((photo.width - width) * x) / 100),
    top: Math.round(((photo.height - height) * y) / 100),
    width,
    height,
  };
}

function ratioOf(shape: CropShape, photo: Size): number {
  if (shape === "whole") return photo.width / photo.height;
  const [across = 1, down = 1] = shape.split(":").map(Number);
  return across / down;
}

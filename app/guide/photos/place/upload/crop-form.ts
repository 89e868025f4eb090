import { CROP_SHAPES } from "#app/db/columns/photo-columns.ts";
import type { FormFields } from "#app/platform/read-form.ts";

import { type Crop, CROP_SIZE_MIN, FULL_CROP } from "./crop.ts";

/** Parses a crop from a form; null when it is invalid. The shape "whole" has no size or position. */
export function parseCropForm(form: FormFields): Crop | null {
  const shape = CROP_SHAPES.find((name) => name === form.text("shape"));
  if (shape === undefined) return null;
  if (shape === "whole") return FULL_CROP;
  const [size, x, y] = [percent(form.text("size")), percent(form.text("x")), percent(form.text("y"))];
  if (size === null || x === null || y === null || size < CROP_SIZE_MIN) return null;
  return { shape, size, x, y };
}

function percent(text: string): number | null {
  const value = /^\d{1,3}$/.test(text) ? Number(text) : Number.NaN;
  return value <= 100 ? value : null;
}

import type { SentForm } from "#app/platform/read-form.ts";

import { type Crop, CROP_SHAPES, CROP_SIZE_MIN, WHOLE } from "./crop.ts";

/** The cut that a form asks for; null when it is none. All of a photo has only one cut. */
export function readCrop(form: SentForm): Crop | null {
  const shape = CROP_SHAPES.find((known) => known === form.text("shape"));
  if (shape === undefined) return null;
  if (shape === "whole") return WHOLE;
  const [size, x, y] = [percent(form.text("size")), percent(form.text("x")), percent(form.text("y"))];
  if (size === null || x === null || y === null || size < CROP_SIZE_MIN) return null;
  return { shape, size, x, y };
}

function percent(text: string): number | null {
  const value = /^\d{1,3}$/.test(text) ? Number(text) : Number.NaN;
  return value <= 100 ? value : null;
}

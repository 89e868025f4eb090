import fc from "fast-check";
import { expect, test } from "vitest";

import { CROP_SHAPES } from "#app/db/columns/photo-columns.ts";
import { CROP_SIZE_MIN, cropRectangle, FULL_CROP } from "./crop.ts";
import { parseCropForm } from "./crop-form.ts";

const anyCrop = fc.record({
  shape: fc.constantFrom(...CROP_SHAPES),
  size: fc.integer({ min: CROP_SIZE_MIN, max: 100 }),
  x: fc.integer({ min: 0, max: 100 }),
  y: fc.integer({ min: 0, max: 100 }),
});
const anySize = fc.record({ width: fc.integer({ min: 400, max: 3200 }), height: fc.integer({ min: 400, max: 3200 }) });

test("every crop rectangle lies within its photo, is not empty, and matches its shape to a pixel", () => {
  fc.assert(
    fc.property(anyCrop, anySize, (crop, size) => {
      const { left, top, width, height } = cropRectangle(crop, size);
      expect(Math.min(left, top)).toBeGreaterThanOrEqual(0);
      expect(Math.min(width, height)).toBeGreaterThan(0);
      expect(left + width).toBeLessThanOrEqual(size.width);
      expect(top + height).toBeLessThanOrEqual(size.height);
      const [across = 0, down = 0] = crop.shape === "whole" ? [width, height] : crop.shape.split(":").map(Number);
      expect(Math.abs(width * down - height * across)).toBeLessThanOrEqual(across + down);
    }),
    { seed: 7 },
  );
});

test("a crop form is parsed, and an invalid one is rejected", () => {
  const read = (fields: Record<string, string>) => parseCropForm({ text: (name) => fields[name] ?? "" });

  expect(read({ shape: "4:3", size: "60", x: "0", y: "100" })).toEqual({ shape: "4:3", size: 60, x: 0, y: 100 });
  expect(read({ shape: "whole", size: "x" })).toEqual(FULL_CROP);
  const invalidForms: Record<string, string>[] = [
    {},
    { shape: "5:4", size: "60", x: "0", y: "0" },
    { shape: "4:3", size: "19", x: "0", y: "0" },
    { shape: "4:3", size: "60", x: "101", y: "0" },
    { shape: "4:3", size: "60", x: "-1", y: "0" },
    { shape: "4:3", size: "6e1", x: "1", y: "0" },
    { shape: "4:3", size: "60", x: "", y: "0" },
  ];
  for (const fields of invalidForms) {
    expect(read(fields)).toBeNull();
  }
});

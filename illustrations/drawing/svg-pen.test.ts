import { expect, test } from "vitest";

import { inkLightness, mixInks, rotateHue } from "../inks/ink.ts";
import { seededRandom } from "./seeded-random.ts";
import { createPen } from "./svg-pen.ts";

test("coordinates are rounded to the pen's step", () => {
  expect(createPen(1).rect(0.4, 1.6, 10.2, 5)).toBe("M0 2h10v5h-10z");
  expect(createPen(2).rect(0.4, 1.6, 10.2, 5)).toBe("M0.5 1.5h10v5h-10z");
});

test("a shape too thin to see is left out", () => {
  expect(createPen(1).rect(0, 0, 10, 0.4)).toBe("");
  expect(createPen(1).polygon([0, 0], [0.2, 0.1], [0.1, 0.2])).toBe("");
});

test("polygons have the same winding regardless of point order", () => {
  const pen = createPen(1);

  expect(pen.polygon([0, 0], [10, 0], [10, 10])).toBe("M0 0l10 0 0 10z");
  expect(pen.polygon([10, 10], [10, 0], [0, 0])).toBe("M0 0l10 0 0 10z");
});

test("a disc closes where it began, at any radius", () => {
  for (const radius of [0.3, 1.26, 7.74]) {
    const [, half, full, back] =
      /a([\d.]+) [\d.]+ 0 0 1 ([\d.]+) 0a[\d.]+ [\d.]+ 0 0 1-([\d.]+) 0z/.exec(createPen(2).circle(5, 5, radius)) ?? [];

    expect(Number(full)).toBe(2 * Number(half));
    expect(back).toBe(full);
  }
});

test("a path template rounds numbers and preserves letters", () => {
  const pen = createPen(1);

  expect(pen.path`M${1.4} ${-2.6}q${3} ${-1} ${6} 0z`).toBe("M1-3q3-1 6 0z");
});

test("mixing goes from one ink to the other, and rotating a hue preserves lightness", () => {
  expect(mixInks("#943b27", "#ffffff", 0)).toBe("#943b27");
  expect(mixInks("#943b27", "#ffffff", 1)).toBe("#ffffff");
  expect(inkLightness(mixInks("#000000", "#ffffff", 0.5))).toBeCloseTo(0.5, 1);
  expect(inkLightness(rotateHue("#a8583f", 8))).toBeCloseTo(inkLightness("#a8583f"), 2);
});

test("a seed gives the same numbers again, another seed others", () => {
  const draw = (seed: string) => {
    const random = seededRandom(seed);
    return Array.from({ length: 5 }, () => random.integer(0, 99));
  };

  expect(draw("rowhouse")).toEqual(draw("rowhouse"));
  expect(draw("rowhouse")).not.toEqual(draw("townhouse"));
});

import { expect, test } from "vitest";

import { loadTypesetter } from "./typeset.server.ts";
import type { FaceName } from "./typesetter.ts";

const FACES: FaceName[] = ["display", "text", "sans", "sansBold"];

test("every face has outlines for the letters used in names", async () => {
  const type = await loadTypesetter();

  for (const face of FACES) {
    for (const letter of "AZaz09&’“”–—…·éñüçøß°½") {
      expect(type.outline(letter, { face, size: 40 }, { x: 0, y: 0 }), `${letter} in ${face}`).toMatch(/^M[-\d. ]+/);
    }
  }
});

test("letters beyond Latin-1 come from the second file, and letters in no file are dropped", async () => {
  const type = await loadTypesetter();
  const style = { face: "sans", size: 40 } as const;

  expect(type.outline("ő", style, { x: 0, y: 0 })).not.toBe("");
  expect(type.outline("北", style, { x: 0, y: 0 })).toBe("");
  expect(type.widthOf("a北b", style)).toBeCloseTo(type.widthOf("ab", style), 1);
});

test("a line's width is that of its letters, scales with the size, and the line starts at the given point", async () => {
  const type = await loadTypesetter();
  const width = type.widthOf("Georgetown", { face: "display", size: 40 });

  expect(width).toBeGreaterThan(40 * 10 * 0.3);
  expect(type.widthOf("Georgetown", { face: "display", size: 80 })).toBeCloseTo(2 * width, 3);
  expect(type.widthOf("Georgetown", { face: "display", size: 40, tracking: 0.1 })).toBeCloseTo(width + 9 * 4, 3);
  const { left, right } = extent(type.outline("Georgetown", { face: "display", size: 40 }, { x: 300, y: 100 }));
  expect(left).toBeGreaterThan(299);
  expect(right).toBeLessThan(300 + width + 1);
});

// fontkit always draws the lightest weight of a variable WOFF2 font, see atWeight.
test("Public Sans is drawn in two weights, neither of them the file's default hairline", async () => {
  const type = await loadTypesetter();
  const stem = (face: FaceName) => {
    const { left, right } = extent(type.outline("l", { face, size: 1000 }, { x: 0, y: 0 }));
    return right - left;
  };

  expect(stem("sans")).toBeGreaterThan(75);
  expect(stem("sansBold")).toBeGreaterThan(stem("sans") + 25);
});

function extent(d: string): { left: number; right: number } {
  const numbers = d.match(/-?\d+(?:\.\d+)?/g)?.map(Number) ?? [];
  const xs = numbers.filter((_, index) => index % 2 === 0);
  return { left: Math.min(...xs), right: Math.max(...xs) };
}

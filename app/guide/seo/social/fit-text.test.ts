import fc from "fast-check";
import { expect, test } from "vitest";

import { fitText } from "./fit-text.ts";

/** Every letter is half as wide as the font size. */
const widthOf = (line: string, size: number) => [...line].length * size * 0.5;
const STEPS = [
  { size: 100, linesMax: 1 },
  { size: 60, linesMax: 2 },
  { size: 40, linesMax: 2 },
] as const;

test("text gets the largest size that fits", () => {
  expect(fitText("Shaw", { steps: STEPS, widthMax: 500, widthOf })).toEqual({ size: 100, lines: ["Shaw"] });
  expect(fitText("Capitol Hill Books", { steps: STEPS, widthMax: 500, widthOf }).size).toBe(60);
});

test("lines are balanced", () => {
  const { lines } = fitText("aaaa bbbb cccc dddd", { steps: [{ size: 40, linesMax: 2 }], widthMax: 300, widthOf });

  // Greedy breaking would leave "dddd" alone on the second line.
  expect(lines).toEqual(["aaaa bbbb", "cccc dddd"]);
  const six = fitText("aaaa bbbb cccc dddd eeee ffff", { steps: [{ size: 40, linesMax: 2 }], widthMax: 400, widthOf });
  expect(six.lines).toEqual(["aaaa bbbb cccc", "dddd eeee ffff"]);
});

test("no line ends with an ampersand", () => {
  const { lines } = fitText("Food & Dining", { steps: [{ size: 40, linesMax: 2 }], widthMax: 160, widthOf });

  expect(lines).toEqual(["Food", "&\u00A0Dining"]);
});

test("text that fits at no size and words wider than a line end in an ellipsis", () => {
  const long = fitText("one two three four five six seven eight nine ten eleven", {
    steps: STEPS,
    widthMax: 300,
    widthOf,
  });
  expect(long.size).toBe(40);
  expect(long.lines).toHaveLength(2);
  expect(long.lines.at(-1)).toMatch(/\w…$/);

  expect(fitText("Incomprehensibilities", { steps: STEPS, widthMax: 200, widthOf }).lines).toEqual(["Incompreh…"]);
});

test("no text exceeds the available space, and truncated text ends in an ellipsis", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme", maxLength: 200 }),
      fc.integer({ min: 120, max: 900 }),
      (text, widthMax) => {
        const { size, lines } = fitText(text, { steps: STEPS, widthMax, widthOf });
        const step = STEPS.find((known) => known.size === size);
        expect(lines.length).toBeLessThanOrEqual(step?.linesMax ?? 0);
        for (const line of lines) expect(widthOf(line, size)).toBeLessThanOrEqual(widthMax);
        const words = (value: string) =>
          value
            .split(/\s+/)
            .filter((word) => word !== "")
            .join(" ");
        if (!lines.some((line) => line.endsWith("…"))) expect(words(lines.join(" "))).toBe(words(text));
      },
    ),
    { numRuns: process.env["PROVE"] === "1" ? 20_000 : 300 },
  );
});

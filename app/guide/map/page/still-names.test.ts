import { expect, test } from "vitest";

import { drawStillNames } from "./draw-still-names.ts";
import { namesWithSpace, readStillView, stillNamesHref, type StillName } from "./still-names.ts";

const SHAW: StillName = { kind: "area", name: "Shaw", at: { x: 50, y: 50 } };

test("a URL contains the view and is read back the same", () => {
  const href = stillNamesHref({ x: -120.4, y: 3400, size: 5000 }, "night");

  expect(href).toBe("/map/names/-120,3400,5000/names-night.svg");
  expect(readStillView("-120,3400,5000")).toEqual({ x: -120, y: 3400, size: 5000 });
});

test.for(["", "1,2", "1,2,0", "1,2,-3", "1,2,3,4", "1e3,2,3", "1,2,9999999"])("%j is not a view", (text) => {
  expect(readStillView(text)).toBeNull();
});

test("the first of two names in one spot is shown, and none that the edge would cut off", () => {
  const close: StillName = { kind: "station", name: "Shaw–Howard U", at: { x: 51, y: 50.5 } };
  const atEdge: StillName = { kind: "area", name: "Spring Valley", at: { x: 1, y: 20 } };
  const below: StillName = { kind: "area", name: "Penn Quarter", at: { x: 50, y: 60 } };

  expect(namesWithSpace([SHAW, close, atEdge, below])).toEqual([SHAW, below]);
});

test("names are drawn in the theme's colors and escaped", () => {
  const draw = (theme: "day" | "night") => drawStillNames([SHAW], { theme, escape: (name) => `[${name}]` });

  expect(draw("day")).toContain(">[Shaw]</text>");
  expect(draw("day")).not.toBe(draw("night"));
});

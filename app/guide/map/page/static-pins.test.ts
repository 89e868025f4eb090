import { expect, test } from "vitest";

import { drawStaticPins } from "./draw-static-pins.ts";
import { readStaticPins, STATIC_PINS_MAX, staticPinsHref } from "./static-pins.ts";

const PINS = [
  { label: "1", at: { x: 73.6, y: 72.8 } },
  { label: "12", at: { x: -4, y: 130.1 } },
  { label: "", at: { x: 50, y: 0 } },
];

test("a URL contains the pins and is read back the same", () => {
  const href = staticPinsHref(PINS, { joinsPins: true, light: "day" });

  expect(href).toBe("/map/still/1,736,728;12,-40,1301;,500,0/walk-day.svg");
  expect(readStaticPins(href.split("/")[3] ?? "")).toEqual(PINS);
});

test("the dots of other places follow the pins in the URL, and are drawn below them", () => {
  const href = staticPinsHref(PINS.slice(0, 1), { joinsPins: false, light: "day", dots: "0a1b2c" });
  const drawn = drawStaticPins(PINS.slice(0, 1), { dots: [{ x: 5, y: 6.5 }], joinsPins: false, theme: "day" });

  expect(href).toBe("/map/still/1,736,728~0a1b2c/pins-day.svg");
  expect(drawn.indexOf('<circle cx="5%" cy="6.5%" r="5"/>')).toBeLessThan(drawn.indexOf("<path"));
  expect(drawn.match(/<circle/g)).toHaveLength(1);
});

test.for(["", "1", "1,2", "1,2,3,4", "1,2,3;", "a,1,2", "1,1e3,2", "12345,1,2", "1,99999,2", `1,"><b>,2`])(
  "%j is not a list of pins",
  (list) => {
    expect(readStaticPins(list)).toBe(null);
  },
);

test("a list over the limit is cut when written and rejected when read", () => {
  const pins = Array.from({ length: STATIC_PINS_MAX + 1 }, (_, index) => ({ label: `${index}`, at: { x: 1, y: 1 } }));

  const [, , , list = ""] = staticPinsHref(pins, { joinsPins: false, light: "night" }).split("/");

  expect(readStaticPins(list)).toHaveLength(STATIC_PINS_MAX);
  expect(readStaticPins(`${list};1,1,1`)).toBe(null);
});

test("a pin is drawn with its number, or as a dot without space, and only a walk has dotted lines", () => {
  const close = [1, 2, 3].map((number) => ({ label: `${number}`, at: { x: 50, y: 50 } }));

  const plain = drawStaticPins(close, { joinsPins: false, theme: "day" });
  const walk = drawStaticPins(close, { joinsPins: true, theme: "day" });

  expect(plain.match(/<text/g)).toHaveLength(2);
  expect(plain.match(/<circle r="5"\/>/g)).toHaveLength(1);
  expect(plain).not.toContain("<line");
  expect(walk.match(/<line/g)).toHaveLength(2);
});

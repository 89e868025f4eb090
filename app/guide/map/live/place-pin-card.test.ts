import { expect, test } from "vitest";

import { placePinCard } from "./place-pin-card.ts";

const box = { width: 260, height: 220 };
const card = { width: 180, height: 54 };

test("a pin's card is centered above it", () => {
  expect(placePinCard({ at: { x: 130, y: 150 }, card, box })).toEqual({ x: 40, y: 60 });
});

test("at an edge the card stays within the map: shifted sideways, or below the pin", () => {
  expect(placePinCard({ at: { x: 68, y: 40 }, card, box })).toEqual({ x: 4, y: 48 });
  expect(placePinCard({ at: { x: 250, y: 150 }, card, box })).toEqual({ x: 76, y: 60 });
});

test("a pin that leaves the map takes its card along", () => {
  expect(placePinCard({ at: { x: -30, y: 150 }, card, box }).x).toBe(-30);
  expect(placePinCard({ at: { x: 300, y: 150 }, card, box }).x).toBe(120);
  expect(placePinCard({ at: { x: 130, y: -40 }, card, box }).y).toBeLessThan(-card.height / 2);
});

test("a card too high for the map is above its pin", () => {
  expect(placePinCard({ at: { x: 130, y: 110 }, card: { width: 180, height: 120 }, box }).y).toBe(-46);
});

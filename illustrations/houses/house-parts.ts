import { mixInks } from "../inks/ink.ts";
import type { WindowHead } from "./windows.ts";
import type { Scene } from "../scene.ts";

export type HouseKind =
  | "federal"
  | "italianate"
  | "bay"
  | "turret"
  | "octagon"
  | "wardman"
  | "richardson"
  | "deco"
  | "modern";

export type House = {
  kind: HouseKind;
  x: number;
  width: number;
  ground: number;
  wall: string;
  storeyHeight: number;
  storeys?: number;
  /** Puts the door on the other side. */
  isFlipped?: boolean;
  doorInk?: string;
  windowHead?: Exclude<WindowHead, "hood">;
  /** The bay has a flat cornice instead of a pyramid roof. */
  hasFlatBay?: boolean;
  shutterInk?: string | null;
  hasFlowerBoxes?: boolean;
  /** Without brick marks and shutters, for far and small houses. */
  isPlain?: boolean;
};

/** A projecting cornice, plain or on brackets, with its shadow on the wall. `y` is its lower edge. */
export function drawCornice(
  scene: Scene,
  input: { x: number; width: number; overhang: number; y: number; depth: number; hasBrackets: boolean },
): void {
  const { palette, pen } = scene;
  const { y, depth } = input;
  const left = input.x - input.overhang / 2;
  const right = left + input.width + input.overhang;
  scene.fill(
    9,
    palette.trim,
    pen.polygon(
      [left, y],
      [right, y],
      [right - 2, y - depth * 0.45],
      [right + 1, y - depth],
      [left - 1, y - depth],
      [left + 2, y - depth * 0.45],
    ),
  );
  const fall = y + palette.shadowY * depth;
  const shift = depth * palette.shadowX;
  scene.shade(
    5,
    pen.polygon(
      [left, y],
      [right, y],
      [Math.min(input.x + input.width, right + shift), fall],
      [Math.max(input.x, left + shift), fall],
    ),
  );
  if (!input.hasBrackets) return;
  const count = Math.max(4, Math.round((right - left) / BRACKET_SPACING));
  let brackets = "";
  for (let i = 0; i < count; i += 1) {
    const b = left + 3 + ((right - left - 9) * i) / (count - 1);
    const foot = y + depth * 0.62;
    brackets += pen.polygon([b, y], [b + 3.2, y], [b + 3.2, y + depth * 0.35], [b + 1, foot], [b, foot]);
  }
  scene.fill(9, palette.trim, brackets);
}

const BRACKET_SPACING = 11;

/** A few bricks suggest a brick wall. */
export function drawBrickMarks(scene: Scene, house: House, top: number, bottom: number): void {
  if (house.isPlain === true) return;
  const { palette, pen, random } = scene;
  const { x, width, wall } = house;
  let bricks = "";
  for (let i = 0; i < 6; i += 1) {
    const left = x + width * random.between(0.04, 0.86);
    const y = Math.round(random.between(top, bottom) / 4) * 4;
    bricks += pen.rect(left, y, random.pick([5, 8]), 1.6);
    if (random.chance(0.5)) bricks += pen.rect(left + 4, y + 3.4, 6, 1.6);
  }
  scene.fill(1, mixInks(wall, palette.dark, 0.16), bricks);
}

export function darkFacet(scene: Scene, wall: string): string {
  return mixInks(wall, scene.palette.dark, 0.42);
}

export function lightFacet(scene: Scene, wall: string): string {
  return mixInks(wall, scene.palette.paper, scene.palette.isNight ? 0.12 : 0.28);
}

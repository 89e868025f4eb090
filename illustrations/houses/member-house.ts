import type { HouseKind } from "./house-parts.ts";
import { drawHouse } from "./houses.ts";
import { mixInks } from "../inks/ink.ts";
import { paperPalette, wallInkInLight, type Light, type StreetWall } from "../inks/paper-palette.ts";
import { Scene } from "../scene.ts";
import { seededRandom } from "../drawing/seeded-random.ts";

const SIDE = 96;
const GROUND = 90;

/** Houses that are recognizable at 40 pixels. Excludes porches and glass. */
const KINDS: readonly HouseKind[] = ["bay", "italianate", "federal", "turret", "octagon", "richardson"];

/** Wall and door inks that contrast. */
const INKS: readonly (readonly [wall: StreetWall, door: StreetWall])[] = [
  ["brick", "teal"],
  ["rust", "navy"],
  ["oxblood", "ochre"],
  ["clay", "teal"],
  ["umber", "sage"],
  ["rose", "navy"],
  ["cream", "oxblood"],
  ["teal", "ochre"],
  ["ochre", "navy"],
  ["sage", "oxblood"],
  ["slate", "rust"],
  ["plum", "ochre"],
  ["blush", "oxblood"],
  ["navy", "cream"],
];

/** A member's avatar: a house in a square with sky, by day or by night. The same seed gives the same house. */
export function drawMemberHouse(seed: number, light: Light): string {
  const random = seededRandom(`member ${seed}`);
  const palette = paperPalette(light);
  const scene = new Scene({ width: SIDE, height: SIDE, palette, random, stepsPerUnit: 2 });
  const { pen } = scene;
  const [wall, door] = random.pick(INKS);
  const kind = random.pick(KINDS);
  scene.fill(-90, mixInks(palette.skyLow, palette.sky, light === "day" ? 0.15 : 0.35), pen.rect(0, 0, SIDE, SIDE));
  scene.fill(-20, palette.ground, pen.rect(0, GROUND, SIDE, SIDE - GROUND));
  scene.at(0, () =>
    drawHouse(scene, {
      kind,
      x: 12,
      width: 72,
      ground: GROUND,
      wall: wallInkInLight(light, wall),
      doorInk: wallInkInLight(light, door),
      storeyHeight: 32,
      storeys: 2,
      isFlipped: random.chance(0.5),
      windowHead: random.pick(["flat", "segment", "round"] as const),
      hasFlatBay: random.chance(0.4),
      shutterInk: null,
      isPlain: true,
    }),
  );
  return scene.toSvg(`A drawn house, by ${light}`);
}

import { drawBicycle, drawLamp, drawPerson } from "../drawing/figures.ts";
import { drawHouse } from "./houses.ts";
import type { HouseKind } from "./house-parts.ts";
import { mixInks } from "../inks/ink.ts";
import {
  paperPalette,
  seasonLeaves,
  wallInkInLight,
  type Light,
  type Season,
  type StreetWall,
} from "../inks/paper-palette.ts";
import { Scene } from "../scene.ts";
import { cyclic, seededRandom } from "../drawing/seeded-random.ts";
import { drawBirds, drawStars, drawSun } from "../drawing/sky.ts";
import { drawTree } from "../drawing/trees.ts";

const HOME_STREET_SIZE = { width: 1600, height: 330 } as const;

/**
 * The street at the top of the home page, on the page's background. The houses are the same in every season and light.
 * Phones show the middle 700 units, which have dome and monument.
 */
export function drawHomeStreet({ season, light }: { season: Season; light: Light }): string {
  const scene = new Scene({
    ...HOME_STREET_SIZE,
    palette: paperPalette(light),
    random: seededRandom("home street"),
    stepsPerUnit: 2,
  });
  drawFarCity(scene);
  drawGround(scene);
  // Houses share depths, so that all cornices are one path. With separate depths the file is a third larger.
  let x = LEFT;
  for (const [i, house] of HOUSES.entries()) {
    const left = x;
    scene.withRandom(seededRandom(`house ${i}`), () => drawStreetHouse(scene, house, left, light));
    x += house.width;
  }
  scene.at(40, () => drawTrees(scene, seasonLeaves(season, light)));
  drawStreetLife(scene);
  return scene.toSvg(`A street of Washington rowhouses, ${season}, by ${light}`);
}

const GROUND = 316;

type StreetHouse = {
  kind: HouseKind;
  width: number;
  wall: StreetWall;
  storey: number;
  storeys?: 2 | 3;
  door: StreetWall;
  isFlipped?: boolean;
  hasFlatBay?: boolean;
  head?: "flat" | "segment" | "round";
};

/** Arranged by hand: two brick walls to one painted, every fourth house tall, low ones below the dome. */
const HOUSES: readonly StreetHouse[] = [
  { kind: "bay", width: 86, wall: "rust", storey: 56, door: "teal", head: "segment" },
  { kind: "italianate", width: 80, wall: "teal", storey: 54, door: "ochre" },
  { kind: "federal", width: 96, wall: "oxblood", storey: 60, storeys: 2, door: "navy", isFlipped: true },
  { kind: "turret", width: 90, wall: "brick", storey: 55, door: "sage", head: "round", isFlipped: true },
  { kind: "italianate", width: 76, wall: "cream", storey: 60, door: "oxblood", isFlipped: true },
  { kind: "bay", width: 86, wall: "umber", storey: 52, door: "slate", hasFlatBay: true },
  { kind: "wardman", width: 108, wall: "clay", storey: 62, storeys: 2, door: "teal" },
  { kind: "italianate", width: 74, wall: "sage", storey: 46, door: "oxblood" },
  { kind: "octagon", width: 88, wall: "brick", storey: 56, door: "navy", head: "segment" },
  { kind: "federal", width: 98, wall: "ochre", storey: 50, door: "navy", isFlipped: true },
  { kind: "turret", width: 92, wall: "oxblood", storey: 58, door: "ochre", head: "round" },
  { kind: "bay", width: 86, wall: "rose", storey: 54, door: "sage", isFlipped: true, hasFlatBay: true },
  { kind: "italianate", width: 78, wall: "slate", storey: 48, door: "rust" },
  { kind: "richardson", width: 104, wall: "rust", storey: 56, door: "teal" },
  { kind: "bay", width: 84, wall: "cream", storey: 55, door: "brick", head: "round", isFlipped: true },
  { kind: "italianate", width: 80, wall: "brick", storey: 62, door: "navy", isFlipped: true },
  { kind: "federal", width: 94, wall: "umber", storey: 60, storeys: 2, door: "ochre" },
  { kind: "octagon", width: 86, wall: "plum", storey: 55, door: "ochre", isFlipped: true },
  { kind: "bay", width: 86, wall: "clay", storey: 53, door: "teal", head: "segment" },
  { kind: "italianate", width: 80, wall: "blush", storey: 58, door: "oxblood" },
];
const LEFT = -70;

function drawStreetHouse(scene: Scene, house: StreetHouse, x: number, light: Light): void {
  const { palette } = scene;
  drawHouse(scene, {
    kind: house.kind,
    x,
    width: house.width,
    ground: GROUND,
    wall: wallInkInLight(light, house.wall),
    storeyHeight: house.storey,
    storeys: house.storeys ?? 3,
    isFlipped: house.isFlipped === true,
    doorInk: wallInkInLight(light, house.door),
    windowHead: house.head ?? "flat",
    hasFlatBay: house.hasFlatBay === true,
    shutterInk: mixInks(palette.dark, palette.leaf, 0.3),
    hasFlowerBoxes: true,
  });
}

/** Dome and monument in the haze, with a crescent moon at night and birds by day. */
function drawFarCity(scene: Scene): void {
  const { palette, pen } = scene;
  const far = palette.isNight ? "#253757" : "#bccdd2";
  const pale = palette.isNight ? "#2d4166" : "#cbd9db";
  const [x, base, s] = [596, 148, 1];
  const drum =
    pen.rect(x - 40, base - 8, 80, 60) + pen.rect(x - 34, base - 36, 68, 30) + pen.dome(x, base - 36, 31, 46);
  const lantern =
    pen.rect(x - 6 * s, base - 98, 12, 20) + pen.dome(x, base - 97, 7, 9) + pen.rect(x - 1, base - 118, 2, 14);
  scene.fill(-80, far, drum + lantern + pen.rect(x - 52, base + 8, 104, 120));
  const columns = Array.from({ length: 9 }, (_, i) => pen.rect(x - 33 + i * 8, base - 28, 3, 22));
  scene.fill(-79, pale, columns.join("") + pen.rect(x - 43, base - 10, 86, 4) + pen.rect(x - 37, base - 38, 74, 3));
  const [m, tip] = [1012, 6];
  scene.fill(-80, far, pen.polygon([m - 12, 250], [m - 8, tip + 13], [m, tip], [m + 8, tip + 13], [m + 12, 250]));
  scene.fill(-79, pale, pen.polygon([m - 12, 250], [m - 8, tip + 13], [m, tip], [m, 250]));
  if (palette.isNight) {
    drawSun(scene, 842, 44, 38);
    drawStars(scene, 46, 110);
  } else drawBirds(scene, 748, 30);
}

function drawGround(scene: Scene): void {
  const { palette, pen } = scene;
  const { width, height } = HOME_STREET_SIZE;
  scene.fill(-20, palette.ground, pen.rect(0, GROUND, width, height - GROUND));
  scene.fill(-19, palette.road, pen.rect(0, GROUND + 8, width, height - GROUND - 8));
  scene.fill(
    -18,
    mixInks(palette.ground, palette.paper, palette.isNight ? 0.12 : 0.5),
    pen.rect(0, GROUND + 6, width, 2),
  );
}

const TREES = [38, 196, 372, 520, 690, 884, 1088, 1246, 1404, 1560] as const;

function drawTrees(scene: Scene, inks: readonly (string | null)[]): void {
  for (const [i, x] of TREES.entries()) {
    const ink = cyclic(inks, i);
    const random = seededRandom(`tree ${i}`);
    const height = random.between(96, 122);
    scene.withRandom(random, () => {
      drawTree(scene, {
        x,
        ground: GROUND + 6,
        height,
        kind: ink === null ? "bare" : cyclic(["round", "round", "oval"] as const, i),
        ...(ink === null ? {} : { ink }),
        trunk: 2.4,
        depth: i * 0.01,
        leaves: 9,
        hasNoShadow: true,
      });
    });
  }
}

function drawStreetLife(scene: Scene): void {
  const { palette } = scene;
  for (const x of [120, 446, 786, 1150, 1486]) drawLamp(scene, { x, ground: GROUND + 6, height: 62, depth: 46 });
  const foot = GROUND + 8;
  const walker = { ground: foot, height: 34, depth: 60 } as const;
  drawPerson(scene, { ...walker, x: 640, facing: 1, hasDog: true });
  drawPerson(scene, {
    ...walker,
    x: 968,
    facing: -1,
    wearsDress: true,
    coat: wallInkInLight(palette.isNight ? "night" : "day", "teal"),
  });
  drawPerson(scene, {
    ...walker,
    x: 980,
    height: 24,
    facing: -1,
    coat: wallInkInLight(palette.isNight ? "night" : "day", "ochre"),
  });
  drawPerson(scene, { ...walker, x: 290, facing: 1, coat: palette.paper, wearsDress: true });
  drawPerson(scene, { ...walker, x: 1340, facing: -1, coat: palette.dark });
  drawBicycle(scene, { x: 832, ground: foot, length: 28, depth: 58 });
}

import { catOutline, drawLamp, drawPerson } from "./drawing/figures.ts";
import { drawHouse } from "./houses/houses.ts";
import type { HouseKind } from "./houses/house-parts.ts";
import { mixInks } from "./inks/ink.ts";
import { paperPalette, wallInkInLight, type Light, type StreetWall } from "./inks/paper-palette.ts";
import { Scene } from "./scene.ts";
import { seededRandom } from "./drawing/seeded-random.ts";
import { drawBirds, drawStars } from "./drawing/sky.ts";
import { drawTree } from "./drawing/trees.ts";

/** Small scenes on the page's background, for error pages and empty lists. */
export const SITE_SCENES = {
  /** For 404 pages: a street with a house missing. */
  "not-found": { width: 720, height: 260, title: "A row of houses with one missing" },
  /** For searches without results: an empty bench. */
  "no-matches": { width: 320, height: 150, title: "An empty bench under a lamp" },
  /** For a neighborhood without places: an empty table. */
  "no-places": { width: 320, height: 150, title: "An empty table on the pavement" },
  /** For a list without guides: an empty book. */
  "no-guides": { width: 320, height: 150, title: "An open book with empty pages, and a cat" },
  /** For the sign-in page: the flag of the District. */
  flag: { width: 480, height: 260, title: "The flag of the District of Columbia" },
} as const satisfies Record<string, { width: number; height: number; title: string }>;

export type SiteSceneName = keyof typeof SITE_SCENES;

export function isSiteSceneName(name: string): name is SiteSceneName {
  return Object.hasOwn(SITE_SCENES, name);
}

export function drawSiteScene(name: SiteSceneName, light: Light): string {
  const { width, height, title } = SITE_SCENES[name];
  const scene = new Scene({
    width,
    height,
    palette: paperPalette(light),
    random: seededRandom(`site scene ${name}`),
    // Whole units for houses with many parts: invisible, and saves 10 % of the bytes.
    stepsPerUnit: name === "not-found" ? 1 : 2,
  });
  SCENES[name](scene, light);
  return scene.toSvg(title);
}

const SCENES: Record<SiteSceneName, (scene: Scene, light: Light) => void> = {
  "not-found": drawMissingHouse,
  "no-matches": drawEmptyBench,
  "no-places": drawEmptyTable,
  "no-guides": drawUnwrittenBook,
  flag: drawFlag,
};

/** A strip of pavement from edge to edge. */
function drawPavementLine(scene: Scene, y: number): void {
  const { palette, pen, width, height } = scene;
  scene.fill(-20, palette.ground, pen.rect(0, y, width, height - y));
  scene.fill(-19, mixInks(palette.ground, palette.dark, 0.12), pen.rect(0, y, width, 1.5));
}

function drawMissingHouse(scene: Scene, light: Light): void {
  const { palette, pen, width: W } = scene;
  const ground = 236;
  const houses: readonly [kind: HouseKind, x: number, width: number, wall: StreetWall, storey: number][] = [
    ["italianate", -34, 104, "teal", 56],
    ["bay", 70, 110, "rust", 58],
    ["federal", 180, 118, "cream", 54],
    ["turret", 424, 116, "brick", 50],
    ["italianate", 540, 100, "sage", 54],
    ["bay", 640, 108, "oxblood", 56],
  ];
  const [gapLeft, gapRight] = [298, 424];
  const middle = (gapLeft + gapRight) / 2;
  scene.fill(-90, palette.isNight ? palette.paper : palette.skyLow, pen.circle(middle - 20, 140, 50));
  if (palette.isNight) drawStars(scene, 26, 90);
  drawPavementLine(scene, ground);
  for (const [i, [kind, x, width, wall, storeyHeight]] of houses.entries())
    scene.withRandom(seededRandom(`lot ${i}`), () =>
      drawHouse(scene, {
        kind,
        x,
        width,
        ground,
        wall: wallInkInLight(light, wall),
        storeyHeight,
        storeys: 3,
        isFlipped: i % 2 === 0,
        doorInk: wallInkInLight(light, i % 2 === 0 ? "ochre" : "navy"),
        windowHead: "flat",
        hasFlatBay: false,
        shutterInk: mixInks(palette.dark, palette.leaf, 0.3),
        hasFlowerBoxes: true,
      }),
    );
  // Traces of the missing house on its neighbor: floors and stairs.
  const scar = mixInks(wallInkInLight(light, "cream"), palette.dark, 0.2);
  scene.fill(12, scar, pen.rect(gapLeft, 116, 5, 4) + pen.rect(gapLeft, 170, 5, 4));
  drawFence(scene, { left: gapLeft, right: gapRight, ground });
  drawTree(scene, { x: middle + 26, ground: ground - 4, height: 92, depth: -8, kind: "round", hasNoShadow: true });
  scene.fill(34, palette.dark, catOutline(scene, middle - 28, ground - 52, 4.4));
  drawPerson(scene, { x: middle + 10, ground: ground + 10, height: 40, depth: 60, facing: -1, hasDog: true });
  drawLamp(scene, { x: 232, ground: ground + 8, height: 78, depth: 46 });
  if (!palette.isNight) drawBirds(scene, W * 0.7, 22);
}

function drawFence(scene: Scene, lot: { left: number; right: number; ground: number }): void {
  const { palette, pen } = scene;
  const { left, right, ground } = lot;
  const wood = mixInks(palette.walls[1], palette.dark, palette.isNight ? 0.3 : 0.28);
  let boards = "";
  const step = (right - left) / 11;
  for (let i = 0; i < 11; i += 1) {
    const x = left + step * i;
    boards += pen.polygon(
      [x + 1, ground],
      [x + 1, ground - 48],
      [x + step / 2, ground - 53],
      [x + step - 1, ground - 48],
      [x + step - 1, ground],
    );
  }
  scene.fill(30, wood, boards);
  scene.fill(
    31,
    mixInks(wood, palette.dark, 0.3),
    pen.rect(left, ground - 38, right - left, 4) + pen.rect(left, ground - 14, right - left, 4),
  );
  scene.shade(33, pen.polygon([left, ground - 53], [left + 46, ground], [left, ground]));
}

function drawEmptyBench(scene: Scene): void {
  const { palette, pen } = scene;
  const ground = 132;
  drawPavementLine(scene, ground);
  scene.fill(-90, palette.isNight ? palette.paper : palette.skyLow, pen.circle(214, 62, 36));
  drawTree(scene, { x: 268, ground: ground + 2, height: 118, depth: 5, kind: "round", leaves: 12 });
  drawLamp(scene, { x: 62, ground: ground + 4, height: 104, depth: 20 });
  const [left, right] = [106, 214];
  const rail = (y: number, height: number) => pen.rect(left, y, right - left, height);
  scene.fill(30, wallInk(scene), rail(88, 6) + rail(98, 6) + rail(112, 7));
  const legs = [left + 8, right - 13].map(
    (x) => pen.rect(x, 84, 5, 34) + pen.polygon([x - 4, ground + 6], [x, 114], [x + 5, 114], [x + 9, ground + 6]),
  );
  scene.fill(31, palette.isNight ? mixInks(palette.dark, palette.paper, 0.3) : palette.dark, legs.join(""));
  scene.shade(
    29,
    pen.polygon([left, ground + 6], [right, ground + 6], [right + 26, ground + 14], [left + 26, ground + 14]),
  );
  const leaves = [
    pen.leaf(128, 110, 11, -0.4, 0.45),
    pen.leaf(176, ground + 8, 11, 0.2, 0.45),
    pen.leaf(234, ground + 10, 10, 2.7, 0.45),
  ];
  scene.fill(32, palette.accent, leaves.join(""));
}

const wallInk = ({ palette }: Scene) => palette.walls[2];

function drawEmptyTable(scene: Scene): void {
  const { palette, pen } = scene;
  const ground = 132;
  const iron = palette.isNight ? mixInks(palette.dark, palette.paper, 0.3) : palette.dark;
  drawPavementLine(scene, ground);
  scene.fill(-90, palette.isNight ? palette.paper : palette.skyLow, pen.circle(92, 58, 34));
  // The open parasol.
  const canopy = pen.path`M84 52Q92 14 160 10Q228 14 236 52q-19 -9 -38 0q-19 -9 -38 0q-19 -9 -38 0q-19 -9 -38 0z`;
  scene.fill(20, palette.accent, canopy);
  scene.fill(21, palette.trim, pen.path`M122 52Q126 18 160 10Q194 18 198 52q-19 -9 -38 0q-19 -9 -38 0z`);
  scene.shade(22, pen.path`M160 10Q228 14 236 52q-19 -9 -38 0q-19 -9 -38 0z`);
  scene.fill(19, iron, pen.rect(158.5, 8, 3, ground));
  scene.fill(24, mixInks(palette.trim, palette.walls[1], 0.3), pen.rect(122, 92, 76, 5));
  scene.fill(23, iron, pen.rect(157, 97, 6, ground - 92) + pen.rect(140, ground + 3, 40, 3));
  for (const side of [-1, 1] as const) {
    const x = 160 + side * 62;
    const chair =
      pen.bar(x + side * 13, 72, x + side * 10, 108, 3) +
      pen.bar(x + side * 10, 108, x + side * 13, ground + 6, 3) +
      pen.bar(x - side * 11, 108, x - side * 13, ground + 6, 3) +
      pen.bar(x + side * 12, 84, x + side * 4, 108, 2);
    scene.fill(25, iron, chair);
    scene.fill(26, wallInk(scene), pen.rect(x - 14, 105, 28, 5));
    scene.shade(18, pen.ellipse(x + 12, ground + 9, 22, 3.5));
  }
  scene.shade(18, pen.ellipse(176, ground + 9, 34, 4.5));
}

function drawUnwrittenBook(scene: Scene): void {
  const { palette, pen, width: W } = scene;
  const sill = 118;
  scene.fill(-90, palette.isNight ? palette.paper : palette.skyLow, pen.circle(96, 58, 36));
  scene.fill(-10, mixInks(palette.walls[1], palette.dark, palette.isNight ? 0.1 : 0.06), pen.rect(0, sill, W, 14));
  scene.fill(-9, mixInks(palette.walls[1], palette.dark, 0.34), pen.rect(0, sill + 14, W, 5));
  const cover = pen.path`M92 114q34 -12 68 2q34 -14 68 -2v6H92z`;
  const page = (side: 1 | -1) =>
    pen.path`M160 112q${side * 30} -16 ${side * 62} -8v-44q${side * -32} -9 ${side * -62} 8z`;
  scene.fill(10, palette.accent, cover);
  scene.fill(11, palette.isNight ? mixInks(palette.paper, palette.skyLow, 0.25) : palette.trim, page(1) + page(-1));
  scene.shade(12, page(1));
  scene.fill(13, mixInks(palette.ground, palette.dark, 0.2), pen.rect(159, 66, 2, 47));
  scene.shade(5, pen.polygon([96, sill], [226, sill], [250, sill + 12], [120, sill + 12]));
  // At night the page is as dark as the cat, so the cat is lighter.
  const fur = palette.isNight ? mixInks(palette.dark, palette.trim, 0.85) : palette.dark;
  scene.fill(20, fur, catOutline(scene, 262, sill, 6.4));
  const leaves = Array.from({ length: 8 }, (_, i) => pen.leaf(48, 92, 34 + (i % 3) * 7, -2.8 + i * 0.35, 0.3));
  scene.fill(20, palette.leaf, leaves.join(""));
  scene.fill(21, palette.trim, pen.polygon([30, 90], [66, 90], [61, sill], [35, sill]));
  scene.shade(22, pen.polygon([50, 90], [66, 90], [61, sill], [49, sill]));
}

/** Three stars over two bars, from the Washington family's arms: width to height 2 to 1, in tenths of the height. */
function drawFlag(scene: Scene): void {
  const { palette, pen } = scene;
  const [left, top, w, h] = [64, 34, 372, 186];
  const wave = 15;
  const band = (from: number, to: number) => {
    const [y1, y2] = [top + h * from, top + h * to];
    return pen.path`M${left} ${y1}q${w * 0.25} ${-wave * 2} ${w * 0.5} 0t${w * 0.5} 0V${y2}q${-w * 0.25} ${wave * 2} ${-w * 0.5} 0t${-w * 0.5} 0z`;
  };
  const swell = (share: number) => -Math.sin(share * 2 * Math.PI) * wave;
  const red = palette.isNight ? mixInks("#d0213c", palette.sky, 0.22) : "#d0213c";
  const white = palette.isNight ? mixInks(palette.paper, palette.skyLow, 0.2) : "#ffffff";
  scene.fill(0, palette.skyLow, pen.circle(276, 128, 124));
  scene.fill(2, white, band(0, 1));
  scene.fill(3, red, band(0.3, 0.5) + band(0.6, 0.8));
  let stars = "";
  for (const share of [0.25, 0.5, 0.75]) {
    const [x, y, r] = [left + w * share, top + h * 0.15 + swell(share) * 0.9, h * 0.115];
    const points = Array.from({ length: 10 }, (_, i) => {
      const [angle, reach] = [(i * Math.PI) / 5 - Math.PI / 2, i % 2 === 0 ? r : r * 0.382];
      return [x + Math.cos(angle) * reach, y + Math.sin(angle) * reach] as const;
    });
    stars += pen.polygon(...points);
  }
  scene.fill(4, red, stars);
  const clip = scene.clip(band(0, 1));
  scene.shade(
    5,
    pen.polygon([left + w * 0.3, 0], [left + w * 0.52, 0], [left + w * 0.46, 260], [left + w * 0.24, 260]) +
      pen.polygon([left + w * 0.82, 0], [left + w * 1.02, 0], [left + w * 1.02, 260], [left + w * 0.76, 260]),
    `${clip} opacity=".5"`,
  );
  const iron = palette.isNight ? mixInks(palette.dark, palette.paper, 0.4) : palette.dark;
  scene.fill(6, iron, pen.rect(left - 10, 14, 6, 246) + pen.circle(left - 7, 12, 7));
}

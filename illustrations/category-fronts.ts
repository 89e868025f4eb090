import { drawCornice } from "./houses/house-parts.ts";
import { drawHouse } from "./houses/houses.ts";
import { drawGlyph, type GlyphName } from "./drawing/glyphs.ts";
import { mixInks } from "./inks/ink.ts";
import { paperPalette, wallInkInLight, type Light, type StreetWall } from "./inks/paper-palette.ts";
import { Scene } from "./scene.ts";
import { seededRandom } from "./drawing/seeded-random.ts";
import { drawAwning } from "./shops/shop-awnings.ts";
import { drawDisplay } from "./shops/shop-display.ts";
import { shopOf, type AwningKind, type ShopKind } from "./shops/shop-kinds.ts";
import { drawWindow, type WindowHead } from "./houses/windows.ts";

const CATEGORY_FRONT_SIZE = { width: 148, height: 230 } as const;

/**
 * A category's house. All eight have the same size and baseline and share party walls, so that they form a street when
 * placed side by side. Transparent above the roof.
 *
 * @param category Slug. Unknown categories get the shop's house.
 */
export function drawCategoryFront(category: string, light: Light): string {
  const scene = new Scene({
    ...CATEGORY_FRONT_SIZE,
    palette: paperPalette(light),
    random: seededRandom(`front ${category}`),
    stepsPerUnit: 2,
  });
  const front = FRONTS.get(category) ?? drawShopping;
  front(scene, light);
  drawGround(scene);
  return scene.toSvg(`A house for ${category.replaceAll("-", " ")}, by ${light}`);
}

const W = CATEGORY_FRONT_SIZE.width;
const GROUND = 214;

const FRONTS = new Map<string, (scene: Scene, light: Light) => void>([
  ["food", drawFood],
  ["nightlife", drawNightlife],
  ["shopping", drawShopping],
  ["services", drawServices],
  ["entertainment", drawEntertainment],
  ["health", drawHealth],
  ["home-services", drawHomeServices],
  ["education", drawEducation],
]);

function drawGround(scene: Scene): void {
  const { palette, pen } = scene;
  const { height } = CATEGORY_FRONT_SIZE;
  scene.fill(70, palette.ground, pen.rect(0, GROUND, W, height - GROUND));
  scene.fill(71, palette.road, pen.rect(0, GROUND + 8, W, height - GROUND - 8));
  scene.fill(72, mixInks(palette.ground, palette.paper, palette.isNight ? 0.12 : 0.5), pen.rect(0, GROUND + 6, W, 2));
}

type Upper = {
  wall: string;
  top: number;
  rows: number;
  columns: number;
  window: { width: number; height: number };
  head?: WindowHead;
  shopTop: number;
};

/** Wall, cornice and rows of windows above a shop. */
function drawUpperStoreys(scene: Scene, upper: Upper): void {
  const { pen } = scene;
  const { wall, top, rows, columns, window, shopTop } = upper;
  scene.fill(0, wall, pen.rect(0, top, W, GROUND - top));
  drawCornice(scene, { x: 0, width: W, overhang: 2, y: top + 12, depth: 12, hasBrackets: true });
  const room = (shopTop - top - 16) / rows;
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1)
      drawWindow(scene, {
        x: (W * (column + 0.5)) / columns - window.width / 2,
        y: top + 16 + room * (row + 0.5) - window.height / 2 + 2,
        ...window,
        head: upper.head ?? "flat",
        frame: 2,
        panes: "four",
      });
  scene.shade(1, scene.awayFromSun(0, top + 14, W, GROUND - top - 14, 1.4 / W));
}

type Shopfront = {
  kind: ShopKind;
  frame: string;
  top: number;
  doorInk: string;
  awning?: AwningKind;
  isFlipped?: boolean;
};

function drawShopfront(scene: Scene, front: Shopfront): void {
  const { palette, pen } = scene;
  const { frame, top, doorInk, awning } = front;
  const shop = shopOf(front.kind);
  const doorX = front.isFlipped === true ? 12 : W - 42;
  const windowX = front.isFlipped === true ? 50 : 10;
  const box = { x: windowX, y: top + 24, width: 88, height: GROUND - top - 36 };
  scene.fill(9, frame, pen.rect(0, top, W, GROUND - top));
  scene.fill(10, mixInks(frame, palette.paper, palette.isNight ? 0.12 : 0.35), pen.rect(-1, top - 3, W + 2, 5));
  scene.shade(9.5, pen.rect(0, top + 2, W, 4));
  scene.at(10, () => drawDisplay(scene, shop, box, palette.isLit));
  const bars =
    pen.rect(box.x - 2, box.y - 2, box.width + 4, 2) +
    pen.rect(box.x - 2, box.y, 2, box.height) +
    pen.rect(box.x + box.width, box.y, 2, box.height);
  scene.fill(
    17,
    mixInks(frame, palette.dark, 0.45),
    bars +
      pen.rect(box.x - 2, box.y + box.height, box.width + 4, 3) +
      pen.rect(box.x + box.width / 2 - 0.8, box.y, 1.6, box.height),
  );
  scene.shade(16, pen.rect(box.x, box.y, box.width, 5) + scene.towardsSun(box.x, box.y, box.width, box.height, 0.04));
  const [doorY, doorHeight] = [top + 26, GROUND - top - 26];
  const glass = palette.isLit ? palette.glow : palette.glass;
  scene.fill(11, mixInks(frame, palette.dark, 0.5), pen.rect(doorX - 2, doorY - 2, 34, doorHeight + 2));
  scene.fill(12, doorInk, pen.rect(doorX, doorY, 30, doorHeight));
  scene.fill(13, glass, pen.rect(doorX + 5, doorY + 6, 20, doorHeight * 0.5));
  scene.fill(13, palette.glow, pen.rect(doorX + 24, doorY + doorHeight * 0.62, 2, 7));
  scene.shade(14, pen.rect(doorX, doorY, 30, 4) + pen.rect(doorX, doorY, 3, doorHeight));
  if (awning === undefined) drawNameBoard(scene, top, frame);
  else {
    const cloth = { x: 4, y: top + 4, width: W - 8, drop: 18, ink: palette.accent, shade: 8 };
    scene.at(10, () => drawAwning(scene, awning, cloth));
  }
}

/** A name board with illegible lettering. */
function drawNameBoard(scene: Scene, top: number, frame: string): void {
  const { palette, pen } = scene;
  scene.fill(12, mixInks(frame, palette.dark, 0.3), pen.rect(6, top + 6, W - 12, 13));
  const letters = [38, 47, 56, 65, 79, 88, 97, 106].map((x) => pen.rect(x, top + 10, 6, 5));
  scene.fill(13, palette.trim, letters.join(""));
}

/** A sign on a bracket over the pavement. */
function hangSign(
  scene: Scene,
  sign: { x: number; y: number; size: number; board: string; ink: string; glyph: GlyphName },
): void {
  const { palette, pen } = scene;
  const { x, y, size: s, board, ink, glyph } = sign;
  scene.shade(28, pen.rect(x - s / 2 + 4, y + 5, s, s * 1.2));
  scene.fill(
    29,
    palette.dark,
    pen.rect(x - s * 0.7, y - 5, s * 1.5, 2) +
      pen.rect(x - s * 0.3, y - 5, 1.4, 6) +
      pen.rect(x + s * 0.3, y - 5, 1.4, 6),
  );
  scene.fill(30, palette.trim, pen.rect(x - s / 2 - 1.5, y - 1.5, s + 3, s * 1.2 + 3));
  scene.fill(31, board, pen.rect(x - s / 2, y, s, s * 1.2));
  drawGlyph(scene, 32, {
    name: glyph,
    x: x - s * 0.36,
    y: y + s * 0.22,
    size: s * 0.72,
    inks: { main: ink, light: mixInks(board, ink, 0.6), dark: board, accent: mixInks(ink, board, 0.4) },
  });
}

const wallOf = (light: Light) => (wall: StreetWall) => wallInkInLight(light, wall);

function drawFood(scene: Scene, light: Light): void {
  const wall = wallOf(light);
  const window = { width: 23, height: 30 };
  drawUpperStoreys(scene, { wall: wall("brick"), top: 24, rows: 2, columns: 3, window, head: "segment", shopTop: 122 });
  const frame = mixInks(wall("teal"), scene.palette.dark, 0.4);
  drawShopfront(scene, { kind: "restaurant", frame, top: 124, doorInk: wall("oxblood"), awning: "stripe" });
}

function drawNightlife(scene: Scene, light: Light): void {
  const { palette } = scene;
  const wall = wallOf(light);
  const window = { width: 28, height: 27 };
  drawUpperStoreys(scene, { wall: wall("navy"), top: 46, rows: 2, columns: 2, window, shopTop: 132 });
  const frame = mixInks(palette.dark, wall("navy"), 0.25);
  drawShopfront(scene, { kind: "bar", frame, top: 134, doorInk: wall("oxblood"), isFlipped: true });
  hangSign(scene, { x: 127, y: 80, size: 26, board: palette.dark, ink: palette.glow, glyph: "cocktail" });
}

function drawShopping(scene: Scene, light: Light): void {
  const wall = wallOf(light);
  const window = { width: 22, height: 29 };
  drawUpperStoreys(scene, { wall: wall("cream"), top: 36, rows: 2, columns: 3, window, head: "hood", shopTop: 128 });
  const doorInk = mixInks(wall("teal"), scene.palette.dark, 0.4);
  drawShopfront(scene, { kind: "clothing", frame: wall("teal"), top: 130, doorInk });
}

function drawServices(scene: Scene, light: Light): void {
  const { palette, pen } = scene;
  const wall = wallOf(light);
  const window = { width: 22, height: 36 };
  drawUpperStoreys(scene, { wall: wall("clay"), top: 60, rows: 1, columns: 3, window, head: "segment", shopTop: 128 });
  drawShopfront(scene, { kind: "barber", frame: wall("oxblood"), top: 130, doorInk: wall("navy") });
  const [x, y] = [98, 150];
  const stripe = (i: number) => {
    const low = y + 8 + i * 8;
    return pen.polygon([x, low], [x + 9, low - 6], [x + 9, low - 2], [x, low + 4]);
  };
  scene.fill(33, palette.paper, pen.rect(x, y, 9, 40));
  scene.fill(34, palette.accent, stripe(0) + stripe(2) + stripe(4));
  scene.fill(34, wall("navy"), stripe(1) + stripe(3));
  scene.fill(
    35,
    palette.dark,
    pen.rect(x - 2, y - 3, 13, 4) + pen.rect(x - 2, y + 40, 13, 4) + pen.dome(x + 4.5, y - 3, 4.5),
  );
  scene.shade(36, pen.rect(x + 5.5, y + 1, 3.5, 39));
}

function drawEntertainment(scene: Scene, light: Light): void {
  const { palette, pen } = scene;
  const wall = wallOf(light);
  const ink = wall("oxblood");
  scene.fill(0, ink, pen.rect(0, 26, W, GROUND - 26) + pen.rect(20, 14, W - 40, 14));
  drawCornice(scene, { x: 0, width: W, overhang: 2, y: 36, depth: 9, hasBrackets: true });
  scene.fill(9, palette.trim, pen.rect(18, 11, W - 36, 4));
  scene.fill(2, palette.trim, pen.arch(30, 42, 88, 70, 40));
  scene.fill(3, palette.isLit ? palette.glow : palette.glass, pen.arch(36, 48, 76, 64, 35));
  const bars = [0.25, 0.5, 0.75].map((across) => pen.rect(36 + 76 * across - 1, 48, 2, 64));
  scene.fill(6, palette.trim, bars.join("") + pen.rect(36, 80, 76, 2));
  scene.fill(9, mixInks(palette.dark, ink, 0.2), pen.rect(0, 146, W, GROUND - 146));
  scene.at(10, () =>
    drawAwning(scene, "marquee", { x: 14, y: 118, width: W - 28, drop: 32, ink: palette.accent, shade: 6 }),
  );
  for (const x of [8, 106])
    scene.at(10, () => drawDisplay(scene, shopOf("theater"), { x, y: 158, width: 34, height: 46 }, palette.isLit));
  scene.fill(12, palette.glow, pen.rect(52, 158, 20, 56) + pen.rect(76, 158, 20, 56));
  scene.fill(13, mixInks(palette.dark, ink, 0.4), pen.rect(56, 164, 12, 26) + pen.rect(80, 164, 12, 26));
  scene.shade(9.5, pen.rect(0, 148, W, 8));
}

function drawHealth(scene: Scene, light: Light): void {
  const { palette } = scene;
  const wall = wallOf(light);
  const window = { width: 20, height: 28 };
  drawUpperStoreys(scene, { wall: wall("sage"), top: 50, rows: 2, columns: 3, window, head: "segment", shopTop: 134 });
  const doorInk = mixInks(palette.leaf, palette.dark, 0.3);
  drawShopfront(scene, { kind: "pharmacy", frame: wall("cream"), top: 136, doorInk });
  const green = light === "day" ? "#2f7a4a" : "#4f9a68";
  hangSign(scene, { x: 126, y: 92, size: 26, board: palette.paper, ink: green, glyph: "cross" });
}

function drawHomeServices(scene: Scene, light: Light): void {
  const { palette, pen } = scene;
  const wall = wallOf(light);
  drawHouse(scene, {
    kind: "bay",
    x: 0,
    width: W,
    ground: GROUND,
    wall: wall("rust"),
    storeyHeight: 56,
    doorInk: wall("teal"),
    isFlipped: true,
    hasFlatBay: true,
    windowHead: "segment",
  });
  const rungs = Array.from({ length: 11 }, (_, i) => {
    const up = (i + 0.6) / 11.5;
    return pen.bar(92 + 26 * up, GROUND - 148 * up, 108 + 24 * up, GROUND - 145 * up, 2.2);
  });
  scene.fill(40, wall("ochre"), pen.bar(92, GROUND, 118, 66, 3) + pen.bar(108, GROUND, 132, 69, 3) + rungs.join(""));
  scene.fill(41, palette.accent, pen.polygon([74, 198], [88, 198], [86, GROUND], [76, GROUND]));
  scene.fill(42, palette.paper, pen.rect(74, 196, 14, 3));
  scene.fill(42, palette.dark, pen.path`M74 197q7-12 14 0h-1.6q-5.4-9-10.8 0z`);
}

function drawEducation(scene: Scene, light: Light): void {
  const { palette, pen } = scene;
  const wall = wallOf(light);
  const ink = wall("rose");
  const top = 84;
  scene.fill(0, ink, pen.rect(0, top, W, GROUND - top) + pen.polygon([20, top + 1], [74, 48], [128, top + 1]));
  scene.fill(
    9,
    palette.trim,
    pen.bar(14, top + 1, 74, 45, 5) +
      pen.bar(74, 45, 134, top + 1, 5) +
      pen.rect(-1, top - 3, 24, 6) +
      pen.rect(125, top - 3, 24, 6),
  );
  scene.fill(8, palette.trim, pen.rect(65, 24, 18, 26));
  scene.fill(9, palette.dark, pen.arch(69, 28, 10, 18));
  scene.fill(10, palette.glow, pen.dome(74, 43, 3.5, 6));
  scene.fill(10, palette.slate, pen.polygon([60, 25], [74, 4], [88, 25]));
  scene.fill(2, palette.trim, pen.circle(74, 70, 10));
  scene.fill(3, palette.isLit ? palette.glow : palette.glass, pen.circle(74, 70, 7.5));
  for (const x of [13, 111]) {
    drawWindow(scene, { x, y: 98, width: 24, height: 40, head: "round", frame: 2.4, panes: "four" });
    drawWindow(scene, { x, y: 154, width: 24, height: 38, frame: 2.4, panes: "four" });
  }
  for (const x of [52, 76])
    drawWindow(scene, { x, y: 98, width: 20, height: 34, head: "round", frame: 2, panes: "four" });
  scene.fill(7, palette.trim, pen.arch(46, 146, 56, GROUND - 146, 26) + pen.rect(-1, 204, W + 2, 3));
  scene.fill(8, wall("teal"), pen.arch(52, 152, 44, GROUND - 152, 21));
  scene.fill(9, palette.isLit ? palette.glow : palette.glass, pen.dome(74, 172, 18, 16));
  scene.fill(10, palette.dark, pen.rect(73.2, 173, 1.6, GROUND - 173) + pen.rect(52, 172, 44, 2));
  scene.shade(11, pen.rect(52, 174, 7, GROUND - 174));
  scene.shade(1, scene.awayFromSun(0, top + 4, W, GROUND - top - 4, 1.4 / W));
}

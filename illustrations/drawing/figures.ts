import { mixInks } from "../inks/ink.ts";
import type { Scene } from "../scene.ts";

type Person = {
  x: number;
  ground: number;
  height: number;
  depth?: number;
  /** 1 faces right, -1 left. */
  facing?: 1 | -1;
  coat?: string;
  wearsDress?: boolean;
  hasDog?: boolean;
  /** Set indoors and at night. */
  hasNoShadow?: boolean;
};

/** A small person with the coat in the accent color. */
export function drawPerson(scene: Scene, person: Person): void {
  const { palette, pen, random } = scene;
  const { x, ground: g, height } = person;
  const depth = person.depth ?? 40;
  const facing = person.facing ?? 1;
  const u = height / 10;
  const shadowX = person.hasNoShadow === true ? 0 : palette.shadowX;
  const skin = random.pick(SKINS);
  if (shadowX !== 0) {
    const end = x + shadowX * height * 0.92;
    scene.shade(
      depth - 1,
      pen.polygon([x - u * 0.9, g], [x + u * 0.9, g], [end + u, g + height * 0.18], [end - u * 0.2, g + height * 0.18]),
    );
  }
  const dressed = person.wearsDress === true ? dressedFigure(scene, x, g, u) : walkingFigure(scene, x, g, u);
  scene.fill(depth, palette.dark, dressed.legs);
  scene.fill(depth + 0.1, person.coat ?? palette.accent, dressed.coat);
  scene.fill(depth + 0.2, skin, pen.circle(x + facing * u * 0.2, g - u * 9.05, u * 0.78));
  scene.fill(depth + 0.3, palette.dark, pen.dome(x + facing * u * 0.05, g - u * 9.1, u * 0.92));
  if (shadowX !== 0) {
    const k = palette.shadeSide * u;
    scene.shade(
      depth + 0.4,
      pen.polygon(
        [x + k * 0.15, g - u * 8.1],
        [x + k, g - u * 8.1],
        [x + k * 1.3, g - u * 3.4],
        [x + k * 0.3, g - u * 3.4],
      ),
    );
  }
  if (person.hasDog === true) drawDogOnLead(scene, { depth, x, ground: g, unit: u, facing });
}

const SKINS = ["#8a5a3c", "#c98f68", "#5d3b2a", "#e3b48c"] as const;

function dressedFigure(scene: Scene, x: number, g: number, u: number): { legs: string; coat: string } {
  const { polygon } = scene.pen;
  const leg = (k: number) =>
    polygon(
      [x + k * u * 0.1, g - u * 2.6],
      [x + k * u * 0.5, g - u * 2.6],
      [x + k * u * 0.58, g],
      [x + k * u * 0.22, g],
    );
  const coat = polygon(
    [x - u * 0.8, g - u * 8],
    [x + u * 0.8, g - u * 8],
    [x + u * 1.5, g - u * 2.4],
    [x - u * 1.5, g - u * 2.4],
  );
  return { legs: leg(-1) + leg(1), coat };
}

function walkingFigure(scene: Scene, x: number, g: number, u: number): { legs: string; coat: string } {
  const { polygon } = scene.pen;
  const leg = (k: number) =>
    polygon([x - k * u * 0.2, g - u * 5], [x + k * u * 0.9, g - u * 5], [x + k * u * 1.38, g], [x + k * u * 0.72, g]);
  const coat = polygon(
    [x - u, g - u * 8.1],
    [x + u, g - u * 8.1],
    [x + u * 1.25, g - u * 4.2],
    [x - u * 1.25, g - u * 4.2],
  );
  return { legs: leg(-1) + leg(1), coat };
}

function drawDogOnLead(
  scene: Scene,
  input: { depth: number; x: number; ground: number; unit: number; facing: 1 | -1 },
): void {
  const { polygon, rect, bar } = scene.pen;
  const { x, ground: g, unit: u, facing: f } = input;
  const dogX = x + f * u * 4.4;
  const b = u * 0.75;
  const neck = dogX + b * f * 1.2;
  const nose = dogX + b * f * 3;
  const dog =
    polygon(
      [dogX - b * 2, g - b * 3],
      [dogX + b * 1.6, g - b * 3],
      [dogX + b * 1.6, g - b * 1.6],
      [dogX - b * 2, g - b * 1.6],
    ) +
    rect(dogX - b * 1.8, g - b * 2, b * 0.5, b * 2) +
    rect(dogX + b, g - b * 2, b * 0.5, b * 2) +
    polygon([neck, g - b * 4.2], [nose, g - b * 3.8], [nose, g - b * 3.1], [neck, g - b * 2.6]) +
    bar(dogX - f * b * 2, g - b * 2.9, dogX - f * b * 2.8, g - b * 4.2, b * 0.5) +
    bar(x + f * u * 1.2, g - u * 5.4, neck, g - b * 3.4, 0.7);
  scene.fill(input.depth, scene.palette.dark, dog);
}

/** A cat seen from behind, sitting: `unit` is a tenth of its height, its tail hangs over the sill. */
export function catOutline(scene: Scene, x: number, ground: number, unit: number): string {
  const { polygon, circle, bar } = scene.pen;
  const q = unit;
  const head = ground - q * 4;
  const ear = (k: number) =>
    polygon([x + k * q * 1.25, head - q * 0.3], [x + k * q * 1.05, head - q * 2.1], [x + k * q * 0.1, head - q]);
  return (
    polygon(
      [x - q * 1.7, ground],
      [x - q * 1.1, ground - q * 3.4],
      [x + q * 1.1, ground - q * 3.4],
      [x + q * 1.8, ground],
    ) +
    circle(x, head, q * 1.35) +
    ear(-1) +
    ear(1) +
    bar(x + q * 1.3, ground - q * 0.4, x + q * 3, ground + q * 3.6, q * 0.7)
  );
}

export function drawBicycle(
  scene: Scene,
  input: { x: number; ground: number; length: number; depth: number; ink?: string },
): void {
  const { palette, pen } = scene;
  const { bar, rect, ring } = pen;
  const { x, ground: g, length: s, depth } = input;
  const radius = s * 0.3;
  const hub = g - radius;
  const seat = hub - s * 0.36;
  const frame =
    bar(x, hub, x + s * 0.34, seat, 2) +
    bar(x + s * 0.34, seat, x + s * 0.82, seat, 2) +
    bar(x + s * 0.34, seat, x + s * 0.45, hub, 2) +
    bar(x + s * 0.45, hub, x + s * 0.82, seat, 2) +
    bar(x + s, hub, x + s * 0.78, hub - s * 0.52, 2) +
    bar(x, hub, x + s * 0.45, hub, 2);
  scene.fill(depth, palette.dark, ring(x, hub, radius, radius - 1.6) + ring(x + s, hub, radius, radius - 1.6));
  scene.fill(depth + 1, input.ink ?? palette.accent, frame);
  const saddle = rect(x + s * 0.22, hub - s * 0.45, s * 0.2, 3);
  scene.fill(depth + 1, palette.dark, saddle + rect(x + s * 0.66, hub - s * 0.55, s * 0.2, 2.4));
}

/** Washington's globe-less street lamp; at dusk and night it has a halo, at night a pool of light. */
export function drawLamp(scene: Scene, input: { x: number; ground: number; height: number; depth?: number }): void {
  const { palette, pen } = scene;
  const { polygon, rect } = pen;
  const { x, ground: g, height: h } = input;
  const depth = input.depth ?? 35;
  if (palette.isLit) {
    const halo = mixInks(palette.sky, palette.glow, 0.3);
    scene.fill(depth - 2, halo, pen.circle(x, g - h, h * 0.2), ` opacity="${palette.isNight ? ".5" : ".4"}"`);
  }
  if (palette.isNight) scene.fill(-40, palette.glow, pen.ellipse(x, g + 8, h * 0.34, h * 0.06), ' opacity=".35"');
  const [neck, head] = [g - h * 0.9, g - h * 1.06];
  scene.fill(
    depth,
    palette.dark,
    rect(x - 1.6, neck, 3.2, h * 0.9) +
      polygon([x - 5, g], [x - 3, g - h * 0.14], [x + 3, g - h * 0.14], [x + 5, g]) +
      rect(x - 5, neck, 10, 2.4) +
      polygon([x - 6, head], [x, g - h * 1.13], [x + 6, head]),
  );
  const lantern = polygon([x - 4, neck], [x - 6, head], [x + 6, head], [x + 4, neck]);
  // Unlit glass, which must not vanish before paper.
  scene.fill(depth, palette.isLit ? palette.glow : mixInks(palette.glow, palette.paper, 0.3), lantern);
  const end = x + palette.shadowX * h * 0.6;
  scene.shade(depth - 1, polygon([x - 2, g], [x + 2, g], [end + 2, g + h * 0.13], [end - 2, g + h * 0.13]));
}

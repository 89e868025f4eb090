import { mixInks } from "../inks/ink.ts";
import type { Scene } from "../scene.ts";

type Door = {
  x: number;
  y: number;
  width: number;
  height: number;
  ink?: string;
  /** The window above the door: a fanlight in a surround, a half-round window, or a flat transom. */
  light?: "fan" | "round" | "transom";
  isDouble?: boolean;
};

export function drawDoor(scene: Scene, door: Door): void {
  const { palette, pen } = scene;
  const { x, y, width: w, height: h, ink = palette.accent } = door;
  if (y - w > scene.height || x + w * 2 < 0 || x - w > scene.width) return;
  const frame = Math.max(2, w * 0.12);
  drawLightOverDoor(scene, door, frame);
  scene.fill(3, ink, pen.rect(x, y, w, h));
  const panelInk = mixInks(ink, palette.dark, 0.35);
  const panel = (across: number, down: number) => pen.rect(x + w * across, y + h * down, w * 0.28, h * 0.34);
  const panels = panel(0.16, 0.1) + panel(0.56, 0.1) + panel(0.16, 0.54) + panel(0.56, 0.54);
  scene.fill(4, panelInk, door.isDouble === true ? pen.rect(x + w / 2 - 0.7, y, 1.4, h) : panels);
  const knob = x + w * (palette.shadeSide > 0 ? 0.86 : 0.14);
  scene.fill(6, palette.glow, pen.circle(knob, y + h * 0.5, Math.max(1, w * 0.05)));
  scene.shade(5, pen.rect(x, y, w, frame) + scene.towardsSun(x, y + frame, w, h - frame, (frame * 1.3) / w));
}

function drawLightOverDoor(scene: Scene, { x, y, width: w, height: h, light = "transom" }: Door, frame: number): void {
  const { palette, pen } = scene;
  const lightInk = palette.isLit ? palette.glow : palette.glass;
  const middle = x + w / 2;
  if (light === "fan") {
    const head = w * 0.5 + frame * 1.4;
    scene.fill(2, palette.trim, pen.arch(x - frame * 1.6, y - head, w + frame * 3.2, h + head));
    scene.fill(3, lightInk, pen.dome(middle, y - 1, w / 2));
    let rays = pen.dome(middle, y - 1, w * 0.16);
    for (let i = 1; i < 6; i += 1) {
      const angle = (Math.PI * i) / 6;
      rays += pen.bar(middle, y - 1, middle - (Math.cos(angle) * w) / 2, y - 1 - (Math.sin(angle) * w) / 2, 1);
    }
    scene.fill(6, palette.trim, rays);
  } else if (light === "round") {
    scene.fill(2, palette.trim, pen.arch(x - frame, y - w * 0.5, w + 2 * frame, h + w * 0.5));
    scene.fill(3, lightInk, pen.dome(middle, y, w / 2));
  } else {
    const head = w * 0.42;
    scene.fill(2, palette.trim, pen.rect(x - frame, y - head - frame, w + 2 * frame, h + head + frame));
    scene.fill(3, lightInk, pen.rect(x, y - head, w, w * 0.36));
    scene.shade(5, pen.rect(x, y - head, w, 3));
  }
}

/** Steps down to the ground, their shadow on the pavement and an iron rail on the far side. */
export function drawStoop(
  scene: Scene,
  input: { x: number; y: number; width: number; ground: number; hasNoRail?: boolean },
): void {
  const { palette, pen } = scene;
  const { x, y, width: w, ground: g } = input;
  if (y > scene.height) return;
  const height = g - y;
  const steps = Math.max(2, Math.round(height / 7));
  const rise = height / steps;
  let [treads, risers] = ["", ""];
  for (let i = 0; i < steps; i += 1) {
    const wider = (i + 1) * STEP_OUT;
    treads += pen.rect(x - wider, y + i * rise, w + 2 * wider, rise * 0.42);
    risers += pen.rect(x - wider, y + i * rise + rise * 0.42, w + 2 * wider, rise * 0.58 + 0.5);
  }
  scene.fill(11, palette.trim, treads);
  scene.fill(11, mixInks(palette.trim, palette.slate, 0.45), risers);
  const k = palette.shadeSide;
  const far = k > 0 ? x + w : x;
  const out = steps * STEP_OUT;
  const reach = height * palette.shadowX;
  scene.shade(
    12,
    pen.polygon(
      [far + k * 2, y],
      [far + k * out, g],
      [far + k * out + reach * 1.1, g],
      [far + reach * 0.4, y + height * 0.4],
    ),
  );
  if (input.hasNoRail === true) return;
  const post = far + k * 3;
  const foot = post + k * out;
  const rail = pen.bar(post, y - 16, foot, g - 16, 1.6) + pen.rect(post - 0.8, y - 16, 1.6, 16);
  scene.fill(13, palette.dark, rail + pen.rect(foot - 0.8, g - 18, 1.8, 18));
}

/** How much wider each step is than the one above, to either side. */
const STEP_OUT = 2.6;

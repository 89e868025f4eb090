import { mixInks } from "../inks/ink.ts";
import type { Scene } from "../scene.ts";

export type WindowHead = "flat" | "segment" | "round" | "hood";

export type Window = {
  x: number;
  y: number;
  width: number;
  height: number;
  head?: WindowHead;
  /** Width of the surround. 0 means none. */
  frame?: number;
  /** Thickness of the bars between panes. */
  bar?: number;
  panes?: "none" | "sashes" | "four" | "many";
  isLit?: boolean;
  shutterInk?: string | null;
  hasNoSill?: boolean;
  hasFlowerBox?: boolean;
};

/** Depths within a house: 2 surround, 3 glass, 4 reflection, 5 shade, 6 bars, 7 sill, 9 flower box. */
export function drawWindow(scene: Scene, window: Window): void {
  const { palette, pen, random } = scene;
  const { x, y, width: w, height: h } = window;
  // Skips windows outside the picture, about a third of a row's windows.
  if (x + w * 2 < 0 || x - w > scene.width || y + h + 8 < 0 || y - 8 > scene.height) return;
  const head = window.head ?? "flat";
  const frame = window.frame ?? Math.max(1.5, w * 0.09);
  const isLit = window.isLit ?? random.chance(palette.isNight ? 0.55 : palette.isDusk ? 0.3 : 0);
  if (window.shutterInk != null) drawShutters(scene, window, window.shutterInk, frame);
  if (frame > 0) scene.fill(2, palette.trim, opening(scene, head, x - frame, y - frame, w + 2 * frame, h + frame));
  scene.fill(3, isLit ? palette.glow : palette.glass, opening(scene, head, x, y, w, h));
  if (isLit) drawCurtains(scene, window);
  else drawReflection(scene, window, head);
  scene.shade(5, revealShade(scene, window, head));
  drawBars(scene, window, head);
  if (head === "hood") {
    const hood: readonly [number, number][] = [
      [x - frame * 2, y - frame],
      [x - frame * 1.6, y - frame * 3],
      [x + w + frame * 1.6, y - frame * 3],
      [x + w + frame * 2, y - frame],
    ];
    scene.fill(7, palette.trim, pen.polygon(...hood));
    scene.shade(
      8,
      pen.rect(x - frame * 1.4 + palette.shadowX * 3, y - frame, w + frame * 2.8, 2.5 + palette.shadowY * 2),
    );
  }
  if (window.hasNoSill !== true) drawSill(scene, window, frame);
  if (window.hasFlowerBox === true) drawFlowerBox(scene, window);
}

function opening(scene: Scene, head: WindowHead, x: number, y: number, w: number, h: number): string {
  if (head === "round") return scene.pen.arch(x, y, w, h, w / 2);
  if (head === "segment") return scene.pen.arch(x, y, w, h, Math.max(2, w * 0.16));
  return scene.pen.rect(x, y, w, h);
}

function drawShutters(scene: Scene, { x, y, width: w, height: h }: Window, ink: string, frame: number): void {
  const { pen, palette } = scene;
  const leaf = w * 0.42;
  const left = x - leaf - frame * 0.4;
  const right = x + w + frame * 0.4;
  scene.fill(2, ink, pen.rect(left, y, leaf, h) + pen.rect(right, y, leaf, h));
  scene.shade(5, pen.rect(palette.shadeSide > 0 ? right + leaf : left - 2, y + 2, 2, h));
}

/** A third of the panes reflect the sky, a third have a blind. */
function drawReflection(scene: Scene, { x, y, width: w, height: h }: Window, head: WindowHead): void {
  const { palette, pen, random } = scene;
  const hasFlatHead = head === "flat" || head === "hood";
  const choice = random.next();
  if (choice < 0.5 && hasFlatHead) {
    scene.fill(4, palette.reflection, pen.polygon([x, y], [x + w, y], [x + w, y + h * 0.18], [x, y + h * 0.55]));
  } else if (choice < 0.75) {
    const rise = head === "round" ? w / 2 : head === "segment" ? w * 0.16 : 0;
    scene.fill(4, palette.trim, pen.rect(x, y + rise, w, h * random.pick([0.25, 0.4, 0.48]) - rise * 0.5));
  }
}

function drawCurtains(scene: Scene, { x, y, width: w, height: h, head }: Window): void {
  const { palette, pen, random } = scene;
  if (!random.chance(0.4)) return;
  const top = y + (head === "round" ? w / 2 : head === "segment" ? w * 0.16 : 0);
  const left = pen.polygon([x, top], [x + w * 0.3, top], [x + w * 0.12, y + h], [x, y + h]);
  const right = pen.polygon([x + w, top], [x + w * 0.7, top], [x + w * 0.88, y + h], [x + w, y + h]);
  scene.fill(4, mixInks(palette.glow, palette.accent, 0.45), left + right);
}

/** The shadow of head and jamb on the glass. */
function revealShade(scene: Scene, { x, y, width: w, height: h }: Window, head: WindowHead): string {
  const { pen, palette } = scene;
  const { shadowX, shadowY } = palette;
  const depth = Math.max(2, w * 0.13);
  if (head === "segment") return pen.rect(x, y + 1, w, depth * shadowY + 1);
  if (head === "round") {
    const springing = y + w / 2;
    const lower = springing + depth;
    return pen.path`M${x} ${y + h}V${springing}A${w / 2} ${w / 2} 0 0 1 ${x + w} ${springing}v${depth * shadowY}A${w / 2} ${w / 2} 0 0 0 ${x + Math.max(0, depth * shadowX)} ${lower}V${y + h}z`;
  }
  const jamb = depth * Math.abs(shadowX);
  const top = y + depth * shadowY;
  return pen.rect(x, y, w, depth * shadowY + 0.5) + scene.towardsSun(x, top, w, h - depth * shadowY, jamb / w);
}

function drawBars(scene: Scene, window: Window, head: WindowHead): void {
  const { palette, pen } = scene;
  const { x, y, width: w, height: h, bar = 1.2, panes = "sashes" } = window;
  if (panes === "none") return;
  const isArched = head === "round" || head === "segment";
  let bars = pen.rect(x, y + h * 0.5 - bar / 2, w, bar);
  if (panes !== "sashes") bars += pen.rect(x + w / 2 - bar / 2, y + (isArched ? 2 : 0), bar, h - 2);
  if (panes === "many") {
    const thin = 0.8;
    bars += pen.rect(x, y + h * 0.25, w, thin) + pen.rect(x, y + h * 0.75, w, thin);
    bars += pen.rect(x + w / 3, y, thin, h) + pen.rect(x + (w * 2) / 3, y, thin, h);
  }
  scene.fill(6, palette.trim, bars);
}

function drawSill(scene: Scene, { x, y, width: w, height: h }: Window, frame: number): void {
  const { palette, pen } = scene;
  const [left, right] = [x - frame * 1.4, x + w + frame * 1.4];
  const bottom = y + h + frame;
  const [dx, dy] = [palette.shadowX * 4, palette.shadowY * 4];
  scene.fill(7, palette.trim, pen.rect(left, y + h, right - left, Math.max(2, frame)));
  scene.shade(8, pen.polygon([left, bottom], [right, bottom], [right + dx, bottom + dy], [left + dx, bottom + dy]));
}

function drawFlowerBox(scene: Scene, { x, y, width: w, height: h }: Window): void {
  const { palette, pen } = scene;
  const foot = y + h;
  scene.fill(9, palette.dark, pen.rect(x - 2, foot - 3, w + 4, 6));
  const bushes = [0.5, 1.5, 2.5, 3.5].map((i) => pen.circle(x + (w * i) / 4, foot - 5, w * 0.17));
  scene.fill(9, palette.leaf, bushes.join(""));
  const flowers = pen.circle(x + w * 0.25, foot - 7, 1.8) + pen.circle(x + w * 0.55, foot - 8, 1.8);
  scene.fill(10, palette.accent, flowers + pen.circle(x + w * 0.85, foot - 6, 1.8));
}

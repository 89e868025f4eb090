import type { Scene } from "../scene.ts";

/** A bank of bushes: half discs in a line at `top`, filled down to `bottom`. */
export function bushyBank(scene: Scene, top: number, bottom: number, bush: number): string {
  const { pen, random, width: W } = scene;
  let d = pen.path`M-4 ${bottom}V${top}`;
  for (let x = -4; x < W + 10;) {
    const width = bush * random.between(0.65, 1.35);
    d += pen.path`a${width * 0.56} ${width * 0.56} 0 0 1 ${width} ${random.between(-4, 4)}`;
    x += width;
  }
  return `${d}${pen.path`V${bottom}z`}`;
}

/** Short horizontal lines on water, longer when nearer. */
export function ripples(scene: Scene, input: { top: number; bottom: number; count: number; length: number }): string {
  const { pen, random, width: W } = scene;
  let lines = "";
  for (let i = 0; i < input.count; i += 1) {
    const down = random.next() ** 0.7;
    const y = input.top + (input.bottom - input.top) * down;
    const length = input.length * random.between(0.2, 1) * (0.4 + down);
    lines += pen.rect(random.between(-0.05, 1) * W, y, length, 1 + 2.2 * down);
  }
  return lines;
}

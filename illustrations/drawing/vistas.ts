import { mixInks } from "../inks/ink.ts";
import type { Scene } from "../scene.ts";

type Vista = "dome" | "monument" | "steeple" | "sun";

/** The landmark at the end of a neighborhood's streets. Null: chosen by the seed. */
export function vistaOf(neighborhood: string | null): Vista | null {
  return VISTAS.get(neighborhood ?? "") ?? null;
}

const VISTAS = new Map<string, Vista>([
  ["capitol-hill", "dome"],
  ["navy-yard", "dome"],
  ["h-street", "dome"],
  ["noma", "dome"],
  ["penn-quarter", "dome"],
  ["southwest-waterfront", "monument"],
  ["foggy-bottom", "monument"],
  ["west-end", "monument"],
  ["downtown", "monument"],
  ["georgetown", "steeple"],
  ["u-street", "steeple"],
  ["anacostia", "steeple"],
  ["brookland", "dome"],
  ["dupont-circle", "sun"],
  ["adams-morgan", "sun"],
]);

/** A hazy landmark at the end of a street, in two tones without detail. */
export function drawVista(scene: Scene, input: { kind: Vista; x: number; ground: number; size: number }): void {
  const { palette, pen } = scene;
  const { x, ground: y, size: s } = input;
  const far = mixInks(palette.sky, palette.isLit ? palette.dark : palette.slate, palette.isNight ? 0.35 : 0.42);
  const near = mixInks(far, palette.paper, 0.25);
  if (input.kind === "dome") {
    const drum =
      pen.rect(x - s * 0.9, y - s * 0.32, s * 1.8, s * 0.32) + pen.rect(x - s * 0.3, y - s * 0.62, s * 0.6, s * 0.3);
    const lantern =
      pen.rect(x - s * 0.05, y - s * 1.14, s * 0.1, s * 0.14) + pen.rect(x - s * 0.01, y - s * 1.22, s * 0.02, s * 0.1);
    scene.fill(-80, far, drum + pen.dome(x, y - s * 0.6, s * 0.27, s * 0.42) + lantern);
    const ledges =
      pen.rect(x - s * 0.9, y - s * 0.36, s * 1.8, s * 0.04) +
      pen.rect(x - s * 0.33, y - s * 0.64, s * 0.66, s * 0.035);
    scene.fill(-79, near, ledges + pen.rect(x - s * 0.3, y - s * 0.46, s * 0.6, s * 0.02));
  } else if (input.kind === "monument") {
    const [shoulder, tip] = [y - s * 1.35, y - s * 1.47];
    scene.fill(
      -80,
      far,
      pen.polygon([x - s * 0.09, y], [x - s * 0.055, shoulder], [x, tip], [x + s * 0.055, shoulder], [x + s * 0.09, y]),
    );
    scene.fill(-79, near, pen.polygon([x - s * 0.09, y], [x - s * 0.055, shoulder], [x, tip], [x, y]));
  } else if (input.kind === "steeple") {
    const tower =
      pen.rect(x - s * 0.3, y - s * 0.4, s * 0.6, s * 0.4) + pen.rect(x - s * 0.12, y - s * 0.75, s * 0.24, s * 0.4);
    scene.fill(
      -80,
      far,
      tower + pen.polygon([x - s * 0.14, y - s * 0.74], [x, y - s * 1.4], [x + s * 0.14, y - s * 0.74]),
    );
  } else scene.fill(-80, palette.isDusk ? palette.accent : palette.paper, pen.circle(x, y - s * 0.25, s * 0.42));
}

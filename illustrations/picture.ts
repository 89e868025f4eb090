import { composerFor, COMPOSITION_TITLES, type Composition } from "./compositions.ts";
import { weightedSeasons, stepsPerUnit, subjectCompositions, subjectTimes } from "./picture-choices.ts";
import { paletteFor, type PictureSeason, type TimeOfDay } from "./inks/palettes.ts";
import type { PictureSubject } from "./picture-subject.ts";
import { Scene } from "./scene.ts";
import { hashText, seededRandom } from "./drawing/seeded-random.ts";
import { drawSnowfall } from "./drawing/sky.ts";
import type { StreetPlan } from "./houses/street-plan.ts";

export type { Composition, PictureSubject, TimeOfDay };

export type PictureCrop = "hero" | "card" | "thumb" | "wide";

/** Width and height in units of the drawing. Each crop is composed for itself, never cut from another. */
export const SIZES = {
  hero: { width: 840, height: 360 },
  card: { width: 480, height: 360 },
  thumb: { width: 240, height: 240 },
  wide: { width: 1200, height: 420 },
} as const satisfies Record<PictureCrop, { width: number; height: number }>;

export type PictureInput = {
  kind: "place" | "guide" | "neighborhood";
  slug: string;
  subject: PictureSubject;
  /** Slug. Decides the inks, the houses and the view at the end of the street. */
  neighborhood: string | null;
  crop: PictureCrop;
  /** Selects one of the possible pictures. `assignDistinctSalts` raises it to avoid similar neighbors. Stored with the place. */
  salt: number;
  /** Subject for `<title>`. Without it, the title only describes the composition. */
  title?: string;
  /** Overrides the subject's compositions. */
  compositions?: readonly Composition[];
  /** For a neighborhood's map poster. Without it, a neighborhood gets roofs or a street. */
  map?: StreetPlan;
};

type PicturePlan = {
  composition: Composition;
  time: TimeOfDay;
  isMirrored: boolean;
  season: PictureSeason;
  seed: string;
};

/**
 * Draws the picture of a place, guide or neighborhood. The same input gives the same bytes on every machine.
 *
 * @returns the SVG, about 4 KB compressed (see PICTURE_BYTES_MAX in the test). Don't inline it: its short ids would
 * collide with those of other pictures.
 */
export function drawPicture(input: PictureInput): { svg: string; composition: Composition; time: TimeOfDay } {
  const plan = planPicture(input);
  const { composition, time, isMirrored, season } = plan;
  const { width, height } = SIZES[input.crop];
  const scene = new Scene({
    width,
    height,
    palette: paletteFor({ neighborhood: input.neighborhood, time, isMirrored, season }),
    random: seededRandom(plan.seed),
    stepsPerUnit: stepsPerUnit(composition, width),
  });
  composerFor(composition)(scene, {
    subject: input.subject,
    neighborhood: input.neighborhood,
    map: input.map ?? null,
  });
  if (season === "winter") drawSnowfall(scene);
  const drawnAs = `${COMPOSITION_TITLES[composition]}, ${TIME_TITLES[time]}`;
  const title = input.title === undefined ? drawnAs : `${input.title}: ${lowerFirst(drawnAs)}`;
  return { svg: scene.toSvg(`${title}. Illustration: Rowhouse`), composition, time };
}

/**
 * The main choices. Independent of the crop (except for thumbs of shops), so that a place looks the same in lists and on
 * its page.
 */
export function planPicture(input: Omit<PictureInput, "title">): PicturePlan {
  const seed = `${hashText(`${input.kind}|${input.slug}|${input.salt}`)}`;
  const random = seededRandom(`plan${seed}`);
  const composition = random.pick(input.compositions ?? subjectCompositions(input));
  const time = random.pick(subjectTimes(composition, input.subject));
  const isMirrored = random.chance(0.5);
  const season = random.pick(weightedSeasons(composition));
  return { composition, time, isMirrored, season, seed: `picture${seed}` };
}

const TIME_TITLES: Record<TimeOfDay, string> = {
  morning: "in the morning",
  noon: "at noon",
  dusk: "at dusk",
  night: "at night",
};

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

import { composerFor, COMPOSITION_TITLES, type Composition } from "./compositions.ts";
import { mayBeAutumn, stepsPerUnit, subjectCompositions, subjectTimes } from "./picture-choices.ts";
import { paletteFor, type TimeOfDay } from "./palettes.ts";
import type { PictureSubject } from "./picture-subject.ts";
import { Scene } from "./scene.ts";
import { cyclic, hashText, seededRandom } from "./seeded-random.ts";
import type { StreetPlan } from "./street-plan.ts";

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
  /** Slug; decides the inks, the houses and the view at the end of the street. */
  neighborhood: string | null;
  crop: PictureCrop;
  /** Which of the possible pictures: raised by `arrangePictures` where two alike would meet. Stored with the place. */
  salt: number;
  /** What the picture shows, for `<title>`; without it the title says only how it is drawn. */
  title?: string;
  /** Overrules the choice the seed would make. */
  composition?: Composition;
  /** Needed for the map-poster of a neighborhood; without it a neighborhood gets its roofs or its street. */
  map?: StreetPlan;
};

type PicturePlan = {
  composition: Composition;
  time: TimeOfDay;
  isMirrored: boolean;
  isAutumn: boolean;
  seed: string;
};

/**
 * Draws the picture of a place, guide or neighborhood. Same input, same bytes, on every machine.
 *
 * @returns the SVG, about 4 KB compressed (see PICTURE_BYTES_MAX in the test), to be served as a file: its ids are
 * short and would collide if two pictures were put inline on one page.
 */
export function drawPicture(input: PictureInput): { svg: string; composition: Composition; time: TimeOfDay } {
  const plan = planPicture(input);
  const { composition, time, isMirrored, isAutumn } = plan;
  const { width, height } = SIZES[input.crop];
  const scene = new Scene({
    width,
    height,
    palette: paletteFor({ neighborhood: input.neighborhood, time, isMirrored, isAutumn }),
    random: seededRandom(plan.seed),
    stepsPerUnit: stepsPerUnit(composition, width),
  });
  composerFor(composition)(scene, {
    subject: input.subject,
    neighborhood: input.neighborhood,
    map: input.map ?? null,
  });
  const drawnAs = `${COMPOSITION_TITLES[composition]}, ${TIME_TITLES[time]}`;
  const title = input.title === undefined ? drawnAs : `${input.title}: ${lowerFirst(drawnAs)}`;
  return { svg: scene.toSvg(`${title}. Illustration: Rowhouse`), composition, time };
}

/**
 * The large choices, made first and (but for the thumbs of shops) without regard to the crop, so that a place keeps
 * its idea from list to page.
 */
export function planPicture(input: Omit<PictureInput, "title">): PicturePlan {
  const seed = `${hashText(`${input.kind}|${input.slug}|${input.salt}`)}`;
  const random = seededRandom(`plan${seed}`);
  const chosen = random.pick(subjectCompositions(input));
  const composition = input.composition ?? chosen;
  const time = random.pick(subjectTimes(composition, input.subject));
  const isMirrored = random.chance(0.5);
  const isAutumn = random.chance(AUTUMN_SHARE) && mayBeAutumn(composition);
  return { composition, time, isMirrored, isAutumn, seed: `picture${seed}` };
}

/**
 * Raises `salt` where pictures side by side, above or across would share composition and time.
 *
 * @param columns How many stand in a row on the widest screen.
 * @returns the same items in the same order, each with a salt at least its own.
 */
export function arrangePictures<Item extends PictureInput>(
  items: readonly Item[],
  columns: number,
): (Item & { salt: number })[] {
  const placed: PlacedPicture[] = [];
  return items.map((item, index) => {
    const neighbors = [1, 2, columns, columns - 1, columns + 1]
      .filter((distance) => distance > 0 && distance <= index)
      .map((distance) => cyclic(placed, index - distance));
    const salt = firstSalt(item, neighbors, placed);
    placed.push(placePicture(item, salt));
    return { ...item, salt };
  });
}

/** A quarter of the city's year, and about what reads as a season instead of a mistake. */
const AUTUMN_SHARE = 0.24;

/** With six possible pictures for the poorest subject and five neighbors, 60 draws miss one time in 10^4. */
const SALTS_TRIED_MAX = 60;

const TIME_TITLES: Record<TimeOfDay, string> = {
  morning: "in the morning",
  noon: "at noon",
  dusk: "at dusk",
  night: "at night",
};

type PlacedPicture = {
  composition: Composition;
  time: TimeOfDay;
  subject: PictureSubject;
  neighborhood: string | null;
};

function placePicture(item: PictureInput, salt: number): PlacedPicture {
  const { composition, time } = planPicture({ ...item, salt });
  return { composition, time, subject: item.subject, neighborhood: item.neighborhood };
}

function firstSalt(item: PictureInput, neighbors: readonly PlacedPicture[], page: readonly PlacedPicture[]): number {
  const salts = Array.from({ length: SALTS_TRIED_MAX }, (_, i) => item.salt + i);
  const isApart = (picture: PlacedPicture) => !neighbors.some((other) => looksLike(picture, other));
  const isNew = (picture: PlacedPicture) =>
    !page.some(
      (other) =>
        looksLike(picture, other) && picture.subject === other.subject && picture.neighborhood === other.neighborhood,
    );
  const fresh = salts.find((salt) => {
    const picture = placePicture(item, salt);
    return (
      isApart(picture) && isNew(picture) && !neighbors.slice(0, 1).some((n) => n.composition === picture.composition)
    );
  });
  return fresh ?? salts.find((salt) => isApart(placePicture(item, salt))) ?? item.salt;
}

function looksLike(a: PlacedPicture, b: PlacedPicture): boolean {
  return a.composition === b.composition && a.time === b.time;
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

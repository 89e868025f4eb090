import type { Composition } from "./compositions.ts";
import type { TimeOfDay } from "./palettes.ts";
import type { PictureSubject, SceneSubject } from "./picture-subject.ts";
import { shopForSubject } from "./shop-for-subject.ts";
import { isShopKind, shopOf } from "./shop-kinds.ts";

type Wanted = { kind: "place" | "guide" | "neighborhood"; subject: PictureSubject; crop: string; map?: unknown };

/** Which pictures a subject can have; named twice is twice as likely. */
export function subjectCompositions({ kind, subject, crop, map }: Wanted): readonly Composition[] {
  if (kind === "neighborhood") return map === undefined ? ["roofs", "street", "row", "corner"] : ["poster"];
  if (!isShopKind(subject)) return SCENES[subject];
  const hasStill = shopOf(subject).hasNoStill !== true;
  // A shopfront is unreadable at 64 pixels.
  if (crop === "thumb") return hasStill ? ["sign", "still", "sign"] : ["sign"];
  return hasStill ? ["front", "still", "sign", "front"] : ["front", "front", "sign"];
}

/** Subjects that live by their own light go dark; a wood, a street or a pool at night turned to mud. */
export function subjectTimes(composition: Composition, subject: PictureSubject): readonly TimeOfDay[] {
  const own = COMPOSITION_TIMES[composition];
  if (own !== undefined) return own;
  const isOfTrade = isShopKind(subject) || ["front", "sign", "still"].includes(composition);
  if (isOfTrade && shopForSubject(subject).isNightly === true) return ["night", "dusk"];
  return ["morning", "noon", "dusk", "morning", "dusk", "noon", "night"];
}

const COMPOSITION_TIMES: Partial<Record<Composition, readonly TimeOfDay[]>> = {
  fountain: ["morning", "noon", "dusk", "dusk"],
  court: ["morning", "noon", "dusk", "dusk"],
  lanes: ["morning", "noon", "dusk"],
  neon: ["night"],
  poster: ["morning", "noon", "dusk", "noon"],
  pool: ["morning", "noon", "dusk", "dusk"],
  rooftop: ["dusk", "dusk", "night"],
  stadium: ["morning", "noon", "dusk", "night"],
  street: ["morning", "noon", "dusk", "dusk"],
  trail: ["morning", "noon", "dusk", "dusk"],
};

/** Autumn's leaf ink on a sill plant is a dead plant; blossom and pool have their own season. */
export function mayBeAutumn(composition: Composition): boolean {
  return !["blossom", "front", "lanes", "metro", "pool", "poster", "stadium", "still"].includes(composition);
}

export function stepsPerUnit(composition: Composition, width: number): number {
  const isManyParted = ["corner", "hall", "lanes", "metro", "row", "street"].includes(composition);
  return isManyParted || (width > 800 && ["bays", "poster", "roofs"].includes(composition)) ? 1 : 2;
}

const SCENES: Record<SceneSubject, readonly Composition[]> = {
  bridge: ["bridge", "bridge", "canal"],
  campus: ["campus", "hall", "campus"],
  capitol: ["dome", "dome", "street"],
  embassy: ["hall", "doorway", "hall"],
  firehouse: ["hall", "hall", "sign"],
  garden: ["trail", "blossom", "canal"],
  government: ["dome", "portico", "hall"],
  "historic-house": ["doorway", "corner", "row", "room"],
  home: ["room", "bays", "doorway"],
  hospital: ["hall", "hall", "sign"],
  houses: ["street", "bays", "corner", "doorway", "roofs", "row", "street", "corner", "bays", "roofs"],
  library: ["room", "portico", "hall", "room"],
  mall: ["pool", "dome", "blossom"],
  market: ["market", "market", "market", "sign"],
  memorial: ["pool", "portico", "blossom", "fountain"],
  metro: ["metro", "metro", "street"],
  museum: ["portico", "corona", "portico"],
  nightlife: ["neon", "neon", "rooftop", "sign", "front"],
  park: ["fountain", "trail", "blossom", "fountain", "canal"],
  recreation: ["court", "court", "trail"],
  rooftop: ["rooftop", "rooftop", "still", "sign"],
  schoolhouse: ["hall", "campus"],
  season: ["blossom", "pool"],
  stadium: ["stadium", "stadium", "sign"],
  swimming: ["lanes", "lanes", "sign"],
  trail: ["trail", "canal"],
  waterfront: ["bridge", "canal", "blossom"],
  worship: ["steeple", "steeple", "portico"],
};

import type { Composition } from "./compositions.ts";
import type { PictureSeason, TimeOfDay } from "./inks/palettes.ts";
import type { PictureSubject, SceneSubject } from "./picture-subject.ts";
import { shopForSubject } from "./shops/shop-for-subject.ts";
import { isShopKind, shopOf, type Trade } from "./shops/shop-kinds.ts";

type SubjectQuery = { kind: "place" | "guide" | "neighborhood"; subject: PictureSubject; crop: string; map?: unknown };

/** The compositions of a subject. Listing one twice makes it twice as likely. */
export function subjectCompositions({ kind, subject, crop, map }: SubjectQuery): readonly Composition[] {
  if (kind === "neighborhood") return map === undefined ? ["roofs", "street", "row", "corner"] : ["poster"];
  if (!isShopKind(subject)) return SCENES[subject];
  const shop = shopOf(subject);
  const all = TRADES[shop.trade].filter((composition) => shop.hasNoStill !== true || composition !== "still");
  if (crop !== "thumb") return all;
  // A shopfront is unreadable at 64 pixels.
  const large = all.filter((composition) => READABLE_SMALL.has(composition));
  return large.length === 0 ? ["sign"] : large;
}

/** Subjects with their own lights are drawn at night. Woods, streets and pools looked muddy at night. */
export function subjectTimes(composition: Composition, subject: PictureSubject): readonly TimeOfDay[] {
  const own = COMPOSITION_TIMES[composition];
  const isNightly = subject === "nightlife" || (isShopKind(subject) && shopForSubject(subject).isNightly === true);
  if (own !== undefined) return isNightly ? own.filter((time) => time === "dusk" || time === "night") : own;
  const showsTrade = isShopKind(subject) || OBJECT_COMPOSITIONS.has(composition);
  if (showsTrade && shopForSubject(subject).isNightly === true) return ["night", "dusk"];
  return ["morning", "noon", "dusk", "morning", "dusk", "noon", "night"];
}

const COMPOSITION_TIMES: Partial<Record<Composition, readonly TimeOfDay[]>> = {
  alley: ["morning", "noon", "dusk", "dusk", "night"],
  cabinet: ["morning", "noon", "dusk"],
  classroom: ["morning", "noon", "dusk"],
  exhibit: ["morning", "noon", "dusk"],
  lawn: ["morning", "noon", "dusk", "dusk"],
  lincoln: ["morning", "noon", "dusk"],
  nave: ["morning", "noon", "dusk"],
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

/**
 * The seasons of a composition, weighted by repetition. In autumn, indoor plants would look dead. Blossom and pool have a
 * fixed season. Snow needs roofs or ground.
 */
export function weightedSeasons(composition: Composition): readonly PictureSeason[] {
  if (ALWAYS_SUMMER.has(composition)) return ["summer"];
  if (!SNOWY.has(composition)) return ["summer", "summer", "summer", "autumn"];
  return ["summer", "summer", "summer", "summer", "summer", "autumn", "autumn", "winter"];
}

export function stepsPerUnit(composition: Composition, width: number): number {
  const hasManyParts = ["corner", "fountain", "hall", "lanes", "lawn", "metro", "poster", "row", "street"].includes(
    composition,
  );
  return hasManyParts || (width > 800 && ["bays", "roofs"].includes(composition)) ? 1 : 2;
}

/** Compositions that show the trade's object, whatever the subject. */
const OBJECT_COMPOSITIONS: ReadonlySet<Composition> = new Set([
  "billboard",
  "cabinet",
  "counter",
  "front",
  "mural",
  "sign",
  "still",
  "tabletop",
  "terrace",
]);

/** The ones among them whose object is recognizable at 64 pixels. */
const READABLE_SMALL: ReadonlySet<Composition> = new Set(["billboard", "mural", "sign", "still", "tabletop"]);

/** Several compositions per trade, so that a page of similar places stays varied. */
const TRADES: Record<Trade, readonly Composition[]> = {
  meals: ["front", "terrace", "tabletop", "counter", "still", "sign", "mural", "front", "terrace"],
  drinks: ["counter", "front", "alley", "terrace", "sign", "billboard", "still", "counter"],
  coffee: ["counter", "terrace", "front", "still", "mural", "sign", "front"],
  goods: ["front", "cabinet", "still", "mural", "sign", "front", "billboard"],
  care: ["front", "sign", "mural", "front", "hall"],
  remedies: ["cabinet", "front", "sign", "mural", "front"],
  exercise: ["front", "mural", "sign", "front", "billboard"],
  works: ["ladder", "front", "ladder", "mural", "sign", "still"],
  workshop: ["front", "cabinet", "mural", "sign", "still", "front"],
  lessons: ["classroom", "front", "classroom", "sign", "still", "mural"],
  stage: ["front", "billboard", "sign", "still", "front", "mural"],
  office: ["front", "hall", "sign", "still", "front"],
  counterService: ["hall", "front", "sign", "cabinet"],
  bureau: ["hall", "front", "sign", "hall"],
  guests: ["front", "cabinet", "corner", "sign", "doorway", "billboard"],
};

const SCENES: Record<SceneSubject, readonly Composition[]> = {
  bridge: ["bridge", "bridge", "canal"],
  campus: ["campus", "hall", "campus", "stacks"],
  capitol: ["dome", "dome", "street"],
  church: ["nave", "steeple", "nave", "steeple"],
  embassy: ["hall", "doorway", "hall"],
  firehouse: ["hall", "hall", "sign"],
  garden: ["lawn", "trail", "lawn"],
  government: ["hall", "portico", "hall"],
  "historic-house": ["doorway", "corner", "row", "room"],
  home: ["room", "bays", "doorway"],
  hospital: ["hall", "hall", "sign", "mural"],
  houses: ["street", "bays", "corner", "doorway", "roofs", "row", "alley", "street", "corner", "bays", "roofs"],
  library: ["stacks", "hall", "stacks", "room"],
  mall: ["pool", "dome", "blossom"],
  market: ["market", "market", "market", "sign"],
  memorial: ["monument", "monument", "portico", "fountain", "monument"],
  metro: ["metro", "metro", "street"],
  museum: ["exhibit", "portico", "exhibit", "portico"],
  nightlife: ["neon", "alley", "counter", "rooftop"],
  park: ["lawn", "fountain", "lawn", "trail", "lawn"],
  "playing-field": ["lawn", "sign", "lawn", "mural"],
  recreation: ["court", "lawn", "court", "hall"],
  rooftop: ["rooftop", "rooftop", "still", "billboard"],
  schoolhouse: ["hall", "classroom", "campus"],
  "science-museum": ["exhibit", "exhibit", "portico"],
  season: ["blossom", "pool"],
  stadium: ["stadium", "stadium", "sign", "billboard"],
  swimming: ["lanes", "lanes", "sign", "mural"],
  trail: ["trail", "canal"],
  waterfront: ["bridge", "canal"],
  worship: ["sanctuary", "sanctuary", "portico", "sanctuary"],
};

const ALWAYS_SUMMER: ReadonlySet<Composition> = new Set([
  "blossom",
  "cabinet",
  "classroom",
  "counter",
  "exhibit",
  "front",
  "lanes",
  "lincoln",
  "metro",
  "nave",
  "pool",
  "poster",
  "stacks",
  "stadium",
  "still",
  "tabletop",
  "terrace",
]);

const SNOWY: ReadonlySet<Composition> = new Set([
  "alley",
  "corner",
  "dome",
  "doorway",
  "fountain",
  "hall",
  "monument",
  "mural",
  "portico",
  "roofs",
  "row",
  "sanctuary",
  "steeple",
  "street",
  "trail",
]);

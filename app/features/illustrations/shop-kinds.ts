import type { GlyphName } from "./glyphs.ts";

export type ShopKind = keyof typeof SHOP_KINDS;

export type AwningKind = "plain" | "stripe" | "scallop" | "curtain" | "marquee" | "canopy" | "none";

export type DisplayKind =
  | "blinds"
  | "bicycles"
  | "bottles"
  | "counter"
  | "crates"
  | "desks"
  | "flowers"
  | "frames"
  | "gym"
  | "jars"
  | "loaves"
  | "mannequins"
  | "mirrors"
  | "oven"
  | "posters"
  | "records"
  | "spines"
  | "tables"
  | "tanks"
  | "tools"
  | "washers";

export type OutsideKind =
  | "bench"
  | "bicycle"
  | "crates"
  | "flowers"
  | "ladder"
  | "nothing"
  | "plants"
  | "stools"
  | "tables"
  | "van";

export type Shop = {
  /** The first one names the trade, any of them may hang on the sign. */
  glyphs: readonly [GlyphName, ...GlyphName[]];
  awning: AwningKind;
  display: DisplayKind;
  outside: OutsideKind;
  /** Lives by its own light: drawn at dusk and night only. */
  isNightly?: boolean;
  /** Its object says little when it stands alone on a sill. */
  hasNoStill?: boolean;
};

export function isShopKind(subject: string): subject is ShopKind {
  return Object.hasOwn(SHOP_KINDS, subject);
}

export const SHOP_KINDS = {
  restaurant: { glyphs: ["plate", "wine"], awning: "plain", display: "tables", outside: "tables" },
  pizza: { glyphs: ["pizza"], awning: "stripe", display: "oven", outside: "tables" },
  noodles: { glyphs: ["bowl"], awning: "curtain", display: "counter", outside: "stools" },
  sushi: { glyphs: ["sushi"], awning: "curtain", display: "counter", outside: "nothing" },
  taco: { glyphs: ["taco"], awning: "stripe", display: "counter", outside: "tables" },
  burger: { glyphs: ["burger"], awning: "plain", display: "counter", outside: "stools" },
  steak: { glyphs: ["steak", "wine"], awning: "canopy", display: "tables", outside: "plants" },
  chicken: { glyphs: ["chick", "flame"], awning: "stripe", display: "counter", outside: "tables" },
  crab: { glyphs: ["crab", "fish"], awning: "scallop", display: "crates", outside: "crates", hasNoStill: true },
  ethiopian: { glyphs: ["injera"], awning: "plain", display: "tables", outside: "tables" },
  barbecue: { glyphs: ["flame"], awning: "plain", display: "counter", outside: "stools" },
  "half-smoke": {
    glyphs: ["halfsmoke"],
    awning: "stripe",
    display: "counter",
    outside: "stools",
    hasNoStill: true,
  },
  coffee: { glyphs: ["coffee"], awning: "plain", display: "counter", outside: "tables" },
  bakery: { glyphs: ["bread", "croissant"], awning: "scallop", display: "loaves", outside: "bicycle" },
  "ice-cream": { glyphs: ["cone"], awning: "stripe", display: "counter", outside: "bench" },
  bar: { glyphs: ["cocktail"], awning: "none", display: "bottles", outside: "nothing", isNightly: true },
  pub: { glyphs: ["beer"], awning: "none", display: "bottles", outside: "stools", isNightly: true },
  "wine-bar": { glyphs: ["wine"], awning: "plain", display: "bottles", outside: "tables", isNightly: true },
  brewery: { glyphs: ["beer"], awning: "none", display: "tanks", outside: "bicycle" },
  bookshop: { glyphs: ["book"], awning: "plain", display: "spines", outside: "crates" },
  hardware: { glyphs: ["hammer", "saw"], awning: "plain", display: "tools", outside: "ladder" },
  grocery: { glyphs: ["produce", "carrot"], awning: "stripe", display: "jars", outside: "crates" },
  "liquor-store": { glyphs: ["wine"], awning: "plain", display: "bottles", outside: "nothing" },
  "department-store": { glyphs: ["basket", "dress"], awning: "plain", display: "mannequins", outside: "nothing" },
  clothing: { glyphs: ["dress", "shirt"], awning: "scallop", display: "mannequins", outside: "nothing" },
  florist: { glyphs: ["tulip"], awning: "scallop", display: "flowers", outside: "flowers" },
  records: { glyphs: ["vinyl"], awning: "none", display: "records", outside: "crates" },
  bicycles: { glyphs: ["wheel"], awning: "plain", display: "bicycles", outside: "bicycle" },
  pet: { glyphs: ["dog"], awning: "scallop", display: "counter", outside: "nothing" },
  optician: { glyphs: ["glasses"], awning: "plain", display: "frames", outside: "nothing", hasNoStill: true },
  jewelry: { glyphs: ["ring"], awning: "none", display: "counter", outside: "nothing" },
  gift: { glyphs: ["box"], awning: "scallop", display: "jars", outside: "nothing" },
  shoes: { glyphs: ["shoe"], awning: "plain", display: "jars", outside: "bench" },
  gallery: { glyphs: ["frame", "paint"], awning: "none", display: "frames", outside: "nothing" },
  salon: { glyphs: ["scissors"], awning: "plain", display: "mirrors", outside: "plants" },
  barber: { glyphs: ["barber"], awning: "none", display: "mirrors", outside: "nothing", hasNoStill: true },
  clinic: { glyphs: ["cross"], awning: "none", display: "blinds", outside: "plants", hasNoStill: true },
  pharmacy: { glyphs: ["mortar", "cross"], awning: "plain", display: "jars", outside: "nothing", hasNoStill: true },
  dentist: { glyphs: ["tooth"], awning: "none", display: "blinds", outside: "plants", hasNoStill: true },
  spa: { glyphs: ["lotus"], awning: "none", display: "blinds", outside: "plants", hasNoStill: true },
  gym: { glyphs: ["kettlebell", "dumbbell"], awning: "none", display: "gym", outside: "bicycle", hasNoStill: true },
  aquatics: { glyphs: ["swimmer"], awning: "none", display: "blinds", outside: "bicycle", hasNoStill: true },
  laundry: { glyphs: ["hanger", "washer"], awning: "none", display: "washers", outside: "nothing", hasNoStill: true },
  hotel: { glyphs: ["key"], awning: "canopy", display: "blinds", outside: "plants", isNightly: true },
  bank: { glyphs: ["column"], awning: "none", display: "blinds", outside: "nothing", hasNoStill: true },
  "post-office": { glyphs: ["envelope"], awning: "none", display: "posters", outside: "bench" },
  police: { glyphs: ["star"], awning: "none", display: "blinds", outside: "nothing", hasNoStill: true },
  coworking: { glyphs: ["laptop", "coffee"], awning: "none", display: "desks", outside: "bicycle" },
  printer: { glyphs: ["roller", "frame"], awning: "plain", display: "frames", outside: "bicycle", hasNoStill: true },
  cinema: { glyphs: ["reel", "ticket"], awning: "marquee", display: "posters", outside: "nothing", isNightly: true },
  theater: { glyphs: ["mask"], awning: "marquee", display: "posters", outside: "nothing", isNightly: true },
  music: { glyphs: ["trumpet", "guitar"], awning: "marquee", display: "posters", outside: "nothing", isNightly: true },
  comedy: { glyphs: ["mic"], awning: "marquee", display: "posters", outside: "nothing", isNightly: true },
  sports: { glyphs: ["ball", "ticket"], awning: "plain", display: "frames", outside: "nothing", isNightly: true },
  games: { glyphs: ["knight"], awning: "plain", display: "jars", outside: "tables" },
  school: { glyphs: ["bell", "pencil", "cap"], awning: "none", display: "desks", outside: "bicycle" },
  "language-school": { glyphs: ["globe"], awning: "none", display: "desks", outside: "bicycle" },
  "music-school": { glyphs: ["guitar", "trumpet"], awning: "none", display: "records", outside: "bicycle" },
  daycare: { glyphs: ["ball"], awning: "scallop", display: "blinds", outside: "plants", hasNoStill: true },
  "art-supplies": { glyphs: ["paint"], awning: "plain", display: "frames", outside: "nothing" },
  plumber: { glyphs: ["faucet", "wrench"], awning: "none", display: "tools", outside: "van" },
  electrician: { glyphs: ["bolt"], awning: "none", display: "tools", outside: "van", hasNoStill: true },
  contractor: { glyphs: ["hammer", "wrench"], awning: "plain", display: "tools", outside: "van" },
  roofer: { glyphs: ["hammer"], awning: "none", display: "tools", outside: "ladder" },
  painter: { glyphs: ["roller"], awning: "none", display: "jars", outside: "ladder" },
  cleaning: { glyphs: ["broom"], awning: "plain", display: "jars", outside: "van" },
  "heating-cooling": { glyphs: ["snowflake", "flame"], awning: "none", display: "tools", outside: "van" },
  "pest-control": { glyphs: ["beetle"], awning: "none", display: "jars", outside: "van", hasNoStill: true },
  mover: { glyphs: ["box"], awning: "none", display: "crates", outside: "van", hasNoStill: true },
  locksmith: { glyphs: ["key"], awning: "plain", display: "tools", outside: "van" },
  architect: { glyphs: ["pencil"], awning: "none", display: "frames", outside: "bicycle" },
  landscaping: { glyphs: ["leaf"], awning: "plain", display: "flowers", outside: "flowers" },
  auto: { glyphs: ["car"], awning: "none", display: "washers", outside: "nothing", hasNoStill: true },
  photography: { glyphs: ["camera"], awning: "none", display: "frames", outside: "nothing" },
} as const satisfies Record<string, Shop>;

/** The same table, where a missing property reads as undefined. */
export const shopOf = (kind: ShopKind): Shop => SHOP_KINDS[kind];

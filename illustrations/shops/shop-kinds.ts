import type { GlyphName } from "../drawing/glyphs.ts";

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

/** A place's trade, as far as it affects the choice of pictures. */
export type Trade =
  | "bureau"
  | "care"
  | "coffee"
  | "counterService"
  | "drinks"
  | "exercise"
  | "goods"
  | "guests"
  | "lessons"
  | "meals"
  | "office"
  | "remedies"
  | "stage"
  | "works"
  | "workshop";

export type Shop = {
  trade: Trade;
  /** The first represents the trade. Any of them may be on the sign. */
  glyphs: readonly [GlyphName, ...GlyphName[]];
  awning: AwningKind;
  display: DisplayKind;
  outside: OutsideKind;
  /** Drawn at dusk and night only. */
  isNightly?: boolean;
  /** Its object isn't recognizable alone on a sill. */
  hasNoStill?: boolean;
};

export function isShopKind(subject: string): subject is ShopKind {
  return Object.hasOwn(SHOP_KINDS, subject);
}

export const SHOP_KINDS = {
  restaurant: { trade: "meals", glyphs: ["plate", "wine"], awning: "plain", display: "tables", outside: "tables" },
  american: { trade: "meals", glyphs: ["pie", "burger"], awning: "plain", display: "counter", outside: "tables" },
  italian: { trade: "meals", glyphs: ["pasta", "wine"], awning: "stripe", display: "tables", outside: "tables" },
  french: { trade: "meals", glyphs: ["croissant", "wine"], awning: "scallop", display: "tables", outside: "tables" },
  indian: { trade: "meals", glyphs: ["pepper"], awning: "scallop", display: "tables", outside: "plants" },
  mediterranean: { trade: "meals", glyphs: ["olive", "lemon"], awning: "stripe", display: "tables", outside: "plants" },
  vegetarian: { trade: "meals", glyphs: ["carrot", "eggplant"], awning: "plain", display: "jars", outside: "plants" },
  pizza: { trade: "meals", glyphs: ["pizza"], awning: "stripe", display: "oven", outside: "tables" },
  noodles: { trade: "meals", glyphs: ["bowl"], awning: "curtain", display: "counter", outside: "stools" },
  sushi: { trade: "meals", glyphs: ["sushi"], awning: "curtain", display: "counter", outside: "nothing" },
  taco: { trade: "meals", glyphs: ["taco"], awning: "stripe", display: "counter", outside: "tables" },
  burger: { trade: "meals", glyphs: ["burger"], awning: "plain", display: "counter", outside: "stools" },
  steak: { trade: "meals", glyphs: ["steak", "wine"], awning: "canopy", display: "tables", outside: "plants" },
  chicken: { trade: "meals", glyphs: ["chick", "flame"], awning: "stripe", display: "counter", outside: "tables" },
  crab: {
    trade: "meals",
    glyphs: ["crab", "fish"],
    awning: "scallop",
    display: "crates",
    outside: "crates",
    hasNoStill: true,
  },
  ethiopian: { trade: "meals", glyphs: ["injera"], awning: "plain", display: "tables", outside: "tables" },
  barbecue: { trade: "meals", glyphs: ["flame"], awning: "plain", display: "counter", outside: "stools" },
  "half-smoke": {
    trade: "meals",
    glyphs: ["halfsmoke"],
    awning: "stripe",
    display: "counter",
    outside: "stools",
    hasNoStill: true,
  },
  coffee: { trade: "coffee", glyphs: ["coffee"], awning: "plain", display: "counter", outside: "tables" },
  bakery: { trade: "coffee", glyphs: ["bread", "croissant"], awning: "scallop", display: "loaves", outside: "bicycle" },
  "ice-cream": { trade: "coffee", glyphs: ["cone"], awning: "stripe", display: "counter", outside: "bench" },
  bar: {
    trade: "drinks",
    glyphs: ["cocktail"],
    awning: "none",
    display: "bottles",
    outside: "nothing",
    isNightly: true,
  },
  pub: { trade: "drinks", glyphs: ["beer"], awning: "none", display: "bottles", outside: "stools", isNightly: true },
  "wine-bar": {
    trade: "drinks",
    glyphs: ["wine"],
    awning: "plain",
    display: "bottles",
    outside: "tables",
    isNightly: true,
  },
  brewery: { trade: "drinks", glyphs: ["barrel", "beer"], awning: "none", display: "tanks", outside: "bicycle" },
  bookshop: { trade: "goods", glyphs: ["book"], awning: "plain", display: "spines", outside: "crates" },
  hardware: { trade: "goods", glyphs: ["hammer", "saw"], awning: "plain", display: "tools", outside: "ladder" },
  grocery: { trade: "goods", glyphs: ["produce", "carrot"], awning: "stripe", display: "jars", outside: "crates" },
  "liquor-store": { trade: "goods", glyphs: ["bottle"], awning: "plain", display: "bottles", outside: "nothing" },
  "department-store": {
    trade: "goods",
    glyphs: ["basket", "dress"],
    awning: "plain",
    display: "mannequins",
    outside: "nothing",
  },
  clothing: {
    trade: "goods",
    glyphs: ["dress", "shirt"],
    awning: "scallop",
    display: "mannequins",
    outside: "nothing",
  },
  florist: { trade: "goods", glyphs: ["tulip"], awning: "scallop", display: "flowers", outside: "flowers" },
  records: { trade: "goods", glyphs: ["vinyl"], awning: "none", display: "records", outside: "crates" },
  bicycles: { trade: "goods", glyphs: ["wheel"], awning: "plain", display: "bicycles", outside: "bicycle" },
  pet: { trade: "goods", glyphs: ["dog"], awning: "scallop", display: "counter", outside: "nothing" },
  optician: {
    trade: "remedies",
    glyphs: ["glasses"],
    awning: "plain",
    display: "frames",
    outside: "nothing",
    hasNoStill: true,
  },
  jewelry: { trade: "goods", glyphs: ["ring"], awning: "none", display: "counter", outside: "nothing" },
  gift: { trade: "goods", glyphs: ["box"], awning: "scallop", display: "jars", outside: "nothing" },
  shoes: { trade: "goods", glyphs: ["shoe"], awning: "plain", display: "jars", outside: "bench" },
  gallery: { trade: "goods", glyphs: ["frame", "paint"], awning: "none", display: "frames", outside: "nothing" },
  salon: { trade: "workshop", glyphs: ["scissors"], awning: "plain", display: "mirrors", outside: "plants" },
  barber: {
    trade: "workshop",
    glyphs: ["barber"],
    awning: "none",
    display: "mirrors",
    outside: "nothing",
    hasNoStill: true,
  },
  clinic: { trade: "care", glyphs: ["cross"], awning: "none", display: "blinds", outside: "plants", hasNoStill: true },
  pharmacy: {
    trade: "remedies",
    glyphs: ["mortar", "cross"],
    awning: "plain",
    display: "jars",
    outside: "nothing",
    hasNoStill: true,
  },
  dentist: { trade: "care", glyphs: ["tooth"], awning: "none", display: "blinds", outside: "plants", hasNoStill: true },
  spa: { trade: "exercise", glyphs: ["lotus"], awning: "none", display: "blinds", outside: "plants", hasNoStill: true },
  gym: {
    trade: "exercise",
    glyphs: ["kettlebell", "dumbbell"],
    awning: "none",
    display: "gym",
    outside: "bicycle",
    hasNoStill: true,
  },
  aquatics: {
    trade: "exercise",
    glyphs: ["swimmer"],
    awning: "none",
    display: "blinds",
    outside: "bicycle",
    hasNoStill: true,
  },
  laundry: {
    trade: "workshop",
    glyphs: ["hanger", "washer"],
    awning: "none",
    display: "washers",
    outside: "nothing",
    hasNoStill: true,
  },
  hotel: { trade: "guests", glyphs: ["key"], awning: "canopy", display: "blinds", outside: "plants", isNightly: true },
  bank: {
    trade: "bureau",
    glyphs: ["column"],
    awning: "none",
    display: "blinds",
    outside: "nothing",
    hasNoStill: true,
  },
  "post-office": {
    trade: "counterService",
    glyphs: ["envelope"],
    awning: "none",
    display: "posters",
    outside: "bench",
  },
  police: {
    trade: "bureau",
    glyphs: ["star"],
    awning: "none",
    display: "blinds",
    outside: "nothing",
    hasNoStill: true,
  },
  coworking: { trade: "office", glyphs: ["laptop", "coffee"], awning: "none", display: "desks", outside: "bicycle" },
  printer: {
    trade: "workshop",
    glyphs: ["printer"],
    awning: "plain",
    display: "frames",
    outside: "bicycle",
    hasNoStill: true,
  },
  cinema: {
    trade: "stage",
    glyphs: ["reel", "ticket"],
    awning: "marquee",
    display: "posters",
    outside: "nothing",
    isNightly: true,
  },
  theater: {
    trade: "stage",
    glyphs: ["mask"],
    awning: "marquee",
    display: "posters",
    outside: "nothing",
    isNightly: true,
  },
  music: {
    trade: "stage",
    glyphs: ["trumpet", "guitar"],
    awning: "marquee",
    display: "posters",
    outside: "nothing",
    isNightly: true,
  },
  comedy: {
    trade: "stage",
    glyphs: ["mic"],
    awning: "marquee",
    display: "posters",
    outside: "nothing",
    isNightly: true,
  },
  sports: { trade: "stage", glyphs: ["ball"], awning: "plain", display: "frames", outside: "nothing", isNightly: true },
  games: { trade: "workshop", glyphs: ["knight"], awning: "plain", display: "jars", outside: "tables" },
  school: { trade: "lessons", glyphs: ["bell", "pencil", "cap"], awning: "none", display: "desks", outside: "bicycle" },
  "language-school": { trade: "lessons", glyphs: ["globe"], awning: "none", display: "desks", outside: "bicycle" },
  "music-school": {
    trade: "lessons",
    glyphs: ["guitar", "trumpet"],
    awning: "none",
    display: "records",
    outside: "bicycle",
  },
  daycare: {
    trade: "lessons",
    glyphs: ["blocks"],
    awning: "scallop",
    display: "blinds",
    outside: "plants",
    hasNoStill: true,
  },
  "art-supplies": { trade: "goods", glyphs: ["paint"], awning: "plain", display: "frames", outside: "nothing" },
  plumber: { trade: "works", glyphs: ["faucet", "wrench"], awning: "none", display: "tools", outside: "van" },
  electrician: { trade: "works", glyphs: ["bolt"], awning: "none", display: "tools", outside: "van", hasNoStill: true },
  contractor: { trade: "works", glyphs: ["trowel", "hammer"], awning: "plain", display: "tools", outside: "van" },
  roofer: { trade: "works", glyphs: ["roof"], awning: "none", display: "tools", outside: "ladder" },
  painter: { trade: "works", glyphs: ["roller"], awning: "none", display: "jars", outside: "ladder" },
  cleaning: { trade: "works", glyphs: ["broom"], awning: "plain", display: "jars", outside: "van" },
  "heating-cooling": {
    trade: "works",
    glyphs: ["snowflake", "flame"],
    awning: "none",
    display: "tools",
    outside: "van",
  },
  "pest-control": {
    trade: "works",
    glyphs: ["beetle"],
    awning: "none",
    display: "jars",
    outside: "van",
    hasNoStill: true,
  },
  mover: { trade: "works", glyphs: ["truck"], awning: "none", display: "crates", outside: "van", hasNoStill: true },
  locksmith: { trade: "works", glyphs: ["padlock"], awning: "plain", display: "tools", outside: "van" },
  architect: { trade: "office", glyphs: ["pencil"], awning: "none", display: "frames", outside: "bicycle" },
  landscaping: { trade: "works", glyphs: ["leaf"], awning: "plain", display: "flowers", outside: "flowers" },
  auto: {
    trade: "workshop",
    glyphs: ["car"],
    awning: "none",
    display: "washers",
    outside: "nothing",
    hasNoStill: true,
  },
  photography: { trade: "workshop", glyphs: ["camera"], awning: "none", display: "frames", outside: "nothing" },
} as const satisfies Record<string, Shop>;

/** Looks up a shop, typed so that optional properties can be read. */
export const shopOf = (kind: ShopKind): Shop => SHOP_KINDS[kind];

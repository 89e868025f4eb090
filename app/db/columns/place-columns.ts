/** What the columns and the facts of a place may hold. */

export const QUADRANTS = ["NW", "NE", "SW", "SE"] as const;
export type Quadrant = (typeof QUADRANTS)[number];

export const PRICE_RANGES = ["$", "$$", "$$$", "$$$$", "Free", "N/A"] as const;
export type PriceRange = (typeof PRICE_RANGES)[number];

export const METRO_LINES = ["red", "orange", "silver", "blue", "yellow", "green"] as const;
export type MetroLine = (typeof METRO_LINES)[number];

/** Latitude and longitude in degrees, WGS 84. */
export type Point = { lat: number; lng: number };

/** Yes/no facts about a place. A missing key means not checked. */
export const ATTRIBUTE_KEYS = [
  "stepFreeEntrance",
  "accessibleRestroom",
  "outdoorSeating",
  "reservations",
  "takeout",
  "delivery",
  "vegetarian",
  "goodForKids",
  "dogsAllowed",
  "freeEntry",
  "wifi",
  "liveMusic",
  "parking",
  "cashOnly",
] as const;
export type Attribute = (typeof ATTRIBUTE_KEYS)[number];
export type Attributes = Partial<Record<Attribute, boolean>>;

/** The eight categories, in the order the header, the home page and the footer show them. */
export const CATEGORY_SLUGS = [
  "food",
  "nightlife",
  "shopping",
  "services",
  "entertainment",
  "health",
  "home-services",
  "education",
] as const;
export type CategorySlug = (typeof CATEGORY_SLUGS)[number];

/** What a license allows, in the register's terms. It doesn't say that a place offers it today. */
export const LICENSED_USES = [
  "sidewalk-cafe",
  "outdoor-garden",
  "streatery",
  "live-entertainment",
  "dancing",
  "cover-charge",
  "alcohol-carryout-delivery",
  "tastings",
  "games",
  "sports-betting",
  "brewpub",
  "distillery-pub",
  "wine-pub",
] as const;
export type LicensedUse = (typeof LICENSED_USES)[number];

/** When a place opened, as precisely as the source says: "1932", "1932-05" or "1932-05-21". "begun": it dates from then. */
export type Opened = { on: string; kind: "opened" | "begun" };

/** `capacity`: the most people inside; null if the license doesn't say. */
export type Licensed = { uses: LicensedUse[]; capacity: number | null };

/** How old a fact is by its source's own date. Undated: its source has no date, so nobody knows. */
export const FACT_AGES = ["thisYear", "lastYear", "older", "undated"] as const;
export type FactAge = (typeof FACT_AGES)[number];

/** Figures about the facts of listed places, as counted on one day. */
export type FactCounts = {
  places: number;
  /** By source, the one with the most facts first. */
  sources: ({ sourceId: string } & Record<FactAge, number>)[];
  /** Places of each category, and for how many of them a source gives hours. */
  hours: { category: CategorySlug; places: number; known: number }[];
  /** Since the first of the month in Washington. `facts`: added, changed or confirmed by a source. */
  month: { places: number; facts: number; confirmations: number; closed: number };
};

/**
 * Reported: by several people, confirmed by nobody. Unconfirmed: may have closed, since nobody has confirmed it for years.
 * Unlisted: the same, half a year later. The others are a decision of an editor or the owner.
 */
export const CLOSURES = ["reported", "temporary", "permanent", "moved", "unconfirmed", "unlisted"] as const;
export type Closure = (typeof CLOSURES)[number];

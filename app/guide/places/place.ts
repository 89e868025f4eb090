import type { Attribute, LicensedUse, MetroLine, Point, PriceRange, Quadrant } from "#app/db/columns/place-columns.ts";
import type { CategorySlug } from "./facts/categories.ts";
import type { ClosureNotice } from "./facts/closure.ts";

export {
  QUADRANTS,
  type Quadrant,
  PRICE_RANGES,
  type PriceRange,
  METRO_LINES,
  type MetroLine,
  type Point,
  ATTRIBUTE_KEYS,
  type Attribute,
  type Attributes,
  LICENSED_USES,
  type LicensedUse,
  type Licensed,
} from "#app/db/columns/place-columns.ts";

export const ATTRIBUTE_LABELS: Record<Attribute, string> = {
  stepFreeEntrance: "Step-free entrance",
  accessibleRestroom: "Accessible restroom",
  outdoorSeating: "Outdoor seating",
  reservations: "Takes reservations",
  takeout: "Takeout",
  delivery: "Delivery",
  vegetarian: "Vegetarian dishes",
  goodForKids: "Good for kids",
  dogsAllowed: "Dogs allowed",
  freeEntry: "Free entry",
  wifi: "Wi-Fi",
  liveMusic: "Live music",
  parking: "Parking",
  cashOnly: "Cash only",
};

/** "Licensed for" …, in the order of a sentence. */
export const LICENSED_LABELS: Record<LicensedUse, string> = {
  "sidewalk-cafe": "a sidewalk cafe",
  "outdoor-garden": "a summer garden",
  streatery: "street dining",
  "live-entertainment": "live entertainment",
  dancing: "dancing",
  "cover-charge": "a cover charge",
  "alcohol-carryout-delivery": "alcohol to go",
  tastings: "tastings",
  games: "games",
  "sports-betting": "sports betting",
  brewpub: "brewing beer",
  "distillery-pub": "distilling spirits",
  "wine-pub": "making wine",
};

/** Mean rating (1-5) and number of reviews. `isDemo`: demo reviews are included. Null: no reviews yet. */
export type RatingSummary = { mean: number; count: number; isDemo: boolean } | null;

/**
 * "Open until 10 PM" in two parts, so that the first word can be colored. `stale` is the text for a stale page: the day's
 * hours and "as of 6:40 PM".
 */
export type HoursLine = {
  tone: "open" | "soon" | "closed" | "unknown";
  lead: string;
  rest: string;
  stale: string;
};

/** The lead of a line of hours that nothing is known for. */
export const HOURS_UNKNOWN = "Hours unknown";

export type MetroWalk = { slug: string; name: string; lines: MetroLine[]; minutes: number };

/** Paths of a place's picture in each crop, and its alt text. */
export type PictureRef = { hero: string; card: string; thumb: string; alt: string };

/** Fits a line on a wide screen and two on a phone. */
export const SUMMARY_CHARACTERS_MAX = 90;

export type PlaceCardData = {
  slug: string;
  name: string;
  category: CategorySlug;
  type: string;
  neighborhood: { slug: string; name: string };
  /** One line: what one gets there and for whom. For a listing without one, the beginning of its description. */
  summary: string;
  /** False for a listed place: a register's facts, and nobody has written about it. */
  isDescribed: boolean;
  priceRange: PriceRange | null;
  rating: RatingSummary;
  hours: HoursLine;
  street: string | null;
  quadrant: Quadrant | null;
  position: Point | null;
  metro: MetroWalk | null;
  picture: PictureRef;
  /** Where it takes reservations, has its menu and takes orders, in this order. Absent where none is known. */
  siteLinks?: SiteLink[];
  /** Whether the viewer has saved the place. Absent for guests and where it isn't needed. */
  isSaved?: boolean;
};

/** What a visitor can do on a place's own pages. `field`: the fact that has the address. */
export type SiteLink = {
  field: "reservationsUrl" | "menuUrl" | "orderUrl";
  label: "Reserve" | "Menu" | "Order";
  href: string;
};

/** Source of a fact. `checkedOn` is the source's own date (`YYYY`, `YYYY-MM` or a full date), null when it has none. */
export type FactOrigin = {
  sourceTitle: string;
  license: string;
  checkedOn: string | null;
  /** The place says it itself, on its website. */
  isOwnWebsite?: boolean;
  /** "confirmed by a reader on Nov 21, 2026", if someone confirmed the fact after the source's date. */
  confirmed?: string;
  /** Digest of the confirmed value, sent by the confirm button. Absent where there is no button. */
  stillRight?: string;
};

export type HoursDay = {
  /** "Monday" */
  weekday: string;
  /** "11 AM to 10 PM", one per interval. Empty when closed all day. */
  intervals: string[];
  /** "Thanksgiving Day", when an exception replaces the day's usual hours. */
  exceptionNote: string | null;
  isToday: boolean;
};

export type PlacePage = PlaceCardData & {
  /** Of the page, for search engines and tabs: "Safeway - Grocery in Georgetown". */
  title: string;
  /** By which people look for it too. */
  otherNames: string[];
  /** What an editor or the business wrote. Empty for a listed place. */
  description: string;
  /** Where a listed place comes from, in a sentence; null for a described one. */
  listedNote: string | null;
  /** Whether search engines may list the page. */
  isIndexed: boolean;
  /** "As of November 2022: check before you go." Null: the hours are recent, confirmed or undated. */
  hoursNote: string | null;
  /** "Licensed for a summer garden and dancing, up to 120 people." Null: no license known. */
  licensedNote: string | null;
  /** "Opened in 1932." Null: unknown. */
  openedNote: string | null;
  /** Null: open as usual, as far as we know. */
  closure: ClosureNotice | null;
  zip: string | null;
  phone: string | null;
  website: string | null;
  /** Seven days from Monday. Null: hours unknown. */
  week: HoursDay[] | null;
  /** Hours as text when they can't be computed: "Dawn to dusk". */
  hoursText: string | null;
  attributes: { key: Attribute; label: string; value: boolean | null }[];
  origins: Partial<
    Record<
      | "address"
      | "position"
      | "phone"
      | "website"
      | "hours"
      | "hoursText"
      | "priceRange"
      | "attributes"
      | "attributeCorrections"
      | "licensed"
      | "closedForWorks"
      | "opened"
      | "menuUrl"
      | "reservationsUrl"
      | "orderUrl",
      FactOrigin
    >
  >;
  /** A sentence that says who wrote the description. */
  descriptionNote: string;
  nearby: (PlaceCardData & { walkMinutes: number })[];
  stations: MetroWalk[];
};

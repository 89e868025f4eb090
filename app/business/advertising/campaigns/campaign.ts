import type { BudgetPeriod } from "#app/db/columns/campaign-columns.ts";

/** The price of an impression: $10 per thousand. Clicks are free. */
export const IMPRESSION_CENTS = 1;

/** Limits of a campaign's total: less shows too little, more deserves a call. */
export const TOTAL_CENTS_MIN = 1_000;
export const TOTAL_CENTS_MAX = 500_000;

/** A monthly budget covers this many days. */
export const MONTH_DAYS = 30;

/**
 * A quarter of a year. With the days until the start it stays within the 180 days in which card payments can be
 * refunded.
 */
export const DAYS_MAX = 92;
export const STARTS_WITHIN_DAYS_MAX = 60;

/** Impressions of a campaign per visitor and day. */
export const VISITOR_IMPRESSIONS_PER_DAY_MAX = 4;

/**
 * Impressions per network and day, for all browsers: enough for an office or a café, but not for a machine that
 * fakes browsers.
 */
export const NETWORK_IMPRESSIONS_PER_DAY_MAX = 40;

/** An impression is billed after this share of the slot was in view for this long without a break. */
export const IN_VIEW_MS = 1_000;
export const IN_VIEW_SHARE = 0.5;

/** Unended campaigns per place; more than anybody compares. */
export const CAMPAIGNS_PER_PLACE_MAX = 100;
/** Listed campaigns per place, ended ones included; many years' worth. */
export const CAMPAIGNS_LISTED_MAX = 500;
/** Unpaid drafts per place. */
export const DRAFTS_PER_PLACE_MAX = 10;

/** Common limits for such ads; a slot on a phone fits them without growing. */
export const HEADLINE_CHARACTERS_MAX = 40;
export const BODY_CHARACTERS_MAX = 90;
export const SLOTS_MAX = 30;

export type Budget = { per: BudgetPeriod; cents: number };

/** The total price. A monthly budget counts by its share of thirty days. */
export function campaignTotalCents({ per, cents }: Budget, days: number): number {
  return per === "day" ? cents * days : Math.round((cents * days) / MONTH_DAYS);
}

/** The number of days from one day to another, both included. */
export function countDays(startsOn: string, endsOn: string): number {
  return Temporal.PlainDate.from(startsOn).until(Temporal.PlainDate.from(endsOn), { largestUnit: "day" }).days + 1;
}

/** The number of impressions that an amount pays for. */
export function impressionsFor(cents: number, impressionCents: number = IMPRESSION_CENTS): number {
  return Math.floor(cents / impressionCents);
}

export function campaignsPath(slug: string): string {
  return `/business/${slug}/campaigns`;
}

export function campaignPath(slug: string, id: string): string {
  return `${campaignsPath(slug)}/${id}`;
}

export function newCampaignPath(slug: string): string {
  return `${campaignsPath(slug)}/new`;
}

export const ADMIN_CAMPAIGNS_PATH = "/admin/campaigns";

/** Length of an editor's reason for stopping a campaign; the maximum is that of decision reasons. */
export const STOP_REASON_CHARACTERS_MIN = 5;
export const STOP_REASON_CHARACTERS_MAX = 500;

export const ADVERTISE_PATH = "/advertise";

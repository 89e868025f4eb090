/** What an impression costs: $10 a thousand. Clicks cost nothing. */
export const IMPRESSION_CENTS = 1;

/** What is paid for a campaign, at least and at most: less shows nothing, more is worth a call. */
export const TOTAL_CENTS_MIN = 1_000;
export const TOTAL_CENTS_MAX = 500_000;

/** A budget for a month is for so many days. */
export const MONTH_DAYS = 30;

/** A quarter of a year. With the days until it begins it stays within what a card's payment can be given back: 180 days. */
export const DAYS_MAX = 92;
export const STARTS_WITHIN_DAYS_MAX = 60;

/** The same visitor sees a campaign so often on a day at most. */
export const VISITOR_IMPRESSIONS_PER_DAY_MAX = 4;

/** The same network, whatever browsers it has: an office or a café, and no machine that makes up names. */
export const NETWORK_IMPRESSIONS_PER_DAY_MAX = 40;

/** An impression is billed when at least half of the slot was in view for so long without a break. */
export const SEEN_MS = 1_000;
export const SEEN_SHARE = 0.5;

/** Of one place that haven't ended: more than anybody compares. */
export const CAMPAIGNS_PER_PLACE_MAX = 100;
/** Of one place with those that have ended: so many years' worth. */
export const CAMPAIGNS_LISTED_MAX = 500;
/** Of one place at a time that aren't paid yet. */
export const DRAFTS_PER_PLACE_MAX = 10;

/** About what other guides' advertisers are used to; a slot on a phone holds it without growing. */
export const HEADLINE_CHARACTERS_MAX = 40;
export const BODY_CHARACTERS_MAX = 90;
export const SLOTS_MAX = 30;

export type CampaignState = "draft" | "waiting" | "running" | "paused" | "ended" | "rejected";

/**
 * `place`: the place has closed, or nobody runs it any more. `undecided`: its days were over before an editor looked.
 * `stopped`: by an editor. `disputed`: the payer's bank has taken the money back, or is about to. `provider`: it was paid
 * in test mode, where no money moves, and that is over.
 */
export type EndReason =
  | "over"
  | "spent"
  | "owner"
  | "place"
  | "rejected"
  | "undecided"
  | "stopped"
  | "disputed"
  | "provider";

export type BudgetPer = "day" | "month";

export type Budget = { per: BudgetPer; cents: number };

/** What a campaign costs in all. A month's budget goes by its share of thirty days. */
export function totalCentsOf({ per, cents }: Budget, days: number): number {
  return per === "day" ? cents * days : Math.round((cents * days) / MONTH_DAYS);
}

/** How many days there are from one day to another, both of them included. */
export function daysBetween(startsOn: string, endsOn: string): number {
  return Temporal.PlainDate.from(startsOn).until(Temporal.PlainDate.from(endsOn), { largestUnit: "day" }).days + 1;
}

/** The number of impressions that so much pays for. */
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

/** Why an editor stops a campaign: as long as a decision's reason may be. */
export const STOP_REASON_CHARACTERS_MIN = 5;
export const STOP_REASON_CHARACTERS_MAX = 500;

export const ADVERTISE_PATH = "/advertise";

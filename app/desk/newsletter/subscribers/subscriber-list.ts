import type { SubscriberState } from "#app/db/schema/newsletter.ts";
import { parsePageNumber } from "#app/lib/page-number.ts";
import type { QueryReader } from "#app/platform/route-handle.ts";

import { ADMIN_SUBSCRIBERS_PATH } from "../newsletter-paths.ts";

export const SUBSCRIBERS_PER_PAGE = 50;
/** Bounds the OFFSET of the query; whoever looks for an address searches. */
const PAGE_MAX = 200;
const QUERY_CHARACTERS_MAX = 254;

export const SUBSCRIBER_STATES = ["active", "pending", "unsubscribed", "bounced"] as const satisfies SubscriberState[];

export const SUBSCRIBER_STATE_LABELS: Record<SubscriberState, string> = {
  active: "Subscribed",
  pending: "Not confirmed",
  unsubscribed: "Unsubscribed",
  bounced: "Bounced",
};

export type SubscriberListQuery = { q: string; state: SubscriberState | "all"; page: number };

export function parseSubscriberListQuery(search: QueryReader<"q" | "state" | "page">): SubscriberListQuery {
  return {
    q: (search.get("q") ?? "").trim().slice(0, QUERY_CHARACTERS_MAX).toWellFormed().replaceAll("\u0000", ""),
    state: SUBSCRIBER_STATES.find((state) => state === search.get("state")) ?? "all",
    page: Math.min(parsePageNumber(search.get("page")), PAGE_MAX),
  };
}

export function subscribersPath({ q, state, page }: SubscriberListQuery): string {
  const search = new URLSearchParams();
  if (q !== "") search.set("q", q);
  if (state !== "all") search.set("state", state);
  if (page > 1) search.set("page", String(page));
  return search.size === 0 ? ADMIN_SUBSCRIBERS_PATH : `${ADMIN_SUBSCRIBERS_PATH}?${search}`;
}

import type { RouteTable } from "#app/platform/route-table.ts";

import { normalizeTerm } from "../counters/counted-terms.ts";
import { pageSubject } from "../places/page-subject.ts";
import { type TrafficSource, trafficSourceOfHost } from "./traffic-sources.ts";

/** Where a view came from, as far as it is counted; of another site only the host. */
export type Arrival = {
  source: TrafficSource;
  /** Only for sites that have no source name of their own. */
  host: string | null;
  /** The search on this site whose result was opened. */
  searched: string | null;
  /** The kind of internal page that led here; null for other sites. */
  from: string | null;
  utmSource: string | null;
  utmCampaign: string | null;
  /** Tells arrivals apart when views are aggregated. */
  name: string;
};

const EMPTY = { host: null, searched: null, from: null, utmSource: null, utmCampaign: null } as const;
const DIRECT: Arrival = { ...EMPTY, source: "direct", name: "" };
const INTERNAL: Arrival = { ...EMPTY, source: "internal", name: "i" };

/** Browsers send at most 4,096 characters; anything longer isn't a page's URL. */
const REFERRER_CHARACTERS_MAX = 4_096;

type ArrivalInput = { referrer: string | undefined; target: string; siteUrl: string; routes: Pick<RouteTable, "find"> };

/** Cheap for most views: those without a referrer, and those from page to page. */
export function parseArrival(input: ArrivalInput): Arrival {
  const { target } = input;
  const utm = target.includes("utm_") ? readUtm(target) : null;
  const arrival = referrerArrival(input);
  if (utm === null || (utm.utmSource === null && utm.utmCampaign === null)) return arrival;
  const source = arrival.source === "direct" ? "marked" : arrival.source;
  return { ...arrival, ...utm, source, name: `${arrival.name} ${utm.utmSource} ${utm.utmCampaign}` };
}

function referrerArrival({ referrer, target, siteUrl, routes }: ArrivalInput): Arrival {
  if (referrer === undefined || referrer === "") return DIRECT;
  if (referrer.startsWith(siteUrl) && "/?#".includes(referrer.charAt(siteUrl.length))) {
    return internalArrival(referrer.slice(siteUrl.length), target, routes);
  }
  const host = referrer.length > REFERRER_CHARACTERS_MAX ? null : hostOf(referrer);
  if (host === null) return { ...EMPTY, source: "other", name: "other" };
  const source = trafficSourceOfHost(host);
  return source === "other"
    ? { ...EMPTY, source, host: normalizeTerm(host), name: "other" }
    : { ...EMPTY, source, name: source };
}

/** The internal page matters only for searches and for the plans page. */
function internalArrival(path: string, target: string, routes: Pick<RouteTable, "find">): Arrival {
  if (path.startsWith("/search?")) {
    const query = new URLSearchParams(path.slice("/search?".length)).get("q");
    const searched = query === null ? null : normalizeTerm(query);
    return {
      ...INTERNAL,
      searched: query === null ? null : (searched ?? REDACTED_SEARCH),
      from: "search",
      name: `s ${searched}`,
    };
  }
  if (!target.startsWith("/subscription")) return INTERNAL;
  const page = pageSubject(path, routes);
  const from = page === null || page.subject === "page" ? (page?.key === "home" ? "home" : "page") : page.subject;
  return { ...INTERNAL, from, name: `i ${from}` };
}

/** A search that is counted without its term. */
export const REDACTED_SEARCH = "";

function hostOf(referrer: string): string | null {
  if (!URL.canParse(referrer)) return null;
  const { hostname, protocol } = new URL(referrer);
  if (protocol !== "http:" && protocol !== "https:") return null;
  const host = hostname.replace(/^www\./, "");
  // IP addresses and local host names are not public sites.
  return /^[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z][a-z0-9-]+$/.test(host) ? host : null;
}

function readUtm(target: string): Pick<Arrival, "utmSource" | "utmCampaign"> | null {
  const at = target.indexOf("?");
  if (at === -1) return null;
  const params = new URLSearchParams(target.slice(at + 1));
  const word = (name: string) => normalizeTerm(params.get(name) ?? "");
  return { utmSource: word("utm_source"), utmCampaign: word("utm_campaign") };
}

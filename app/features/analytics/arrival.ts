import { termOf } from "./counted-words.ts";
import { subjectOf } from "./page-subject.ts";
import { type SourceName, sourceOfHost } from "./sources.ts";

/** What a view tells of where it came from, as far as it is counted; of an address elsewhere nothing but its host. */
export type Arrival = {
  source: SourceName;
  /** Of a site that has no name of its own among the sources. */
  host: string | null;
  /** Which search of ours led here. */
  searched: string | null;
  /** The kind of our own pages that led here; null for other sites. */
  from: string | null;
  utmSource: string | null;
  utmCampaign: string | null;
  /** By which two arrivals are told apart. */
  name: string;
};

const NOTHING = { host: null, searched: null, from: null, utmSource: null, utmCampaign: null } as const;
const DIRECT: Arrival = { ...NOTHING, source: "direct", name: "" };
const INTERNAL: Arrival = { ...NOTHING, source: "internal", name: "i" };

/** No browser sends more than 4,096; what does is no page's address. */
const REFERRER_CHARACTERS_MAX = 4_096;

type Asked = { referrer: string | undefined; target: string; siteUrl: string };

/** Costs nothing for most views: those without a referring page, and those from page to page. */
export function arrivalOf({ referrer, target, siteUrl }: Asked): Arrival {
  const marked = target.includes("utm_") ? marksOf(target) : null;
  const arrival = unmarked({ referrer, target, siteUrl });
  if (marked === null || (marked.utmSource === null && marked.utmCampaign === null)) return arrival;
  const source = arrival.source === "direct" ? "marked" : arrival.source;
  return { ...arrival, ...marked, source, name: `${arrival.name} ${marked.utmSource} ${marked.utmCampaign}` };
}

function unmarked({ referrer, target, siteUrl }: Asked): Arrival {
  if (referrer === undefined || referrer === "") return DIRECT;
  if (referrer.startsWith(siteUrl) && "/?#".includes(referrer.charAt(siteUrl.length))) {
    return internal(referrer.slice(siteUrl.length), target);
  }
  const host = referrer.length > REFERRER_CHARACTERS_MAX ? null : hostOf(referrer);
  if (host === null) return { ...NOTHING, source: "other", name: "other" };
  const source = sourceOfHost(host);
  return source === "other"
    ? { ...NOTHING, source, host: termOf(host), name: "other" }
    : { ...NOTHING, source, name: source };
}

/** Only of searches and of the page with the plans it matters which page led there. */
function internal(path: string, target: string): Arrival {
  if (path.startsWith("/search?")) {
    const words = new URLSearchParams(path.slice("/search?".length)).get("q");
    const searched = words === null ? null : termOf(words);
    return {
      ...INTERNAL,
      searched: words === null ? null : (searched ?? UNKEPT),
      from: "search",
      name: `s ${searched}`,
    };
  }
  if (!target.startsWith("/subscription")) return INTERNAL;
  const page = subjectOf(path, "text/html");
  const from = page === null || page.subject === "page" ? (page?.key === "home" ? "home" : "page") : page.subject;
  return { ...INTERNAL, from, name: `i ${from}` };
}

/** A search that is counted, and whose words are not. */
export const UNKEPT = "";

function hostOf(referrer: string): string | null {
  if (!URL.canParse(referrer)) return null;
  const { hostname, protocol } = new URL(referrer);
  if (protocol !== "http:" && protocol !== "https:") return null;
  const host = hostname.replace(/^www\./, "");
  // Addresses of networks, and names within one, are nobody's site.
  return /^[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z][a-z0-9-]+$/.test(host) ? host : null;
}

function marksOf(target: string): Pick<Arrival, "utmSource" | "utmCampaign"> | null {
  const at = target.indexOf("?");
  if (at === -1) return null;
  const asked = new URLSearchParams(target.slice(at + 1));
  const word = (name: string) => termOf(asked.get(name) ?? "");
  return { utmSource: word("utm_source"), utmCampaign: word("utm_campaign") };
}

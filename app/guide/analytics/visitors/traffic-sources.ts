/** Traffic sources. Any other site counts as `other`, so there are never more names than these. */
export const TRAFFIC_SOURCE_LABELS = {
  internal: "Other pages of this site",
  direct: "Direct (typed, bookmark, app or unknown)",
  marked: "Tagged link without a referrer",
  google: "Google",
  bing: "Bing",
  duckduckgo: "DuckDuckGo",
  yahoo: "Yahoo",
  ecosia: "Ecosia",
  brave: "Brave Search",
  kagi: "Kagi",
  startpage: "Startpage",
  qwant: "Qwant",
  baidu: "Baidu",
  yandex: "Yandex",
  assistant: "Chat assistants",
  facebook: "Facebook",
  instagram: "Instagram",
  threads: "Threads",
  x: "X",
  bluesky: "Bluesky",
  mastodon: "Mastodon",
  reddit: "Reddit",
  linkedin: "LinkedIn",
  pinterest: "Pinterest",
  tiktok: "TikTok",
  youtube: "YouTube",
  whatsapp: "WhatsApp",
  nextdoor: "Nextdoor",
  yelp: "Yelp",
  tripadvisor: "Tripadvisor",
  wikipedia: "Wikipedia",
  mail: "Webmail",
  other: "Other sites",
} as const;
export type TrafficSource = keyof typeof TRAFFIC_SOURCE_LABELS;

const BY_DOMAIN = new Map<string, TrafficSource>([
  ["bing.com", "bing"],
  ["duckduckgo.com", "duckduckgo"],
  ["ecosia.org", "ecosia"],
  ["search.brave.com", "brave"],
  ["kagi.com", "kagi"],
  ["startpage.com", "startpage"],
  ["qwant.com", "qwant"],
  ["baidu.com", "baidu"],
  ["ya.ru", "yandex"],
  ["chatgpt.com", "assistant"],
  ["openai.com", "assistant"],
  ["perplexity.ai", "assistant"],
  ["gemini.google.com", "assistant"],
  ["copilot.microsoft.com", "assistant"],
  ["facebook.com", "facebook"],
  ["fb.com", "facebook"],
  ["messenger.com", "facebook"],
  ["instagram.com", "instagram"],
  ["threads.net", "threads"],
  ["threads.com", "threads"],
  ["x.com", "x"],
  ["twitter.com", "x"],
  ["t.co", "x"],
  ["bsky.app", "bluesky"],
  ["mastodon.social", "mastodon"],
  ["reddit.com", "reddit"],
  ["redd.it", "reddit"],
  ["linkedin.com", "linkedin"],
  ["lnkd.in", "linkedin"],
  ["pinterest.com", "pinterest"],
  ["tiktok.com", "tiktok"],
  ["youtube.com", "youtube"],
  ["youtu.be", "youtube"],
  ["whatsapp.com", "whatsapp"],
  ["nextdoor.com", "nextdoor"],
  ["yelp.com", "yelp"],
  ["tripadvisor.com", "tripadvisor"],
  ["wikipedia.org", "wikipedia"],
  ["mail.google.com", "mail"],
  ["mail.yahoo.com", "mail"],
  ["outlook.live.com", "mail"],
  ["outlook.office.com", "mail"],
  ["mail.proton.me", "mail"],
]);

/** Companies with a domain per country. */
const BY_NAME: readonly [RegExp, TrafficSource][] = [
  [/(?:^|\.)google(?:\.com?)?(?:\.[a-z]{2,3})?$/, "google"],
  [/(?:^|\.)yahoo(?:\.com?)?(?:\.[a-z]{2,3})?$/, "yahoo"],
  [/(?:^|\.)yandex(?:\.com?)?(?:\.[a-z]{2,3})?$/, "yandex"],
];

/** @param host Lower case, without a port. */
export function trafficSourceOfHost(host: string): TrafficSource {
  for (let rest = host; rest.includes("."); rest = rest.slice(rest.indexOf(".") + 1)) {
    const known = BY_DOMAIN.get(rest);
    if (known !== undefined) return known;
  }
  return BY_NAME.find(([name]) => name.test(host))?.[1] ?? "other";
}

/** Pages with longer keys are answered but not cached. Campaign parameters are not part of a key. */
const KEY_CHARACTERS_MAX = 600;

const HUB_KEYS = ["type", "price", "neighborhood", "rating", "open", "near", "attr", "sort", "page"];

/** The query parameters that each page reads. All others are removed from guests' requests and from the key. */
const QUERY_KEYS: { path: RegExp; keys: string[] }[] = [
  { path: /^\/search(?:\.json)?$/, keys: ["q", "verbatim", "kind", "category", "bbox", ...HUB_KEYS] },
  { path: /^\/search\/suggestions$/, keys: ["q"] },
  { path: /^\/places\/[a-z0-9-]+$/, keys: ["sort", "stars", "page"] },
  { path: /^\/places\/[a-z0-9-]+\/questions$/, keys: ["page", "question"] },
  { path: /^\/places\/[a-z0-9-]+\/questions\/report$/, keys: ["question", "answer"] },
  { path: /^\/members\/[0-9a-f-]+$/, keys: ["page"] },
  { path: /^\/map$/, keys: ["category", "bbox", "page"] },
  { path: /^\/map\/pins\.json$/, keys: ["category", "bbox"] },
  { path: /^\/auth\/(?:dev-)?login$/, keys: ["to", "problem"] },
  { path: /^\/(?:saved|activity)$/, keys: ["kind", "page"] },
  { path: /^\/lists$/, keys: ["place"] },
  { path: /^\/badge\/[a-z0-9-]+\.svg$/, keys: ["size", "style"] },
  { path: /^\/latest$/, keys: ["tab", "page"] },
  { path: /^\/newsletter$/, keys: ["page", "asked"] },
  { path: /^\/newsletter\/preferences\/[0-9a-f]+$/, keys: ["done"] },
  { path: /^\/contact$/, keys: ["sent"] },
  { path: /^\/category\/[a-z-]+$/, keys: ["page"] },
  { path: /^\/neighborhood\/[a-z0-9-]+$/, keys: ["kind", "page"] },
  { path: /^\/(?:food|nightlife|shopping|services|entertainment|health|home-services|education)$/, keys: HUB_KEYS },
  ...(__TRIAL__
    ? [{ path: /^\/development\/pictures$/, keys: ["crop", "time", "season", "composition", "subject", "page"] }]
    : []),
];

/** React Router's own parameters on its data requests. */
const DATA_KEYS = ["_routes", "index"];

/**
 * The cache key of a page: its path and the parameters it reads, sorted. All URLs of the same page share it.
 *
 * @param target Path and query as the request line gives them.
 * @returns Null when the key is too long to cache.
 */
export function pageKey(target: string): string | null {
  const key = buildKey(target);
  return key.length > KEY_CHARACTERS_MAX ? null : key;
}

function buildKey(target: string): string {
  const at = target.indexOf("?");
  if (at === -1) return target;
  const path = target.slice(0, at);
  const isData = path.endsWith(".data");
  const page = isData ? path.slice(0, -".data".length) : path;
  const keys = [...(QUERY_KEYS.find((entry) => entry.path.test(page))?.keys ?? []), ...(isData ? DATA_KEYS : [])];
  const given = new URLSearchParams(target.slice(at + 1));
  const query = new URLSearchParams();
  for (const key of keys.toSorted()) for (const value of given.getAll(key)) query.append(key, value);
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}

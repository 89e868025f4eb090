import type { ViewSubject } from "#app/db/columns/analytics-columns.ts";

export const AUDIENCES = ["everyone", "signed-in", "owner", "member", "business", "admin"] as const;

/**
 * Who can use a route. "owner" owns or manages the place of the URL, and a role is that role alone. The
 * route itself refuses others, with the functions of `accounts/guards.ts`.
 */
export type Audience = (typeof AUDIENCES)[number];

/** What a route declares, and all that the rest of the site knows of it. Exported as `handle`. */
export type RouteHandle = {
  audience: Audience;
  /** The query parameters that its loader reads. All others are removed from everybody's GET requests. */
  query?: readonly string[];
  /**
   * Query parameters that, like `page`, make a page of its own for search engines. All others of a public page filter or
   * sort it, and robots.txt disallows them.
   */
  indexedQuery?: readonly string[];
  /** A public page that search engines shouldn't index, or only by what its meta says. It isn't in the sitemap. */
  isIndexed?: false;
  /** Its loader reads cookies or the address of a guest, so that the page cache can't answer for it. */
  isCached?: false;
  /** "unread": it needs no session, as a beacon. "not-extended": open pages request it without anybody doing something. */
  session?: "unread" | "not-extended";
  /** Takes forms from anywhere, as mail programs send them. Only for a route that reads no session. */
  isOriginChecked?: false;
  /** The other site that an answer to its form redirects to. The security policy of pages with such a form allows it. */
  formRedirectsTo?: "identity-provider" | "payment-provider";
  /** What its views count for. Default: pages with at most one segment, without parameters, count by their path. */
  viewSubject?: ViewSubject;
  /** The page is a tool that has the window for itself: without the site's header and footer. */
  isFullWindow?: true;
  /** Pages of this site, but no other site, may show it in a frame. It runs no script there. */
  isFramed?: true;
  /** The largest upload that it takes. Other bodies have a smaller limit, and a deadline. */
  uploadBytesMax?: number;
  /** How often one address may have it rendered a minute. For what anybody can request in endless variants. */
  rendersPerMinuteMax?: number;
};

/** The declared parameters of a request's query. `URLSearchParams` is one for any names. */
export type QueryReader<Name extends string> = {
  // Properties and not methods, which TypeScript would accept with other names.
  get: (name: Name) => string | null;
  getAll: (name: Name) => string[];
  has: (name: Name) => boolean;
  toString: () => string;
};

/** The query of a request, by the names that the route's handle declares. */
export function readQuery<const Name extends string>(
  request: Request,
  _handle: { query: readonly Name[] },
): QueryReader<Name> {
  return new URL(request.url).searchParams;
}

/** The first value of each named parameter; undefined for a missing one. */
export function pickQuery<const Name extends string>(
  query: QueryReader<Name>,
  names: readonly Name[],
): Record<string, string | undefined> {
  return Object.fromEntries(names.map((name) => [name, query.get(name) ?? undefined]));
}

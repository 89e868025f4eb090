import { z } from "zod";

import { VIEW_SUBJECTS } from "#app/db/columns/analytics-columns.ts";

import { AUDIENCES, type RouteHandle } from "./route-handle.ts";

/** A route as React Router's build lists it. */
type ListedRoute = {
  id: string;
  parentId?: string | undefined;
  path?: string | undefined;
  module: { handle?: unknown; default?: unknown };
};

/** A route and what it declares. `pattern` begins with a slash: `/places/:slug`. */
export type KnownRoute = { pattern: string; isPage: boolean; handle: RouteHandle };

type Branch = { named: Map<string, Branch>; any: Branch | null; route: KnownRoute | null };

const Handle: z.ZodType<RouteHandle> = z.strictObject({
  audience: z.enum(AUDIENCES),
  query: z.array(z.string()).readonly().exactOptional(),
  indexedQuery: z.array(z.string()).readonly().exactOptional(),
  isIndexed: z.literal(false).exactOptional(),
  isCached: z.literal(false).exactOptional(),
  session: z.enum(["unread", "not-extended"]).exactOptional(),
  isOriginChecked: z.literal(false).exactOptional(),
  formRedirectsTo: z.enum(["identity-provider", "payment-provider"]).exactOptional(),
  viewSubject: z.enum(VIEW_SUBJECTS).exactOptional(),
  isFullWindow: z.literal(true).exactOptional(),
  isFramed: z.literal(true).exactOptional(),
  uploadBytesMax: z.int().exactOptional(),
  rendersPerMinuteMax: z.int().exactOptional(),
});

/** Every route of the site with what it declares, found by URL. */
export class RouteTable {
  readonly all: readonly KnownRoute[];
  /** The paths of public pages for search engines. Pages of which there are many, such as `/places/:slug`, have no path. */
  readonly publicPages: readonly string[];
  readonly #root: Branch = newBranch();

  constructor(listed: readonly ListedRoute[]) {
    const byId = new Map(listed.map((route) => [route.id, route]));
    const parents = new Set(listed.map(({ parentId }) => parentId));
    this.all = listed.filter(({ id }) => !parents.has(id)).map((route) => readRoute(route, byId));
    this.publicPages = this.all.filter(isPublicPage).map(({ pattern }) => pattern);
    for (const route of this.all) this.#add(route);
  }

  #add(route: KnownRoute): void {
    let branch = this.#root;
    for (const part of segmentsOf(route.pattern)) {
      if (part === "*") return;
      if (part.endsWith("?")) branch.route ??= route;
      branch = part.startsWith(":") ? (branch.any ??= newBranch()) : namedBranch(branch, part);
    }
    branch.route ??= route;
  }

  /**
   * The route that answers a URL, or whose page's data it is; null for a missing page. Takes microseconds, because
   * every cached answer with a query waits for it.
   *
   * @param target Path and query of the request line.
   */
  find(target: string): KnownRoute | null {
    const path = target.split("?", 1)[0] ?? "/";
    const page = path.endsWith(".data") ? path.slice(0, -".data".length).replace(/^\/(?:_root|_)$/, "/") : path;
    return find(this.#root, segmentsOf(page), 0);
  }
}

function readRoute(route: ListedRoute, byId: ReadonlyMap<string, ListedRoute>): KnownRoute {
  const handle = Handle.safeParse(route.module.handle);
  if (!handle.success) throw new Error(`${route.id} exports no valid handle`, { cause: handle.error });
  return { pattern: patternOf(route, byId), isPage: route.module.default !== undefined, handle: handle.data };
}

function isPublicPage({ pattern, isPage, handle }: KnownRoute): boolean {
  return isPage && handle.audience === "everyone" && handle.isIndexed !== false && !/[:*]/.test(pattern);
}

function newBranch(): Branch {
  return { named: new Map(), any: null, route: null };
}

function namedBranch(branch: Branch, name: string): Branch {
  const known = branch.named.get(name) ?? newBranch();
  branch.named.set(name, known);
  return known;
}

/** Static segments before parameters, like React Router. */
function find(branch: Branch, parts: readonly string[], at: number): KnownRoute | null {
  const part = parts[at];
  if (part === undefined) return branch.route;
  const named = branch.named.get(part);
  const found = named === undefined ? null : find(named, parts, at + 1);
  return found ?? (branch.any === null ? null : find(branch.any, parts, at + 1));
}

function segmentsOf(path: string): string[] {
  return path.split("/").filter((part) => part !== "");
}

function patternOf(route: ListedRoute, byId: ReadonlyMap<string, ListedRoute>): string {
  const parts: string[] = [];
  for (let each: ListedRoute | undefined = route; each !== undefined; each = parentOf(each, byId)) {
    if (each.path !== undefined && each.path !== "") parts.unshift(each.path);
  }
  return `/${parts.join("/").replace(/^\/+/, "")}`;
}

function parentOf({ parentId }: ListedRoute, byId: ReadonlyMap<string, ListedRoute>): ListedRoute | undefined {
  return parentId === undefined ? undefined : byId.get(parentId);
}

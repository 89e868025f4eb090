/** A route as the build lists it. */
type ListedRoute = { id: string; parentId?: string | undefined; path?: string | undefined };

type Branch = { named: Map<string, Branch>; any: Branch | null; route: string | null };

/** The label for requests that match no route. */
export const NO_ROUTE = "(no page)";

/** Maps a URL to its route pattern, so there are never more labels than routes. */
export class RouteMatcher {
  readonly #root: Branch = newBranch();

  constructor(routes: readonly ListedRoute[]) {
    const byId = new Map(routes.map((route) => [route.id, route]));
    const parents = new Set(routes.map(({ parentId }) => parentId));
    for (const route of routes) if (!parents.has(route.id)) this.#add(patternOf(route, byId));
  }

  #add(pattern: string): void {
    let branch = this.#root;
    for (const part of segmentsOf(pattern)) {
      if (part === "*") return;
      branch = part.startsWith(":") ? (branch.any ??= newBranch()) : namedBranch(branch, part);
    }
    branch.route = pattern;
  }

  /** @param target Path and query of the request line; a page's data counts as the page. */
  of(target: string): string {
    const path = target.split("?", 1)[0] ?? "/";
    const page = path.endsWith(".data") ? path.slice(0, -".data".length).replace(/^\/(?:_root|_)$/, "/") : path;
    return find(this.#root, segmentsOf(page), 0) ?? NO_ROUTE;
  }
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
function find(branch: Branch, parts: readonly string[], at: number): string | null {
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
  for (let each: ListedRoute | undefined = route; each !== undefined; each = byId.get(each.parentId ?? "")) {
    if (each.path !== undefined && each.path !== "") parts.unshift(each.path);
  }
  return `/${parts.join("/").replace(/^\/+/, "")}`;
}

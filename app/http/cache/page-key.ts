import type { RouteTable } from "#app/platform/route-table.ts";

/** Pages with longer keys are answered but not cached. Campaign parameters are not part of a key. */
const KEY_CHARACTERS_MAX = 600;

/** React Router's own parameters on its data requests. */
const DATA_PARAMETERS = ["_routes", "index"];

/**
 * The cache key of a page: its path and the parameters that its route declares, sorted. All URLs of the same page share it.
 *
 * @param target Path and query as the request line gives them.
 * @returns Null when the key is too long to cache.
 */
export function pageKey(target: string, routes: RouteTable): string | null {
  const key = declaredTarget(target, routes);
  return key.length > KEY_CHARACTERS_MAX ? null : key;
}

/**
 * A GET or HEAD request without the parameters that its route doesn't declare, so that people with and without a session
 * get the same page. The URL of a form is unchanged.
 */
export function withDeclaredQuery(request: Request, routes: RouteTable): Request {
  const { method, headers, signal, url } = request;
  const { origin, pathname, search } = new URL(url);
  if (search === "" || (method !== "GET" && method !== "HEAD")) return request;
  const declared = declaredTarget(pathname + search, routes);
  return declared === pathname + search ? request : new Request(origin + declared, { method, headers, signal });
}

function declaredTarget(target: string, routes: RouteTable): string {
  const at = target.indexOf("?");
  if (at === -1) return target;
  const path = target.slice(0, at);
  const names = [...(routes.find(path)?.handle.query ?? []), ...(path.endsWith(".data") ? DATA_PARAMETERS : [])];
  const given = new URLSearchParams(target.slice(at + 1));
  const query = new URLSearchParams();
  for (const name of names.toSorted()) for (const value of given.getAll(name)) query.append(name, value);
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}

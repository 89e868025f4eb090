import type { ViewSubject } from "#app/db/columns/analytics-columns.ts";
import { isSlug } from "#app/lib/slug.ts";
import type { RouteTable } from "#app/platform/route-table.ts";

/**
 * The page that a view counts for, by its URL; null for anything that isn't a page. In-page navigation requests
 * `/places/x.data` instead of the page, which counts as a view too.
 */
export function pageSubject(
  target: string,
  routes: Pick<RouteTable, "find">,
): { subject: ViewSubject; key: string } | null {
  const route = routes.find(target);
  if (route === null || !route.isPage) return null;
  const path = target.split("?", 1)[0] ?? "/";
  const segments = path
    .replace(/\.data$/, "")
    .split("/")
    .slice(1);
  const subject = route.handle.viewSubject ?? (/^\/[^/:*]*$/.test(route.pattern) ? "page" : null);
  if (subject === null) return null;
  if (route.pattern === "/") return { subject, key: "home" };
  if (!segments.every(isSlug)) return null;
  return { subject, key: (subject === "page" ? segments.join("/") : segments.at(-1)) ?? "" };
}

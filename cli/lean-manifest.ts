import { z } from "zod";

const PREFIX = "window.__reactRouterManifest=";
const Manifest = z.looseObject({ routes: z.record(z.string(), z.looseObject({ hasDefaultExport: z.boolean() })) });

/**
 * React Router's list of routes for the browser, without those that show no page (feeds, pictures, calls): links to them
 * are plain ones, and every page pays for each line. What is false goes without saying, and what a page's module imports
 * its module says itself: the list would only help to fetch pages ahead, which nothing here does.
 *
 * @throws When the file is no such list: a new version of the router writes another.
 */
export function leanManifest(script: string): string {
  if (!script.startsWith(PREFIX)) throw new Error("The built manifest doesn't begin as React Router wrote it so far");
  const manifest = Manifest.parse(JSON.parse(script.slice(PREFIX.length).replace(/;\s*$/, "")));
  const routes = Object.entries(manifest.routes)
    .filter(([, { hasDefaultExport }]) => hasDefaultExport)
    .map(([id, { imports: _imports, ...route }]) => [id, withoutFalse(route)]);
  return `${PREFIX}${JSON.stringify({ ...manifest, routes: Object.fromEntries(routes) })};`;
}

function withoutFalse(route: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(route).filter(([, value]) => value !== false));
}

import { z } from "zod";

const PREFIX = "window.__reactRouterManifest=";
const Route = z.looseObject({ hasDefaultExport: z.boolean() });
const Manifest = z.looseObject({ routes: z.record(z.string(), Route) });

/**
 * React Router's list of routes for the browser, without those that show no page (feeds, pictures, calls): links to them
 * are plain ones, and every page pays for each line. Of the others it leaves out what is false or empty, and `imports`: from
 * those the router makes preloads, for links that ask for them, which none of ours does, and for the first page, whose
 * preloads the server has written.
 *
 * @throws When the file is no such list: a new version of the router writes another.
 */
export function leanManifest(script: string): string {
  if (!script.startsWith(PREFIX)) throw new Error("The built manifest doesn't begin as React Router wrote it so far");
  const manifest = Manifest.parse(JSON.parse(script.slice(PREFIX.length).replace(/;\s*$/, "")));
  const routes = Object.entries(manifest.routes)
    .filter(([, { hasDefaultExport }]) => hasDefaultExport)
    .map(([id, route]) => [id, leanRoute(route)]);
  return `${PREFIX}${JSON.stringify({ ...manifest, routes: Object.fromEntries(routes) })};`;
}

function leanRoute(route: z.infer<typeof Route>): Record<string, unknown> {
  const told = Object.entries(route).filter(([name, value]) => {
    const isEmpty = value === false || (Array.isArray(value) && value.length === 0);
    return name !== "imports" && !isEmpty;
  });
  return Object.fromEntries(told);
}

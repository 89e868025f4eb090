import { z } from "zod";

import { isStaffPath } from "../app/staff-paths.ts";

const PREFIX = "window.__reactRouterManifest=";
const PARENT = "root";

const Route = z.looseObject({
  id: z.string(),
  path: z.string().optional(),
  module: z.string(),
  hasDefaultExport: z.boolean(),
  css: z.array(z.string()).optional(),
});
type Route = z.infer<typeof Route>;
const Manifest = z.looseObject({ routes: z.record(z.string(), Route) });

/**
 * What the browser is told of each page: these are the letters of its line. `imports` isn't: from those the router makes
 * preloads, for links that ask for them, which none of ours does, and for the first page, whose preloads the server wrote.
 */
const FLAGS = { hasLoader: "l", hasAction: "a" } as const;
const TOLD_BY_LINE = new Set([...Object.keys(FLAGS), "id", "parentId", "path", "index", "module", "hasDefaultExport"]);
/** The letter of a route whose styles are the one file of somebody's own pages (`app/own-pages.css`). */
const OWN_STYLES_FLAG = "s";
const OWN_STYLES = /^\/assets\/own-pages-[\w-]{8}\.css$/;

/** What makes routes of lines, in the browser: "guides/latest l AbCd1234 latest" is one. An index route has no path. */
const EXPAND = [
  '(l,s)=>Object.fromEntries(l&&l.split("|").map(x=>{',
  'let[n,f,h,p]=x.split(" "),id="features/"+n+".route",',
  `r={id,parentId:"${PARENT}",hasDefaultExport:!0,module:"/assets/"+n.split("/")[1]+".route-"+h+".js"};`,
  "if(p)r.path=p;else r.index=!0;",
  ...Object.entries(FLAGS).map(([flag, letter]) => `if(f.includes("${letter}"))r.${flag}=!0;`),
  `if(f.includes("${OWN_STYLES_FLAG}"))r.css=[s];`,
  "return[id,r]}))",
].join("");

export type LeanManifests = {
  /** For the pages of everybody: what only staff and owners of places open is no part of it. */
  forAll: string;
  /** For staff's and owners' own pages. */
  forStaff: string;
};

/**
 * React Router's list of routes for the browser, made short, because every page pays for it: without those that show no
 * page (feeds, pictures, calls: links to them are plain ones), and of most others a line each. Where a page's list lacks
 * an address, the route for missing pages asks the server for it (`navigation/not-found.route.tsx`).
 *
 * @returns Null when it is short already.
 * @throws When the file is no such list: a new version of the router writes another.
 */
export function leanManifests(script: string): LeanManifests | null {
  if (script.startsWith(`${PREFIX}(`)) return null;
  if (!script.startsWith(PREFIX)) throw new Error("The built manifest doesn't begin as React Router wrote it so far");
  const manifest = Manifest.parse(JSON.parse(script.slice(PREFIX.length).replace(/;\s*$/, "")));
  const pages = Object.values(manifest.routes).filter(({ hasDefaultExport }) => hasDefaultExport);
  const write = (listed: Route[]) => {
    const lines = listed.flatMap((route) => lineOf(route) ?? []);
    const whole = listed.filter((route) => lineOf(route) === null).map((route) => [route.id, told(route)]);
    const styles = JSON.stringify(pages.find(hasOwnStyles)?.css?.[0] ?? "");
    const routes = `{...(${EXPAND})(${JSON.stringify(lines.join("|"))},${styles}),...${JSON.stringify(Object.fromEntries(whole))}}`;
    return `${PREFIX}({...${JSON.stringify({ ...manifest, routes: undefined })},routes:${routes}});`;
  };
  return { forAll: write(pages.filter(({ path }) => !isStaffPath(`/${path ?? ""}`))), forStaff: write(pages) };
}

/** What is known of a route, without what is false or empty. */
function told(route: Route): Record<string, unknown> {
  const entries = Object.entries(route).filter(([name, value]) => {
    const isEmpty = value === undefined || value === false || (Array.isArray(value) && value.length === 0);
    return name !== "imports" && !isEmpty;
  });
  return Object.fromEntries(entries);
}

function hasOwnStyles({ css = [] }: Route): boolean {
  return css.length === 1 && OWN_STYLES.test(css[0] ?? "");
}

/** Null for a route with more to it than a line can say. */
function lineOf(route: Route): string | null {
  const [, name, file] = /^features\/([\w-]+\/([\w-]+))\.route$/.exec(route.id) ?? [];
  const [, hash] = /-([\w-]{8})\.js$/.exec(route.module) ?? [];
  const isPlain = route.module === `/assets/${file}.route-${hash}.js` && !/[ |]/.test(route.path ?? "");
  const isTold = Object.keys(told(route)).every(
    (each) => TOLD_BY_LINE.has(each) || (each === "css" && hasOwnStyles(route)),
  );
  if (name === undefined || hash === undefined || !isPlain || !isTold) return null;
  const flags: string[] = Object.entries(FLAGS).flatMap(([flag, letter]) => (route[flag] === true ? [letter] : []));
  if (hasOwnStyles(route)) flags.push(OWN_STYLES_FLAG);
  return `${name} ${flags.join("")} ${hash} ${route.path ?? ""}`.trimEnd();
}

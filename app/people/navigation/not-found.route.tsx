import type { RouteHandle } from "#app/platform/route-handle.ts";

import { noSuchPage } from "./no-such-page.ts";

export const handle = { audience: "everyone" } satisfies RouteHandle;

/** Handles every URL that no other route matches. */
export function loader(): never {
  throw noSuchPage();
}

/** Form posts to an unknown URL get a 404 too. */
export function action(): never {
  throw noSuchPage();
}

export default function NoPage() {
  return null;
}

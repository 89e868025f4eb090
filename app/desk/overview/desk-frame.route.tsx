import { Outlet } from "react-router";

import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";

import type { Route } from "./+types/desk-frame.route";
import { countInbox } from "./inbox/count-inbox.server.ts";

export const handle = { audience: "admin" } satisfies RouteHandle;

/** Counts for the tabs of every page of the desk, which refuses others itself. */
export async function loader({ context }: Route.LoaderArgs) {
  const { db, viewer } = siteOf(context);
  return viewer?.role === "admin" ? await countInbox(db) : null;
}

/** Passes the counts to `AdminPage`. */
export default function DeskFrame({ loaderData }: Route.ComponentProps) {
  return <Outlet context={loaderData} />;
}

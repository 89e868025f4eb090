import { createContext, type RouterContextProvider } from "react-router";

import type { ClickKind } from "#app/db/columns/analytics-columns.ts";
import type { Database } from "#app/db/database.server.ts";

import type { Env } from "./env.server.ts";
import type { Logger } from "./log.server.ts";
import type { Notice } from "./notice.ts";
import type { PageCacheInfo } from "./page-cache-info.ts";
import type { PersonStreams } from "./person-streams.server.ts";
import type { RouteTable } from "./route-table.ts";
import type { Switches } from "./switches.ts";
import type { Viewer } from "./viewer.ts";
import type { WebsiteReader } from "./website-reader.server.ts";

/** What every route can use: database, clock, settings, and a log with the request id on each line. */
export type Site = {
  db: Database;
  now: Date;
  env: Env;
  log: Logger;
  requestId: string;
  /** The visitor's IP address; null for a cached page. Never stored. */
  visitorAddress: string | null;
  /** The signed-in user; null for guests. */
  viewer: Viewer | null;
  /** The one-time message about the previous form. */
  notice: Notice | null;
  /** Opens server-sent event streams. */
  streams: Pick<PersonStreams, "open">;
  /** Reads pages of a business's website. */
  websites: Pick<WebsiteReader, "read">;
  /** Counts clicks. */
  visits: { countClick: (click: { place: string; kind: ClickKind; address: string; userAgent: string }) => void };
  /** Which parts of the site are on. */
  switches: Switches;
  /** Every route and what it declares. */
  routes: Pick<RouteTable, "all" | "publicPages">;
  /** Cache info of the page being rendered. */
  page: PageCacheInfo;
};

/** `null` and not `undefined` is the default: with `undefined` React Router type-checks and then answers 500. */
export const siteContext = createContext<Site | null>(null);

export function siteOf(context: Readonly<RouterContextProvider>): Site {
  const site = context.get(siteContext);
  if (site === null) throw new Error("A route ran outside app/server.ts: nobody set siteContext");
  return site;
}

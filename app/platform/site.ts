import { createContext, type RouterContextProvider } from "react-router";

import type { Database } from "#app/db/database.server.ts";
import type { ClickKind } from "#app/features/analytics/place-figures.ts";

import type { Env } from "./env.server.ts";
import type { Logger } from "./log.server.ts";
import type { Notice } from "./notice.ts";
import type { PageLife } from "./page-life.ts";
import type { PersonStreams } from "./person-streams.server.ts";
import type { Switches } from "./switches.ts";
import type { Viewer } from "./viewer.ts";
import type { WebsiteReader } from "./website-reader.server.ts";

/** What every route may ask for: the database, the clock, the settings, a log with the request's id on each line. */
export type Site = {
  db: Database;
  now: Date;
  env: Env;
  log: Logger;
  requestId: string;
  /** Who asks, by network address; null where the answer is made for everybody. Never written down. */
  visitorAddress: string | null;
  /** Whoever is signed in. */
  viewer: Viewer | null;
  /** What to tell about the page before. */
  notice: Notice | null;
  /** The open streams of events, to open one more. */
  streams: Pick<PersonStreams, "open">;
  /** Reads what stands on a business's own website. */
  websites: Pick<WebsiteReader, "read">;
  /** Where what visitors do is counted. */
  visits: { countClick: (click: { place: string; kind: ClickKind; address: string; userAgent: string }) => void };
  /** Which parts of the site are on. */
  switches: Switches;
  /** What the page cache is told about the page being made. */
  page: PageLife;
};

/** `null` and not `undefined` is the default: with `undefined` React Router type-checks and then answers 500. */
export const siteContext = createContext<Site | null>(null);

export function siteOf(context: Readonly<RouterContextProvider>): Site {
  const site = context.get(siteContext);
  if (site === null) throw new Error("A route ran outside app/server.ts: nobody set siteContext");
  return site;
}

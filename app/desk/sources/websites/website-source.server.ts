import { OWN_WEBSITE } from "#app/desk/imports/mapping/import-source.ts";
import { chunks } from "#app/lib/chunks.ts";

import { SourceFault } from "../http/source-fault.ts";
import type { FetchedPiece, LiveSource, SourceWork } from "../live-source.server.ts";
import { WebsiteVisitor } from "./visit-website.server.ts";
import { hasWebsitesRun, listDueWebsites, listSiteRecords, saveReadings } from "./website-readings.server.ts";

/** Websites read at the same time. A host is asked for one page at a time, whatever this number. */
const SITES_AT_ONCE = 8;
/** If none of so many websites can be reached, it is rather this machine that is offline. */
const UNREACHABLE_SITES_MAX = 5;

/**
 * The websites of listed places: the home page and at most one more, once a week. What was read is stored per place at once, so
 * a run that was killed goes on with the next place; at its end a run hands over what all websites said when they were last read.
 */
export const WEBSITES_LIVE: LiveSource = {
  name: "websites",
  source: OWN_WEBSITE,
  format: "live",
  publishes: false,
  everyDays: 1,
  // Each run hands over everything, so that what a place’s former website said is dropped.
  wholeEveryDays: 1,
  terms:
    "Each fact names the website and the day we read it. We skip pages that robots.txt closes to us, and keep only facts from the rest.",
  traffic:
    "Two or three requests a week to the website of each listed place, at most one a second to each site and 500 places a day.",
  hostsOf: () => [],
  fetch: fetchWebsites,
};

async function* fetchWebsites({ db, http, cursor, now, signal }: SourceWork): AsyncGenerator<FetchedPiece> {
  let after = typeof cursor === "number" ? cursor : 0;
  // Without a cursor no record was handed over yet, and there may be websites to read.
  if (cursor === null) await readDueWebsites({ db, http, now, signal });
  for (;;) {
    const { records, lastId } = await listSiteRecords(db, after);
    if (lastId === null) return;
    after = lastId;
    yield { records: records.map((record) => JSON.stringify(record)), cursor: after };
  }
}

async function readDueWebsites({ db, http, now, signal }: Pick<SourceWork, "db" | "http" | "now" | "signal">) {
  const visitor = new WebsiteVisitor(http);
  for (const dueNow of chunks(await listDueWebsites(db, now), SITES_AT_ONCE)) {
    if (signal.aborted || !(await hasWebsitesRun(db))) throw new SourceFault("stopped", "The run was stopped.");
    const visits = await Promise.all(dueNow.map(async (due) => ({ due, visit: await visitor.visit(due.place) })));
    const isOffline = visits.every(({ visit }) => visit.outcome !== "read" && visit.isUnreachable === true);
    if (isOffline && visits.length >= UNREACHABLE_SITES_MAX) {
      throw new SourceFault(
        "unreachable",
        `None of ${visits.length} websites can be reached. Is this machine connected to the internet?`,
      );
    }
    await saveReadings(db, { visits, now });
  }
}

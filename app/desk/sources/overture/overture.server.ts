import { z } from "zod";

import { neighborhoods } from "#app/db/schema/neighborhoods.ts";
import { OVERTURE } from "#app/desk/imports/mapping/import-source.ts";

import { SourceFault } from "../http/source-fault.ts";
import type { FetchedPiece, LiveSource, SourceWork } from "../live-source.server.ts";
import { listDoneRuns } from "../run/done-runs.server.ts";
import { findRelease, listPlaceFiles, type OvertureRelease } from "./overture-catalog.server.ts";
import { ParquetReader } from "./parquet-reader.server.ts";

/**
 * Places of Overture Maps: the newest release by its catalog, then the row groups around the District out of its Parquet files.
 * A release that was read is not read again.
 */
export const OVERTURE_LIVE: LiveSource = {
  name: "overture",
  source: OVERTURE,
  format: "overture",
  // Overture itself warns of duplicates and places that don't exist.
  publishes: false,
  everyDays: 28,
  wholeEveryDays: 28,
  terms: "The About page credits Overture Maps and Foursquare.",
  traffic:
    "Once a month, the list of releases. For a new release, a few dozen requests to its files on Amazon, a few dozen MB.",
  hostsOf: ({ overture }) => [overture],
  fetch: fetchOverture,
};

/** The last row group that was read. */
const Cursor = z.object({ release: z.string(), file: z.string(), rowGroup: z.number() });

async function* fetchOverture(work: SourceWork): AsyncGenerator<FetchedPiece> {
  const { db, http, hosts } = work;
  const from = Cursor.safeParse(work.cursor).data ?? null;
  // A run that was stopped goes on with its release, even if there is a newer one by now.
  const release = await findRelease(http, { url: hosts.overture, name: from?.release ?? null });
  if (release === null) throw releaseGone(hosts.overture, from?.release ?? "");
  if (from === null && release.name === (await lastRelease(work))) return;
  const dataAt = new Date(release.name.slice(0, "2026-09-23".length));
  const areas = await db.select({ slug: neighborhoods.slug, shape: neighborhoods.shape }).from(neighborhoods);
  const reader = new ParquetReader({ http, areas });
  let count = 0;
  try {
    for await (const { records, ...at } of readRelease(work, { reader, release, from })) {
      count += records.length;
      yield { records, cursor: { release: release.name, ...at }, dataAt };
    }
  } catch (error) {
    const isGone = error instanceof SourceFault && error.status === 404;
    throw isGone ? releaseGone(hosts.overture, release.name, error) : error;
  } finally {
    await reader.close();
  }
  if (count === 0 && from === null) {
    throw new SourceFault("malformed", `${new URL(release.url).host} says that the District has no places.`);
  }
}

/** The District's places of each row group behind the cursor. */
async function* readRelease(
  { http }: SourceWork,
  { reader, release, from }: { reader: ParquetReader; release: OvertureRelease; from: z.infer<typeof Cursor> | null },
): AsyncGenerator<{ file: string; rowGroup: number; records: string[] }> {
  for (const { id: file, url } of await listPlaceFiles(http, release)) {
    if (from !== null && file < from.file) continue;
    const after = from?.file === file ? from.rowGroup : -1;
    for await (const group of reader.read({ url, after })) yield { file, ...group };
  }
}

/** The release that the last complete run read; null when there is none, or its places were withdrawn. */
async function lastRelease({ db }: SourceWork): Promise<string | null> {
  const cursors = (await listDoneRuns(db, "overture")).map(({ cursor }) => Cursor.safeParse(cursor).data);
  return cursors.find((cursor) => cursor !== undefined)?.release ?? null;
}

function releaseGone(url: string, name: string, cause?: unknown): SourceFault {
  return new SourceFault(
    "failed",
    `${new URL(url).host} has removed release ${name} while we read it. The next run reads the newest one.`,
    { cause },
  );
}

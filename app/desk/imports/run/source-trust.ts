import { OWN_WEBSITE_SOURCE } from "#app/guide/places/facts/confirmation.ts";
import type { Fact } from "#app/guide/places/facts/place-facts.ts";
import { DAY_MS } from "#app/lib/duration.ts";

/**
 * The table of which fact wins:
 *
 * 1. What a person decided, an owner's word before an editor's as they agree on it: facts of origin "person", and what the
 *    editors know in the seed data. No source changes them.
 * 2. The place's own website: nobody else knows its hours and phone earlier.
 * 3. The newest record of the open sources below, and of the registers in the seed data by their own date. A source's trust
 *    is how many days newer a record of a source without trust must be to win over its own.
 * 4. What a merged listing had: it only fills gaps.
 */
const TRUST_DAYS: Partial<Record<string, number>> = {
  // A chain's own store pages say what it tells its customers, but a branch may differ.
  alltheplaces: 270,
  // People on the spot; each value can be looked up in its history.
  openstreetmap: 180,
  // Joined from pages and apps by machine. Its date is when the data was updated, not when anybody checked.
  "overture-places": 0,
  // Anybody edits it, and few look again at a website that is there.
  wikidata: 0,
};

/** For files and registers: an editor chose them, but they are rarely checked on the spot. */
const DEFAULT_TRUST_DAYS = 90;

/** A record without a date counts as this old when it was first linked: nobody says that it was checked. */
const UNDATED_AGE_DAYS = 730;

/** Of records that a merge made from the facts of the other listing, or took over from it. */
const MERGED_RECORD = /^(?:place:\d+$|seed:\d+:)/;

/**
 * What decides between two records: their source, id and date. `linkedAt`: when the record was first linked. `seeded`: it is a
 * fact of the place's own seed data.
 */
export type RankedRecord = {
  sourceId: string;
  recordId: string;
  checkedOn: string | null;
  linkedAt: Date;
  seeded?: Fact | undefined;
};

/** The records of one place, those first whose facts win. Equal ones stay in their order. */
export function rankRecords<One extends RankedRecord>(records: readonly One[]): One[] {
  return records
    .map((record) => ({ record, place: precedence(record), at: effectiveTime(record) }))
    .sort((one, other) => one.place - other.place || other.at - one.at)
    .map(({ record }) => record);
}

function precedence({ sourceId, recordId, seeded }: RankedRecord): number {
  if (seeded === undefined && MERGED_RECORD.test(recordId)) return 2;
  return sourceId === OWN_WEBSITE_SOURCE ? 0 : 1;
}

/** "2026" and "2026-11" count as their first day: nothing says that it was later. */
function effectiveTime({ sourceId, checkedOn, linkedAt }: RankedRecord): number {
  const dated = checkedOn === null ? Number.NaN : Date.parse(checkedOn);
  const at = Number.isNaN(dated) ? linkedAt.getTime() - UNDATED_AGE_DAYS * DAY_MS : dated;
  return at + (TRUST_DAYS[sourceId] ?? DEFAULT_TRUST_DAYS) * DAY_MS;
}

import { z } from "zod";

import { OPENSTREETMAP } from "#app/desk/imports/mapping/import-source.ts";
import { JsonRecords, type TextRecord } from "#app/desk/imports/readers/json-records.ts";
import { listCustomMappings } from "#app/desk/imports/run/import-queries.server.ts";
import { parseJson } from "#app/lib/parse-json.ts";

import { SourceFault } from "../http/source-fault.ts";
import type { FetchedPiece, LiveSource, SourceWork } from "../live-source.server.ts";
import { overpassQuery, QUERY_SECONDS_MAX } from "./overpass-query.ts";

/** Ten times an extract of the District with all its kinds. */
const ANSWER_BYTES_MAX = 300_000_000;
/** Where Overpass names the state of its data. */
const HEAD_CHARACTERS = 4_096;

/**
 * OpenStreetMap by an Overpass server, in one request per run. A run that was interrupted begins again: Overpass has no
 * request for the rest of an answer.
 */
export const OPENSTREETMAP_LIVE: LiveSource = {
  name: "osm",
  source: OPENSTREETMAP,
  format: "osm",
  publishes: true,
  everyDays: 7,
  wholeEveryDays: 30,
  terms:
    "Each page that shows one of its facts credits OpenStreetMap, and anyone you pass these facts on to gets them under the ODbL.",
  traffic: "One request a week to an Overpass server, and about 10 MB.",
  hostsOf: ({ overpass }) => [overpass],
  fetch: fetchOpenStreetMap,
};

async function* fetchOpenStreetMap({ db, http, hosts, since }: SourceWork): AsyncGenerator<FetchedPiece> {
  const { host } = new URL(hosts.overpass);
  const customKinds = (await listCustomMappings(db, "osm")).map(({ key }) => key);
  const chunks = http.stream({
    url: hosts.overpass,
    form: { data: overpassQuery({ since, customKinds }) },
    bytesMax: ANSWER_BYTES_MAX,
    // The answer begins when the query is done, and the query may have to wait before.
    silenceMsMax: (QUERY_SECONDS_MAX + 60) * 1_000,
  });
  const records = new JsonRecords();
  const decoder = new TextDecoder();
  let head = "";
  let dataAt: Date | null = null;
  let count = 0;
  for await (const chunk of chunks) {
    const text = decoder.decode(chunk, { stream: true });
    if (dataAt === null) {
      head = (head + text).slice(0, HEAD_CHARACTERS);
      dataAt = stateOf(head);
      if (dataAt === null && head.length === HEAD_CHARACTERS) throw notOverpass(host);
    }
    const elements = [...records.read(text)].map((record) => elementText(record, host));
    count += elements.length;
    if (elements.length > 0 && dataAt !== null) yield { records: elements, cursor: null, dataAt };
  }
  if (dataAt === null) throw notOverpass(host);
  assertComplete(records, { host, count, since });
}

/** The time whose data Overpass answers with; null when it isn't in the text. */
function stateOf(head: string): Date | null {
  const [, stamp = ""] = /"timestamp_osm_base"\s*:\s*"([^"]{1,40})"/.exec(head) ?? [];
  const at = new Date(stamp);
  return Number.isNaN(at.getTime()) ? null : at;
}

/** An overrun comes with status 200, what was found until then, and a remark. */
function assertComplete(
  { remark, isWhole }: JsonRecords,
  { host, count, since }: { host: string; count: number; since: Date | null },
): void {
  if (remark !== null && !remark.startsWith("runtime remark")) {
    throw new SourceFault("failed", `${host} stopped early: “${remark.replaceAll(/\s+/g, " ").slice(0, 300)}”.`);
  }
  if (!isWhole) throw new SourceFault("cut-off", `${host} broke off in the middle of its answer.`);
  if (count === 0 && since === null)
    throw new SourceFault("malformed", `${host} says that the District has no places.`);
}

const Element = z.looseObject({ type: z.enum(["node", "way", "relation"]), id: z.number() });

/** The element in one line, without who edited it. */
function elementText(record: TextRecord, host: string): string {
  const parsed = Element.safeParse("text" in record ? parseJson(record.text) : undefined);
  if (!parsed.success) throw new SourceFault("malformed", `${host} sent an element that can’t be read.`);
  const { user: _user, uid: _uid, changeset: _changeset, ...element } = parsed.data;
  return JSON.stringify(element);
}

function notOverpass(host: string): SourceFault {
  return new SourceFault("malformed", `${host} didn’t answer as an Overpass server does. Check OVERPASS_URL.`);
}

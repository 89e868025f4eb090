import { z } from "zod";

import type { ImportSource } from "#app/desk/imports/mapping/import-source.ts";
import { dcToday } from "#app/lib/dc-time.ts";
import { DAY_MS } from "#app/lib/duration.ts";

import { SourceFault } from "../http/source-fault.ts";
import type { SourceHttp } from "../http/source-http.server.ts";
import type { FetchedPiece, LiveSource, SourceWork } from "../live-source.server.ts";
import { type ArcGisLayer, findArcGisLayer, readArcGisRows } from "./arcgis-layer.server.ts";
import { DISTRICT_REGISTERS, type DistrictRegister, type RegisterEntry } from "./district-registers.ts";

const OPEN_DATA_DC: ImportSource = {
  id: "open-data-dc",
  title: "Open Data DC",
  publisher: "District of Columbia: Office of the Chief Technology Officer, with the agencies of each layer",
  license: "CC BY 4.0",
  licenseBasis: "stated",
  credit: `Contains data of Open Data DC, opendata.dc.gov (CC BY 4.0), changed: ${DISTRICT_REGISTERS.map(({ title, agency }) => `${title.toLowerCase()} (${agency})`).join(", ")}.`,
  vintage: "",
  note: "Imported. The id of each record begins with its register, so that the facts of a layer can be told from others.",
};

/**
 * The District's open data on its ArcGIS server, register by register. A register whose layers haven't been edited since the
 * last run isn't read again, except by the runs that ask for everything.
 */
export const DISTRICT_DATA_LIVE: LiveSource = {
  name: "dc",
  source: OPEN_DATA_DC,
  // Entries are written with OpenStreetMap's tags, which say all that the registers do.
  format: "osm",
  // A license isn't proof of an open door, so an editor lists what is new.
  publishes: false,
  everyDays: 7,
  wholeEveryDays: 28,
  terms: "Pages that show its facts name Open Data DC and its license, and that the data was changed.",
  traffic: "About 30 requests a week to the District’s ArcGIS server, and about 15 MB.",
  hostsOf: ({ dcOpenData }) => [dcOpenData],
  fetch: fetchDistrictData,
};

/** How far a run is: the next register, and those that had to be left out. */
const Cursor = z.object({ next: z.number().int().min(0), leftOut: z.array(z.string()) });

async function* fetchDistrictData(work: SourceWork): AsyncGenerator<FetchedPiece> {
  const { hosts, http, since, now } = work;
  const saved = Cursor.safeParse(work.cursor);
  const next = saved.success ? saved.data.next : 0;
  let leftOut = saved.success ? saved.data.leftOut : [];
  for (const [at, register] of DISTRICT_REGISTERS.entries()) {
    if (at < next) continue;
    const layers = await findLayers(http, { register, root: hosts.dcOpenData });
    if (layers === null) leftOut = [...leftOut, register.title];
    const isRead = layers !== null && isEdited(layers, since);
    const entries = isRead ? await readRegister(http, { register, layers, today: dcToday(now) }) : [];
    const gap = leftOut.length === 0 ? {} : { gap: `without ${leftOut.join(", ").toLowerCase()}` };
    yield { records: entries.map((entry) => toRecord(register, entry)), cursor: { next: at + 1, leftOut }, ...gap };
  }
  if (leftOut.length === DISTRICT_REGISTERS.length) {
    const { host } = new URL(hosts.dcOpenData);
    throw new SourceFault("malformed", `${host} has none of the District’s layers. Check DC_OPEN_DATA_URL.`);
  }
}

/** The register's layers as the server has them now. Null: one isn't there any more, or lacks a field. */
async function findLayers(
  http: SourceHttp,
  { register, root }: { register: DistrictRegister; root: string },
): Promise<ArcGisLayer[] | null> {
  const layers: ArcGisLayer[] = [];
  for (const { service, named, required } of register.layers) {
    const layer = await findArcGisLayer(http, { serviceUrl: `${root.replace(/\/+$/, "")}/${service}`, named });
    if (layer === null || required.some((field) => !layer.fields.has(field))) return null;
    layers.push(layer);
  }
  return layers;
}

/** A layer that doesn't say when it was edited is read each time. Clocks may differ by a day. */
function isEdited(layers: ArcGisLayer[], since: Date | null): boolean {
  if (since === null) return true;
  return layers.some(({ editedAt }) => editedAt === null || editedAt.getTime() > since.getTime() - DAY_MS);
}

/** All that a register says. Lapses are left out where the same name has another license at the same address. */
async function readRegister(
  http: SourceHttp,
  { register, layers, today }: { register: DistrictRegister; layers: ArcGisLayer[]; today: string },
): Promise<RegisterEntry[]> {
  const entries: RegisterEntry[] = [];
  for (const [at, { where, fields, read }] of register.layers.entries()) {
    const layer = layers[at];
    if (layer === undefined) continue;
    const checkedOn = layer.editedAt === null ? null : dcToday(layer.editedAt);
    let rowCount = 0;
    for await (const rows of readArcGisRows(http, layer, { where, fields })) {
      rowCount += rows.length;
      for (const row of rows) {
        const entry = read(row, { today });
        if (entry !== null) entries.push({ ...entry, checkedOn: entry.checkedOn ?? checkedOn });
      }
    }
    // While a layer is loaded anew, it is empty.
    if (rowCount === 0) throw emptyLayer(layer, register);
  }
  const valid = new Set(entries.filter(({ isLapsed }) => !isLapsed).map(premiseOf));
  return entries.filter((entry) => !entry.isLapsed || !valid.has(premiseOf(entry)));
}

function premiseOf({ name, street }: RegisterEntry): string {
  return `${name}@${street}`.toLowerCase().replaceAll(/[^\p{L}\p{N}@]+/gu, "");
}

function emptyLayer({ url }: ArcGisLayer, { title }: DistrictRegister): SourceFault {
  return new SourceFault("malformed", `${new URL(url).host} says that there are no ${title.toLowerCase()}.`);
}

/** The entry as a feature with OpenStreetMap's tags, in one line. */
function toRecord(register: DistrictRegister, entry: RegisterEntry): string {
  const [key = "", value = ""] = entry.kind.split("=");
  const { point } = entry;
  return JSON.stringify({
    type: "Feature",
    id: `${register.id}/${entry.recordId}`,
    geometry: point === null ? null : { type: "Point", coordinates: [point.lng, point.lat] },
    properties: {
      [key]: value,
      name: entry.name,
      ...(entry.isLapsed ? { disused: "yes" } : {}),
      ...Object.fromEntries(
        [
          ["addr:street", entry.street],
          ["addr:postcode", entry.zip],
          ["phone", entry.phone],
          ["website", entry.website],
          ["check_date", entry.checkedOn ?? ""],
        ].filter(([, text]) => text !== ""),
      ),
    },
  });
}

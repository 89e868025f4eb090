import type { Point } from "#app/guide/places/place.ts";
import { getPath, getText, parsePoint } from "#app/desk/imports/readers/parse-fields.ts";
import { dcToday } from "#app/lib/dc-time.ts";
import { DAY_MS } from "#app/lib/duration.ts";

import type { ArcGisRow } from "./arcgis-layer.server.ts";
import { gridToPoint } from "./maryland-grid.ts";
import { recaseAddress, recaseName } from "./uppercase-text.ts";

/** One kind of entry of the District's open data, from one or more layers. */
export type DistrictRegister = {
  /** Before the id of each of its records, so that a register's facts can be told from those of others. */
  id: string;
  title: string;
  agency: string;
  /** Whether the layer's own metadata states CC BY 4.0, or it follows from the publisher's practice. */
  licenseBasis: "stated" | "inferred";
  layers: readonly DistrictLayer[];
};

export type DistrictLayer = {
  /** Below the services' root. */
  service: string;
  /** The layer's name. Its number changes: that of recreation facilities was 3 and 4. */
  named: RegExp;
  /** In the server's SQL. */
  where: string;
  fields: readonly string[];
  /** Without these the layer isn't what it was, and is left out. */
  required: readonly string[];
  /** Null: the row isn't a place that we list, or says nothing certain. */
  read: (row: ArcGisRow, context: ReadContext) => RegisterEntry | null;
};

/** `today`: in Washington. */
export type ReadContext = { today: string };

export type RegisterEntry = {
  /** Within the register. */
  recordId: string;
  name: string;
  /** As OpenStreetMap writes it: "amenity=restaurant". */
  kind: string;
  street: string;
  zip: string;
  phone: string;
  website: string;
  point: Point | null;
  /** The day of which the register says this. */
  checkedOn: string | null;
  /** The license has ended: an editor decides whether the place is closed. */
  isLapsed: boolean;
};

/** Kinds by the type of a liquor license. Others (caterers, wholesalers, clubs, vessels) have no open door, or no certain kind. */
const LIQUOR_KINDS: ReadonlyMap<string, string> = new Map([
  ["restaurant", "amenity=restaurant"],
  ["tavern", "amenity=bar"],
  ["nightclub", "amenity=nightclub"],
  ["night club", "amenity=nightclub"],
  ["hotel", "tourism=hotel"],
  ["bed and breakfast", "tourism=guest_house"],
  ["retail - liquor store", "shop=alcohol"],
  ["retail - grocery", "shop=supermarket"],
  ["retail - full service grocery", "shop=supermarket"],
]);

/** Shops and hotels often go on without a license to sell alcohol. */
const CLOSES_WITHOUT_LIQUOR = new Set(["amenity=restaurant", "amenity=bar", "amenity=nightclub"]);

const LIQUOR_FIELDS = ["LICENSE", "TRADE_NAME", "ADDRESS", "ZIPCODE", "STATUS", "TYPE", "EDITED"];

/** Kinds by licensed activity. Rentals, contractors, vendors and "General Business" are most of the rows, and no places. */
const BUSINESS_KINDS: ReadonlyMap<string, string> = new Map([
  ["Restaurant", "amenity=restaurant"],
  ["Delicatessen", "amenity=restaurant"],
  ["Bakery", "shop=bakery"],
  ["Grocery Store", "shop=supermarket"],
  ["Hotel", "tourism=hotel"],
  ["Inn And Motel", "tourism=motel"],
  ["Bed and Breakfast", "tourism=guest_house"],
  ["Barber Shop", "shop=hairdresser"],
  ["Beauty Shop", "shop=beauty"],
  ["Beauty Shop Nails", "shop=nails"],
  ["Massage Establishment", "shop=massage"],
  ["Motion Picture Theatre", "amenity=cinema"],
  ["Bowling Alley", "leisure=bowling_alley"],
  ["Gasoline Dealer", "amenity=fuel"],
]);

/** An older lapse says little: the place has another license by now, or its closing is known. */
const LAPSE_DAYS_MAX = 365;

/** By the layer's use. Outdoor pools and spray parks have no type of ours in the import; offices are none. */
const RECREATION_KINDS: ReadonlyMap<string, string> = new Map([
  ["recreation center", "leisure=sports_centre"],
  ["aquatic center", "leisure=swimming_pool"],
]);

/** Triangles, circles and medians are no parks to go to; the grounds of a recreation center are the center. */
const PARK_USES = new Set(["park", "small park", "large park"]);

const BUSINESS_SERVICE = "DCGIS_DATA/Business_Licensing_and_Grants_WebMercator/FeatureServer";
const RECREATION_SERVICE = "DCGIS_DATA/Recreation_WebMercator/MapServer";

/**
 * What is read of the District's open data. Left out, since no address of their layers could be confirmed: child care and
 * libraries.
 *
 * @see app/desk/sources/dc/README.md for where each name comes from
 */
export const DISTRICT_REGISTERS: readonly DistrictRegister[] = [
  {
    id: "liquor",
    title: "Liquor licenses",
    agency: "Alcoholic Beverage and Cannabis Administration",
    licenseBasis: "stated",
    layers: [
      {
        service: BUSINESS_SERVICE,
        named: /^(?:ABCA|ABRA)?\s*(?:liquor|alcohol) license (?:business )?locations$/i,
        where: "1=1",
        fields: LIQUOR_FIELDS,
        required: ["LICENSE", "TRADE_NAME", "TYPE", "STATUS"],
        read: (row) => readLiquorLicense(row, licenseState(fieldText(row, "STATUS"))),
      },
      {
        service: BUSINESS_SERVICE,
        named: /(?:liquor|alcohol) license cancellations$/i,
        where: "1=1",
        fields: LIQUOR_FIELDS,
        required: ["LICENSE", "TRADE_NAME", "TYPE"],
        read: (row) => readLiquorLicense(row, "lapsed"),
      },
    ],
  },
  {
    id: "business",
    title: "Basic business licenses",
    agency: "Department of Licensing and Consumer Protection",
    licenseBasis: "stated",
    layers: [
      {
        service: "FEEDS/DCRA/FeatureServer",
        named: /^basic business licenses?$/i,
        where: `PREMISEINDC = 'Yes' AND BUSINESSACTIVITY IN (${[...BUSINESS_KINDS.keys()].map((key) => `'${key}'`).join(", ")})`,
        // Owners, agents and billing addresses aren't requested.
        fields: [
          "CUSTOMERNUMBER",
          "LICENSESTATUS",
          "LICENSEENDDATE",
          "BUSINESSACTIVITY",
          "PREMISEADDRESS",
          "ENTITYTRADENAME",
          "DATAREFRESHEDON",
          "X_COORDINATE",
          "Y_COORDINATE",
        ],
        required: ["CUSTOMERNUMBER", "LICENSESTATUS", "BUSINESSACTIVITY", "PREMISEADDRESS", "ENTITYTRADENAME"],
        read: readBusinessLicense,
      },
    ],
  },
  {
    id: "recreation",
    title: "Recreation facilities",
    agency: "Department of Parks and Recreation",
    licenseBasis: "inferred",
    layers: [
      {
        service: RECREATION_SERVICE,
        named: /^recreation facilities$/i,
        where: "1=1",
        fields: ["NAME", "ADDRESS", "USE_TYPE", "WEB_URL", "PHONE", "STATUS", "GIS_ID", "EDITED"],
        required: ["NAME", "USE_TYPE", "GIS_ID"],
        read: readRecreationFacility,
      },
    ],
  },
  {
    id: "parks",
    title: "Parks",
    agency: "Department of Parks and Recreation",
    licenseBasis: "stated",
    layers: [
      {
        service: RECREATION_SERVICE,
        named: /^parks and recreation areas$/i,
        where: "1=1",
        fields: ["NAME", "USE_TYPE", "PROPID", "ACTIVE", "EDITED"],
        required: ["NAME", "USE_TYPE", "PROPID"],
        read: readPark,
      },
    ],
  },
];

type LicenseState = "valid" | "lapsed" | "unclear";

/** "Safekeeping" or "awaiting" says neither that a place is open nor that it has closed. */
function licenseState(status: string): LicenseState {
  if (/^(?:active\b.*|about to expire|issued|license issued)$/i.test(status)) return "valid";
  return /\b(?:expired|cancell?ed|revoked|surrendered|terminated|lapsed)\b/i.test(status) ? "lapsed" : "unclear";
}

function readLiquorLicense(row: ArcGisRow, state: LicenseState): RegisterEntry | null {
  const type = fieldText(row, "TYPE")
    .toLowerCase()
    .replaceAll(/\s*-\s*/g, " - ");
  const kind = LIQUOR_KINDS.get(type);
  const [license, name] = [fieldText(row, "LICENSE"), placeName(fieldText(row, "TRADE_NAME"))];
  if (kind === undefined || license === "" || name === "" || state === "unclear") return null;
  const isLapsed = state === "lapsed";
  if (isLapsed && !CLOSES_WITHOUT_LIQUOR.has(kind)) return null;
  return {
    ...EMPTY_ENTRY,
    recordId: license,
    name,
    kind,
    street: recaseAddress(fieldText(row, "ADDRESS")),
    zip: fieldText(row, "ZIPCODE"),
    point: row.point,
    checkedOn: fieldDay(row, "EDITED"),
    isLapsed,
  };
}

function readBusinessLicense(row: ArcGisRow, { today }: ReadContext): RegisterEntry | null {
  const activity = fieldText(row, "BUSINESSACTIVITY");
  const kind = BUSINESS_KINDS.get(activity);
  // Without a trade name the row has only a company's or a person's.
  const [customer, name] = [fieldText(row, "CUSTOMERNUMBER"), placeName(fieldText(row, "ENTITYTRADENAME"))];
  const state = licenseState(fieldText(row, "LICENSESTATUS"));
  const endsOn = fieldDay(row, "LICENSEENDDATE");
  if (kind === undefined || customer === "" || name === "" || state === "unclear") return null;
  const daysOver = endsOn === null ? 0 : (Date.parse(today) - Date.parse(endsOn)) / DAY_MS;
  // A license that has run out and still counts as active says nothing certain.
  if (state === "valid" ? daysOver > 0 : endsOn === null || daysOver > LAPSE_DAYS_MAX) return null;
  // "100 EXAMPLE ST NW, STE 200, Washington, DC, 20001, USA"
  const address = fieldText(row, "PREMISEADDRESS");
  return {
    ...EMPTY_ENTRY,
    recordId: `${customer}/${activity.toLowerCase().replaceAll(" ", "-")}`,
    name,
    kind,
    street: recaseAddress(address.split(",")[0] ?? ""),
    zip: /\b(20\d{3})(?:-\d{4})?(?=, USA$|$)/.exec(address)?.[1] ?? "",
    point: gridPoint(row),
    checkedOn: fieldDay(row, "DATAREFRESHEDON"),
    isLapsed: state === "lapsed",
  };
}

function readRecreationFacility(row: ArcGisRow): RegisterEntry | null {
  const kind = RECREATION_KINDS.get(fieldText(row, "USE_TYPE").toLowerCase());
  const [id, name] = [fieldText(row, "GIS_ID"), placeName(fieldText(row, "NAME"))];
  if (kind === undefined || id === "" || name === "") return null;
  return {
    ...EMPTY_ENTRY,
    recordId: id,
    name,
    kind,
    street: recaseAddress(fieldText(row, "ADDRESS")),
    phone: fieldText(row, "PHONE"),
    website: fieldText(row, "WEB_URL"),
    point: row.point,
    checkedOn: fieldDay(row, "EDITED"),
    // "Closed For Renovations" will open again.
    isLapsed: /^closed$/i.test(fieldText(row, "STATUS")),
  };
}

function readPark(row: ArcGisRow): RegisterEntry | null {
  const [id, name] = [fieldText(row, "PROPID"), placeName(fieldText(row, "NAME"))];
  const isPark = PARK_USES.has(fieldText(row, "USE_TYPE").toLowerCase()) && !/^triangle park res\b/i.test(name);
  if (!isPark || id === "" || name === "" || fieldText(row, "ACTIVE") === "N") return null;
  // Its address names crossings: "14th and Girard Sts. NW".
  return {
    ...EMPTY_ENTRY,
    recordId: id,
    name,
    kind: "leisure=park",
    point: row.point,
    checkedOn: fieldDay(row, "EDITED"),
  };
}

const EMPTY_ENTRY = { street: "", zip: "", phone: "", website: "", point: null, checkedOn: null, isLapsed: false };

/** Empty for what stands in for a name that isn't decided yet. */
function placeName(text: string): string {
  return /^(?:tbd|tba|to be determined|n\/?a|none|unknown|vacant)\.?$/i.test(text) ? "" : recaseName(text);
}

function gridPoint({ properties }: ArcGisRow): Point | null {
  const [east, north] = [getPath(properties, "X_COORDINATE"), getPath(properties, "Y_COORDINATE")];
  if (typeof east !== "number" || typeof north !== "number") return null;
  const point = gridToPoint(east, north);
  return point === null ? null : parsePoint(point.lat.toFixed(6), point.lng.toFixed(6));
}

function fieldText({ properties }: ArcGisRow, field: string): string {
  return getText(properties, field);
}

/** The day in Washington of a time in milliseconds. */
function fieldDay({ properties }: ArcGisRow, field: string): string | null {
  const ms = getPath(properties, field);
  if (typeof ms !== "number" || !(ms >= DATE_MS_MIN && ms <= DATE_MS_MAX)) return null;
  return dcToday(new Date(ms));
}

/** Tables have 1900 and 9999 for "unknown" and "never". */
const DATE_MS_MIN = Date.UTC(1990, 0, 1);
const DATE_MS_MAX = Date.UTC(2100, 0, 1);

import {
  COLUMN_FIELDS,
  type ColumnField,
  type ColumnMapping,
  type ImportFormat,
} from "#app/db/columns/import-columns.ts";
import { WEEKDAYS, type Weekday } from "#app/lib/dc-time.ts";

import { type ParsedEntry, toClosedEntry } from "../readers/imported-facts.ts";
import { parseHoursText, parseWeekHours } from "../readers/read-hours.ts";
import { isValidType, ownCategory } from "./category-mapping.ts";
import { toSingleLine, parsePoint, parseRawPlace } from "../readers/parse-fields.ts";

export const COLUMN_FIELD_LABELS: Record<ColumnField, string> = {
  id: "ID",
  name: "Name",
  otherNames: "Other names (separated by semicolons)",
  kind: "Category or type",
  type: "Type, beside a category",
  street: "House number and street",
  quadrant: "Quadrant",
  zip: "ZIP code",
  city: "City",
  region: "State or region",
  country: "Country",
  lat: "Latitude",
  lng: "Longitude",
  phone: "Phone",
  website: "Website",
  price: "Price",
  description: "Description",
  hours: "Hours in one cell (such as Mo-Fr 09:00-17:00)",
  monday: "Monday’s hours",
  tuesday: "Tuesday’s hours",
  wednesday: "Wednesday’s hours",
  thursday: "Thursday’s hours",
  friday: "Friday’s hours",
  saturday: "Saturday’s hours",
  sunday: "Sunday’s hours",
  special: "Special hours (such as 2026-12-25: x)",
  status: "Status",
};

export function isColumnField(text: string): text is ColumnField {
  return Object.hasOwn(COLUMN_FIELD_LABELS, text);
}

/** Further columns of a table are ignored. */
export const COLUMNS_MAX = 200;

/** Common headers in lower case without punctuation, in order of preference. */
const HEADERS: Partial<Record<ColumnField, string[]>> = {
  id: ["store code", "shop code", "id", "place id", "external id", "record id", "identifier", "objectid", "key"],
  name: [
    "business name",
    "name",
    "title",
    "place name",
    "store name",
    "trade name",
    "company",
    "organization",
    "location name",
  ],
  otherNames: ["other names", "alternate names", "also known as", "aka", "alias", "aliases"],
  kind: ["primary category", "category", "categories", "type", "kind", "business type", "place type"],
  type: ["type", "place type", "business type", "subcategory", "sub category", "kind"],
  street: [
    "address line 1",
    "street address",
    "address",
    "street",
    "address 1",
    "address1",
    "full address",
    "location",
  ],
  quadrant: ["quadrant", "quad"],
  zip: ["postal code", "zip", "zip code", "zipcode", "postcode", "post code"],
  city: ["locality", "city", "town"],
  region: ["administrative area", "state", "region", "province"],
  country: ["country region", "country", "country code"],
  lat: ["latitude", "lat", "y"],
  lng: ["longitude", "lng", "lon", "long", "x"],
  phone: ["primary phone", "phone", "phone number", "telephone", "tel", "phone 1"],
  website: ["website", "url", "web site", "web", "homepage", "site", "link"],
  price: ["price", "price range", "price level"],
  description: ["from the business", "description", "about", "summary"],
  hours: ["opening hours", "hours", "business hours", "open hours"],
  special: ["special hours", "holiday hours"],
  status: ["status", "listing status", "business status", "license status", "operating status", "is closed"],
};

/** Guesses which column holds which field; each column is used once. */
export function guessMapping(headers: readonly string[]): ColumnMapping {
  const plain = (header: string) =>
    header
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, " ")
      .trim();
  const normalized = headers.map(plain);
  const lastParts = headers.map((header) =>
    header.includes(".") ? plain(header.slice(header.lastIndexOf(".") + 1)) : "",
  );
  const taken = new Set<number>();
  const mapping: ColumnMapping = {};
  for (const field of COLUMN_FIELDS) {
    const words = isWeekday(field) ? [`${field} hours`, field, field.slice(0, 3)] : (HEADERS[field] ?? []);
    // "Location.Business Name" of JSON is a business name.
    const found = [normalized, lastParts]
      .flatMap((names) => words.map((word) => names.indexOf(word)))
      .find((index) => index >= 0 && !taken.has(index));
    const header = found === undefined ? undefined : headers[found];
    if (found === undefined || header === undefined) continue;
    taken.add(found);
    mapping[field] = header;
  }
  return mapping;
}

/** What the mapping lacks before the table can be read, as a message; null when it is complete. */
export function mappingProblem(mapping: ColumnMapping): string | null {
  if (mapping.name === undefined) return "Choose the column with the name.";
  const hasLocation = mapping.street !== undefined || (mapping.lat !== undefined && mapping.lng !== undefined);
  return hasLocation ? null : "Choose the column with the address, or the two with latitude and longitude.";
}

function isWeekday(text: string): text is Weekday {
  return (WEEKDAYS as readonly string[]).includes(text);
}

/** Reads one row of a table. Google's further address lines are rooms and floors, so they are ignored. */
export function readRow(cells: ReadonlyMap<string, string>, mapping: ColumnMapping, format: ImportFormat): ParsedEntry {
  const cell = (field: ColumnField) => {
    const header = mapping[field];
    const text = toSingleLine(stripFormulaGuard(header === undefined ? "" : (cells.get(header) ?? "")));
    // As pandas writes whole numbers of a column with gaps.
    return WHOLE_NUMBER_FIELDS.has(field) ? text.replace(/^(\d+)\.0$/, "$1") : text;
  };
  if (format === "google" && /^not published$/i.test(cell("status"))) return { skip: "unpublished" };
  const week = Object.fromEntries(WEEKDAYS.map((day) => [day, cell(day)]));
  const hours = parseWeekHours({ ...EMPTY_WEEK, ...week }, cell("special"));
  const isElsewhere = cell("city") !== "" && !/^washington(?:,? d\.?c\.?)?$/i.test(cell("city"));
  const quadrant = cell("quadrant");
  const read = parseRawPlace({
    id: cell("id"),
    name: cell("name"),
    otherNames: cell("otherNames"),
    street:
      quadrant === "" || cell("street").endsWith(` ${quadrant}`) ? cell("street") : `${cell("street")} ${quadrant}`,
    zip: cell("zip"),
    region: isElsewhere ? cell("region") || cell("city") : cell("region"),
    country: cell("country"),
    position: parsePoint(cell("lat"), cell("lng")),
    phone: cell("phone"),
    website: cell("website"),
    price: cell("price"),
    description: cell("description"),
    facts: hours === null ? {} : { ...parseHoursText(cell("hours")), ...hours },
    unread: hours === null ? ["hours"] : [],
    kinds: kindsOf({ category: cell("kind"), type: cell("type") }),
    checkedOn: null,
  });
  const closure = closureOf(cell("status"), mapping.status ?? "");
  if (closure === "unopened") return { skip: "unpublished" };
  return closure === null ? read : toClosedEntry(read, closure);
}

/** A category of the guide's own names takes the type beside it; otherwise the type says more than its category. */
function kindsOf({ category, type }: { category: string; type: string }): string[] {
  const categories = category.split(/[;|>]/);
  const own = ownCategory(categories[0] ?? "");
  const types = type === "" ? (own === null ? [] : categories.slice(1)) : type.split(/[;|>]/);
  const ownType = types.find((each) => isValidType(each));
  if (own !== null) return [ownType === undefined ? own : `${own}: ${ownType.trim()}`];
  return type === "" ? categories : [...types, ...categories];
}

const WHOLE_NUMBER_FIELDS: ReadonlySet<ColumnField> = new Set(["id", "zip", "phone"]);

/** How files and registers say that a place isn't open. A license that lapsed is a reason to look, as every closing is. */
const STATUS_WORDS: Record<"permanent" | "temporary" | "unopened", readonly string[]> = {
  permanent: [
    "closed",
    "permanently closed",
    "closed permanently",
    "out of business",
    "inactive",
    "expired",
    "cancelled",
    "canceled",
    "revoked",
    "surrendered",
    "terminated",
    "dissolved",
  ],
  temporary: [
    "temporarily closed",
    "closed temporarily",
    "suspended",
    "safekeeping",
    "in safekeeping",
    "seasonally closed",
  ],
  unopened: ["pending", "proposed", "planned", "coming soon", "opening soon", "application", "withdrawn", "denied"],
};

/** Null: open, or a word that says nothing. Only a column that asks whether a place is closed answers with "true". */
function closureOf(status: string, column: string): "permanent" | "temporary" | "unopened" | null {
  const word = status.toLowerCase().replaceAll(/[\s_-]+/g, " ");
  if (/closed$/i.test(column)) return word === "true" || word === "yes" ? "permanent" : null;
  const closures = ["permanent", "temporary", "unopened"] as const;
  return closures.find((closure) => STATUS_WORDS[closure].includes(word)) ?? null;
}

const EMPTY_WEEK: Record<Weekday, string> = {
  monday: "",
  tuesday: "",
  wednesday: "",
  thursday: "",
  friday: "",
  saturday: "",
  sunday: "",
};

/** Removes the apostrophe that protects a cell from being read as a formula, as our own CSV files have it. */
function stripFormulaGuard(text: string): string {
  return text.replace(/^'(?=[=+\-@|%])/, "");
}

import { WikidataIdSchema } from "#app/guide/places/facts/place-facts.ts";
import type { Opened } from "#app/db/columns/place-columns.ts";
import type { Point } from "#app/lib/geo.ts";
import { findWebsite, getList, getPath, getText, parsePoint } from "#app/desk/imports/readers/parse-fields.ts";

/** What we read of an item of Wikidata. */
export type WikidataItem = {
  id: string;
  /** In English; empty when it has none. */
  label: string;
  position: Point | null;
  website: string | null;
  opened: Opened | null;
  isClosed: boolean;
  /** The name of its picture on Wikimedia Commons, without "File:". */
  pictureFile: string | null;
  /** Whether it is a work of art, which its maker may own. */
  isArtwork: boolean;
  /** The year in which it was begun or opened, the later one. */
  year: number | null;
  /** When somebody last looked at what the statement about its website rests on. */
  checkedOn: string | null;
};

/** Properties of Wikidata. */
const INSTANCE_OF = "P31";
const PICTURE = "P18";
const MAKER = "P170";
const INCEPTION = "P571";
const DISSOLVED = "P576";
const COORDINATES = "P625";
const RETRIEVED = "P813";
const WEBSITE = "P856";
const OPENED = "P1619";
const CLOSED = "P3999";
const END_TIME = "P582";

/** Works of art, sculptures, statues, murals, paintings, public art, memorials, war memorials, monuments. */
const ARTWORK_CLASSES = new Set([
  "Q838948",
  "Q860861",
  "Q179700",
  "Q219423",
  "Q3305213",
  "Q557141",
  "Q5003624",
  "Q575759",
  "Q4989906",
]);

const YEAR_MIN = 1600;

/**
 * One entity of `wbgetentities`. What can't be read surely is left empty, and of several values that contradict each other none
 * is taken. Null: there is no such item. Never throws.
 *
 * @see https://doc.wikimedia.org/Wikibase/master/php/docs_topics_json.html
 */
export function readWikidataItem(entity: unknown, now: Date): WikidataItem | null {
  const { data: id } = WikidataIdSchema.safeParse(getText(entity, "id"));
  if (id === undefined || getPath(entity, "missing") !== undefined) return null;
  const [begunOn, openedOn] = [dayOf(entity, INCEPTION, now), dayOf(entity, OPENED, now)];
  const years = [begunOn, openedOn].flatMap((day) => (day === null ? [] : [Number(day.slice(0, 4))]));
  return {
    id,
    label: getText(entity, "labels", "en", "value") || getText(entity, "labels", "mul", "value"),
    position: positionOf(entity),
    ...websiteOf(entity),
    opened:
      openedOn !== null ? { on: openedOn, kind: "opened" } : begunOn !== null ? { on: begunOn, kind: "begun" } : null,
    isClosed: isClosed(entity, openedOn, now),
    pictureFile: pictureOf(entity),
    isArtwork:
      bestStatements(entity, MAKER).length > 0 ||
      bestStatements(entity, INSTANCE_OF).some((one) => ARTWORK_CLASSES.has(getText(valueOf(one), "id"))),
    year: years.length === 0 ? null : Math.max(...years),
  };
}

/** The statements of a property that count: the preferred ones, else the normal ones, and none that has ended. */
function bestStatements(entity: unknown, property: string): unknown[] {
  const statements = getList(entity, "claims", property).filter(
    (one) => getPath(one, "qualifiers", END_TIME) === undefined,
  );
  const preferred = statements.filter((one) => getText(one, "rank") === "preferred");
  return preferred.length > 0 ? preferred : statements.filter((one) => getText(one, "rank") === "normal");
}

function valueOf(statement: unknown): unknown {
  if (getText(statement, "mainsnak", "snaktype") !== "value") return undefined;
  return getPath(statement, "mainsnak", "datavalue", "value");
}

/** The only value; null when there is none or several. */
function single<Value>(values: readonly Value[]): Value | null {
  const [first] = values;
  return first !== undefined && values.every((value) => value === first) ? first : null;
}

function positionOf(entity: unknown): Point | null {
  const [first] = bestStatements(entity, COORDINATES);
  const value = valueOf(first);
  const globe = getText(value, "globe");
  if (globe !== "" && !globe.endsWith("/Q2")) return null;
  return parsePoint(getPath(value, "latitude"), getPath(value, "longitude"));
}

function websiteOf(entity: unknown): Pick<WikidataItem, "website" | "checkedOn"> {
  const statements = bestStatements(entity, WEBSITE);
  const website = single(statements.map((one) => findWebsite(getText(valueOf(one)).slice(0, 500))));
  if (website === null) return { website: null, checkedOn: null };
  const days = statements
    .flatMap((one) => getList(one, "references"))
    .flatMap((reference) => getList(reference, "snaks", RETRIEVED))
    .map((snak) => readTime(getPath(snak, "datavalue", "value")))
    .filter((day): day is string => day !== null && day.length === 10);
  return { website, checkedOn: days.toSorted().at(-1) ?? null };
}

/** The day of a property that says when something was, as precisely as it says. Null for one to come. */
function dayOf(entity: unknown, property: string, now: Date): string | null {
  const day = single(bestStatements(entity, property).map((one) => readTime(valueOf(one))));
  return day !== null && isPast(day, now) && Number(day.slice(0, 4)) >= YEAR_MIN ? day : null;
}

function isPast(day: string, now: Date): boolean {
  return day <= now.toISOString().slice(0, day.length);
}

const PRECISION_DAY = 11;
const PRECISION_MONTH = 10;
const PRECISION_YEAR = 9;
const GREGORIAN = "Q1985727";

/** "1932", "1932-05" or "1932-05-21" of a time of Wikidata; null for a decade, another calendar and all else. */
function readTime(value: unknown): string | null {
  const [, year, month, day] = /^\+(\d{4})-(\d{2})-(\d{2})T/.exec(getText(value, "time")) ?? [];
  if (year === undefined || !getText(value, "calendarmodel").endsWith(GREGORIAN)) return null;
  const isMonth = /^(?:0[1-9]|1[0-2])$/.test(month ?? "");
  switch (getPath(value, "precision")) {
    case PRECISION_YEAR:
      return year;
    case PRECISION_MONTH:
      return isMonth ? `${year}-${month}` : null;
    case PRECISION_DAY: {
      const text = `${year}-${month}-${day}`;
      return isMonth && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text) ? text : null;
    }
    default:
      return null;
  }
}

/** Whether it has closed or was dissolved, and hasn't opened again since. A closing on an unknown day counts. */
function isClosed(entity: unknown, openedOn: string | null, now: Date): boolean {
  return [CLOSED, DISSOLVED].some((property) =>
    bestStatements(entity, property).some((one) => {
      if (getText(one, "mainsnak", "snaktype") === "somevalue") return true;
      const day = readTime(valueOf(one));
      return day !== null && isPast(day, now) && (openedOn === null || openedOn <= day);
    }),
  );
}

function pictureOf(entity: unknown): string | null {
  const [first] = bestStatements(entity, PICTURE);
  const file = fileName(getText(valueOf(first)));
  return file === "" ? null : file;
}

const FILE_CHARACTERS_MAX = 240;

/** The name of a file as Commons writes it, without "File:"; empty for what can't be one. */
export function fileName(text: string): string {
  const name = text
    .replace(/^File:/i, "")
    .replaceAll("_", " ")
    .trim();
  if (name.length > FILE_CHARACTERS_MAX || /[|#<>[\]{}\p{Cc}]/u.test(name)) return "";
  return name.charAt(0).toUpperCase() + name.slice(1);
}

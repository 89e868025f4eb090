import { z } from "zod";

import {
  type Condition,
  DAY_START_MINUTE,
  type OpenCondition,
  type QueryDay,
} from "#app/guide/search/query/query-conditions.ts";
import { parseQuery } from "#app/guide/search/query/parse-query.ts";
import { namedDay } from "#app/guide/search/query/query-hours.ts";
import type { Vocabulary } from "#app/guide/search/query/query-vocabulary.ts";
import { MINUTES_PER_DAY } from "#app/lib/dc-time.ts";

/** The expected interpretation of a query, in the notation of judged-queries.yaml. */
export const JudgedReading = z.object({ query: z.string(), says: z.array(z.string()), text: z.string() });
export type JudgedReading = z.infer<typeof JudgedReading>;

/** One line that says how `parseQuery` differs from the expected interpretation; null if it matches. */
export function describeMisreading(
  { query, says, text }: JudgedReading,
  { vocabulary, isName }: { vocabulary: Vocabulary; isName: boolean },
): string | null {
  const parsed = parseQuery(query, vocabulary, { isName });
  const missing = [...says];
  const unexpected = parsed.conditions.filter(({ condition }) => {
    const at = missing.findIndex((expected) => matches(condition, expected));
    if (at !== -1) missing.splice(at, 1);
    return at === -1;
  });
  if (missing.length === 0 && unexpected.length === 0 && parsed.text === text) return null;
  const read = parsed.conditions.map(({ condition }) => notationOf(condition)).join(", ");
  return `${query}: judged [${says.join(", ")}] "${text}", read [${read}] "${parsed.text}"`;
}

/** Whether a condition is the expected one, or of the expected kind: "open" is any time. */
export function isReadAs(condition: Condition, expected: string): boolean {
  return condition.kind === expected || matches(condition, expected);
}

/** Whether a condition is the expected one. A word for several types is right when the expected type is among them. */
function matches(condition: Condition, expected: string): boolean {
  if (condition.kind === "type")
    return expected.startsWith("type:") && condition.types.includes(expected.slice("type:".length));
  // "Free" is a condition on prices and on attributes at the same time.
  if (condition.kind === "price" && condition.prices.includes("Free")) return expected === "attribute:freeEntry";
  return notationOf(condition) === expected;
}

/** "Near" a station without a number means ten minutes on foot. */
const DEFAULT_MINUTES = 10;

function notationOf(condition: Condition): string {
  const prefix = "isNot" in condition && condition.isNot === true ? "not " : "";
  switch (condition.kind) {
    case "category":
      return `category:${condition.category}`;
    case "type":
      return `type:${condition.types.join("|")}`;
    case "occasion":
      return `occasion:${condition.slug}`;
    case "neighborhood":
      return `neighborhood:${condition.slug}`;
    case "station":
      return `station:${condition.slug}/${condition.minutes ?? DEFAULT_MINUTES}`;
    case "landmark":
      return `landmark:${condition.name}/${condition.minutes ?? DEFAULT_MINUTES}`;
    case "quadrant":
      return `quadrant:${condition.quadrant}`;
    case "except":
      return condition.of.kind === "food" ? `except food:${condition.of.label}` : `except ${notationOf(condition.of)}`;
    case "near-me":
      return "near:me";
    case "near-metro":
      return `station:any/${condition.minutes}`;
    case "price":
      return `${prefix}price:${condition.prices.join(",")}`;
    case "attribute":
      return `${prefix}attribute:${condition.attribute}`;
    case "rating":
      return `rating:${condition.atLeast}`;
    case "open":
      return `${prefix}open:${whenNotation(condition.when)}`;
  }
}

function dayNotation(day: QueryDay): string {
  if (day === null) return "";
  return typeof day === "string" ? `${day.charAt(0).toUpperCase()}${day.charAt(1)}` : namedDay(day);
}

function whenNotation(when: OpenCondition): string {
  if (when.kind === "now") return "now";
  if (when.kind === "all-day") return "24/7";
  if (when.kind === "weekend") return "weekend";
  const day = dayNotation(when.day);
  const atDay = (time: string) => (day === "" ? time : `${day}/${time}`);
  if (when.kind === "at") return atDay(timeNotation(when.minute));
  if (when.kind === "throughout") return atDay(`${timeNotation(when.from)}-${timeNotation(when.to)}`);
  const part = /^(?:late|early)\b/.exec(when.label)?.[0] ?? when.label.split(" ").at(-1) ?? "";
  if (day === "") return part;
  return when.from === DAY_START_MINUTE && when.to === MINUTES_PER_DAY ? day : `${day}/${part}`;
}

function timeNotation(minuteOfDay: number): string {
  const [hour, minute] = [Math.floor(minuteOfDay / 60), minuteOfDay % 60];
  return `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`;
}

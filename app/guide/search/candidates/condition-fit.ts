import { meetsCondition } from "../query/meets-condition.ts";
import type { ParsedQuery } from "../query/parse-query.ts";
import { type Condition, outingHour } from "../query/query-conditions.ts";
import type { Fit } from "./candidate.ts";

/** Conditions on facts that are unknown of many places: hours, price, features, rating. */
export function isUncertain({ kind }: Condition): boolean {
  return kind === "open" || kind === "price" || kind === "attribute" || kind === "rating";
}

/** Conditions on such facts that an index can answer. */
export function isSelective(condition: Condition): boolean {
  return (condition.kind === "price" || condition.kind === "attribute") && condition.isNot !== true;
}

/** Whether places that may or may not fit are worth showing: not if the query says nothing but "outdoor seating". */
export function canBeUnknown({ conditions, freeText }: Pick<ParsedQuery, "conditions" | "freeText">): boolean {
  const isOuting = outingHour(conditions.map(({ condition }) => condition)) !== null;
  return freeText !== "" || isOuting || conditions.some(({ condition }) => !isUncertain(condition));
}

/**
 * How a place meets the uncertain conditions, all together; null: it is known not to. Being closed then is no reason to
 * leave a place out, but to show it last.
 */
export function conditionFit(
  place: Parameters<typeof meetsCondition>[0],
  conditions: readonly Condition[],
  now: Date,
): Exclude<Fit, "mentioned"> | null {
  let fit: Exclude<Fit, "mentioned"> = "known";
  for (const condition of conditions) {
    const answer = meetsCondition(place, condition, now);
    // What is open on Sunday is no answer to "closed on sunday".
    if (answer === "no" && (condition.kind !== "open" || condition.isNot === true)) return null;
    const next = ({ yes: "known", later: "later", unknown: "unknown", no: "closed" } as const)[answer];
    if (ORDER.indexOf(next) > ORDER.indexOf(fit)) fit = next;
  }
  return fit;
}

const ORDER: readonly Fit[] = ["known", "later", "unknown", "closed"];

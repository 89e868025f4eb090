import type { Attribute } from "#app/guide/places/place.ts";

import { type Candidate, type Fit, FITS } from "../candidates/candidate.ts";
import { canBeUnknown, isSelective, isUncertain } from "../candidates/condition-fit.ts";
import { estimateCount, type Sample } from "../candidates/estimate-counts.ts";
import type { Condition } from "../query/query-conditions.ts";
import type { FoundMatches } from "./find-matches.server.ts";
import type { PlaceGroup } from "./search-request.ts";

/** The groups of ranked places, each with its count and heading. */
export function placeGroups(
  ranked: readonly Candidate[],
  { query, unknownText }: Pick<FoundMatches, "query" | "unknownText">,
  sample: Sample,
): PlaceGroup[] {
  // Beside nothing else a feature is known, and only the hours may not be.
  const isDoubtful = canBeUnknown(query) ? isUncertain : (each: Condition) => isUncertain(each) && !isSelective(each);
  const conditions = query.conditions.map(({ condition }) => condition).filter(isDoubtful);
  const counts = new Map<Fit, number>();
  for (const { fit } of ranked) counts.set(fit, (counts.get(fit) ?? 0) + 1);
  return FITS.flatMap((fit) => {
    const count = counts.get(fit);
    if (count === undefined) return [];
    return [
      {
        fit,
        ...estimateCount(count, sample),
        heading: headingFor(fit, { conditions, unknownText, isName: query.looksLikeName === true }),
      },
    ];
  });
}

type GroupContext = { conditions: readonly Condition[]; unknownText: string | null; isName: boolean };

function headingFor(fit: Fit, { conditions, unknownText, isName }: GroupContext): string {
  const when = conditions.find((condition) => condition.kind === "open")?.when;
  switch (fit) {
    case "known":
      return "Known to fit";
    case "later":
      return "Open later today";
    case "unknown":
      if (unknownText !== null && isName) return `We don’t list “${unknownText}”. Places like it`;
      if (unknownText !== null) return `We don’t know of any with “${unknownText}”. Ask these`;
      return `We don’t know ${joinWithOr(conditions.map(unknownOf))}`;
    case "closed":
      return when?.kind === "now" ? "Closed now" : "Closed then";
    case "mentioned":
      return "Also mentioned in";
  }
}

/** What isn't known of the places of a group, after "We don’t know". */
function unknownOf(condition: Condition): string {
  switch (condition.kind) {
    case "open":
      return "the hours of these";
    case "price":
      return "what these cost";
    case "rating":
      return "how these are rated";
    case "attribute":
      return `whether these ${ATTRIBUTE_CLAUSES[condition.attribute]}`;
    default:
      return "more about these";
  }
}

const ATTRIBUTE_CLAUSES: Record<Attribute, string> = {
  stepFreeEntrance: "have a step-free entrance",
  accessibleRestroom: "have an accessible restroom",
  outdoorSeating: "have outdoor seating",
  reservations: "take reservations",
  takeout: "offer takeout",
  delivery: "deliver",
  vegetarian: "have vegetarian dishes",
  goodForKids: "are good for kids",
  dogsAllowed: "allow dogs",
  freeEntry: "are free to enter",
  wifi: "have Wi-Fi",
  liveMusic: "have live music",
  parking: "have parking",
  cashOnly: "take only cash",
};

function joinWithOr(clauses: readonly string[]): string {
  const distinct = [...new Set(clauses)];
  return distinct.length < 2 ? distinct.join("") : `${distinct.slice(0, -1).join(", ")} or ${distinct.at(-1)}`;
}

import type { Attribute } from "#app/guide/places/place.ts";

import { type Candidate, type Fit, FITS } from "../candidates/candidate.ts";
import { canBeUnknown, isSelective, isUncertain } from "../candidates/condition-fit.ts";
import { estimateCount, type Sample } from "../candidates/estimate-counts.ts";
import { type Condition, wishOf } from "../query/query-conditions.ts";
import type { FoundMatches } from "./find-matches.server.ts";
import type { PlaceGroup } from "./search-request.ts";

/** The groups of ranked places, each with its count and heading. */
export function placeGroups(
  ranked: readonly Candidate[],
  { query, unknownText, isPartial }: Pick<FoundMatches, "query" | "unknownText" | "isPartial">,
  sample: Sample,
): PlaceGroup[] {
  // Beside nothing else a feature is known, and only the hours may not be.
  const isDoubtful = canBeUnknown(query) ? isUncertain : (each: Condition) => isUncertain(each) && !isSelective(each);
  const conditions = query.conditions
    .map(({ condition }) => condition)
    .filter((each) => isDoubtful(each) || wishOf(each) !== null);
  const counts = new Map<Fit, number>();
  for (const { fit } of ranked) counts.set(fit, (counts.get(fit) ?? 0) + 1);
  return FITS.flatMap((fit) => {
    const count = counts.get(fit);
    if (count === undefined) return [];
    return [
      {
        fit,
        ...estimateCount(count, sample),
        heading: headingFor(fit, { conditions, unknownText, isPartial, isName: query.looksLikeName === true }),
      },
    ];
  });
}

type GroupContext = {
  conditions: readonly Condition[];
  unknownText: string | null;
  isPartial: boolean;
  isName: boolean;
};

function headingFor(fit: Fit, { conditions, unknownText, isPartial, isName }: GroupContext): string {
  const when = conditions.find((condition) => condition.kind === "open")?.when;
  switch (fit) {
    case "known":
      return "Known to fit";
    case "later":
      return "Open later today";
    case "unknown":
      if (unknownText !== null && isName) return `We don’t list “${unknownText}”. Places like it`;
      if (unknownText !== null) return `Ask about “${unknownText}”`;
      return askAbout(conditions);
    case "closed":
      return when?.kind === "now" ? "Closed now" : "Closed then";
    case "mentioned":
      return isPartial ? "Match some words" : "Also mentioned in";
  }
}

/** "Ask about hours and outdoor seating". A place can't tell its own rating. */
function askAbout(conditions: readonly Condition[]): string {
  const subjects = new Set(conditions.flatMap((condition) => subjectOf(condition) ?? []));
  return subjects.size === 0 ? "Not rated yet" : `Ask about ${[...subjects].join(" and ")}`;
}

function subjectOf(condition: Condition): string | null {
  switch (condition.kind) {
    case "open":
      return "hours";
    case "price":
      return "prices";
    case "attribute":
      return ATTRIBUTE_SUBJECTS[condition.attribute];
    default:
      return wishOf(condition)?.about ?? null;
  }
}

const ATTRIBUTE_SUBJECTS: Record<Attribute, string> = {
  stepFreeEntrance: "a step-free entrance",
  accessibleRestroom: "an accessible restroom",
  outdoorSeating: "outdoor seating",
  reservations: "reservations",
  takeout: "takeout",
  delivery: "delivery",
  vegetarian: "vegetarian dishes",
  goodForKids: "bringing kids",
  dogsAllowed: "bringing dogs",
  freeEntry: "free entry",
  wifi: "Wi-Fi",
  liveMusic: "live music",
  parking: "parking",
  cashOnly: "card payments",
};

import type { Database } from "#app/db/database.server.ts";
import { type FactField, placeFacts, type places } from "#app/db/schema/places.ts";
import { buildHours } from "#app/guide/places/hours/opening-hours-builders.ts";
import type { OpeningHours } from "#app/guide/places/hours/opening-hours.ts";
import { buildPlace, NOW } from "#tests/builders.ts";

import type { ClosedReport } from "./suggest/closed-form.ts";
import type { SuggestedEdit } from "./suggest/edit-form.ts";
import type { Reporter } from "./suggest/reporter.server.ts";
import type { CorrectionInput } from "./suggest/send-correction.server.ts";

type PlaceRow = typeof places.$inferSelect;

/** A place with facts from seed data and a row with the same values. `hours` may be unknown. */
export async function buildPlaceWithFacts(
  db: Database,
  { hours = buildHours("Mo-Fr 09:00-17:00") }: { hours?: OpeningHours | null } = {},
): Promise<PlaceRow> {
  const facts = {
    street: "12 Water Street",
    quadrant: "SW",
    zip: "20024",
    lat: 38.88,
    lng: -77.02,
    phone: "+12025550123",
    website: "https://quay.example",
    hours,
    attributes: { wifi: true, parking: false },
  } as const;
  const place = await buildPlace(db, facts);
  const values: [FactField, unknown][] = [
    ["name", place.name],
    ["category", place.categorySlug],
    ["type", place.type],
    ["neighborhood", place.neighborhoodSlug],
    ["description", place.description],
    ["address", { street: facts.street, quadrant: facts.quadrant }],
    ["zip", facts.zip],
    ["position", { lat: facts.lat, lng: facts.lng }],
    ["phone", facts.phone],
    ["website", facts.website],
    ["attributes", facts.attributes],
    ...(hours === null ? [] : [["hours", hours] satisfies [FactField, unknown]]),
  ];
  await db.insert(placeFacts).values(
    values.map(([field, value]) => ({
      placeId: place.id,
      field,
      value,
      sourceId: "general-knowledge",
      checkedOn: null,
      origin: "seed" as const,
      recordedAt: NOW,
    })),
  );
  return place;
}

let builtCount = 0;

/** A reporter with a unique browser and network. */
export function buildReporter(given: Partial<Reporter> = {}): Reporter {
  builtCount += 1;
  const hash = (letter: string) => letter + builtCount.toString(16).padStart(63, "0");
  return { userId: null, browserHash: hash("a"), ipHash: hash("b"), ...given };
}

/** A suggested phone number by default. */
export function buildEdit(
  placeId: number,
  given: Partial<SuggestedEdit> & Partial<CorrectionInput> = {},
): CorrectionInput {
  const { reporter = buildReporter(), now = NOW, placeId: _placeId, content: _content, ...edit } = given;
  return {
    placeId,
    reporter,
    now,
    content: {
      kind: "edit",
      edit: {
        changes: [{ field: "phone", before: "+12025550123", after: "+12025550199" }],
        descriptionNote: "",
        basis: "visit",
        note: "",
        ...edit,
      },
    },
  };
}

/** A report of a permanent closure by default. */
export function buildClosedReport(
  placeId: number,
  given: Partial<ClosedReport> & Partial<CorrectionInput> & { otherPlaceId?: number } = {},
): CorrectionInput {
  const { reporter = buildReporter(), now = NOW, otherPlaceId = null, ...rest } = given;
  const { placeId: _placeId, content: _content, ...report } = rest;
  return {
    placeId,
    reporter,
    now,
    content: {
      kind: "closed",
      otherPlaceId,
      report: { closure: "permanent", otherSlug: null, basis: "visit", note: "", ...report },
    },
  };
}

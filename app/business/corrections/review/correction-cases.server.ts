import { desc, eq, inArray } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { type CorrectableField, correctionChanges, corrections } from "#app/db/schema/corrections.ts";
import { places, sources } from "#app/db/schema/places.ts";
import { closureLine } from "#app/guide/places/facts/closure.ts";
import { phoneLabel } from "#app/guide/places/facts/contact-links.ts";
import { FACT_VALUES } from "#app/guide/places/facts/place-facts.ts";
import { formatInstant } from "#app/lib/format-time.ts";

import type { CorrectionCase, Sender, SuggestedChange } from "./correction-case.ts";
import { basisLabel, closureReportLabel } from "../correction-labels.ts";
import { FIELD_LABELS, formatFact } from "../facts/format-fact.ts";
import { suggestPin } from "../suggest/pin.ts";
import { loadPlaceHistories } from "../facts/place-history.server.ts";
import { countIndependentSignals } from "../suggest/independent-signals.ts";

/** Reports of one closure shown to an editor, latest first. */
const REPORTS_SHOWN_MAX = 20;

type PlaceRow = typeof places.$inferSelect;
type Row = Awaited<ReturnType<typeof listCorrections>>[number];

/** The corrections of open cases, by case id. Served by corrections_by_case. */
export async function loadCorrectionCases(db: Database, caseIds: string[]): Promise<Map<string, CorrectionCase>> {
  if (caseIds.length === 0) return new Map();
  const found = await listCorrections(db, caseIds);
  const ids = found.map(({ correction }) => correction.id);
  const changes =
    ids.length === 0
      ? []
      : await db.select().from(correctionChanges).where(inArray(correctionChanges.correctionId, ids));
  const histories = await loadPlaceHistories(db, [...new Set(found.map(({ place }) => place.id))]);
  const cases = new Map<string, CorrectionCase>();
  for (const [caseId, rows] of Map.groupBy(found, ({ correction }) => correction.caseId)) {
    const [last] = rows;
    if (last === undefined) continue;
    const { place, correction } = last;
    const shared = {
      place: { slug: place.slug, name: place.name, ...contactDetails(place) },
      seen: place.updatedAt.toISOString(),
      history: histories.get(place.id) ?? [],
    };
    if (correction.kind === "edit") {
      const own = changes.filter(({ correctionId }) => correctionId === correction.id);
      cases.set(caseId, { ...shared, kind: "edit", ...editOf(last, own) });
    } else cases.set(caseId, { ...shared, kind: "closed", ...closingOf(rows, last) });
  }
  return cases;
}

/** The changed fields of each suggested edit, "Phone, Description", by case id; shown in the queue. */
export async function summarizeSuggestions(db: Database, caseIds: string[]): Promise<Map<string, string>> {
  if (caseIds.length === 0) return new Map();
  const rows = await db
    .select({ caseId: corrections.caseId, note: corrections.descriptionNote, field: correctionChanges.field })
    .from(corrections)
    .leftJoin(correctionChanges, eq(correctionChanges.correctionId, corrections.id))
    .where(inArray(corrections.caseId, caseIds))
    .orderBy(correctionChanges.field);
  const lines = [...Map.groupBy(rows, ({ caseId }) => caseId)].map(([caseId, own]): [string, string] => {
    const fields = own.flatMap(({ field }) => (field === null ? [] : [FIELD_LABELS[field]]));
    return [caseId, [...fields, ...(own.some(({ note }) => note !== "") ? ["Description"] : [])].join(", ")];
  });
  return new Map(lines);
}

function contactDetails(place: PlaceRow) {
  const { street, quadrant, phone, website } = place;
  const [address = null] = street === null ? [] : formatFact("address", { street, quadrant });
  return { address, phone: phone === null ? null : phoneLabel(phone), website };
}

const otherPlaces = alias(places, "other_places");

async function listCorrections(db: Database, caseIds: string[]) {
  return db
    .select({
      correction: corrections,
      place: places,
      other: { slug: otherPlaces.slug, name: otherPlaces.name },
      reporterName: users.name,
      sourceTitle: sources.title,
    })
    .from(corrections)
    .innerJoin(places, eq(places.id, corrections.placeId))
    .leftJoin(otherPlaces, eq(otherPlaces.id, corrections.otherPlaceId))
    .leftJoin(users, eq(users.id, corrections.reporterId))
    .leftJoin(sources, eq(sources.id, corrections.sourceId))
    .where(inArray(corrections.caseId, caseIds))
    .orderBy(desc(corrections.sentAt), desc(corrections.id));
}

function editOf(row: Row, changes: (typeof correctionChanges.$inferSelect)[]) {
  const { place, correction } = row;
  return {
    changes: changes.map((change) => suggestedChange(change, place)),
    descriptionNote: correction.descriptionNote,
    description: place.description,
    pin: pinOf(place, changes),
    sender: senderOf(row),
  };
}

function pinOf(place: PlaceRow, changes: (typeof correctionChanges.$inferSelect)[]) {
  const moved = changes.find(({ field }) => field === "address");
  if (moved === undefined) return null;
  const now = place.lat === null || place.lng === null ? null : { lat: place.lat, lng: place.lng };
  const before = place.street === null ? null : { street: place.street, quadrant: place.quadrant };
  const { address } = FACT_VALUES.shape;
  const after = address.safeParse(moved.after).data ?? null;
  return { now, likely: suggestPin({ before, after, hasPin: now !== null }) };
}

function suggestedChange(
  { field, before, after }: typeof correctionChanges.$inferSelect,
  place: PlaceRow,
): SuggestedChange {
  const [was, now] = [formatFact(field, before), formatFact(field, currentFact(field, place, before))];
  return {
    field,
    label: FIELD_LABELS[field],
    before: was,
    after: formatFact(field, after),
    now: was.join("\n") === now.join("\n") ? null : now,
  };
}

/** The current value of a fact; of the attributes only those in the suggestion. */
function currentFact(field: CorrectableField, place: PlaceRow, before: unknown): unknown {
  if (field === "address") return place.street === null ? null : { street: place.street, quadrant: place.quadrant };
  if (field !== "attributeCorrections") return place[field];
  const suggestedKeys = typeof before === "object" && before !== null ? Object.keys(before) : [];
  const current = new Map<string, boolean>(Object.entries(place.attributes));
  return Object.fromEntries(suggestedKeys.map((key) => [key, current.get(key) ?? null]));
}

function closingOf(rows: Row[], { place, correction, other }: Row) {
  const signals = rows.filter(({ correction: { closure } }) => closure !== "open" && closure !== "duplicate");
  return {
    marked: closureLine(place.closure)?.lead ?? null,
    independentCount: countIndependentSignals(
      signals.map(({ correction: { reporterId, browserHash, ipHash } }) => ({
        userId: reporterId,
        browserHash,
        ipHash,
      })),
    ),
    reports: rows.slice(0, REPORTS_SHOWN_MAX).map((row) => ({
      ...senderOf(row),
      label: closureReportLabel(row.correction.closure ?? "permanent"),
      other: row.other,
    })),
    closure: correction.closure ?? "permanent",
    otherSlug: other?.slug ?? "",
  };
}

function senderOf({ correction, reporterName, sourceTitle }: Row): Sender {
  return {
    name: sourceTitle ?? (reporterName === null ? "A guest" : reporterName || "Anonymous"),
    basis: sourceTitle === null ? basisLabel(correction.basis) : "Imported",
    note: correction.note,
    sentLabel: formatInstant(correction.sentAt),
  };
}

import { eq } from "drizzle-orm";
import { expect } from "vitest";

import { users } from "#app/db/schema/accounts.ts";
import { listOpenCases } from "#app/core/cases/case-queries.server.ts";
import { changeFacts } from "#app/guide/places/facts/change-place.server.ts";
import { setClosure } from "#app/guide/places/facts/set-closure.server.ts";
import { buildPlace, buildUser, NOW } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import { buildClosedReport, buildPlaceWithFacts } from "../correction-builders.ts";
import { loadCorrectionCases } from "../review/correction-cases.server.ts";
import { loadPlaceHistories } from "./place-history.server.ts";
import { sendCorrection } from "../suggest/send-correction.server.ts";

test("a place's changes are formatted with their authors, latest first", async ({ db }) => {
  const place = await buildPlaceWithFacts(db);
  const other = await buildPlace(db, { name: "The Other Quay" });
  const [ada, ben] = [await buildUser(db, { name: "Ada" }), await buildUser(db, { name: "Ben" })];
  const by = (minutes: number, changedBy: string | null) => ({
    placeId: place.id,
    changedBy,
    caseId: null,
    now: new Date(NOW.getTime() + minutes * 60_000),
  });
  const fact = (field: "phone" | "position" | "description", value: unknown) => ({
    field,
    value,
    sourceId: "rowhouse",
  });
  await setClosure(db, { ...by(0, null), closure: "reported", successorId: null });
  await setClosure(db, { ...by(1, ada.id), closure: "moved", successorId: other.id });
  await changeFacts(db, { ...by(2, ben.id), changes: [fact("phone", null)] });
  await changeFacts(db, { ...by(3, ada.id), changes: [fact("position", { lat: 38.9, lng: -77 })] });
  await changeFacts(db, { ...by(4, ada.id), changes: [fact("description", "A quay.")] });
  await db.delete(users).where(eq(users.id, ben.id));

  const history = (await loadPlaceHistories(db, [place.id, other.id])).get(place.id) ?? [];

  expect(history.map(({ label, before, after, changedBy }) => [label, ...before, ...after, changedBy])).toEqual([
    ["Description", place.description, "A quay.", "Ada"],
    ["Map pin", "38.88000, -77.02000", "38.90000, -77.00000", "Ada"],
    ["Phone", "(202) 555-0123", "Unknown", "A deleted account"],
    ["Status", "Reported closed", "Moved: The Other Quay", "Ada"],
    ["Status", "Open", "Reported closed", "Several reports"],
  ]);
  expect(history[0]?.changedLabel).toBe("Jan 13, 2027, 12:04 PM");
});

test("a case shows its place's last ten changes and contact details", async ({ db }) => {
  const [place, other] = [await buildPlaceWithFacts(db), await buildPlaceWithFacts(db)];
  const ada = await buildUser(db, { role: "admin" });
  const change = (placeId: number, minute: number) =>
    changeFacts(db, {
      placeId,
      changes: [{ field: "zip", value: `200${minute + 10}`, sourceId: "rowhouse" }],
      changedBy: ada.id,
      caseId: null,
      now: new Date(NOW.getTime() + minute * 60_000),
    });
  for (let minute = 0; minute < 12; minute += 1) await change(place.id, minute);
  await change(other.id, 0);
  await sendCorrection(db, buildClosedReport(place.id));
  const waiting = (await listOpenCases(db, { page: 1 })).cases.map(({ id }) => id);

  const [open] = [...(await loadCorrectionCases(db, waiting)).values()];

  expect(open?.history.map(({ after }) => after[0])).toEqual(
    Array.from({ length: 10 }, (_, number) => `200${21 - number}`),
  );
  expect(open?.place).toMatchObject({
    address: "12 Water Street SW",
    phone: "(202) 555-0123",
    website: "https://quay.example",
  });
});

import { and, eq } from "drizzle-orm";
import { expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import type { CorrectableField } from "#app/db/schema/corrections.ts";
import { moderationCases } from "#app/db/schema/moderation.ts";
import { placeFacts, places } from "#app/db/schema/places.ts";
import { loadCorrectionCases } from "#app/business/corrections/review/correction-cases.server.ts";
import { decideCorrection } from "#app/business/corrections/review/decide-correction.server.ts";
import { undoCorrectionDecision } from "#app/business/corrections/review/undo-correction.server.ts";
import { changeFacts } from "#app/guide/places/facts/change-place.server.ts";
import { buildUser, NOW } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import { bySlug, EMPTY_SPOT, LATER } from "../decision-builders.ts";
import { buildFile, buildImport } from "../import-builders.ts";
import { OPENSTREETMAP } from "../mapping/import-source.ts";
import { withdrawSource } from "./withdraw-source.server.ts";

const SLUG = "zephyr-oboe-repairs";
const LONG_AGO = new Date("2026-05-20T12:00:00Z");

test("a newer record that contradicts a person's fact asks once, and the fact stays until an editor decides", async ({
  db,
}) => {
  await importOsm(db, { phone: "+12025550101", check_date: "2026-01-02" });
  await setPhone(db, "+12025550199");
  await importOsm(db, { phone: "+12025550102", check_date: "2026-12-03" });
  await importOsm(db, { phone: "+12025550102", check_date: "2026-12-20" });
  await importOsm(db, { phone: "+12025550103", check_date: "2026-12-24" });

  expect(await openCases(db)).toMatchObject([
    {
      kind: "edit",
      changes: [{ field: "phone", before: ["(202) 555-0199"], after: ["(202) 555-0102"] }],
      sender: {
        name: "OpenStreetMap",
        note: "OpenStreetMap says otherwise since Dec 3, 2026: still right? Approve to use theirs, reject to keep ours.",
      },
    },
  ]);
  expect(await bySlug(db, SLUG)).toMatchObject({ phone: "+12025550199" });
});

test("an older record, one without a date and one that agrees ask nothing", async ({ db }) => {
  await importOsm(db, { phone: "+12025550101", website: "https://zephyr.example/", check_date: "2026-01-02" });
  await setPhone(db, "+12025550199");
  await importOsm(db, { phone: "+12025550102", check_date: "2026-05-01" });
  await importOsm(db, { phone: "+12025550103" });
  await importOsm(db, { phone: "+12025550199", check_date: "2026-12-03" });

  expect(await openCases(db)).toEqual([]);
});

test("a value that an editor refused isn't asked again, another one is", async ({ db }) => {
  await importOsm(db, { phone: "+12025550101", check_date: "2026-01-02" });
  await setPhone(db, "+12025550199");
  await importOsm(db, { phone: "+12025550102", check_date: "2026-12-03" });
  await decide(db, "rejected");
  await importOsm(db, { phone: "+12025550102", check_date: "2026-12-20" });
  const again = await openCases(db);
  await importOsm(db, { phone: "+12025550103", check_date: "2026-12-24" });

  expect(again).toEqual([]);
  expect(await openCases(db)).toMatchObject([{ changes: [{ after: ["(202) 555-0103"] }] }]);
  expect(await bySlug(db, SLUG)).toMatchObject({ phone: "+12025550199" });
});

test("using theirs makes the fact the source's own, and undoing that brings the person's back", async ({ db }) => {
  await importOsm(db, { phone: "+12025550101", check_date: "2026-01-02" });
  await setPhone(db, "+12025550199");
  await importOsm(db, { phone: "+12025550102", check_date: "2026-12-03" });
  const caseId = await decide(db, "approved");
  const used = await phoneOf(db);
  const editor = await buildUser(db, { role: "admin" });
  const undone = await undoCorrectionDecision(db, { caseId, undoneBy: editor.id, now: LATER });

  expect(used).toMatchObject({
    value: "+12025550102",
    sourceId: "openstreetmap",
    sourceRecord: "node/7",
    checkedOn: "2026-12-03",
    origin: "import",
  });
  expect(undone).toBe("undone");
  expect(await phoneOf(db)).toMatchObject({ value: "+12025550199", origin: "person" });
  await decide(db, "approved");
  await withdrawSource(db, { sourceId: "openstreetmap", actor: { kind: "command", id: "test" }, now: LATER });
  expect(await db.$count(placeFacts, eq(placeFacts.sourceId, "openstreetmap"))).toBe(0);
});

test("doubtful hours stay as words and ask once; an editor who approves makes them the place's hours", async ({
  db,
}) => {
  await importOsm(db, { opening_hours: "Mo-Sa 12:00-15:00; Mo-Sa 17:00-21:00" });
  await importOsm(db, { opening_hours: "Mo-Sa 12:00-15:00; Mo-Sa 17:00-21:00", phone: "+12025550101" });
  const cases = await openCases(db);
  const before = await bySlug(db, SLUG);
  await decide(db, "approved", ["hours"]);
  await importOsm(db, { opening_hours: "Mo-Sa 12:00-15:00; Mo-Sa 17:00-21:00", phone: "+12025550102" });
  const after = await bySlug(db, SLUG);

  expect(cases).toMatchObject([
    {
      kind: "edit",
      changes: [{ field: "hours", before: ["Unknown"] }],
      sender: { name: "OpenStreetMap", note: expect.stringContaining("“Mo-Sa 12:00-15:00; Mo-Sa 17:00-21:00”") },
    },
  ]);
  expect(before).toMatchObject({ hours: null, hoursText: "Mo-Sa 12:00-15:00; Mo-Sa 17:00-21:00" });
  expect(after?.hours?.weekly.monday).toEqual([
    { opens: "12:00", closes: "15:00" },
    { opens: "17:00", closes: "21:00" },
  ]);
  expect(after).toMatchObject({ hoursText: null });
  expect(await openCases(db)).toEqual([]);
});

test("doubtful hours that an editor refused aren't asked about again, and hours that are only unreadable never", async ({
  db,
}) => {
  await importOsm(db, { opening_hours: "Su-Th 11:00-10:00" });
  await decide(db, "rejected");
  await importOsm(db, { opening_hours: "Su-Th 11:00-10:00", phone: "+12025550101" });
  await importOsm(db, { opening_hours: "Mo-Fr 17:00+" });

  expect(await openCases(db)).toEqual([]);
  expect(await bySlug(db, SLUG)).toMatchObject({
    hours: null,
    hoursText: "Mon to Fri from 5 PM. Closing time not given.",
  });
});

test("a record that says closed asks once and closes nothing; an editor closes the place", async ({ db }) => {
  await importOsm(db, { check_date: "2026-01-02" });
  const gone = { amenity: "", "disused:amenity": "cafe", check_date: "2026-12-03" };
  const { report } = await importOsm(db, gone);
  await importOsm(db, gone);
  const cases = await openCases(db);
  const before = await bySlug(db, SLUG);
  await decide(db, "approved");
  await importOsm(db, gone);

  expect(report).toMatchObject({ closing: 1, changed: 0, skipped: 0 });
  expect(cases).toMatchObject([
    {
      kind: "closed",
      marked: null,
      closure: "permanent",
      reports: [{ name: "OpenStreetMap", note: "OpenStreetMap says that it is closed since Dec 3, 2026." }],
    },
  ]);
  expect(before).toMatchObject({ status: "published", closure: null });
  expect(await bySlug(db, SLUG)).toMatchObject({ status: "closed", closure: "permanent" });
  expect(await openCases(db)).toEqual([]);
});

test("a closing that an editor refused isn't asked again", async ({ db }) => {
  await importOsm(db, {});
  await importOsm(db, { disused: "yes" });
  await decide(db, "rejected");
  await importOsm(db, { disused: "yes", check_date: "2026-12-03" });

  expect(await openCases(db)).toEqual([]);
  expect(await bySlug(db, SLUG)).toMatchObject({ status: "published" });
});

test("a closed entry of another source asks about a place that it certainly is, and is skipped otherwise", async ({
  db,
}) => {
  await importOsm(db, {});
  const source = { ...OPENSTREETMAP, id: "import-other", title: "Other map" };
  const sure = await importOsm(db, { disused: "yes" }, { source });
  const other = await importOsm(db, { name: "Quagga Kites", disused: "yes" }, { source });

  expect(sure.report).toMatchObject({ closing: 1 });
  expect(other.report).toMatchObject({ closing: 0, skips: { closed: 1 } });
  expect(await openCases(db)).toMatchObject([{ kind: "closed", reports: [{ name: "Other map" }] }]);
});

test("a record that moves far, takes another name or another category waits for an editor and changes nothing", async ({
  db,
}) => {
  await importOsm(db, { phone: "+12025550101" });
  const before = await bySlug(db, SLUG);
  const moved = await importOsm(db, { phone: "+12025550102" }, { at: [38.9013, -76.9665] });
  const renamed = await importOsm(db, { name: "Quagga Kites" });
  const other = await importOsm(db, { amenity: "", shop: "books" });
  const near = await importOsm(db, { name: "Zephyr Oboe Repairs LLC" }, { at: [38.8993, -76.9665] });
  const after = await bySlug(db, SLUG);

  const jump = { possibleDuplicates: 1, jumps: 1, changed: 0 };
  expect([moved.report, renamed.report, other.report]).toMatchObject([jump, jump, jump]);
  expect(near.report).toMatchObject({ jumps: 0, changed: 1 });
  expect(before).toMatchObject({ phone: "+12025550101", lat: 38.8973 });
  expect(after).toMatchObject({ phone: null, lat: 38.8993, categorySlug: "food" });
});

function importOsm(
  db: Database,
  tags: Record<string, string>,
  { source = OPENSTREETMAP, at = EMPTY_SPOT }: { source?: typeof OPENSTREETMAP; at?: [number, number] } = {},
) {
  const named = { name: "Zephyr Oboe Repairs", amenity: "cafe", ...tags };
  const element = { type: "node", id: 7, lat: at[0], lon: at[1], tags: named };
  return buildImport(db, { path: buildFile(JSON.stringify({ elements: [element] })), source });
}

async function setPhone(db: Database, value: string): Promise<void> {
  const place = await bySlug(db, SLUG);
  const changes = [{ field: "phone" as const, value, sourceId: "business-owner" }];
  await changeFacts(db, { placeId: place?.id ?? 0, changes, changedBy: null, caseId: null, now: LONG_AGO });
}

async function openCaseIds(db: Database): Promise<string[]> {
  const place = await bySlug(db, SLUG);
  const rows = await db
    .select()
    .from(moderationCases)
    .where(eq(moderationCases.placeId, place?.id ?? 0));
  return rows.filter(({ closedAt }) => closedAt === null).map(({ id }) => id);
}

async function openCases(db: Database) {
  return [...(await loadCorrectionCases(db, await openCaseIds(db))).values()];
}

/** Decides the open case as its page proposes. */
async function decide(
  db: Database,
  decision: "approved" | "rejected",
  applied: CorrectableField[] = ["phone"],
): Promise<string> {
  const [caseId = ""] = await openCaseIds(db);
  const editor = await buildUser(db, { role: "admin" });
  const [place] = await db.select().from(places).where(eq(places.slug, SLUG));
  const outcome = await decideCorrection(db, {
    caseId,
    decision,
    reason: "",
    decidedBy: editor.id,
    now: NOW,
    seen: place?.updatedAt.toISOString() ?? "",
    applied,
    closure: "permanent",
    successorSlug: null,
    description: null,
    pin: null,
  });
  expect(outcome).toBe("decided");
  return caseId;
}

async function phoneOf(db: Database) {
  const place = await bySlug(db, SLUG);
  const isPhone = and(eq(placeFacts.placeId, place?.id ?? 0), eq(placeFacts.field, "phone"));
  const [fact] = await db.select().from(placeFacts).where(isPhone);
  return fact;
}

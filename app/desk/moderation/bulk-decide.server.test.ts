import { eq, sql } from "drizzle-orm";
import { describe, expect } from "vitest";

import { placePhotos } from "#app/db/schema/place-photos.ts";
import { buildSite } from "#app/people/membership/billing-builders.ts";
import { buildPlacePhoto } from "#app/guide/photos/place/gallery-builders.ts";
import { findDecidedCases, findOpenCases, listOpenCases } from "#app/core/cases/case-queries.server.ts";
import { composeReason } from "#app/core/cases/decision-reasons.ts";
import { test } from "#tests/test-database.ts";

import { decideCases, undoDecisions } from "./bulk-decide.server.ts";
import { summarizeBulkResults } from "./bulk-results.ts";
import { decideBuiltCase, CASE_BUILDERS, requireWaitingCase, LATER, editor } from "./triage-builders.ts";

describe("a bulk decision", () => {
  test("has a result per case: changed or already decided cases don't block the others", async ({ db }) => {
    const ada = await editor(db);
    const built = [
      await CASE_BUILDERS["held-review"](db),
      await CASE_BUILDERS["reported-photo"](db),
      await CASE_BUILDERS["suggested-edit"](db),
      await CASE_BUILDERS["held-review"](db),
    ];
    const cases = [];
    for (const { id } of built) cases.push({ id, seen: (await requireWaitingCase(db, id)).seen });
    const [first, , , last] = cases;
    await decideBuiltCase(db, { id: last?.id ?? "", decision: "approved", decidedBy: ada });

    const outcomes = await decideCases(buildSite(db), {
      cases: cases.map((each) => (each === first ? { ...each, seen: "7" } : each)),
      decision: "approved",
      code: "in-order",
      reason: "",
      decidedBy: ada,
    });

    expect(outcomes.map(({ outcome }) => outcome)).toEqual(["changed", "decided", "decided", "closed"]);
    expect((await listOpenCases(db, { page: 1 })).cases.map(({ id }) => id)).toEqual([first?.id]);
  });

  test("publishes a submission's photos only as the editor saw them, and only if all have descriptions", async ({
    db,
  }) => {
    const ada = await editor(db);
    const { id } = await CASE_BUILDERS["submission"](db);
    const waiting = await requireWaitingCase(db, id);
    if (waiting.about !== "submission") throw new Error("The case is about something else");
    const { submissionId } = waiting;
    const approve = async (seen: string) => {
      const given = { decision: "approved", code: "in-order", reason: "", decidedBy: ada } as const;
      const [result] = await decideCases(buildSite(db), { cases: [{ id, seen }], ...given });
      return result?.outcome;
    };
    const photo = await buildPlacePhoto(db, { placeId: null, submissionId, alt: "" });
    const of = eq(placePhotos.id, photo.id);

    expect(await approve((await requireWaitingCase(db, id)).seen)).toBe("undescribed-photo");
    await db.update(placePhotos).set({ alt: "The counter" }).where(of);
    expect(await approve(waiting.seen)).toBe("changed");
    expect(await db.select().from(placePhotos).where(of)).toMatchObject([{ placeId: null, deletedAt: null }]);
    expect(await approve((await requireWaitingCase(db, id)).seen)).toBe("decided");

    expect(await db.select().from(placePhotos).where(of)).toMatchObject([
      { placeId: expect.any(Number), deletedAt: null, alt: "The counter" },
    ]);
  });

  test("leaves a case open if the reason doesn't apply to its kind", async ({ db }) => {
    const ada = await editor(db);
    const cases = [];
    for (const kind of ["held-review", "claim"] as const) {
      const { id } = await CASE_BUILDERS[kind](db);
      cases.push({ id, seen: (await requireWaitingCase(db, id)).seen });
    }
    const given = composeReason({ decision: "rejected", code: "advertising", message: "" });
    if (typeof given === "string") throw new Error(given);

    const outcomes = await decideCases(buildSite(db), { cases, decision: "rejected", ...given, decidedBy: ada });

    expect(outcomes.map(({ outcome }) => outcome)).toEqual(["decided", "no-such-reason"]);
  });

  test("reports a failed case, and still decides and undoes the others", async ({ db }) => {
    const ada = await editor(db);
    const cases: { id: string; seen: string }[] = [];
    for (const kind of ["held-review", "reported-photo", "held-question"] as const) {
      const { id } = await CASE_BUILDERS[kind](db);
      cases.push({ id, seen: (await requireWaitingCase(db, id)).seen });
    }
    const [first, second, third] = cases.map(({ id }) => id);
    await db.execute(sql`create function refuse_case() returns trigger language plpgsql as
      $$ begin raise exception 'the disk is full'; end $$`);
    await db.execute(
      sql`create trigger refuse_case before update on moderation_cases for each row when (old.kind = 'reported-photo') execute function refuse_case()`,
    );
    const approved = { decision: "approved", code: "in-order", reason: "", decidedBy: ada } as const;

    const outcomes = await decideCases(buildSite(db), { cases, ...approved });

    expect(outcomes.map(({ outcome }) => outcome)).toEqual(["decided", "failed", "decided"]);
    const results = async (given: typeof outcomes) =>
      summarizeBulkResults({
        outcomes: given,
        closed: await findDecidedCases(
          db,
          cases.map(({ id }) => id),
        ),
        open: await findOpenCases(
          db,
          cases.map(({ id }) => id),
        ),
        viewerId: ada,
      });
    expect(await results(outcomes)).toMatchObject({
      summary: "2 decided, 1 failed:",
      failures: [{ id: second, why: expect.stringContaining("went wrong on our side") }],
    });
    expect(new Set((await results(outcomes)).undoable)).toEqual(new Set([first, third]));

    await db.execute(sql`drop trigger refuse_case on moderation_cases`);
    const undone = await undoDecisions(buildSite(db, { now: LATER }), { ids: cases.map(({ id }) => id), by: ada });

    expect(undone).toEqual([
      { id: third, outcome: "undone" },
      { id: second, outcome: "undo-open" },
      { id: first, outcome: "undone" },
    ]);
    expect(await results(undone)).toMatchObject({ summary: "2 decisions undone, 1 failed:", undoable: [] });
    expect((await listOpenCases(db, { page: 1 })).count).toBe(3);
  });
});

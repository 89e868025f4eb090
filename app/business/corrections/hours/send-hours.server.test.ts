import { and, eq } from "drizzle-orm";
import { describe, expect } from "vitest";

import { listDecidedCases, listOpenCases } from "#app/core/cases/case-queries.server.ts";
import { deciderName } from "#app/core/cases/cases.ts";
import { listNotifications } from "#app/core/notifications/notifications.server.ts";
import type { Database } from "#app/db/database.server.ts";
import { placeFacts, places } from "#app/db/schema/places.ts";
import { buildHours } from "#app/guide/places/hours/opening-hours-builders.ts";
import { findPlacePage } from "#app/guide/places/place-queries.server.ts";
import { DAY_MS } from "#app/lib/duration.ts";
import { buildPlace, buildRequestContext, buildUser, NOW } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import { buildPlaceWithFacts, buildReporter } from "../correction-builders.ts";
import { findCorrectionOutcome } from "../correction-queries.server.ts";
import { describeCorrectionStatus } from "../review/outcome-article.tsx";
import { undoCorrectionDecision } from "../review/undo-correction.server.ts";
import type { Reporter } from "../suggest/reporter.server.ts";
import { sendHours } from "./send-hours.server.ts";

const LATER = new Date(NOW.getTime() + 60_000);
const HOURS = "Mo-Fr 09:00-17:00";

describe("hours of a place without any", () => {
  test("wait for an editor after one report, and go live with a second reader's, with source and date", async ({
    db,
  }) => {
    const place = await buildPlaceWithFacts(db, { hours: null });
    const member = await buildUser(db);
    const first = await send(db, place.id, { reporter: buildReporter({ userId: member.id }) });
    const afterOne = await hoursOf(db, place.id);
    const second = await send(db, place.id, { now: LATER });

    expect(afterOne).toBeNull();
    expect(await hoursOf(db, place.id)).toEqual(buildHours(HOURS));
    const page = await findPlacePage(db, place.slug, buildRequestContext(LATER));
    expect(page?.origins.hours).toMatchObject({ sourceTitle: "Readers’ reports", checkedOn: "2027-01-13" });
    for (const key of [first, second]) {
      const outcome = await findCorrectionOutcome(db, key);
      expect(outcome).toMatchObject({ decision: "approved", changes: [{ field: "hours", isApplied: true }] });
      expect(outcome && describeCorrectionStatus(outcome)).toMatch(/^Another reader reported the same/);
    }
    const { items } = await listNotifications(db, { userId: member.id, page: 1, count: 10 });
    expect(items).toMatchObject([{ title: `Your correction of ${place.name} was accepted` }]);
  });

  test("stay unknown for reports that differ, are 60 days apart, or are by one person or network", async ({ db }) => {
    const one = buildReporter();
    const cases: Parameters<typeof send>[2][] = [
      { hours: "Mo-Fr 09:00-18:00" },
      { now: new Date(NOW.getTime() + 60 * DAY_MS) },
      { reporter: buildReporter({ browserHash: one.browserHash }), note: "Again." },
      { reporter: buildReporter({ ipHash: one.ipHash }), note: "Again." },
    ];
    for (const second of cases) {
      const place = await buildPlaceWithFacts(db, { hours: null });
      await send(db, place.id, { reporter: one });
      await send(db, place.id, second);
      expect(await hoursOf(db, place.id)).toBeNull();
    }
  });

  test("aren't replaced by readers once they are known, nor if a text says them", async ({ db }) => {
    const known = await buildPlaceWithFacts(db, { hours: buildHours("Sa 10:00-12:00") });
    const described = await buildPlace(db, { hoursText: "Dawn to dusk" });
    for (const place of [known, described]) {
      await send(db, place.id);
      await send(db, place.id);
    }

    expect(await hoursOf(db, known.id)).toEqual(buildHours("Sa 10:00-12:00"));
    expect(await hoursOf(db, described.id)).toBeNull();
  });

  test("of an editor are live at once, as confirmed by an editor", async ({ db }) => {
    const place = await buildPlaceWithFacts(db, { hours: null });
    const editor = await buildUser(db, { role: "admin" });

    await send(db, place.id, { editorId: editor.id, reporter: buildReporter({ userId: editor.id }) });

    expect(await hoursOf(db, place.id)).toEqual(buildHours(HOURS));
    const isHours = and(eq(placeFacts.placeId, place.id), eq(placeFacts.field, "hours"));
    const [fact] = await db.select().from(placeFacts).where(isHours);
    expect(fact).toMatchObject({ sourceId: "reader-suggestions", checkedOn: "2027-01-13", origin: "person" });
    expect((await listOpenCases(db, { page: 1 })).count).toBe(0);
  });

  test("that readers agreed on can be undone by an editor, who reads who decided", async ({ db }) => {
    const place = await buildPlaceWithFacts(db, { hours: null });
    const editor = await buildUser(db, { role: "admin" });
    await send(db, place.id);
    await send(db, place.id);
    const { cases } = await listDecidedCases(db, { page: 1 });
    const undo = (caseId: string) => undoCorrectionDecision(db, { caseId, undoneBy: editor.id, now: LATER });

    const outcomes = [await undo(cases[0]?.id ?? ""), await undo(cases[1]?.id ?? "")];

    expect(cases.map(deciderName)).toEqual(["Readers who agree", "Readers who agree"]);
    expect(outcomes).toEqual(["undone", "changed"]);
    expect(await hoursOf(db, place.id)).toBeNull();
  });
});

async function send(
  db: Database,
  placeId: number,
  given: { hours?: string; reporter?: Reporter; editorId?: string; note?: string; now?: Date } = {},
): Promise<string> {
  const { hours = HOURS, reporter = buildReporter(), editorId = null, note = "", now = NOW } = given;
  const [place] = await db.select().from(places).where(eq(places.id, placeId));
  if (place === undefined) throw new Error("There is no such place");
  const changes = [{ field: "hours" as const, before: null, after: buildHours(hours) }];
  const edit = { changes, descriptionNote: "", basis: "visit" as const, note };
  const sent = await sendHours(db, { place, reporter, edit, editorId, now });
  if (sent === "too-many") throw new Error("It was refused");
  return sent.key;
}

async function hoursOf(db: Database, placeId: number) {
  const [place] = await db.select({ hours: places.hours }).from(places).where(eq(places.id, placeId));
  return place?.hours ?? null;
}

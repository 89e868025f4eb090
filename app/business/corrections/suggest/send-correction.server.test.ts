import { eq } from "drizzle-orm";
import { describe, expect, onTestFinished } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { corrections } from "#app/db/schema/corrections.ts";
import { moderationCases } from "#app/db/schema/moderation.ts";
import { placeChanges, places } from "#app/db/schema/places.ts";
import { DAY_MS } from "#app/lib/duration.ts";
import { buildUser, NOW } from "#tests/builders.ts";
import { test, workerDatabase } from "#tests/test-database.ts";

import { buildClosedReport, buildEdit, buildPlaceWithFacts, buildReporter } from "../correction-builders.ts";
import { findCorrectionOutcome, listOwnCorrections } from "../correction-queries.server.ts";
import { countIndependentSignals } from "./independent-signals.ts";
import {
  anonymizeReporters,
  GUEST_CORRECTIONS_PER_DAY_MAX,
  MEMBER_CORRECTIONS_PER_DAY_MAX,
  sendCorrection,
} from "./send-correction.server.ts";

test("a form sent twenty times concurrently opens one case with one outcome page", async () => {
  const { db } = await workerDatabase();
  const { id: placeId } = await buildPlaceWithFacts(db);
  onTestFinished(async () => {
    await db.delete(places).where(eq(places.id, placeId));
  });
  const { ipHash } = buildReporter();
  // A guest's first form has no cookie, so each gets a new browser id.
  const form = () => buildEdit(placeId, { reporter: buildReporter({ ipHash }) });

  const answers = await Promise.all(Array.from({ length: 20 }, () => sendCorrection(db, form())));

  expect(new Set(answers.map((answer) => (answer === "too-many" ? answer : answer.key))).size).toBe(1);
  expect(await db.$count(corrections, eq(corrections.placeId, placeId))).toBe(1);
  expect(await db.$count(moderationCases, eq(moderationCases.placeId, placeId))).toBe(1);
});

test("a guest's outcome is found only by its key, a member's also in their list", async ({ db }) => {
  const [place, member] = [await buildPlaceWithFacts(db), await buildUser(db)];
  const guests = await keyOf(db, buildEdit(place.id));
  const members = await keyOf(db, buildClosedReport(place.id, { reporter: buildReporter({ userId: member.id }) }));

  expect(guests).toMatch(/^[0-9a-f]{32}$/);
  expect(await findCorrectionOutcome(db, guests)).toMatchObject({
    place: { slug: place.slug, isShown: true },
    decision: null,
    report: null,
    changes: [{ label: "Phone", before: ["(202) 555-0123"], after: ["(202) 555-0199"], isApplied: null }],
  });
  const own = await listOwnCorrections(db, { reporterId: member.id, page: 1, count: 10 });
  expect(own.items.map(({ key, report }) => [key, report])).toEqual([[members, "It’s permanently closed"]]);
  for (const key of ["", "x", `${guests}0`, guests.toUpperCase(), "0".repeat(32)]) {
    expect(await findCorrectionOutcome(db, key)).toBeNull();
  }
});

test("guests and members have daily limits, by browser and network or by account", async ({ db }) => {
  const { id: placeId } = await buildPlaceWithFacts(db);
  const [browser, network] = [buildReporter().browserHash, buildReporter().ipHash];
  const member = buildReporter({ userId: (await buildUser(db)).id });
  const send = (reporter: Parameters<typeof buildReporter>[0], note: string, now = NOW) =>
    sendCorrection(db, buildEdit(placeId, { reporter: buildReporter(reporter), note, now }));
  for (let count = 0; count < GUEST_CORRECTIONS_PER_DAY_MAX; count += 1) {
    await send(count % 2 === 0 ? { browserHash: browser, ipHash: network } : { ipHash: network }, `${count}`);
  }
  for (let count = 0; count < MEMBER_CORRECTIONS_PER_DAY_MAX; count += 1) await send(member, `${count}`);

  expect(await send({ ipHash: network }, "one more")).toBe("too-many");
  expect(await send(member, "one more")).toBe("too-many");
  expect(await send({ browserHash: browser }, "from elsewhere")).toMatchObject({ key: expect.any(String) });
  const tomorrow = new Date(NOW.getTime() + DAY_MS + 1);
  expect(await send({ ipHash: network }, "one more", tomorrow)).toMatchObject({ key: expect.any(String) });
  expect(await send(member, "one more", tomorrow)).toMatchObject({ key: expect.any(String) });
});

describe("a place is marked as reported closed", () => {
  test("by two independent reports, with one open case", async ({ db }) => {
    const place = await buildPlaceWithFacts(db);

    await keyOf(db, buildClosedReport(place.id));
    const afterOne = await closureOf(db, place.id);
    await keyOf(db, buildClosedReport(place.id, { closure: "temporary" }));
    await keyOf(db, buildClosedReport(place.id));

    expect(afterOne).toMatchObject({ closure: null, status: "published" });
    expect(await closureOf(db, place.id)).toMatchObject({
      closure: "reported",
      status: "published",
      closedOn: "2027-01-13",
    });
    const cases = await db.select().from(moderationCases).where(eq(moderationCases.placeId, place.id));
    expect(cases).toMatchObject([{ kind: "reported-closed", reasons: ["permanent", "temporary"], closedAt: null }]);
    const changes = await db.select().from(placeChanges).where(eq(placeChanges.placeId, place.id));
    expect(changes).toMatchObject([{ field: "closure", changedBy: null, caseId: cases[0]?.id }]);
  });

  test("not by two reports from the same browser, network or account", async ({ db }) => {
    const { id: placeId } = await buildPlaceWithFacts(db);
    const { id: userId } = await buildUser(db);
    const first = buildReporter({ userId });
    await keyOf(db, buildClosedReport(placeId, { reporter: first }));

    await keyOf(db, buildClosedReport(placeId, { reporter: buildReporter({ browserHash: first.browserHash }) }));
    await keyOf(db, buildClosedReport(placeId, { reporter: buildReporter({ ipHash: first.ipHash }) }));
    await keyOf(db, buildClosedReport(placeId, { reporter: buildReporter({ userId }), note: "Again." }));

    expect(await closureOf(db, placeId)).toMatchObject({ closure: null });
  });

  test("not by reports 60 days apart, nor by reports of a duplicate or that it is open", async ({ db }) => {
    const [{ id: placeId }, other] = [await buildPlaceWithFacts(db), await buildPlaceWithFacts(db)];
    await keyOf(db, buildClosedReport(placeId));

    await keyOf(db, buildClosedReport(placeId, { closure: "duplicate", otherPlaceId: other.id }));
    await keyOf(db, buildClosedReport(placeId, { closure: "open" }));
    await keyOf(db, buildClosedReport(placeId, { now: new Date(NOW.getTime() + 60 * DAY_MS) }));

    expect(await closureOf(db, placeId)).toMatchObject({ closure: null });
  });
});

test("signals that share a browser or network count once, and anonymized ones don't count", () => {
  const [one, two] = [buildReporter(), buildReporter()];
  const between = { userId: null, browserHash: one.browserHash, ipHash: two.ipHash };

  expect(countIndependentSignals([one, two])).toBe(2);
  expect(countIndependentSignals([one, between])).toBe(1);
  expect(countIndependentSignals([one, { ...two, browserHash: null }])).toBe(1);
  expect(countIndependentSignals([])).toBe(0);
});

test("after 60 days the reporter's hashes are deleted and the outcome can still be read", async ({ db }) => {
  const { id: placeId } = await buildPlaceWithFacts(db);
  const key = await keyOf(db, buildEdit(placeId));

  await anonymizeReporters(db, new Date(NOW.getTime() + 60 * DAY_MS));
  const retained = await db.select().from(corrections).where(eq(corrections.key, key));
  await anonymizeReporters(db, new Date(NOW.getTime() + 60 * DAY_MS + 1));
  const anonymized = await db.select().from(corrections).where(eq(corrections.key, key));

  expect(retained[0]?.ipHash).not.toBeNull();
  expect(anonymized).toMatchObject([{ browserHash: null, ipHash: null, digest: null }]);
  expect(await findCorrectionOutcome(db, key)).toMatchObject({ decision: null });
});

test("deleting a reporter's account deletes the text of their corrections", async ({ db }) => {
  const [{ id: placeId }, { id: userId }] = [await buildPlaceWithFacts(db), await buildUser(db)];
  const reporter = buildReporter({ userId });
  const key = await keyOf(db, buildEdit(placeId, { reporter, note: "I am Ann.", descriptionNote: "Ask Ann." }));

  await db.delete(users).where(eq(users.id, userId));

  const [remaining] = await db.select().from(corrections).where(eq(corrections.key, key));
  expect(remaining).toMatchObject({
    reporterId: null,
    note: "",
    descriptionNote: "",
    browserHash: null,
    ipHash: null,
  });
});

async function keyOf(db: Database, sent: Parameters<typeof sendCorrection>[1]): Promise<string> {
  const answer = await sendCorrection(db, sent);
  if (answer === "too-many") throw new Error("It was refused");
  return answer.key;
}

async function closureOf(db: Database, placeId: number) {
  const [place] = await db.select().from(places).where(eq(places.id, placeId));
  return place;
}

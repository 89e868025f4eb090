import { eq } from "drizzle-orm";
import { expect, onTestFinished } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { factConfirmations } from "#app/db/schema/corrections.ts";
import { placeFacts, places } from "#app/db/schema/places.ts";
import { describeFreshness } from "#app/guide/places/facts/fact-origin.ts";
import { findPlacePage } from "#app/guide/places/place-queries.server.ts";
import { DAY_MS } from "#app/lib/duration.ts";
import type { Viewer } from "#app/platform/viewer.ts";
import { buildRequestContext, buildReview, buildUser, NOW } from "#tests/builders.ts";
import { test, workerDatabase } from "#tests/test-database.ts";

import { type Confirmation, confirmFact, anonymizeConfirmers } from "./confirm-fact.server.ts";
import { buildPlaceWithFacts, buildReporter } from "../correction-builders.ts";

test("a confirmation's date is shown next to the source's until the fact changes", async ({ db }) => {
  const { slug, id: placeId } = await buildPlaceWithFacts(db);
  await db.update(placeFacts).set({ checkedOn: "2019" }).where(eq(placeFacts.placeId, placeId));

  const outcome = await confirm(db, slug, "phone");

  const origin = await originOf(db, slug, "phone");
  await db.update(placeFacts).set({ value: "+12025550188" }).where(eq(placeFacts.field, "phone"));
  expect(outcome).toBe("confirmed");
  expect(origin).toBe("From a 2019 register, confirmed by a reader on Jan 13, 2027");
  expect(await originOf(db, slug, "address")).toBe("From a 2019 register, not checked since");
  expect(await originOf(db, slug, "phone")).toBe("From a 2019 register, not checked since");
});

test("twenty concurrent confirmations count once", async () => {
  const { db } = await workerDatabase();
  const { slug, id: placeId } = await buildPlaceWithFacts(db);
  onTestFinished(async () => {
    await db.delete(places).where(eq(places.id, placeId));
  });
  const { ipHash } = buildReporter();
  const digest = await digestOf(db, slug, "hours");
  const tap = () => ({
    slug,
    field: "hours" as const,
    digest,
    reporter: buildReporter({ ipHash }),
    viewer: null,
    now: NOW,
  });

  const outcomes = await Promise.all(Array.from({ length: 20 }, () => confirmFact(db, tap())));

  expect(outcomes.filter((outcome) => outcome === "confirmed")).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome === "before")).toHaveLength(19);
});

test("a person's confirmation of a fact counts once a month; other people and later months count again", async ({
  db,
}) => {
  const { slug } = await buildPlaceWithFacts(db);
  const [guest, member] = [buildReporter(), buildReporter({ userId: (await buildUser(db)).id })];
  const at = (days: number) => new Date(NOW.getTime() + days * DAY_MS);

  const outcomes = [
    await confirm(db, slug, "phone", { reporter: guest }),
    await confirm(db, slug, "phone", { reporter: guest, now: at(29) }),
    await confirm(db, slug, "phone", { reporter: buildReporter({ browserHash: guest.browserHash }), now: at(29) }),
    await confirm(db, slug, "website", { reporter: guest }),
    await confirm(db, slug, "phone", { reporter: { ...guest, userId: member.userId } }),
    await confirm(db, slug, "phone", { reporter: member, now: at(1) }),
    await confirm(db, slug, "phone", { reporter: guest, now: at(31) }),
  ];

  expect(outcomes).toEqual(["confirmed", "before", "before", "confirmed", "confirmed", "before", "confirmed"]);
});

test("confirmations by staff, businesses and editors are never shown as a reader's", async ({ db }) => {
  const { slug, id: placeId } = await buildPlaceWithFacts(db);
  const confirmedAs = async (role: Viewer["role"], relation?: "staff" | "none") => {
    const author = await buildUser(db, { role });
    if (relation !== undefined) await buildReview(db, { placeId, author, relation });
    await db.delete(factConfirmations).where(eq(factConfirmations.placeId, placeId));
    await confirm(db, slug, "phone", { reporter: buildReporter({ userId: author.id }), viewer: viewerOf(author) });
    return originOf(db, slug, "phone");
  };

  expect(await confirmedAs("member")).toBe("Confirmed by a reader on Jan 13, 2027");
  expect(await confirmedAs("member", "none")).toBe("Confirmed by a reader on Jan 13, 2027");
  expect(await confirmedAs("member", "staff")).toBe("Confirmed by someone who works there on Jan 13, 2027");
  expect(await confirmedAs("business")).toBe("Confirmed from a business account on Jan 13, 2027");
  expect(await confirmedAs("admin")).toBe("Confirmed by an editor on Jan 13, 2027");
});

test("unknown facts, changed facts and facts of closed places can't be confirmed", async ({ db }) => {
  const { slug, id: placeId } = await buildPlaceWithFacts(db);
  const digest = await digestOf(db, slug, "phone");
  const tap = (given: Partial<Confirmation>) =>
    confirmFact(db, { slug, field: "phone", digest, reporter: buildReporter(), viewer: null, now: NOW, ...given });

  const outcomes = [
    await tap({ field: null }),
    await tap({ digest: "" }),
    await tap({ digest: "0123" }),
    await tap({ field: "website" }),
    await tap({ field: "hoursText" }),
    await tap({ digest: "'; drop table places; --" }),
    await tap({ slug: "no-such-place" }),
  ];
  await db.update(places).set({ status: "closed" }).where(eq(places.id, placeId));
  outcomes.push(await tap({}));

  expect(outcomes).toEqual([...Array.from({ length: 6 }, () => "changed"), "no-such-place", "no-such-place"]);
  expect(await db.$count(factConfirmations)).toBe(0);
  expect((await findPlacePage(db, slug, buildRequestContext()))?.origins.phone?.stillRight).toBeUndefined();
});

test("a newer source replaces the confirmation, and the confirmer's hashes are deleted after 60 days", async ({
  db,
}) => {
  const { slug, id: placeId } = await buildPlaceWithFacts(db);
  await confirm(db, slug, "phone");
  await db.update(placeFacts).set({ checkedOn: "2027-02-01" }).where(eq(placeFacts.placeId, placeId));

  await anonymizeConfirmers(db, new Date(NOW.getTime() + 60 * DAY_MS + 1));

  expect(await originOf(db, slug, "phone")).toBe("Checked Feb 1, 2027");
  expect(await db.select().from(factConfirmations)).toMatchObject([{ browserHash: null, ipHash: null }]);
});

type Field = "phone" | "website" | "hours" | "address";

async function confirm(db: Database, slug: string, field: Field, given: Partial<Confirmation> = {}) {
  const digest = await digestOf(db, slug, field);
  return confirmFact(db, { slug, field, digest, reporter: buildReporter(), viewer: null, now: NOW, ...given });
}

/** The value that the page's button sends. */
async function digestOf(db: Database, slug: string, field: Field): Promise<string> {
  const page = await findPlacePage(db, slug, buildRequestContext());
  return page?.origins[field]?.stillRight ?? "";
}

async function originOf(db: Database, slug: string, field: Field): Promise<string | null> {
  const origin = (await findPlacePage(db, slug, buildRequestContext()))?.origins[field];
  return origin === undefined ? null : describeFreshness(origin);
}

function viewerOf({ id, name, role }: { id: string; name: string; role: Viewer["role"] }): Viewer {
  return { id, name, email: null, role, tier: null, pictureUrl: null, session: { id, expiresAt: NOW } };
}

import { and, eq, gt, inArray, isNotNull, lt, or } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { type ConfirmedField, type Confirmer, factConfirmations } from "#app/db/schema/corrections.ts";
import { placeFacts, places } from "#app/db/schema/places.ts";
import { reviews } from "#app/db/schema/reviews.ts";
import { factDigest } from "#app/features/places/fact-origins.server.ts";
import { notifyPages } from "#app/platform/page-tags.server.ts";
import type { Viewer } from "#app/platform/viewer.ts";

import { type Reporter, REPORTER_DAYS } from "./reporter.server.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** One person's word counts once within so many days: a fact doesn't get truer by being confirmed every hour. */
const CONFIRMATION_DAYS = 30;

export type Confirmation = {
  slug: string;
  field: ConfirmedField | null;
  /** Of the value that is meant. */
  digest: string;
  reporter: Reporter;
  viewer: Viewer | null;
  now: Date;
};

/**
 * Keeps that somebody has found a fact still right.
 *
 * @returns "before": the same person has said so lately. "changed": the fact says something else by now, or nothing; it
 * was not confirmed. "no-such-place": also when it has closed.
 */
export async function confirmFact(
  db: Database,
  { slug, field, digest, reporter, viewer, now }: Confirmation,
): Promise<"confirmed" | "before" | "changed" | "no-such-place"> {
  return db.transaction(async (tx) => {
    const [place] = await tx
      .select({ id: places.id })
      .from(places)
      .where(and(eq(places.slug, slug), eq(places.status, "published")));
    if (place === undefined) return "no-such-place";
    if (field === null) return "changed";
    const isFact = and(eq(placeFacts.placeId, place.id), eq(placeFacts.field, field));
    // Locked, so that twenty taps come one after the other.
    const [fact] = await tx.select({ digest: factDigest }).from(placeFacts).where(isFact).for("update");
    if (fact === undefined || fact.digest !== digest) return "changed";

    const key = { placeId: place.id, field, valueDigest: digest };
    if (await hasConfirmed(tx, { ...key, reporter, now })) return "before";
    const confirmedBy = await confirmerOf(tx, { viewer, placeId: place.id });
    const { userId, markHash, addressHash } = reporter;
    await tx.insert(factConfirmations).values({ ...key, confirmedBy, userId, markHash, addressHash, confirmedAt: now });
    await notifyPages(tx, [`place:${slug}`]);
    return "confirmed";
  });
}

type Key = Pick<typeof factConfirmations.$inferSelect, "placeId" | "field" | "valueDigest">;

/** Served by fact_confirmations_by_fact. */
async function hasConfirmed(
  db: Database,
  { placeId, field, valueDigest, reporter, now }: Key & { reporter: Reporter; now: Date },
): Promise<boolean> {
  const isTheirs =
    reporter.userId === null
      ? or(eq(factConfirmations.markHash, reporter.markHash), eq(factConfirmations.addressHash, reporter.addressHash))
      : eq(factConfirmations.userId, reporter.userId);
  const said = await db.$count(
    factConfirmations,
    and(
      eq(factConfirmations.placeId, placeId),
      eq(factConfirmations.field, field),
      eq(factConfirmations.valueDigest, valueDigest),
      gt(factConfirmations.confirmedAt, new Date(now.getTime() - CONFIRMATION_DAYS * DAY_MS)),
      isTheirs,
    ),
  );
  return said > 0;
}

/** As whom somebody speaks: a business never passes for a reader. */
async function confirmerOf(
  db: Database,
  { viewer, placeId }: { viewer: Viewer | null; placeId: number },
): Promise<Confirmer> {
  if (viewer === null) return "reader";
  if (viewer.role === "admin") return "editor";
  if (viewer.role === "business") return "business";
  const worksThere = and(
    eq(reviews.placeId, placeId),
    eq(reviews.authorId, viewer.id),
    inArray(reviews.relation, ["staff", "owner"]),
  );
  return (await db.$count(reviews, worksThere)) > 0 ? "staff" : "reader";
}

/** Forgets what tells one confirmer from another once it is of no use. */
export async function forgetConfirmers(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - REPORTER_DAYS * DAY_MS);
  await db
    .update(factConfirmations)
    .set({ markHash: null, addressHash: null })
    .where(and(lt(factConfirmations.confirmedAt, before), isNotNull(factConfirmations.addressHash)));
}

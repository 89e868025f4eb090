import { and, eq, gt, inArray, isNotNull, lt, or } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { type ConfirmableField, type Confirmer, factConfirmations } from "#app/db/schema/corrections.ts";
import { placeFacts, places } from "#app/db/schema/places.ts";
import { reviews } from "#app/db/schema/reviews.ts";
import { isPresumedOpen } from "#app/guide/places/facts/closure.ts";
import { factDigest } from "#app/guide/places/facts/fact-origins.server.ts";
import { relistChangedPlaces } from "#app/guide/places/unconfirmed/unconfirmed-places.server.ts";
import { DAY_MS } from "#app/lib/duration.ts";
import { invalidatePages } from "#app/platform/page-tags.server.ts";
import type { Viewer } from "#app/platform/viewer.ts";

import { type Reporter, REPORTER_RETENTION_DAYS } from "../suggest/reporter.server.ts";

/** A person's confirmation of a fact counts once in this many days; repeating it doesn't make the fact more reliable. */
const CONFIRMATION_DAYS = 30;

export type Confirmation = {
  slug: string;
  field: ConfirmableField | null;
  /** Digest of the confirmed value. */
  digest: string;
  reporter: Reporter;
  viewer: Viewer | null;
  now: Date;
};

/**
 * Saves a confirmation that a fact is still right.
 *
 * @returns "before": the same person recently confirmed it. "changed": the fact has changed or is gone, so it wasn't
 * confirmed. "no-such-place": unknown or closed.
 */
export async function confirmFact(
  db: Database,
  { slug, field, digest, reporter, viewer, now }: Confirmation,
): Promise<"confirmed" | "before" | "changed" | "no-such-place"> {
  return db.transaction(async (tx) => {
    const [place] = await tx
      .select({ id: places.id, status: places.status, closure: places.closure })
      .from(places)
      .where(eq(places.slug, slug));
    if (place === undefined || !isPresumedOpen(place)) return "no-such-place";
    if (field === null) return "changed";
    const isFact = and(eq(placeFacts.placeId, place.id), eq(placeFacts.field, field));
    // The lock serializes repeated taps.
    const [fact] = await tx.select({ digest: factDigest }).from(placeFacts).where(isFact).for("update");
    if (fact === undefined || fact.digest !== digest) return "changed";

    const key = { placeId: place.id, field, valueDigest: digest };
    if (await hasConfirmed(tx, { ...key, reporter, now })) return "before";
    const confirmedBy = await confirmerOf(tx, { viewer, placeId: place.id });
    const { userId, browserHash, ipHash } = reporter;
    await tx.insert(factConfirmations).values({ ...key, confirmedBy, userId, browserHash, ipHash, confirmedAt: now });
    await invalidatePages(tx, [`place:${slug}`]);
    await relistChangedPlaces(tx, { rows: [place], now });
    return "confirmed";
  });
}

type ConfirmedValue = Pick<typeof factConfirmations.$inferSelect, "placeId" | "field" | "valueDigest">;

/** Served by fact_confirmations_by_fact. */
async function hasConfirmed(
  db: Database,
  { placeId, field, valueDigest, reporter, now }: ConfirmedValue & { reporter: Reporter; now: Date },
): Promise<boolean> {
  const isBySameReporter =
    reporter.userId === null
      ? or(eq(factConfirmations.browserHash, reporter.browserHash), eq(factConfirmations.ipHash, reporter.ipHash))
      : eq(factConfirmations.userId, reporter.userId);
  const count = await db.$count(
    factConfirmations,
    and(
      eq(factConfirmations.placeId, placeId),
      eq(factConfirmations.field, field),
      eq(factConfirmations.valueDigest, valueDigest),
      gt(factConfirmations.confirmedAt, new Date(now.getTime() - CONFIRMATION_DAYS * DAY_MS)),
      isBySameReporter,
    ),
  );
  return count > 0;
}

/** The role in which someone confirms: a business is never shown as a reader. */
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

/** Deletes the hashes of old confirmations' browsers and networks. */
export async function anonymizeConfirmers(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - REPORTER_RETENTION_DAYS * DAY_MS);
  await db
    .update(factConfirmations)
    .set({ browserHash: null, ipHash: null })
    .where(and(lt(factConfirmations.confirmedAt, before), isNotNull(factConfirmations.ipHash)));
}

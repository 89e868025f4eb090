import { randomBytes } from "node:crypto";

import { eq } from "drizzle-orm";

import { placeOwners } from "#app/db/schema/business.ts";
import { placeFacts, places } from "#app/db/schema/places.ts";
import { notifyPages } from "#app/platform/page-tags.server.ts";

import type { Site } from "./site.ts";

export type OwnPlace = typeof places.$inferSelect;

/**
 * A published place that no other test writes to: a copy of one of the catalogue, with its facts, under a name and an
 * address of its own. On a list of the best it stands nowhere.
 */
export async function ownPlace(
  { db }: Pick<Site, "db">,
  { like, ...given }: { like: string } & Partial<typeof places.$inferInsert>,
): Promise<OwnPlace> {
  const { id: modelId, ...model } = await placeBySlug({ db }, like);
  const token = randomBytes(4).toString("hex");
  const own = { slug: `own-place-${token}`, name: `Own Place ${token}`, featuredRank: null, hubRank: null };
  const [place] = await db
    .insert(places)
    .values({ ...model, ...own, ...given })
    .returning();
  if (place === undefined) throw new Error(`The copy of ${like} was not written`);
  const facts = await db.select().from(placeFacts).where(eq(placeFacts.placeId, modelId));
  if (facts.length > 0) await db.insert(placeFacts).values(facts.map((fact) => ({ ...fact, placeId: place.id })));
  await notifyPages(db, ["*"]);
  return place;
}

/** Makes somebody run a place, as if an editor had granted their claim. */
export async function letRun(
  site: Pick<Site, "db" | "now">,
  { slug, person, role = "owner" }: { slug: string; person: { id: string }; role?: "owner" | "manager" },
): Promise<void> {
  const place = await placeBySlug(site, slug);
  await site.db.insert(placeOwners).values({ placeId: place.id, userId: person.id, role, since: site.now() });
  await notifyPages(site.db, ["*"]);
}

export async function placeBySlug({ db }: Pick<Site, "db">, slug: string): Promise<OwnPlace> {
  const [place] = await db.select().from(places).where(eq(places.slug, slug));
  if (place === undefined) throw new Error(`There is no place ${slug}`);
  return place;
}

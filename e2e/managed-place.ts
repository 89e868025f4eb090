import { eq } from "drizzle-orm";

import { placeOwners } from "#app/db/schema/business.ts";
import { places } from "#app/db/schema/places.ts";
import { invalidatePages } from "#app/platform/page-tags.server.ts";

import type { Person, SignInAs } from "./browser.ts";
import type { Site } from "./site.ts";

/** Makes a user manage a place, as if an editor had granted their claim. */
export async function makePlaceOwner(
  site: Pick<Site, "db" | "now">,
  { slug, person, role = "owner" }: { slug: string; person: { id: string }; role?: "owner" | "manager" },
): Promise<void> {
  const place = await placeBySlug(site, slug);
  await site.db.insert(placeOwners).values({ placeId: place.id, userId: person.id, role, since: site.now() });
  await invalidatePages(site.db, ["*"]);
}

/** A new user with a business account who owns a place. */
export async function ownerOf(site: Site, { as, slug }: { as: SignInAs; slug: string }): Promise<Person> {
  const person = await as("business");
  await makePlaceOwner(site, { slug, person });
  return person;
}

export async function placeBySlug({ db }: Pick<Site, "db">, slug: string): Promise<typeof places.$inferSelect> {
  const [place] = await db.select().from(places).where(eq(places.slug, slug));
  if (place === undefined) throw new Error(`There is no place ${slug}`);
  return place;
}

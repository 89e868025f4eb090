import { and, asc, eq } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { isDescribed } from "#app/guide/places/facts/listing-depth.server.ts";
import { listEntries, lists } from "#app/db/schema/members.ts";
import { places } from "#app/db/schema/places.ts";
import { drawHomeStreet } from "#illustrations/houses/home-street.ts";
import type { Season } from "#illustrations/inks/paper-palette.ts";
import { placePictureInput } from "#illustrations/picture-inputs.ts";
import { drawPicture } from "#illustrations/picture.ts";
import { type SocialCard, TILES_MAX } from "#app/guide/seo/social/social-image.ts";
import { pluralize } from "#app/ui/format-count.ts";

import { isSharedWithKey } from "./list-queries.server.ts";

/**
 * The social card of a shared list; null if it isn't shared, or is demo data, because a card can't mark it as demo. An
 * empty list shows the home page's street in the given season.
 */
export async function findListCard(
  db: Database,
  { shareKey, season }: { shareKey: string; season: Season },
): Promise<SocialCard | null> {
  const [list] = await db
    .select({ id: lists.id, name: lists.name })
    .from(lists)
    .innerJoin(users, eq(users.id, lists.ownerId))
    .where(and(isSharedWithKey(shareKey), eq(users.isDemo, false)));
  if (list === undefined) return null;
  const entries = await db
    .select({
      slug: places.slug,
      name: places.name,
      type: places.type,
      category: places.categorySlug,
      neighborhood: places.neighborhoodSlug,
      street: places.street,
      isDescribed,
      salt: places.pictureSalt,
    })
    .from(listEntries)
    .innerJoin(places, eq(places.id, listEntries.placeId))
    .where(and(eq(listEntries.listId, list.id), eq(places.status, "published")))
    .orderBy(asc(listEntries.position));
  const words = {
    kicker: "A list",
    title: list.name,
    lines: [{ text: pluralize(entries.length, "place"), quadrant: null }],
  };
  if (entries.length === 0) return { layout: "street", text: words, art: drawHomeStreet({ season, light: "day" }) };
  const arts = entries
    .slice(0, TILES_MAX)
    .map((place) => drawPicture(placePictureInput({ ...place, crop: "thumb" })).svg);
  return { layout: "tiles", text: words, arts };
}

import { and, asc, inArray, isNotNull, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { posts } from "#app/db/schema/guides.ts";
import { places } from "#app/db/schema/places.ts";
import { isFullyReadable, listGuideCards } from "#app/guide/guides/list/guide-cards.server.ts";
import type { GuideCardData } from "#app/guide/guides/page/guide.ts";
import { placeCards } from "#app/guide/places/cards/place-cards.server.ts";
import type { CategorySlug } from "#app/guide/places/facts/categories.ts";
import type { PlaceCardData } from "#app/guide/places/place.ts";
import type { PageContext, ViewContext } from "#app/platform/page-cache-info.ts";

export type Starters = { places: PlaceCardData[]; guides: GuideCardData[] };

/** Where people like to go, rather than have to. */
const STARTER_CATEGORIES: CategorySlug[] = ["food", "nightlife", "shopping", "entertainment"];
const GUIDES_SHOWN = 3;

/** What a member without saves may begin with: the editors' first pick of some categories, and their featured guides. */
export async function findStarters(db: Database, moment: PageContext & ViewContext): Promise<Starters> {
  const picked = await placeCards(
    db,
    {
      where: and(inArray(places.categorySlug, STARTER_CATEGORIES), isNotNull(places.hubRank)),
      orderBy: [asc(places.hubRank)],
    },
    moment,
  );
  const guides = await listGuideCards(
    db,
    {
      where: and(sql`${posts.featuredRank} is not null`, isFullyReadable(moment)) ?? sql`true`,
      orderBy: [asc(posts.featuredRank)],
      limit: GUIDES_SHOWN,
    },
    moment,
  );
  return {
    places: STARTER_CATEGORIES.flatMap((category) => picked.find((place) => place.category === category) ?? []).map(
      (place) => ({ ...place, isSaved: false }),
    ),
    guides: guides.map((guide) => ({ ...guide, isSaved: false })),
  };
}

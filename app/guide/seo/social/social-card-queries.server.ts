import { and, eq, ne } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { posts } from "#app/db/schema/guides.ts";
import { isDescribed } from "#app/guide/places/facts/listing-depth.server.ts";
import { neighborhoods } from "#app/db/schema/neighborhoods.ts";
import { categories, places } from "#app/db/schema/places.ts";
import { isGuideVisible } from "#app/guide/guides/list/guide-cards.server.ts";
import { drawCategoryFront } from "#illustrations/category-fronts.ts";
import { drawHomeStreet } from "#illustrations/houses/home-street.ts";
import type { Season } from "#illustrations/inks/paper-palette.ts";
import { guidePictureInput, placePictureInput } from "#illustrations/picture-inputs.ts";
import { drawPicture } from "#illustrations/picture.ts";
import { drawStreetPlan } from "#illustrations/houses/street-plan.ts";
import { QUADRANT_NAMES } from "#app/guide/neighborhoods/group-by-quadrant.ts";
import { streetWithoutQuadrant } from "#app/guide/places/facts/address.ts";
import {
  CATEGORY_NAMES,
  CATEGORY_SLUGS,
  type CategorySlug,
  isCategorySlug,
} from "#app/guide/places/facts/categories.ts";
import type { PageContext } from "#app/platform/page-cache-info.ts";
import { pluralize } from "#app/ui/format-count.ts";

import { SITE_NAME } from "../site-identity.ts";
import type { SocialCard } from "./social-image.ts";
import type { SocialKind } from "./social-image-path.ts";

/**
 * The content of the social image for a page. `season` is for the street drawing. Null when the subject doesn't exist or
 * isn't published.
 */
export async function findSocialCard(
  db: Database,
  { kind, slug, season }: { kind: Exclude<SocialKind, "lists">; slug: string; season: Season },
  moment: PageContext,
): Promise<SocialCard | null> {
  if (kind === "places") return placeCard(db, slug, moment);
  if (kind === "guides") return guideCard(db, slug, moment);
  if (kind === "guide-pictures") {
    const card = await guideCard(db, slug, moment);
    return card === null ? null : { layout: "picture", art: card.art };
  }
  if (kind === "neighborhoods") return neighborhoodCard(db, slug, moment);
  if (kind === "categories") return categoryCard(db, slug, moment);
  if (kind === "site" && slug === "logo") return { layout: "logo" };
  const text = kind === "site" ? (slug === "home" ? HOME : undefined) : PAGES.get(slug);
  if (text === undefined) return null;
  const art = drawHomeStreet({ season, light: "day" });
  return { layout: "street", text: { kicker: null, title: text.title, lines: plainLines(text.lines) }, art };
}

type PageText = { title: string; lines: readonly string[] };

const HOME: PageText = {
  title: "Washington, door by door.",
  lines: ["Where to eat, drink, shop and get things fixed, street by street."],
};

/** Static pages. Pages that aren't listed here use the site's own image. */
const PAGES: ReadonlyMap<string, PageText> = new Map([
  ["latest", { title: "Latest guides", lines: ["Walkable guides to Washington, DC, newest first."] }],
  ["neighborhoods", { title: "Neighborhoods", lines: ["Washington, DC, street by street, in four quadrants."] }],
  ["search", { title: `Search ${SITE_NAME}`, lines: ["Places, guides and neighborhoods of Washington, DC."] }],
  ["about", { title: `About ${SITE_NAME}`, lines: ["What’s in the guide and where each fact comes from."] }],
  ["privacy", { title: "Privacy", lines: [`What ${SITE_NAME} knows about you and what we do with it.`] }],
  ["terms", { title: "Terms", lines: [`What you can expect from ${SITE_NAME}, and what we expect from you.`] }],
]);

async function placeCard(db: Database, slug: string, moment: PageContext): Promise<SocialCard | null> {
  const [place] = await db
    .select({
      slug: places.slug,
      name: places.name,
      type: places.type,
      category: places.categorySlug,
      neighborhood: places.neighborhoodSlug,
      neighborhoodName: neighborhoods.name,
      summary: places.summary,
      street: places.street,
      quadrant: places.quadrant,
      isDescribed,
      salt: places.pictureSalt,
    })
    .from(places)
    .innerJoin(neighborhoods, eq(neighborhoods.slug, places.neighborhoodSlug))
    .where(and(eq(places.slug, slug), ne(places.status, "removed")));
  if (place === undefined) return null;
  moment.page.tags.add(`place:${slug}`);
  const street = place.street === null ? "" : streetWithoutQuadrant(place.street, place.quadrant);
  const address = street === "" && place.quadrant === null ? [] : [{ text: street, quadrant: place.quadrant }];
  return {
    layout: "beside",
    text: {
      kicker: place.type,
      title: place.name,
      lines: [
        ...plainLines(place.summary === "" ? [] : [place.summary]),
        ...address,
        { text: place.neighborhoodName, quadrant: null },
      ],
    },
    art: drawPicture(placePictureInput({ ...place, crop: "thumb" })).svg,
  };
}

async function guideCard(
  db: Database,
  slug: string,
  moment: PageContext,
): Promise<Extract<SocialCard, { layout: "below" }> | null> {
  const [guide] = await db
    .select({
      slug: posts.slug,
      title: posts.title,
      category: posts.categorySlug,
      neighborhood: posts.neighborhoodSlug,
      neighborhoodName: neighborhoods.name,
      readMinutes: posts.readMinutes,
      picture: posts.picture,
      keywords: posts.keywords,
      salt: posts.pictureSalt,
    })
    .from(posts)
    .leftJoin(neighborhoods, eq(neighborhoods.slug, posts.neighborhoodSlug))
    .where(and(eq(posts.slug, slug), isGuideVisible({ now: moment.now })));
  if (guide === undefined) return null;
  moment.page.tags.add(`guide:${slug}`);
  return {
    layout: "below",
    text: {
      kicker: CATEGORY_NAMES[guide.category],
      title: guide.title,
      lines: plainLines([guide.neighborhoodName ?? "Citywide", `${guide.readMinutes} min read`]),
    },
    art: drawPicture(guidePictureInput({ ...guide, crop: "wide" })).svg,
  };
}

async function neighborhoodCard(db: Database, slug: string, moment: PageContext): Promise<SocialCard | null> {
  const [area] = await db
    .select({ name: neighborhoods.name, quadrants: neighborhoods.quadrants, streetPlan: neighborhoods.streetPlan })
    .from(neighborhoods)
    .where(eq(neighborhoods.slug, slug));
  if (area === undefined) return null;
  moment.page.tags.add(`neighborhood:${slug}`).add("places").add("guides");
  const placeCount = await db.$count(places, and(eq(places.neighborhoodSlug, slug), eq(places.status, "published")));
  const guideCount = await db.$count(posts, and(eq(posts.neighborhoodSlug, slug), isGuideVisible({ now: moment.now })));
  return {
    layout: "beside",
    text: {
      kicker: area.quadrants.map((quadrant) => QUADRANT_NAMES[quadrant]).join(" and ") || null,
      title: area.name,
      lines: plainLines([countLine(placeCount, guideCount)]),
    },
    art: drawStreetPlan(area.streetPlan, { theme: "day", title: area.name }),
  };
}

async function categoryCard(db: Database, slug: string, moment: PageContext): Promise<SocialCard | null> {
  if (!isCategorySlug(slug)) return null;
  const [category] = await db
    .select({ name: categories.name, headline: categories.headline })
    .from(categories)
    .where(eq(categories.slug, slug));
  if (category === undefined) return null;
  moment.page.tags.add(`category:${slug}`).add("places").add("guides");
  const placeCount = await db.$count(places, and(eq(places.categorySlug, slug), eq(places.status, "published")));
  const guideCount = await db.$count(posts, and(eq(posts.categorySlug, slug), isGuideVisible({ now: moment.now })));
  const lines = plainLines([category.headline, countLine(placeCount, guideCount)]);
  return { layout: "fronts", text: { kicker: null, title: category.name, lines }, arts: threeFronts(slug) };
}

/** The category's house between its neighbors on the street of eight houses, wrapping around. */
function threeFronts(slug: CategorySlug): readonly [string, string, string] {
  const at = CATEGORY_SLUGS.indexOf(slug);
  const front = (index: number) => drawCategoryFront(CATEGORY_SLUGS.at(index % CATEGORY_SLUGS.length) ?? slug, "day");
  return [front(at - 1), front(at), front(at + 1)];
}

/** "62 places · 5 guides", without zero counts. */
function countLine(placeCount: number, guideCount: number): string {
  const parts = [
    placeCount === 0 ? "" : pluralize(placeCount, "place"),
    guideCount === 0 ? "" : pluralize(guideCount, "guide"),
  ];
  return parts.filter((part) => part !== "").join(" · ");
}

function plainLines(texts: readonly string[]) {
  return texts.filter((text) => text !== "").map((text) => ({ text, quadrant: null }));
}

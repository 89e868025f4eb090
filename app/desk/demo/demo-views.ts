import { type Random, seededRandom } from "#illustrations/drawing/seeded-random.ts";
import type { ViewSubject } from "#app/db/columns/analytics-columns.ts";
import { CATEGORY_SLUGS } from "#app/guide/places/facts/categories.ts";

import type { DemoFixtures } from "./demo-activity.ts";
import type { DemoPlace } from "./demo-places.ts";
import { dateDaysAgo } from "./demo-time.ts";

export type DemoView = { day: string; subject: ViewSubject; key: string; views: number; visitors: number };

/** Days of views, up to yesterday, because today's real views are being counted. */
const DAYS = 60;

/** Average daily views of the least and the most viewed page of each kind. */
const DAILY: Record<"place" | "guide" | "neighborhood" | "category", { least: number; most: number }> = {
  place: { least: 0.02, most: 3 },
  guide: { least: 0.3, most: 8 },
  neighborhood: { least: 0.1, most: 3 },
  category: { least: 1, most: 8 },
};
const HOME_DAILY = 20;

/** Most visitors view a page once a day, and view several pages of the site. */
const VISITORS_PER_VIEW = 0.82;
const PAGES_PER_VISITOR = 2.6;

export function generateDemoViews(fixtures: DemoFixtures, { places }: { places: DemoPlace[] }): DemoView[] {
  const subjects: { subject: ViewSubject; key: string; daily: number }[] = [
    ...places.map(({ slug }) => pageViews(fixtures, "place", slug)),
    ...fixtures.guides.map(({ slug }) => pageViews(fixtures, "guide", slug)),
    ...fixtures.neighborhoods.toSorted().map((slug) => pageViews(fixtures, "neighborhood", slug)),
    ...CATEGORY_SLUGS.map((slug) => pageViews(fixtures, "category", slug)),
    { subject: "page", key: "home", daily: HOME_DAILY },
  ];
  return Array.from({ length: DAYS }, (_, index) => viewsOfDay(fixtures, subjects, index + 1)).flat();
}

function pageViews({ seed }: DemoFixtures, subject: keyof typeof DAILY, key: string) {
  const { least, most } = DAILY[subject];
  const share = seededRandom(`${seed} views ${subject} ${key}`).next() ** 5;
  return { subject, key, daily: least + (most - least) * share };
}

function viewsOfDay(
  { seed, today }: DemoFixtures,
  subjects: { subject: ViewSubject; key: string; daily: number }[],
  daysAgo: number,
): DemoView[] {
  const random = seededRandom(`${seed} day ${daysAgo}`);
  const day = dateDaysAgo(today, daysAgo);
  // Slow growth with random daily variation.
  const factor = (1.15 - daysAgo / 300) * random.between(0.75, 1.25);
  const rows = subjects.flatMap(({ subject, key, daily }): DemoView[] => {
    const views = randomCount(daily * factor, random);
    return views === 0 ? [] : [{ day, subject, key, views, visitors: Math.ceil(views * VISITORS_PER_VIEW) }];
  });
  const views = rows.reduce((sum, row) => sum + row.views, 0);
  return [...rows, { day, subject: "site", key: "all", views, visitors: Math.ceil(views / PAGES_PER_VISITOR) }];
}

/** A random whole number near the mean. The fraction becomes the probability of one more. */
function randomCount(mean: number, random: Random): number {
  const spread = mean * random.between(0.6, 1.4);
  return Math.floor(spread) + (random.chance(spread % 1) ? 1 : 0);
}

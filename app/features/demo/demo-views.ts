import type { ViewSubject } from "#app/features/analytics/view-subject.ts";
import { type Random, seededRandom } from "#app/features/illustrations/seeded-random.ts";
import { CATEGORY_SLUGS } from "#app/features/places/categories.ts";

import type { DemoGround } from "./demo-activity.ts";
import { dayDaysAgo } from "./demo-time.ts";

export type DemoView = { day: string; subject: ViewSubject; key: string; views: number; visitors: number };

/** Views up to yesterday: today is being counted. */
const DAYS = 60;

/** Views of an average day, from the least to the most looked at of each kind. */
const DAILY: Record<"place" | "guide" | "neighborhood" | "category", { least: number; most: number }> = {
  place: { least: 0.02, most: 12 },
  guide: { least: 2, most: 40 },
  neighborhood: { least: 0.1, most: 12 },
  category: { least: 8, most: 60 },
};
const HOME_DAILY = 180;

/** Most who look at a page once on a day don't come back to it; who comes to the site looks at several. */
const VISITORS_PER_VIEW = 0.82;
const PAGES_PER_VISITOR = 2.6;

export function demoViews(ground: DemoGround): DemoView[] {
  const subjects: { subject: ViewSubject; key: string; daily: number }[] = [
    ...ground.places.map(({ slug }) => popular(ground, "place", slug)),
    ...ground.guides.map(({ slug }) => popular(ground, "guide", slug)),
    ...ground.neighborhoods.toSorted().map((slug) => popular(ground, "neighborhood", slug)),
    ...CATEGORY_SLUGS.map((slug) => popular(ground, "category", slug)),
    { subject: "page", key: "home", daily: HOME_DAILY },
  ];
  return Array.from({ length: DAYS }, (_, index) => viewsOfDay(ground, subjects, index + 1)).flat();
}

function popular({ seed }: DemoGround, subject: keyof typeof DAILY, key: string) {
  const { least, most } = DAILY[subject];
  const share = seededRandom(`${seed} views ${subject} ${key}`).next() ** 5;
  return { subject, key, daily: least + (most - least) * share };
}

function viewsOfDay(
  { seed, today }: DemoGround,
  subjects: { subject: ViewSubject; key: string; daily: number }[],
  daysAgo: number,
): DemoView[] {
  const random = seededRandom(`${seed} day ${daysAgo}`);
  const day = dayDaysAgo(today, daysAgo);
  // A site that grows a little, and days that differ.
  const liveliness = (1.15 - daysAgo / 300) * random.between(0.75, 1.25);
  const rows = subjects.flatMap(({ subject, key, daily }): DemoView[] => {
    const views = drawn(daily * liveliness, random);
    return views === 0 ? [] : [{ day, subject, key, views, visitors: Math.ceil(views * VISITORS_PER_VIEW) }];
  });
  const views = rows.reduce((sum, row) => sum + row.views, 0);
  return [...rows, { day, subject: "site", key: "all", views, visitors: Math.ceil(views / PAGES_PER_VISITOR) }];
}

/** A whole number near the mean: its fraction is the chance of one more. */
function drawn(mean: number, random: Random): number {
  const spread = mean * random.between(0.6, 1.4);
  return Math.floor(spread) + (random.chance(spread % 1) ? 1 : 0);
}

import { seededRandom } from "#app/features/illustrations/seeded-random.ts";
import type { CategorySlug } from "#app/features/places/categories.ts";

import { type DemoList, type DemoSave, demoLists, demoSaves } from "./demo-keepsakes.ts";
import { type DemoReview, demoReviews } from "./demo-reviews.ts";
import { demoId, instantDaysAgo } from "./demo-time.ts";
import { type DemoView, demoViews } from "./demo-views.ts";
import type { DemoPerson, DemoWords } from "./demo-words.ts";

export type DemoPlace = {
  id: number;
  slug: string;
  type: string;
  category: CategorySlug;
  neighborhoodSlug: string;
  neighborhoodName: string;
  /** The editors put it forward for its whole category, so many people know it. */
  isFeatured: boolean;
};
export type DemoGuide = { id: number; slug: string };

/** A person with what only this load gives them. */
export type DemoMember = DemoPerson & { id: string; joinedAt: Date; joinedDaysAgo: number; isPublic: boolean };

/** What the activity is made of. Places and guides in one order, whatever order the database gives them in. */
export type DemoGround = {
  seed: number;
  /** The day of the load in Washington; everything happened before it. */
  today: string;
  people: DemoPerson[];
  words: DemoWords;
  places: DemoPlace[];
  guides: DemoGuide[];
  neighborhoods: string[];
};

export type DemoActivity = {
  members: DemoMember[];
  reviews: DemoReview[];
  savedPlaces: DemoSave[];
  savedGuides: DemoSave[];
  lists: DemoList[];
  views: DemoView[];
};

const JOINED_DAYS_AGO_MAX = 900;
const JOINED_DAYS_AGO_MIN = 70;
const PUBLIC_SHARE = 0.7;

/** All demo activity. The same ground gives the same activity, on every machine. */
export function demoActivity(ground: DemoGround): DemoActivity {
  const bySlug = (a: { slug: string }, b: { slug: string }) => (a.slug < b.slug ? -1 : 1);
  const ordered = { ...ground, places: ground.places.toSorted(bySlug), guides: ground.guides.toSorted(bySlug) };
  const members = demoMembers(ordered);
  return {
    members,
    reviews: demoReviews(ordered, members),
    ...demoSaves(ordered, members),
    lists: demoLists(ordered, members),
    views: demoViews(ordered),
  };
}

function demoMembers({ seed, today, people }: DemoGround): DemoMember[] {
  return people.map((person) => {
    const random = seededRandom(`${seed} member ${person.name}`);
    const joinedDaysAgo = random.integer(JOINED_DAYS_AGO_MIN, JOINED_DAYS_AGO_MAX);
    return {
      ...person,
      id: demoId(random),
      joinedDaysAgo,
      joinedAt: instantDaysAgo(today, joinedDaysAgo, random),
      isPublic: random.chance(PUBLIC_SHARE),
    };
  });
}

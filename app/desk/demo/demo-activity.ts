import { seededRandom } from "#illustrations/drawing/seeded-random.ts";

import { type CandidatePlace, selectDemoPlaces } from "./demo-places.ts";
import { type DemoList, type DemoSave, generateDemoLists, generateDemoSaves } from "./demo-saved-items.ts";
import { type DemoReview, generateDemoReviews } from "./demo-reviews.ts";
import { demoId, instantDaysAgo } from "./demo-time.ts";
import { type DemoView, generateDemoViews } from "./demo-views.ts";
import type { DemoKind, DemoListStock, DemoPerson } from "./demo-stock.ts";

export type DemoGuide = { id: number; slug: string };

/** A person from people.yaml with what is generated for them. */
export type DemoMember = DemoPerson & { id: string; joinedAt: Date; joinedDaysAgo: number; isPublic: boolean };

/** The input of the generators. */
export type DemoFixtures = {
  seed: number;
  /** The day of the load in America/New_York. Everything happens before it. */
  today: string;
  people: DemoPerson[];
  kinds: DemoKind[];
  lists: DemoListStock;
  /** All published places. Activity is generated for `selectDemoPlaces` of them. */
  places: CandidatePlace[];
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

/** Generates all demo activity. The same fixtures give the same activity on every machine. */
export function generateDemoActivity(fixtures: DemoFixtures): DemoActivity {
  const bySlug = (a: { slug: string }, b: { slug: string }) => (a.slug < b.slug ? -1 : 1);
  const sorted = { ...fixtures, guides: fixtures.guides.toSorted(bySlug) };
  const members = demoMembers(sorted);
  const subjects = { members, places: selectDemoPlaces(fixtures.places, fixtures.kinds).toSorted(bySlug) };
  return {
    members,
    reviews: generateDemoReviews(sorted, subjects),
    ...generateDemoSaves(sorted, subjects),
    lists: generateDemoLists(sorted, subjects),
    views: generateDemoViews(sorted, subjects),
  };
}

function demoMembers({ seed, today, people }: DemoFixtures): DemoMember[] {
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

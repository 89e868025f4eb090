import { DAY_MS } from "#app/lib/duration.ts";
import { type Random, seededRandom } from "#illustrations/drawing/seeded-random.ts";

import type { DemoFixtures, DemoMember } from "./demo-activity.ts";
import type { DemoPlace } from "./demo-places.ts";
import type { DemoKind } from "./demo-stock.ts";
import { demoId, instantDaysAgo } from "./demo-time.ts";

export type DemoReview = {
  id: string;
  placeId: number;
  authorId: string;
  stars: number;
  body: string;
  /** "2026-10" */
  visitMonth: string;
  createdAt: Date;
  editedAt: Date | null;
};

const REVIEWS_PER_PLACE_MAX = 12;

const VISIT_DAYS_BEFORE_MAX = 40;
const EDITED_SHARE = 0.06;
const EDITED_DAYS_AFTER_MAX = 20;

/** Uses each text of reviews.yaml for one review at most, on as many places as the file says. */
export function generateDemoReviews(
  fixtures: DemoFixtures,
  { members, places }: { members: DemoMember[]; places: DemoPlace[] },
): DemoReview[] {
  return fixtures.kinds.flatMap((kind) => {
    const random = seededRandom(`${fixtures.seed} reviews ${kind.kind}`);
    const texts = random.shuffle(textsOf(kind));
    const counts = spreadReviews({ kind, places, count: texts.length, random });
    return [...counts].flatMap(([place, count]) => {
      const authors = authorsFor({ fixtures, place, members, count });
      const written = texts.splice(0, authors.length);
      return authors.flatMap((author, index) => {
        const text = written[index];
        if (text === undefined) return [];
        const draw = seededRandom(`${fixtures.seed} review ${place.slug} ${author.name}`);
        const ids = { id: demoId(draw), placeId: place.id, authorId: author.id };
        return [{ ...ids, ...text, ...reviewTimes(fixtures, author, draw) }];
      });
    });
  });
}

function textsOf({ five, four, three }: DemoKind): { stars: number; body: string }[] {
  return [five, four, three].flatMap((bodies, index) => bodies.map((body) => ({ stars: 5 - index, body })));
}

/** Chooses the kind's places, featured ones first, and how many reviews each gets: a few get many, most get some. */
function spreadReviews(input: {
  kind: DemoKind;
  places: DemoPlace[];
  count: number;
  random: Random;
}): Map<DemoPlace, number> {
  const { kind, places, count, random } = input;
  const chosen = random
    .shuffle(places.filter((place) => place.kind === kind.kind))
    .toSorted((a, b) => Number(b.isFeatured) - Number(a.isFeatured))
    .slice(0, kind.places);
  const counts = new Map(chosen.slice(0, count).map((place) => [place, 1]));
  const weights = new Map(chosen.map((place) => [place, (place.isFeatured ? 1.5 : 0.3) + 2 * random.next() ** 3]));
  for (let dealt = counts.size; dealt < count; dealt += 1) {
    const open = [...counts].filter(([, reviews]) => reviews < REVIEWS_PER_PLACE_MAX).map(([place]) => place);
    const place = pickWeighted(open, weights, random);
    if (place === null) break;
    counts.set(place, (counts.get(place) ?? 0) + 1);
  }
  return counts;
}

function pickWeighted(places: DemoPlace[], weights: Map<DemoPlace, number>, random: Random): DemoPlace | null {
  let rest = random.next() * places.reduce((sum, place) => sum + (weights.get(place) ?? 0), 0);
  for (const place of places) {
    rest -= weights.get(place) ?? 0;
    if (rest <= 0) return place;
  }
  return places.at(-1) ?? null;
}

/** Chooses authors, preferring members who like the category or live in the neighborhood. */
function authorsFor(input: { fixtures: DemoFixtures; place: DemoPlace; members: DemoMember[]; count: number }) {
  const { fixtures, place, members, count } = input;
  const random = seededRandom(`${fixtures.seed} authors ${place.slug}`);
  return members
    .map((member) => {
      const likes = member.likes.includes(place.category) ? 0.5 : 0;
      const near = member.neighborhood === place.neighborhoodSlug ? 0.5 : 0;
      return { member, draw: random.next() + likes + near };
    })
    .toSorted((a, b) => b.draw - a.draw)
    .slice(0, count)
    .map(({ member }) => member);
}

function reviewTimes({ today }: DemoFixtures, author: DemoMember, random: Random) {
  // More reviews in recent months than long ago.
  const daysAgo = 1 + Math.floor(random.next() ** 1.6 * (author.joinedDaysAgo - 2));
  const createdAt = instantDaysAgo(today, daysAgo, random);
  const visitedAt = new Date(createdAt.getTime() - random.integer(0, VISIT_DAYS_BEFORE_MAX) * DAY_MS);
  const editedDaysAgo = daysAgo - random.integer(1, EDITED_DAYS_AFTER_MAX);
  const isEdited = random.chance(EDITED_SHARE) && editedDaysAgo > 0;
  return {
    createdAt,
    visitMonth: visitedAt.toISOString().slice(0, 7),
    editedAt: isEdited ? instantDaysAgo(today, editedDaysAgo, random) : null,
  };
}

import { DAY_MS } from "#app/lib/duration.ts";
import { type Random, seededRandom } from "#illustrations/drawing/seeded-random.ts";

import type { DemoFixtures, DemoMember, DemoPlace } from "./demo-activity.ts";
import { generateReviewText } from "./demo-review-text.ts";
import { demoId, instantDaysAgo } from "./demo-time.ts";
import { findPhraseSet } from "./demo-vocabulary.ts";
import { UsedNgrams } from "./used-ngrams.ts";

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

/** The approximate total; rounding changes it a little. */
const REVIEWS_WANTED = 1_700;

/** Share of places without reviews. */
const UNREVIEWED_SHARE = 0.1;

const VISIT_DAYS_BEFORE_MAX = 40;
const EDITED_SHARE = 0.06;
const EDITED_DAYS_AFTER_MAX = 20;

/** Average stars, and how an author's temper shifts them. */
const STARS_MEAN = 4.15;
const TEMPERS = { generous: 0.35, fair: 0, strict: -0.55 } as const;

/** Generates the reviews of all places. A place's reviews depend on others only through the phrases already used. */
export function generateDemoReviews(fixtures: DemoFixtures, members: DemoMember[]): DemoReview[] {
  const usedPhrases = new UsedNgrams();
  const weights = fixtures.places.map(({ slug, isFeatured }) =>
    popularity(isFeatured, seededRandom(`${fixtures.seed} popularity ${slug}`)),
  );
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return fixtures.places.flatMap((place, index) => {
    const share = sum === 0 ? 0 : (weights[index] ?? 0) / sum;
    const count = Math.min(Math.round(share * REVIEWS_WANTED), members.length);
    return reviewsOfPlace({ fixtures, place, usedPhrases, authors: authorsFor({ fixtures, place, members, count }) });
  });
}

/** Weight of a place: a few get many reviews, most get some. */
function popularity(isFeatured: boolean, random: Random): number {
  if (isFeatured) return random.between(8, 16);
  return random.chance(UNREVIEWED_SHARE) ? 0 : 0.25 + 3 * random.next() ** 3;
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

function reviewsOfPlace(input: {
  fixtures: DemoFixtures;
  place: DemoPlace;
  usedPhrases: UsedNgrams;
  authors: DemoMember[];
}): DemoReview[] {
  const { fixtures, place, usedPhrases, authors } = input;
  const kind = findPhraseSet(fixtures.words, place);
  const used = new Map<string, number>();
  const quality = STARS_MEAN + 0.25 * randomNormal(seededRandom(`${fixtures.seed} quality ${place.slug}`));
  return authors.flatMap((author) => {
    const random = seededRandom(`${fixtures.seed} review ${place.slug} ${author.name}`);
    const rounded = Math.round(quality + TEMPERS[author.temper] + 1.05 * randomNormal(random));
    const stars = Math.min(5, Math.max(kind.least, rounded));
    const subject = { place, kind, person: author, stars, used };
    const body = generateReviewText(fixtures.words, usedPhrases, { subject, random });
    if (body === null) return [];
    return [
      {
        id: demoId(random),
        placeId: place.id,
        authorId: author.id,
        stars,
        body,
        ...reviewTimes(fixtures, author, random),
      },
    ];
  });
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

/** Roughly standard normal, from -3.5 to 3.5. */
function randomNormal(random: Random): number {
  return (random.next() + random.next() + random.next() + random.next() - 2) * 1.73;
}

import { type Random, seededRandom } from "#app/features/illustrations/seeded-random.ts";

import type { DemoGround, DemoMember, DemoPlace } from "./demo-activity.ts";
import { demoReviewText } from "./demo-review-text.ts";
import { DAY_MS, demoId, instantDaysAgo } from "./demo-time.ts";
import { wordKindOf } from "./demo-words.ts";
import { SaidRuns } from "./shared-runs.ts";

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

/** Aimed at; a few more or fewer come of rounding. */
const REVIEWS_WANTED = 1_700;

/** So many places nobody has written about yet. */
const SILENT_SHARE = 0.1;

const VISIT_DAYS_BEFORE_MAX = 40;
const EDITED_SHARE = 0.06;
const EDITED_DAYS_AFTER_MAX = 20;

/** How an average place does with an average person, and what temper adds. */
const STARS_MEAN = 4.15;
const TEMPERS = { generous: 0.35, fair: 0, strict: -0.55 } as const;

/** Reviews of all places, ordered by place; what one place gets depends on no other, but for the words left to say. */
export function demoReviews(ground: DemoGround, members: DemoMember[]): DemoReview[] {
  const said = new SaidRuns();
  const weights = ground.places.map(({ slug, isFeatured }) =>
    popularity(isFeatured, seededRandom(`${ground.seed} popularity ${slug}`)),
  );
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return ground.places.flatMap((place, index) => {
    const share = sum === 0 ? 0 : (weights[index] ?? 0) / sum;
    const count = Math.min(Math.round(share * REVIEWS_WANTED), members.length);
    return reviewsOfPlace({ ground, place, said, authors: authorsFor({ ground, place, members, count }) });
  });
}

/** Few places are known to everybody, most to some. */
function popularity(isFeatured: boolean, random: Random): number {
  if (isFeatured) return random.between(8, 16);
  return random.chance(SILENT_SHARE) ? 0 : 0.25 + 3 * random.next() ** 3;
}

/** Those who like the category or live near come first, but not only they. */
function authorsFor(input: { ground: DemoGround; place: DemoPlace; members: DemoMember[]; count: number }) {
  const { ground, place, members, count } = input;
  const random = seededRandom(`${ground.seed} authors ${place.slug}`);
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
  ground: DemoGround;
  place: DemoPlace;
  said: SaidRuns;
  authors: DemoMember[];
}): DemoReview[] {
  const { ground, place, said, authors } = input;
  const kind = wordKindOf(ground.words, place);
  const used = new Map<string, number>();
  const quality = STARS_MEAN + 0.25 * bell(seededRandom(`${ground.seed} quality ${place.slug}`));
  return authors.flatMap((author) => {
    const random = seededRandom(`${ground.seed} review ${place.slug} ${author.name}`);
    const drawn = Math.round(quality + TEMPERS[author.temper] + 1.05 * bell(random));
    const stars = Math.min(5, Math.max(kind.least, drawn));
    const subject = { place, kind, person: author, stars, used };
    const body = demoReviewText(ground.words, said, { subject, random });
    if (body === null) return [];
    return [
      { id: demoId(random), placeId: place.id, authorId: author.id, stars, body, ...times(ground, author, random) },
    ];
  });
}

function times({ today }: DemoGround, author: DemoMember, random: Random) {
  // More in the last months than long ago.
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

/** About a standard normal distribution, from -3 to 3. */
function bell(random: Random): number {
  return (random.next() + random.next() + random.next() + random.next() - 2) * 1.73;
}

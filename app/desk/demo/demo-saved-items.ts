import { type Random, seededRandom } from "#illustrations/drawing/seeded-random.ts";

import type { DemoFixtures, DemoMember } from "./demo-activity.ts";
import type { DemoPlace } from "./demo-places.ts";
import { demoId, instantDaysAgo } from "./demo-time.ts";

export type DemoSave = { userId: string; id: number; savedAt: Date };

/** The sample people, and the places that they may save. */
type DemoSubjects = { members: DemoMember[]; places: DemoPlace[] };

export type DemoList = {
  id: string;
  ownerId: string;
  name: string;
  note: string;
  visibility: "private" | "link" | "public";
  shareKey: string;
  createdAt: Date;
  entries: { placeId: number; note: string }[];
};

const SAVED_PLACES = { least: 2, most: 9 };
const SAVED_GUIDES = { least: 0, most: 3 };

const LISTS_MAX = 1;
const LIST_PLACES = { least: 3, most: 7 };
const NOTED_SHARE = 0.4;

/** Generates saved places and guides, mostly from the categories each member likes. */
export function generateDemoSaves(
  fixtures: DemoFixtures,
  { members, places }: DemoSubjects,
): { savedPlaces: DemoSave[]; savedGuides: DemoSave[] } {
  const savedPlaces = members.flatMap((member) => {
    const random = seededRandom(`${fixtures.seed} saves ${member.name}`);
    const liked = places.filter(({ category }) => member.likes.includes(category) || random.chance(0.25));
    return savesFrom({
      fixtures,
      member,
      random,
      from: liked,
      count: random.integer(SAVED_PLACES.least, SAVED_PLACES.most),
    });
  });
  const savedGuides = members.flatMap((member) => {
    const random = seededRandom(`${fixtures.seed} guides ${member.name}`);
    const count = random.integer(SAVED_GUIDES.least, SAVED_GUIDES.most);
    return savesFrom({ fixtures, member, random, from: fixtures.guides, count });
  });
  return { savedPlaces, savedGuides };
}

function savesFrom(input: {
  fixtures: DemoFixtures;
  member: DemoMember;
  random: Random;
  from: { id: number }[];
  count: number;
}): DemoSave[] {
  const { fixtures, member, random, from, count } = input;
  return random
    .shuffle(from)
    .slice(0, count)
    .map(({ id }) => ({ userId: member.id, id, savedAt: randomInstantSinceJoining(member, fixtures.today, random) }));
}

/** Generates a list for about half of the members, with places that fit the list's name. */
export function generateDemoLists(fixtures: DemoFixtures, { members, places }: DemoSubjects): DemoList[] {
  return members.flatMap((member) => {
    const random = seededRandom(`${fixtures.seed} lists ${member.name}`);
    const templates = random.shuffle(fixtures.lists.lists).slice(0, random.integer(0, LISTS_MAX));
    return templates.flatMap(({ name, note, kinds }) => {
      const matching = places.filter(({ kind }) => kinds.includes(kind));
      const chosen = random.shuffle(matching).slice(0, random.integer(LIST_PLACES.least, LIST_PLACES.most));
      if (chosen.length === 0) return [];
      return [
        {
          id: demoId(random),
          ownerId: member.id,
          name,
          note,
          visibility: random.pick(["private", "link", "public", "public"] as const),
          createdAt: randomInstantSinceJoining(member, fixtures.today, random),
          entries: chosen.map((place) => ({ placeId: place.id, note: entryNote(fixtures, random) })),
          shareKey: demoId(random).replaceAll("-", ""),
        },
      ];
    });
  });
}

function entryNote({ lists }: DemoFixtures, random: Random): string {
  return random.chance(NOTED_SHARE) ? random.pick(lists.entryNotes) : "";
}

function randomInstantSinceJoining({ joinedDaysAgo }: DemoMember, today: string, random: Random): Date {
  return instantDaysAgo(today, random.integer(1, joinedDaysAgo - 1), random);
}

import { type Random, seededRandom } from "#illustrations/drawing/seeded-random.ts";

import type { DemoFixtures, DemoMember, DemoPlace } from "./demo-activity.ts";
import { demoId, instantDaysAgo } from "./demo-time.ts";
import { expandPattern } from "./sentence-grammar.ts";

export type DemoSave = { userId: string; id: number; savedAt: Date };

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

const SAVED_PLACES = { least: 6, most: 24 };
const SAVED_GUIDES = { least: 1, most: 6 };

/** The list limit of a free membership. */
const LISTS_MAX = 3;
const LIST_PLACES = { least: 4, most: 10 };
const NOTED_SHARE = 0.4;

/** Generates saved places and guides, mostly from the categories each member likes. */
export function generateDemoSaves(
  fixtures: DemoFixtures,
  members: DemoMember[],
): { savedPlaces: DemoSave[]; savedGuides: DemoSave[] } {
  const savedPlaces = members.flatMap((member) => {
    const random = seededRandom(`${fixtures.seed} saves ${member.name}`);
    const liked = fixtures.places.filter(({ category }) => member.likes.includes(category) || random.chance(0.25));
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

/** Generates up to three lists per member, with places that fit the list's name. */
export function generateDemoLists(fixtures: DemoFixtures, members: DemoMember[]): DemoList[] {
  return members.flatMap((member) => {
    const random = seededRandom(`${fixtures.seed} lists ${member.name}`);
    const templates = random.shuffle(fixtures.words.lists).slice(0, random.integer(0, LISTS_MAX));
    return templates.flatMap(({ name, note, categories }) => {
      const matching = fixtures.places.filter(({ category }) => categories.includes(category));
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
          entries: chosen.map((place) => ({ placeId: place.id, note: entryNote(fixtures, place, random) })),
          shareKey: demoId(random).replaceAll("-", ""),
        },
      ];
    });
  });
}

function entryNote({ words }: DemoFixtures, place: DemoPlace, random: Random): string {
  if (!random.chance(NOTED_SHARE)) return "";
  return expandPattern(random.pick(words.entryNotes), random, (slot) => {
    if (slot === "hood") return place.neighborhoodName;
    if (slot === "who") return random.pick(words.words.who).first;
    if (slot === "day" || slot === "hour" || slot === "wait") return random.pick(words.words[slot]);
    throw new Error(`No words for {${slot}}`);
  });
}

function randomInstantSinceJoining({ joinedDaysAgo }: DemoMember, today: string, random: Random): Date {
  return instantDaysAgo(today, random.integer(1, joinedDaysAgo - 1), random);
}

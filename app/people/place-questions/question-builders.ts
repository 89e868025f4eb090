import type { Database } from "#app/db/database.server.ts";
import { listNotifications } from "#app/core/notifications/notifications.server.ts";
import { DAY_MS } from "#app/lib/duration.ts";
import { buildOwner, buildPlace, buildUser, NOW } from "#tests/builders.ts";

import { postPlaceAnswer, postPlaceQuestion } from "./post-questions.server.ts";

export const QUESTION = "Is there room for a stroller?";

export type Place = Awaited<ReturnType<typeof buildPlace>>;

export async function buildScene(db: Database) {
  const place = await buildPlace(db);
  const [owner, asker, admin] = [await buildUser(db), await buildUser(db), await buildUser(db, { role: "admin" })];
  await buildOwner(db, { placeId: place.id, userId: owner.id });
  return { place, owner, asker, admin };
}

export type AskInput = { place: Place; askerId: string; body?: string; now?: Date };

export async function ask(db: Database, { place, askerId, body = QUESTION, now = NOW }: AskInput): Promise<string> {
  const posted = await postPlaceQuestion(db, { place, askerId, body, now });
  if (typeof posted === "string") throw new Error(`The question was not asked: ${posted}`);
  return posted.id;
}

export type AnswerInput = {
  place: Place;
  id: string;
  authorId: string;
  isBusiness?: boolean;
  body?: string;
  now?: Date;
};

export function answer(
  db: Database,
  { place, id, authorId, isBusiness = false, body = "There is.", now = NOW }: AnswerInput,
) {
  return postPlaceAnswer(db, { place, questionId: id, authorId, isBusiness, body, now });
}

export async function notificationTitles(db: Database, userId: string): Promise<string[]> {
  const { items } = await listNotifications(db, { userId, page: 1, count: 20 });
  return items.map(({ title }) => title);
}

export function daysOn(days: number): Date {
  return new Date(NOW.getTime() + days * DAY_MS);
}

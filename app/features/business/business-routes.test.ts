import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { z } from "zod";

import type { Database } from "#app/db/database.server.ts";
import { placeInvitations } from "#app/db/schema/business.ts";
import { mails } from "#app/db/schema/mail.ts";
import { placeAnswers } from "#app/db/schema/questions.ts";
import { answerAboutPlace, askAboutPlace } from "#app/features/questions/post-questions.server.ts";
import { replyToReview } from "#app/features/reviews/reply.server.ts";
import { buildOwner, buildPlace, buildReview, buildUser, NOW } from "#tests/builders.ts";
import { type RouteAnswer, routeAnswer, SIGN_IN } from "#tests/route-answer.ts";
import { test } from "#tests/test-database.ts";

import * as questionCases from "../questions/question-cases.route.tsx";
import * as questions from "../questions/owner-questions.route.tsx";
import * as asking from "../questions/place-questions.route.tsx";
import * as reporting from "../questions/report-post.route.tsx";
import * as dashboard from "./business-dashboard.route.tsx";
import * as claim from "./claim.route.tsx";
import * as invitation from "./invitation.route.tsx";
import * as own from "./own-businesses.route.tsx";
import * as overview from "./overview.route.tsx";
import * as reviews from "./owner-reviews.route.tsx";
import { invite } from "./people.server.ts";
import * as people from "./people.route.tsx";

/** `owner` and `manager` run the place; `other` owns another one; `invited` is asked to join. */
const ASKERS = ["owner", "manager", "other", "member", "invited", "admin", "guest"] as const;
type Asker = (typeof ASKERS)[number];

type Scene = Awaited<ReturnType<typeof buildScene>>;
type Row = {
  what: string;
  route: object;
  path: (scene: Scene) => string;
  params?: (scene: Scene) => Record<string, string>;
  /** Null: the page is asked for. */
  form: ((scene: Scene) => Record<string, string>) | null;
  answers: Record<Exclude<Asker, "guest">, RouteAnswer>;
};

const everybody = (answer: RouteAnswer) => ({
  owner: answer,
  manager: answer,
  other: answer,
  member: answer,
  invited: answer,
  admin: answer,
});
/** For whoever runs the place; for all others it isn't there. */
const runners = (owner: RouteAnswer, manager = owner) => ({ ...everybody(404), owner, manager });

const pages = (section: string) => ({
  path: ({ place }: Scene) => `/business/${place.slug}${section}`,
  params: ({ place }: Scene) => ({ slug: place.slug }),
});
const claiming = {
  route: claim,
  path: ({ place }: Scene) => `/places/${place.slug}/claim`,
  params: ({ place }: Scene) => ({ slug: place.slug }),
};
/** Whoever runs it is led to its pages; for the others it is somebody's already. */
const claims = (answer: RouteAnswer) => ({
  ...everybody(answer),
  owner: "/business/:slug",
  manager: "/business/:slug",
});
const onPeople = { route: people, ...pages("/people") };
const onQuestions = { route: questions, ...pages("/questions") };
const onAsking = {
  route: asking,
  path: ({ place }: Scene) => `/places/${place.slug}/questions`,
  params: ({ place }: Scene) => ({ slug: place.slug }),
};
const onReviews = { route: reviews, ...pages("/reviews") };

const ROWS: Row[] = [
  { what: "claim", ...claiming, form: null, answers: claims(200) },
  {
    what: "claim by mail",
    ...claiming,
    form: () => ({ intent: "mail", address: "a@example.com" }),
    answers: claims(409),
  },
  { what: "claim by a guess", ...claiming, form: () => ({ intent: "code", code: "AAAAAAAA" }), answers: claims(409) },
  { what: "claim by site", ...claiming, form: () => ({ intent: "site", draft: "x" }), answers: claims(409) },
  {
    what: "look at the site",
    ...claiming,
    form: () => ({ intent: "look", code: "0".repeat(32) }),
    answers: claims(409),
  },
  {
    what: "dispute",
    ...claiming,
    form: () => ({ intent: "evidence", evidence: "It is mine, as the license on the wall says." }),
    answers: claims("/places/:slug/claim#evidence"),
  },
  {
    what: "take another's claim back",
    ...claiming,
    form: () => ({ intent: "withdraw", claim: crypto.randomUUID() }),
    answers: claims("/places/:slug/claim"),
  },
  { what: "own businesses", route: own, path: () => "/business", form: null, answers: everybody(200) },
  {
    what: "dashboard",
    route: dashboard,
    path: () => "/business/dashboard",
    form: null,
    answers: { ...everybody("/"), owner: 200, manager: 200, other: 200 },
  },
  { what: "overview", route: overview, ...pages(""), form: null, answers: runners(200) },
  { what: "reviews", ...onReviews, form: null, answers: runners(200) },
  {
    what: "answer a review",
    ...onReviews,
    form: ({ review }) => ({ do: "reply", review: review.id, reply: "Thank you." }),
    answers: runners("/business/:slug/reviews"),
  },
  {
    what: "answer a review with nothing",
    ...onReviews,
    form: ({ review }) => ({ do: "reply", review: review.id, reply: " " }),
    answers: runners(400),
  },
  {
    what: "answer a review of another place",
    ...onReviews,
    form: ({ elsewhere }) => ({ do: "reply", review: elsewhere.id, reply: "Thank you." }),
    answers: runners(404),
  },
  {
    what: "delete the reply at another place",
    ...onReviews,
    form: ({ elsewhere }) => ({ do: "delete", review: elsewhere.id }),
    answers: runners(404),
  },
  {
    what: "remove a review",
    ...onReviews,
    form: ({ review }) => ({ do: "remove", review: review.id }),
    answers: runners(400),
  },
  { what: "questions", ...onQuestions, form: null, answers: runners(200) },
  {
    what: "answer a question",
    ...onQuestions,
    form: ({ question }) => ({ do: "answer", id: question, answer: "There is." }),
    answers: runners("/business/:slug/questions"),
  },
  {
    what: "answer a question with nothing",
    ...onQuestions,
    form: ({ question }) => ({ do: "answer", id: question, answer: " " }),
    answers: runners(400),
  },
  {
    what: "answer a question of another place",
    ...onQuestions,
    form: ({ questionElsewhere }) => ({ do: "answer", id: questionElsewhere, answer: "There is." }),
    answers: runners(404),
  },
  {
    what: "delete the answer of another place",
    ...onQuestions,
    form: ({ answerElsewhere }) => ({ do: "delete-answer", id: answerElsewhere }),
    answers: runners(404),
  },
  {
    what: "delete the answer of another place by its page",
    ...onAsking,
    form: ({ answerElsewhere }) => ({ do: "delete-answer", id: answerElsewhere }),
    answers: everybody(404),
  },
  {
    what: "delete somebody's question",
    ...onAsking,
    form: ({ question }) => ({ do: "delete-question", id: question }),
    answers: everybody(404),
  },
  { what: "ask nothing", ...onAsking, form: () => ({ do: "ask", question: " " }), answers: everybody(400) },
  { what: "ask with no button", ...onAsking, form: () => ({}), answers: everybody(400) },
  {
    what: "answer a question on its page",
    ...onAsking,
    form: ({ question }) => ({ do: "answer", id: question, answer: "There is." }),
    answers: everybody("/places/:slug/questions?question=:question"),
  },
  {
    what: "report a question for no reason",
    route: reporting,
    path: ({ place, question }) => `/places/${place.slug}/questions/report?question=${question}`,
    params: ({ place }) => ({ slug: place.slug }),
    form: () => ({}),
    answers: everybody(400),
  },
  {
    what: "report a question of another place",
    route: reporting,
    path: ({ place, questionElsewhere }) => `/places/${place.slug}/questions/report?question=${questionElsewhere}`,
    params: ({ place }) => ({ slug: place.slug }),
    form: () => ({ reason: "spam" }),
    answers: everybody(404),
  },
  {
    what: "decide about a question",
    route: questionCases,
    path: () => "/admin/questions/places",
    form: ({ question }) => ({ kind: "question", id: question, decision: "rejected", reason: "Not here." }),
    // Nothing waits, and nobody else gets so far.
    answers: { ...everybody("/"), admin: 409 },
  },
  { what: "people", ...onPeople, form: null, answers: runners(200) },
  {
    what: "invite",
    ...onPeople,
    form: () => ({ intent: "invite", email: "new@example.com", role: "owner" }),
    answers: runners("/business/:slug/people", 403),
  },
  {
    what: "take an invitation back",
    ...onPeople,
    form: ({ invitationId }) => ({ intent: "take-back", id: invitationId }),
    answers: runners("/business/:slug/people", 403),
  },
  {
    what: "give a role",
    ...onPeople,
    form: ({ ids }) => ({ intent: "role", id: ids.manager, role: "owner" }),
    answers: runners("/business/:slug/people", 403),
  },
  {
    what: "give a role to somebody of another place",
    ...onPeople,
    form: ({ ids }) => ({ intent: "role", id: ids.other, role: "owner" }),
    answers: runners(409, 403),
  },
  {
    what: "hand over",
    ...onPeople,
    form: ({ ids }) => ({ intent: "hand-over", id: ids.manager }),
    answers: runners("/business/:slug/people", 403),
  },
  {
    what: "take somebody out",
    ...onPeople,
    form: ({ ids }) => ({ intent: "take-out", id: ids.manager }),
    answers: runners("/business/:slug/people", 403),
  },
  { what: "take out nobody", ...onPeople, form: () => ({ intent: "take-out", id: "x" }), answers: runners(400) },
  { what: "leave", ...onPeople, form: () => ({ intent: "leave" }), answers: runners(400, "/business") },
  { what: "give it up", ...onPeople, form: () => ({ intent: "leave", meant: "yes" }), answers: runners("/business") },
  {
    what: "invitation",
    route: invitation,
    path: ({ key }) => `/business/invitations/${key}`,
    params: ({ key }) => ({ key }),
    form: null,
    answers: everybody(200),
  },
  {
    what: "accept an invitation",
    route: invitation,
    path: ({ key }) => `/business/invitations/${key}`,
    params: ({ key }) => ({ key }),
    form: () => ({}),
    answers: { ...everybody(403), invited: "/business/:slug" },
  },
  {
    what: "accept with a key of nobody",
    route: invitation,
    path: () => "/business/invitations/x",
    params: () => ({ key: "x" }),
    form: () => ({}),
    answers: everybody(404),
  },
];

test.for(ROWS)("$what: everybody gets what is theirs, and a guest is led to signing in", async (row, { db }) => {
  const answers: Record<string, RouteAnswer> = {};
  for (const asker of ASKERS) {
    // Each on a place of its own: what one has done must not decide about the next.
    const scene = await buildScene(db);
    answers[asker] = await answerOf(db, { row, scene, asker });
  }

  expect(answers).toEqual({ ...row.answers, guest: SIGN_IN });
});

async function buildScene(db: Database) {
  const place = await buildPlace(db, { website: "https://www.example.com" });
  const build = (role: "business" | "member" | "admin", email: string | null = null) => buildUser(db, { role, email });
  const email = `${crypto.randomUUID()}@example.com`;
  const [owner, manager, other] = [await build("business"), await build("business"), await build("business")];
  const people = { owner, manager, other, member: await build("member"), admin: await build("admin") };
  const everybody = { ...people, invited: await build("member", email) };
  await buildOwner(db, { placeId: place.id, userId: owner.id });
  await buildOwner(db, { placeId: place.id, userId: manager.id, role: "manager" });
  const otherPlace = await buildPlace(db);
  const { id: otherPlaceId } = otherPlace;
  const { id: invitee } = await buildUser(db);
  await buildOwner(db, { placeId: otherPlaceId, userId: other.id });
  const review = await buildReview(db, { placeId: place.id });
  const elsewhere = await buildReview(db, { placeId: otherPlaceId });
  await replyToReview(db, { reviewId: elsewhere.id, authorId: other.id, body: "Thank you.", now: NOW });
  await invite(db, { placeId: place.id, actorId: owner.id, typed: email, role: "manager", now: NOW });
  const asked = { askerId: invitee, now: NOW, body: "Is there room for a stroller?" };
  const question = idOf(await askAboutPlace(db, { ...asked, place }));
  const questionElsewhere = idOf(await askAboutPlace(db, { ...asked, body: "Is it loud there?", place: otherPlace }));
  const given = { place: otherPlace, questionId: questionElsewhere, isBusiness: true, body: "Yes.", now: NOW };
  await answerAboutPlace(db, { ...given, authorId: other.id });
  const [answer] = await db.select().from(placeAnswers).where(eq(placeAnswers.questionId, questionElsewhere));
  const invitationId = (await db.select().from(placeInvitations)).find((each) => each.email === email)?.id ?? "";
  const mail = (await db.select().from(mails)).find(({ toAddress }) => toAddress === email);
  const ids = Object.fromEntries(Object.entries(everybody).map(([name, { id }]) => [name, id]));
  return {
    place,
    review,
    elsewhere,
    question,
    questionElsewhere,
    answerElsewhere: answer?.id ?? "",
    invitationId,
    key: /invitations\/([0-9a-f]{64})/.exec(mail?.bodyText ?? "")?.[1] ?? "",
    ids: z.record(z.enum(["owner", "manager", "other", "member", "invited", "admin"]), z.string()).parse(ids),
    people: everybody,
  };
}

async function answerOf(
  db: Database,
  { row, scene, asker }: { row: Row; scene: Scene; asker: Asker },
): Promise<RouteAnswer> {
  const answer = await routeAnswer(db, {
    route: row.route,
    path: row.path(scene),
    params: row.params?.(scene) ?? {},
    fields: row.form?.(scene),
    person: asker === "guest" ? null : scene.people[asker],
  });
  if (typeof answer === "number") return answer;
  return answer.replace(scene.place.slug, ":slug").replace(scene.question, ":question");
}

function idOf(asked: Awaited<ReturnType<typeof askAboutPlace>>): string {
  if (typeof asked === "string") throw new Error(`The question was not asked: ${asked}`);
  return asked.id;
}

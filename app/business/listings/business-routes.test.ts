import { readFileSync } from "node:fs";

import type { RouteConfigEntry } from "@react-router/dev/routes";
import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { z } from "zod";

import type { Database } from "#app/db/database.server.ts";
import { placeInvitations, placeOwners } from "#app/db/schema/business.ts";
import { placePhotos } from "#app/db/schema/place-photos.ts";
import { mails } from "#app/db/schema/mail.ts";
import { placeChanges, places } from "#app/db/schema/places.ts";
import { placeAnswers } from "#app/db/schema/questions.ts";
import { reviewReplies } from "#app/db/schema/reviews.ts";
import { buildPlaceWithFacts } from "#app/business/corrections/correction-builders.ts";
import { buildPlacePhoto } from "#app/guide/photos/place/gallery-builders.ts";
import { postPlaceAnswer, postPlaceQuestion } from "#app/people/place-questions/post-questions.server.ts";
import { replyToReview } from "#app/people/reviews/reply/reply.server.ts";
import { listingToFields } from "#app/business/submissions/form/listing.ts";
import routes from "#app/routes.ts";
import { buildOwner, buildReview, buildUser, NOW } from "#tests/builders.ts";
import { type RouteResult, requestRoute, SIGN_IN_REDIRECT } from "#tests/request-route.ts";
import { test, withRollback } from "#tests/test-database.ts";

import * as cropping from "#app/guide/photos/place/upload/crop-photo.route.tsx";
import * as ordering from "#app/guide/photos/place/owner/order-photos.route.ts";
import * as photos from "#app/guide/photos/place/owner/owner-photos.route.tsx";
import * as reportingPhoto from "#app/guide/photos/place/review/report-photo.route.tsx";
import * as uploading from "#app/guide/photos/place/upload/upload-photo.route.ts";
import * as questionCases from "#app/people/place-questions/review/question-cases.route.ts";
import * as questions from "#app/people/place-questions/owner-questions.route.tsx";
import * as newQuestion from "#app/people/place-questions/place-questions.route.tsx";
import * as reporting from "#app/people/place-questions/review/report-post.route.tsx";
import * as badge from "./badge/badge.route.tsx";
import * as dashboard from "./dashboard/business-dashboard.route.tsx";
import * as claim from "./claims/claim.route.tsx";
import * as listing from "./edit/edit-listing.route.tsx";
import * as figuresFile from "./figures/figures-csv.route.ts";
import * as figures from "./figures/figures.route.tsx";
import * as invitation from "./people/invitation.route.tsx";
import * as own from "./dashboard/own-businesses.route.tsx";
import * as overview from "./dashboard/overview.route.tsx";
import { changeListing, listingFromPlace } from "./edit/owner-listing.server.ts";
import * as reviews from "./dashboard/owner-reviews.route.tsx";
import { inviteManager } from "./people/people.server.ts";
import * as people from "./people/people.route.tsx";

/** `owner` and `manager` manage the place; `other` owns another place; `invited` has an open invitation. */
const ROLES = ["owner", "manager", "other", "member", "invited", "admin", "guest"] as const;
type Role = (typeof ROLES)[number];

type Scene = Awaited<ReturnType<typeof buildScene>>;
type Row = {
  what: string;
  route: object;
  path: (scene: Scene) => string;
  params?: (scene: Scene) => Record<string, string>;
  /** Null for a GET of the page. */
  form: ((scene: Scene) => Record<string, string>) | null;
  /** The raw body, for routes that don't take a form. */
  body?: () => BodyInit;
  answers: Record<Exclude<Role, "guest">, RouteResult>;
};

const everybody = (answer: RouteResult) => ({
  owner: answer,
  manager: answer,
  other: answer,
  member: answer,
  invited: answer,
  admin: answer,
});
/** For the accounts with the role business. */
const ofBusinesses = (answer: RouteResult) => ({ owner: answer, manager: answer, other: answer });
/** For the place's owners and managers; 404 for everybody else. */
const forManagers = (owner: RouteResult, manager = owner) => ({ ...everybody(404), owner, manager });

const pages = (section: string) => ({
  path: ({ place }: Scene) => `/business/${place.slug}${section}`,
  params: ({ place }: Scene) => ({ slug: place.slug }),
});
const claiming = {
  route: claim,
  path: ({ place }: Scene) => `/places/${place.slug}/claim`,
  params: ({ place }: Scene) => ({ slug: place.slug }),
};
/** Owners and managers are redirected to the place's pages; for others the place has an owner already. */
const claims = (answer: RouteResult) => ({
  ...everybody(answer),
  owner: "/business/:slug",
  manager: "/business/:slug",
});
const onPeople = { route: people, ...pages("/people") };
const onQuestions = { route: questions, ...pages("/questions") };
const questionChecks = {
  route: newQuestion,
  path: ({ place }: Scene) => `/places/${place.slug}/questions`,
  params: ({ place }: Scene) => ({ slug: place.slug }),
};
const onListing = { route: listing, ...pages("/edit") };
const onPhotos = { route: photos, ...pages("/photos") };
const crops = (of: (scene: Scene) => string) => ({
  route: cropping,
  path: (scene: Scene) => `/business/${scene.place.slug}/photos/${of(scene)}`,
  params: (scene: Scene) => ({ slug: scene.place.slug, id: of(scene) }),
});
const ofOwn = ({ photo }: Scene) => photo.id;
const ofElsewhere = ({ photoElsewhere }: Scene) => photoElsewhere.id;
const onReviews = { route: reviews, ...pages("/reviews") };

const ROWS: Row[] = [
  { what: "claim", ...claiming, form: null, answers: claims(200) },
  {
    what: "claim by email",
    ...claiming,
    form: () => ({ intent: "mail", address: "a@example.com" }),
    answers: claims(409),
  },
  {
    what: "claim by a guessed code",
    ...claiming,
    form: () => ({ intent: "code", code: "AAAAAAAA" }),
    answers: claims(409),
  },
  { what: "claim by website", ...claiming, form: () => ({ intent: "site", draft: "x" }), answers: claims(409) },
  {
    what: "check the website",
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
    what: "withdraw another member's claim",
    ...claiming,
    form: () => ({ intent: "withdraw", claim: crypto.randomUUID() }),
    answers: claims("/places/:slug/claim"),
  },
  {
    what: "own businesses",
    route: own,
    path: () => "/business",
    form: null,
    answers: { ...everybody(200), ...ofBusinesses("/business/dashboard") },
  },
  {
    what: "accept an invitation on the own businesses",
    route: own,
    path: () => "/business",
    form: ({ invitationId }) => ({ invitation: invitationId }),
    // Others don't learn that it is open.
    answers: { ...everybody(404), invited: "/business/:slug" },
  },
  {
    what: "dashboard",
    route: dashboard,
    path: () => "/business/dashboard",
    form: null,
    answers: { ...everybody("/"), ...ofBusinesses(200) },
  },
  { what: "overview", route: overview, ...pages(""), form: null, answers: forManagers(200) },
  { what: "reviews", ...onReviews, form: null, answers: forManagers(200) },
  {
    what: "reply to a review on the dashboard",
    ...onReviews,
    form: ({ review }) => ({ do: "reply", review: review.id, reply: "Thank you.", back: "dashboard" }),
    answers: forManagers("/business"),
  },
  {
    what: "answer a review",
    ...onReviews,
    form: ({ review }) => ({ do: "reply", review: review.id, reply: "Thank you." }),
    answers: forManagers("/business/:slug/reviews"),
  },
  {
    what: "answer a review with nothing",
    ...onReviews,
    form: ({ review }) => ({ do: "reply", review: review.id, reply: " " }),
    answers: forManagers(400),
  },
  {
    what: "answer a review of another place",
    ...onReviews,
    form: ({ elsewhere }) => ({ do: "reply", review: elsewhere.id, reply: "Thank you." }),
    answers: forManagers(404),
  },
  {
    what: "delete the reply at another place",
    ...onReviews,
    form: ({ elsewhere }) => ({ do: "delete", review: elsewhere.id }),
    answers: forManagers(404),
  },
  {
    what: "remove a review",
    ...onReviews,
    form: ({ review }) => ({ do: "remove", review: review.id }),
    answers: forManagers(400),
  },
  { what: "questions", ...onQuestions, form: null, answers: forManagers(200) },
  {
    what: "answer a question",
    ...onQuestions,
    form: ({ question }) => ({ do: "answer", id: question, answer: "There is." }),
    answers: forManagers("/business/:slug/questions"),
  },
  {
    what: "answer a question with nothing",
    ...onQuestions,
    form: ({ question }) => ({ do: "answer", id: question, answer: " " }),
    answers: forManagers(400),
  },
  {
    what: "answer a question of another place",
    ...onQuestions,
    form: ({ questionElsewhere }) => ({ do: "answer", id: questionElsewhere, answer: "There is." }),
    answers: forManagers(404),
  },
  {
    what: "delete the answer of another place",
    ...onQuestions,
    form: ({ answerElsewhere }) => ({ do: "delete-answer", id: answerElsewhere }),
    answers: forManagers(404),
  },
  {
    what: "delete the answer of another place by its page",
    ...questionChecks,
    form: ({ answerElsewhere }) => ({ do: "delete-answer", id: answerElsewhere }),
    answers: everybody(404),
  },
  {
    what: "delete another member's question",
    ...questionChecks,
    form: ({ question }) => ({ do: "delete-question", id: question }),
    answers: everybody(404),
  },
  { what: "ask nothing", ...questionChecks, form: () => ({ do: "ask", question: " " }), answers: everybody(400) },
  { what: "ask with no button", ...questionChecks, form: () => ({}), answers: everybody(400) },
  {
    what: "answer a question on its page",
    ...questionChecks,
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
    what: "the old queue of questions about places",
    route: questionCases,
    path: () => "/admin/questions/places",
    form: null,
    answers: { ...everybody("/"), admin: "/admin/moderation?kind=held-question&kind=reported-question" },
  },
  { what: "stats", route: figures, ...pages("/figures"), form: null, answers: forManagers(200) },
  { what: "stats as a file", route: figuresFile, ...pages("/figures.csv"), form: null, answers: forManagers(200) },
  { what: "badge", route: badge, ...pages("/badge"), form: null, answers: forManagers(200) },
  { what: "listing", ...onListing, form: null, answers: forManagers(200) },
  {
    what: "change the listing",
    ...onListing,
    form: ({ place }) => ({ ...listingToFields(listingFromPlace(place)), intent: "save", phone: "(202) 555-0188" }),
    answers: forManagers("/business/:slug/edit"),
  },
  {
    what: "request another name",
    ...onListing,
    form: ({ place }) => ({ ...listingToFields(listingFromPlace(place)), intent: "save", name: "Another Name" }),
    answers: forManagers("/business/:slug/edit"),
  },
  {
    what: "request other names",
    ...onListing,
    form: ({ place }) => ({
      ...listingToFields(listingFromPlace(place)),
      intent: "save",
      otherNames: "The Zorb\r\nZorbarena",
    }),
    answers: forManagers("/business/:slug/edit"),
  },
  {
    what: "request its name as an other name",
    ...onListing,
    form: ({ place }) => ({
      ...listingToFields(listingFromPlace(place)),
      intent: "save",
      otherNames: place.name.toUpperCase(),
    }),
    answers: forManagers(400),
  },
  {
    what: "undo another place's change",
    ...onListing,
    form: ({ changeElsewhere }) => ({ undo: String(changeElsewhere) }),
    answers: forManagers(400),
  },
  { what: "withdraw nothing", ...onListing, form: () => ({ intent: "withdraw" }), answers: forManagers(409) },
  {
    what: "close temporarily",
    ...onListing,
    form: () => ({ intent: "close", reopensOn: "" }),
    answers: forManagers("/business/:slug/edit"),
  },
  { what: "reopen", ...onListing, form: () => ({ intent: "reopen" }), answers: forManagers("/business/:slug/edit") },
  { what: "send the listing form without an action", ...onListing, form: () => ({}), answers: forManagers(400) },
  { what: "photos", ...onPhotos, form: null, answers: forManagers(200) },
  ...(["describe", "up", "down", "take-off", "put-back", "try-again"] as const).map((does) => ({
    what: `${does} another place's photo`,
    ...onPhotos,
    form: ({ photoElsewhere }: Scene) => ({ do: does, photo: photoElsewhere.id, alt: "The door", version: "1" }),
    answers: forManagers(404),
  })),
  {
    what: "describe a photo",
    ...onPhotos,
    form: ({ photo }) => ({ do: "describe", photo: photo.id, alt: "The door", version: "1" }),
    answers: forManagers("/business/:slug/photos#:photo"),
  },
  {
    what: "remove a photo",
    ...onPhotos,
    form: ({ photo }) => ({ do: "take-off", photo: photo.id }),
    answers: forManagers("/business/:slug/photos#taken-off"),
  },
  { what: "send the photos form without an action", ...onPhotos, form: () => ({}), answers: forManagers(400) },
  { what: "add no photo", ...onPhotos, form: null, body: () => new FormData(), answers: forManagers(400) },
  {
    what: "upload what is no photo",
    route: uploading,
    ...pages("/photos/upload"),
    form: null,
    body: () => "<svg onload='alert(1)'/>",
    answers: forManagers(422),
  },
  {
    what: "put photos in order",
    route: ordering,
    ...pages("/photos/order"),
    form: ({ photo }) => ({ was: photo.id, order: photo.id }),
    answers: forManagers(204),
  },
  {
    what: "put another place's photos in order",
    route: ordering,
    ...pages("/photos/order"),
    form: ({ photo, photoElsewhere }) => ({ was: photo.id, order: `${photoElsewhere.id},${photo.id}` }),
    answers: forManagers(409),
  },
  { what: "a photo's crop", ...crops(ofOwn), form: null, answers: forManagers(200) },
  { what: "another place's crop", ...crops(ofElsewhere), form: null, answers: everybody(404) },
  {
    what: "crop a photo",
    ...crops(ofOwn),
    form: () => ({ shape: "1:1", size: "80", x: "50", y: "50", version: "1" }),
    answers: forManagers("/business/:slug/photos#:photo"),
  },
  {
    what: "crop another place's photo",
    ...crops(ofElsewhere),
    form: () => ({ shape: "1:1", size: "80", x: "50", y: "50", version: "1" }),
    answers: everybody(404),
  },
  { what: "crop a photo to nothing", ...crops(ofOwn), form: () => ({}), answers: forManagers(400) },
  {
    what: "report a photo for no reason",
    route: reportingPhoto,
    path: ({ photo }) => `/place-photos/${photo.id}/report`,
    params: ({ photo }) => ({ id: photo.id }),
    form: () => ({}),
    answers: everybody(400),
  },
  { what: "people", ...onPeople, form: null, answers: forManagers(200) },
  {
    what: "invite",
    ...onPeople,
    form: () => ({ intent: "invite", email: "new@example.com", role: "owner" }),
    answers: forManagers("/business/:slug/people", 403),
  },
  {
    what: "revoke an invitation",
    ...onPeople,
    form: ({ invitationId }) => ({ intent: "take-back", id: invitationId }),
    answers: forManagers("/business/:slug/people", 403),
  },
  {
    what: "give a role",
    ...onPeople,
    form: ({ ids }) => ({ intent: "role", id: ids.manager, role: "owner" }),
    answers: forManagers("/business/:slug/people", 403),
  },
  {
    what: "give a role to a manager of another place",
    ...onPeople,
    form: ({ ids }) => ({ intent: "role", id: ids.other, role: "owner" }),
    answers: forManagers(409, 403),
  },
  {
    what: "transfer ownership",
    ...onPeople,
    form: ({ ids }) => ({ intent: "hand-over", id: ids.manager }),
    answers: forManagers("/business/:slug/people", 403),
  },
  {
    what: "remove a manager",
    ...onPeople,
    form: ({ ids }) => ({ intent: "take-out", id: ids.manager }),
    answers: forManagers("/business/:slug/people", 403),
  },
  {
    what: "remove an invalid id",
    ...onPeople,
    form: () => ({ intent: "take-out", id: "x" }),
    answers: forManagers(400),
  },
  { what: "leave", ...onPeople, form: () => ({ intent: "leave" }), answers: forManagers(400, "/business") },
  {
    what: "give up the listing",
    ...onPeople,
    form: () => ({ intent: "leave", meant: "yes" }),
    answers: forManagers("/business"),
  },
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
    what: "accept with an unknown key",
    route: invitation,
    path: () => "/business/invitations/x",
    params: () => ({ key: "x" }),
    form: () => ({}),
    answers: everybody(404),
  },
];

test.for(ROWS)("$what: each role gets its answer, and a guest is redirected to sign in", async (row, { db }) => {
  const answers: Record<string, RouteResult> = {};
  const scene = await buildScene(db);
  const before = await stateElsewhere(db, scene);
  for (const role of ROLES) {
    // One person's request must not affect the next.
    await withRollback(db, async (tx) => {
      answers[role] = await answerOf(tx, { row, scene, role });
      // A double click must not fail either.
      if (row.form !== null) expect(await answerOf(tx, { row, scene, role }), `${role} again`).not.toBe(500);
      expect(await stateElsewhere(tx, scene), `the other place, after ${role}`).toEqual(before);
    });
  }

  expect(answers).toEqual({ ...row.answers, guest: SIGN_IN_REDIRECT });
});

/** Test tables like this one, which request routes as each role. */
const TABLES = ["./business-routes.test.ts", "../advertising/campaigns/campaign-routes.test.ts"];

test("these tables cover every page of a business", () => {
  const files = routes.flatMap(({ path = "", file }: RouteConfigEntry) => (OF_BUSINESSES.test(path) ? [file] : []));
  const seedTables = TABLES.map((table) => readFileSync(new URL(table, import.meta.url), "utf8")).join("\n");

  expect(files.length).toBeGreaterThan(20);
  expect(files.filter((file) => !seedTables.includes(`/${file.split("/").at(-1)}"`))).toEqual([]);
});

const OF_BUSINESSES =
  /^business(?:\/|$)|^places\/:slug\/(?:claim|questions)|^place-photos\/:id\/report|^sandbox\/purchase/;

/** The other place's state, which requests for this place must not change. */
async function stateElsewhere(db: Database, { otherPlace: { id: placeId }, elsewhere, questionElsewhere }: Scene) {
  return {
    place: await db.select().from(places).where(eq(places.id, placeId)),
    owners: await db.select().from(placeOwners).where(eq(placeOwners.placeId, placeId)),
    photos: await db.select().from(placePhotos).where(eq(placePhotos.placeId, placeId)),
    changes: await db.$count(placeChanges, eq(placeChanges.placeId, placeId)),
    replies: await db.select().from(reviewReplies).where(eq(reviewReplies.reviewId, elsewhere.id)),
    answers: await db.select().from(placeAnswers).where(eq(placeAnswers.questionId, questionElsewhere)),
  };
}

async function buildScene(db: Database) {
  const place = await buildPlaceWithFacts(db);
  const build = (role: "business" | "member" | "admin", email: string | null = null) => buildUser(db, { role, email });
  const email = `${crypto.randomUUID()}@example.com`;
  const [owner, manager, other] = [await build("business"), await build("business"), await build("business")];
  const people = { owner, manager, other, member: await build("member"), admin: await build("admin") };
  const everybody = { ...people, invited: await build("member", email) };
  await buildOwner(db, { placeId: place.id, userId: owner.id });
  await buildOwner(db, { placeId: place.id, userId: manager.id, role: "manager" });
  const otherPlace = await buildPlaceWithFacts(db);
  const { id: otherPlaceId } = otherPlace;
  const { id: invitee } = await buildUser(db);
  await buildOwner(db, { placeId: otherPlaceId, userId: other.id });
  const review = await buildReview(db, { placeId: place.id });
  const elsewhere = await buildReview(db, { placeId: otherPlaceId });
  await replyToReview(db, { reviewId: elsewhere.id, authorId: other.id, body: "Thank you.", now: NOW });
  await inviteManager(db, { placeId: place.id, actorId: owner.id, typed: email, role: "manager", now: NOW });
  const newQuestion = { askerId: invitee, now: NOW, body: "Is there room for a stroller?" };
  const question = idOf(await postPlaceQuestion(db, { ...newQuestion, place }));
  const questionElsewhere = idOf(
    await postPlaceQuestion(db, { ...newQuestion, body: "Is it loud there?", place: otherPlace }),
  );
  const given = { place: otherPlace, questionId: questionElsewhere, isBusiness: true, body: "Yes.", now: NOW };
  await postPlaceAnswer(db, { ...given, authorId: other.id });
  const opened = listingToFields(listingFromPlace(otherPlace));
  const typed = { ...opened, phone: "(202) 555-0199" };
  await changeListing(db, { placeId: otherPlaceId, userId: other.id, typed, opened, now: NOW });
  const [change] = await db.select().from(placeChanges).where(eq(placeChanges.placeId, otherPlaceId));
  const [answer] = await db.select().from(placeAnswers).where(eq(placeAnswers.questionId, questionElsewhere));
  const invitationId = (await db.select().from(placeInvitations)).find((each) => each.email === email)?.id ?? "";
  const mail = (await db.select().from(mails)).find(({ toAddress }) => toAddress === email);
  const ids = Object.fromEntries(Object.entries(everybody).map(([name, { id }]) => [name, id]));
  return {
    place,
    otherPlace,
    photo: await buildPlacePhoto(db, { placeId: place.id }),
    photoElsewhere: await buildPlacePhoto(db, { placeId: otherPlaceId }),
    changeElsewhere: change?.id ?? 0,
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
  { row, scene, role }: { row: Row; scene: Scene; role: Role },
): Promise<RouteResult> {
  const answer = await requestRoute(db, {
    route: row.route,
    path: row.path(scene),
    params: row.params?.(scene) ?? {},
    fields: row.form?.(scene),
    body: row.body?.(),
    person: role === "guest" ? null : scene.people[role],
  });
  if (typeof answer === "number") return answer;
  const { place, question, photo } = scene;
  return answer.replace(place.slug, ":slug").replace(question, ":question").replace(photo.id, ":photo");
}

function idOf(posted: Awaited<ReturnType<typeof postPlaceQuestion>>): string {
  if (typeof posted === "string") throw new Error(`The question was not asked: ${posted}`);
  return posted.id;
}

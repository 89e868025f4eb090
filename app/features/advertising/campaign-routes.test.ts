import { expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { CALLS_PER_MINUTE_MAX } from "#app/features/billing/provider-limit.server.ts";
import { buildOwner, buildUser } from "#tests/builders.ts";
import { type RouteAnswer, routeAnswer, SIGN_IN } from "#tests/route-answer.ts";
import { test, undone } from "#tests/test-database.ts";

import * as payment from "../billing/sandbox-purchase.route.tsx";
import { buildDraft, buildRunning, buildRunPlace, rowOf } from "./advertising-builders.ts";
import * as campaignCsv from "./campaign-csv.route.ts";
import * as campaign from "./campaign.route.tsx";
import * as campaigns from "./campaigns.route.tsx";
import * as liveCampaigns from "./live-campaigns.route.tsx";
import * as newCampaign from "./new-campaign.route.tsx";
import * as sponsoredClick from "./sponsored-click.route.ts";
import * as sponsoredView from "./sponsored-view.route.ts";
import * as sponsored from "./sponsored.route.ts";

/** `owner` and `manager` run the place, `other` owns another one with a campaign of its own. */
const ASKERS = ["owner", "manager", "other", "member", "admin", "guest"] as const;
type Asker = (typeof ASKERS)[number];

type Scene = Awaited<ReturnType<typeof buildScene>>;
type Row = {
  what: string;
  route: unknown;
  path: string;
  params?: (scene: Scene) => Record<string, string>;
  /** Null: a look. */
  form: ((scene: Scene) => Record<string, string>) | null;
  answers: Record<Asker, RouteAnswer>;
};

const everybody = (answer: RouteAnswer): Record<Asker, RouteAnswer> => ({
  owner: answer,
  manager: answer,
  other: answer,
  member: answer,
  admin: answer,
  guest: answer,
});
/** Who doesn't run the place finds no page of it, whatever they are. */
const runners = (answer: RouteAnswer): Record<Asker, RouteAnswer> => ({
  ...everybody(404),
  owner: answer,
  manager: answer,
  guest: SIGN_IN,
});
const editors = (answer: RouteAnswer): Record<Asker, RouteAnswer> => ({
  ...everybody("/"),
  admin: answer,
  guest: SIGN_IN,
});

const of = (id: "draft" | "running" | "elsewhere") => (scene: Scene) => ({
  slug: scene.place.slug,
  id: scene[id].campaign.id,
});
const onDraft = { route: campaign, path: "/business/x/campaigns/y", params: of("draft") };
const onRunning = { route: campaign, path: "/business/x/campaigns/y", params: of("running") };
const onElsewhere = { route: campaign, path: "/business/x/campaigns/y", params: of("elsewhere") };
const onNew = {
  route: newCampaign,
  path: "/business/x/campaigns/new",
  params: ({ place }: Scene) => ({ slug: place.slug }),
};
const onLive = { route: liveCampaigns, path: "/admin/campaigns" };
const FORM = {
  headline: "Brunch on the patio",
  body: "Pancakes until three.",
  "on:category:food": "yes",
  startsOn: "2027-01-15",
  endsOn: "2027-01-28",
  per: "day",
  amount: "5",
};
const intent = (name: string) => () => ({ intent: name });

const ROWS: Row[] = [
  {
    what: "all campaigns",
    route: campaigns,
    path: "/business/x/campaigns",
    params: ({ place }) => ({ slug: place.slug }),
    form: null,
    answers: runners(200),
  },
  { what: "the form", ...onNew, form: null, answers: runners(200) },
  {
    what: "the form of a draft",
    ...onNew,
    path: "/business/x/campaigns/new?draft=nonsense",
    form: null,
    answers: runners(200),
  },
  {
    what: "keep a draft",
    ...onNew,
    form: () => ({ ...FORM, key: crypto.randomUUID() }),
    answers: runners("/business/:slug/campaigns/:id"),
  },
  { what: "keep nothing", ...onNew, form: () => ({}), answers: runners(400) },
  {
    what: "take over another place's draft",
    ...onNew,
    form: ({ elsewhere }) => ({ ...FORM, key: elsewhere.campaign.formKey }),
    answers: runners(409),
  },
  {
    what: "change what is paid for",
    ...onNew,
    form: ({ running }) => ({ ...FORM, key: running.campaign.formKey }),
    answers: runners(409),
  },
  { what: "a draft", ...onDraft, form: null, answers: runners(200) },
  { what: "a running one", ...onRunning, form: null, answers: runners(200) },
  { what: "another place's", ...onElsewhere, form: null, answers: { ...everybody(404), guest: SIGN_IN } },
  { what: "pay", ...onDraft, form: intent("pay"), answers: runners("/sandbox/purchase/:id") },
  { what: "pay again", ...onRunning, form: intent("pay"), answers: runners(409) },
  ...(["pay", "pause", "resume", "end", "delete"] as const).map((does) => ({
    what: `${does} another place's`,
    ...onElsewhere,
    form: intent(does),
    answers: { ...everybody(404), guest: SIGN_IN },
  })),
  { what: "delete a draft", ...onDraft, form: intent("delete"), answers: runners("/business/:slug/campaigns") },
  { what: "delete what is paid for", ...onRunning, form: intent("delete"), answers: runners(409) },
  { what: "pause", ...onRunning, form: intent("pause"), answers: runners("/business/:slug/campaigns/:id") },
  { what: "pause a draft", ...onDraft, form: intent("pause"), answers: runners(409) },
  { what: "resume what runs", ...onRunning, form: intent("resume"), answers: runners(409) },
  { what: "end", ...onRunning, form: intent("end"), answers: runners("/business/:slug/campaigns/:id") },
  { what: "end a draft", ...onDraft, form: intent("end"), answers: runners(409) },
  { what: "press no button", ...onRunning, form: intent("__proto__"), answers: runners(400) },
  {
    what: "the report as a file",
    route: campaignCsv,
    path: "/business/x/campaigns/y/report.csv",
    params: of("running"),
    form: null,
    answers: runners(200),
  },
  {
    what: "another place's report",
    route: campaignCsv,
    path: "/business/x/campaigns/y/report.csv",
    params: of("elsewhere"),
    form: null,
    answers: { ...everybody(404), guest: SIGN_IN },
  },
  { what: "all that run", ...onLive, form: null, answers: editors(200) },
  {
    what: "stop one",
    ...onLive,
    form: ({ running }) => ({ campaign: running.campaign.id, reason: "Not true any more." }),
    answers: editors("/admin/campaigns"),
  },
  {
    what: "stop one without a reason",
    ...onLive,
    form: ({ running }) => ({ campaign: running.campaign.id, reason: " no " }),
    answers: editors(400),
  },
  {
    what: "stop what nobody has paid",
    ...onLive,
    form: ({ elsewhere }) => ({ campaign: elsewhere.campaign.id, reason: "Not true any more." }),
    answers: editors(409),
  },
  { what: "stop nothing", ...onLive, form: () => ({ campaign: "x", reason: "Not true." }), answers: editors(400) },
  {
    what: "ask for a slot",
    route: sponsored,
    path: "/sponsored?on=category:food",
    form: null,
    answers: everybody(204),
  },
  { what: "ask for no slot", route: sponsored, path: "/sponsored?on=x", form: null, answers: everybody(400) },
  {
    what: "tell that nothing was seen",
    route: sponsoredView,
    path: "/sponsored/views/x",
    params: () => ({ token: "x" }),
    form: () => ({}),
    answers: everybody(404),
  },
  {
    what: "tell that nothing was followed",
    route: sponsoredClick,
    path: "/sponsored/clicks/x",
    params: () => ({ token: "x" }),
    form: () => ({}),
    answers: everybody(404),
  },
  {
    what: "look at what takes a form",
    route: sponsoredView,
    path: "/sponsored/views/x",
    params: () => ({ token: "x" }),
    form: null,
    answers: everybody(405),
  },
];

test.for(ROWS)("$what: everybody gets what is theirs, and nothing else is changed", async (row, { db }) => {
  const answers: Record<string, RouteAnswer> = {};
  const scene = await buildScene(db);
  for (const asker of ASKERS) {
    // What one has done must not decide about the next.
    await undone(db, async (tx) => {
      answers[asker] = await answerOf(tx, { row, scene, asker });
      expect(await rowOf(tx, scene.elsewhere.campaign.id)).toEqual(scene.elsewhere.campaign);
    });
  }

  expect(answers).toEqual(row.answers);
});

test("who begins to pay again and again is told when to come again", async ({ db }) => {
  const scene = await buildScene(db);
  const pay = () => routeAnswer(db, { ...onDraft, params: onDraft.params(scene), fields: { intent: "pay" }, person });
  const person = scene.people.owner;
  for (let count = 0; count < CALLS_PER_MINUTE_MAX; count += 1) expect(await pay()).toMatch(/^\/sandbox\/purchase\//);

  expect(await pay()).toBe(429);
});

test("the page of a payment is its buyer's alone, to look at and to pay", async ({ db }) => {
  const scene = await buildScene(db);
  const { owner, ...others } = scene.people;
  const begun = await routeAnswer(db, {
    ...onDraft,
    params: of("draft")(scene),
    fields: { intent: "pay" },
    person: owner,
  });
  const path = String(begun);
  const onPayment = { route: payment, path, params: { id: path.split("/").at(-1) ?? "" } };
  const fields = { do: "pay", card: "works" };

  for (const person of Object.values(others)) {
    expect(await routeAnswer(db, { ...onPayment, person })).toBe(404);
    expect(await routeAnswer(db, { ...onPayment, fields, person })).toBe(404);
  }
  expect(await routeAnswer(db, { ...onPayment, person: null })).toBe(SIGN_IN);
  expect(await routeAnswer(db, { ...onPayment, fields, person: null })).toBe(SIGN_IN);
  expect((await rowOf(db, scene.draft.campaign.id)).state).toBe("draft");
  expect(await routeAnswer(db, { ...onPayment, person: owner })).toBe(200);
  expect(await routeAnswer(db, { ...onPayment, fields, person: owner })).toContain("?paid=looking");
  // Pressed twice, the second finds that it is paid.
  expect(await routeAnswer(db, { ...onPayment, fields, person: owner })).toContain("?paid=looking");
});

async function buildScene(db: Database) {
  const run = await buildRunPlace(db);
  const elsewhere = await buildRunPlace(db);
  const manager = await buildUser(db);
  await buildOwner(db, { placeId: run.place.id, userId: manager.id, role: "manager" });
  return {
    place: run.place,
    draft: await buildDraft(db, { of: run }),
    running: await buildRunning(db, { of: run }),
    elsewhere: await buildDraft(db, { of: elsewhere }),
    people: {
      owner: run.owner,
      manager,
      other: elsewhere.owner,
      member: await buildUser(db),
      admin: await buildUser(db, { role: "admin" }),
    },
  };
}

async function answerOf(
  db: Database,
  { row, scene, asker }: { row: Row; scene: Scene; asker: Asker },
): Promise<RouteAnswer> {
  const answer = await routeAnswer(db, {
    route: row.route,
    path: row.path,
    params: row.params?.(scene) ?? {},
    fields: row.form?.(scene),
    person: asker === "guest" ? null : scene.people[asker],
  });
  if (typeof answer === "number") return answer;
  return answer.replace(scene.place.slug, ":slug").replace(/[0-9a-f-]{36}$|sandbox_purchase_[0-9a-f]{32}$/, ":id");
}

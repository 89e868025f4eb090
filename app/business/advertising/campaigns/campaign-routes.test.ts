import { expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { PROVIDER_CALLS_PER_MINUTE_MAX } from "#app/people/membership/stripe/provider-limit.server.ts";
import { buildOwner, buildUser } from "#tests/builders.ts";
import { type RouteResult, requestRoute, SIGN_IN_REDIRECT } from "#tests/request-route.ts";
import { test, withRollback } from "#tests/test-database.ts";

import * as payment from "#app/people/membership/sandbox/sandbox-purchase.route.tsx";
import { buildDraft, buildRunning, buildOwnedPlace, campaignRow } from "../advertising-builders.ts";
import * as campaignCsv from "../screens/campaign-csv.route.ts";
import * as campaign from "../screens/campaign.route.tsx";
import * as campaigns from "../screens/campaigns.route.tsx";
import * as liveCampaigns from "../screens/live-campaigns.route.tsx";
import * as newCampaign from "../screens/new-campaign.route.tsx";
import * as sponsoredClick from "../slots/sponsored-click.route.ts";
import * as sponsoredView from "../slots/sponsored-view.route.ts";
import * as sponsored from "../slots/sponsored.route.ts";

/** `owner` and `manager` manage the place; `other` owns another place with its own campaign. */
const ASKERS = ["owner", "manager", "other", "member", "admin", "guest"] as const;
type Asker = (typeof ASKERS)[number];

type Scene = Awaited<ReturnType<typeof buildScene>>;
type Row = {
  what: string;
  route: unknown;
  path: string;
  params?: (scene: Scene) => Record<string, string>;
  /** Null for a GET. */
  form: ((scene: Scene) => Record<string, string>) | null;
  answers: Record<Asker, RouteResult>;
};

const everyone = (answer: RouteResult): Record<Asker, RouteResult> => ({
  owner: answer,
  manager: answer,
  other: answer,
  member: answer,
  admin: answer,
  guest: answer,
});
/** Everybody else gets a 404 for the place's pages, staff too. */
const managersOnly = (answer: RouteResult): Record<Asker, RouteResult> => ({
  ...everyone(404),
  owner: answer,
  manager: answer,
  guest: SIGN_IN_REDIRECT,
});
const adminsOnly = (answer: RouteResult): Record<Asker, RouteResult> => ({
  ...everyone("/"),
  admin: answer,
  guest: SIGN_IN_REDIRECT,
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
    answers: managersOnly(200),
  },
  { what: "the form", ...onNew, form: null, answers: managersOnly(200) },
  {
    what: "the form of a draft",
    ...onNew,
    path: "/business/x/campaigns/new?draft=nonsense",
    form: null,
    answers: managersOnly(200),
  },
  {
    what: "save a draft",
    ...onNew,
    form: () => ({ ...FORM, key: crypto.randomUUID() }),
    answers: managersOnly("/business/:slug/campaigns/:id"),
  },
  { what: "save an empty form", ...onNew, form: () => ({}), answers: managersOnly(400) },
  {
    what: "take over another place's draft",
    ...onNew,
    form: ({ elsewhere }) => ({ ...FORM, key: elsewhere.campaign.formKey }),
    answers: managersOnly(409),
  },
  {
    what: "change a paid campaign",
    ...onNew,
    form: ({ running }) => ({ ...FORM, key: running.campaign.formKey }),
    answers: managersOnly(409),
  },
  { what: "a draft", ...onDraft, form: null, answers: managersOnly(200) },
  { what: "a running campaign", ...onRunning, form: null, answers: managersOnly(200) },
  {
    what: "another place's campaign",
    ...onElsewhere,
    form: null,
    answers: { ...everyone(404), guest: SIGN_IN_REDIRECT },
  },
  { what: "pay", ...onDraft, form: intent("pay"), answers: managersOnly("/sandbox/purchase/:id") },
  { what: "pay again", ...onRunning, form: intent("pay"), answers: managersOnly(409) },
  ...(["pay", "pause", "resume", "end", "delete"] as const).map((does) => ({
    what: `${does} another place's campaign`,
    ...onElsewhere,
    form: intent(does),
    answers: { ...everyone(404), guest: SIGN_IN_REDIRECT },
  })),
  { what: "delete a draft", ...onDraft, form: intent("delete"), answers: managersOnly("/business/:slug/campaigns") },
  { what: "delete a paid campaign", ...onRunning, form: intent("delete"), answers: managersOnly(409) },
  { what: "pause", ...onRunning, form: intent("pause"), answers: managersOnly("/business/:slug/campaigns/:id") },
  { what: "pause a draft", ...onDraft, form: intent("pause"), answers: managersOnly(409) },
  { what: "resume a running campaign", ...onRunning, form: intent("resume"), answers: managersOnly(409) },
  { what: "end", ...onRunning, form: intent("end"), answers: managersOnly("/business/:slug/campaigns/:id") },
  { what: "end a draft", ...onDraft, form: intent("end"), answers: managersOnly(409) },
  { what: "send an unknown intent", ...onRunning, form: intent("__proto__"), answers: managersOnly(400) },
  {
    what: "the CSV report",
    route: campaignCsv,
    path: "/business/x/campaigns/y/report.csv",
    params: of("running"),
    form: null,
    answers: managersOnly(200),
  },
  {
    what: "another place's report",
    route: campaignCsv,
    path: "/business/x/campaigns/y/report.csv",
    params: of("elsewhere"),
    form: null,
    answers: { ...everyone(404), guest: SIGN_IN_REDIRECT },
  },
  { what: "all running campaigns", ...onLive, form: null, answers: adminsOnly(200) },
  {
    what: "stop a campaign",
    ...onLive,
    form: ({ running }) => ({ campaign: running.campaign.id, reason: "Not true any more." }),
    answers: adminsOnly("/admin/campaigns"),
  },
  {
    what: "stop a campaign without a reason",
    ...onLive,
    form: ({ running }) => ({ campaign: running.campaign.id, reason: " no " }),
    answers: adminsOnly(400),
  },
  {
    what: "stop an unpaid campaign",
    ...onLive,
    form: ({ elsewhere }) => ({ campaign: elsewhere.campaign.id, reason: "Not true any more." }),
    answers: adminsOnly(409),
  },
  {
    what: "stop without an id",
    ...onLive,
    form: () => ({ campaign: "x", reason: "Not true." }),
    answers: adminsOnly(400),
  },
  {
    what: "request a slot",
    route: sponsored,
    path: "/sponsored?on=category:food",
    form: null,
    answers: everyone(204),
  },
  { what: "request an invalid slot", route: sponsored, path: "/sponsored?on=x", form: null, answers: everyone(400) },
  {
    what: "report a view with an invalid token",
    route: sponsoredView,
    path: "/sponsored/views/x",
    params: () => ({ token: "x" }),
    form: () => ({}),
    answers: everyone(404),
  },
  {
    what: "report a click with an invalid token",
    route: sponsoredClick,
    path: "/sponsored/clicks/x",
    params: () => ({ token: "x" }),
    form: () => ({}),
    answers: everyone(404),
  },
  {
    what: "GET a POST route",
    route: sponsoredView,
    path: "/sponsored/views/x",
    params: () => ({ token: "x" }),
    form: null,
    answers: everyone(405),
  },
];

test.for(ROWS)("$what: each role gets its own answer, and other campaigns stay unchanged", async (row, { db }) => {
  const answers: Record<string, RouteResult> = {};
  const scene = await buildScene(db);
  for (const asker of ASKERS) {
    // One role's change must not affect the next.
    await withRollback(db, async (tx) => {
      answers[asker] = await answerOf(tx, { row, scene, asker });
      expect(await campaignRow(tx, scene.elsewhere.campaign.id)).toEqual(scene.elsewhere.campaign);
    });
  }

  expect(answers).toEqual(row.answers);
});

test("starting to pay too often is refused with 429", async ({ db }) => {
  const scene = await buildScene(db);
  const pay = () => requestRoute(db, { ...onDraft, params: onDraft.params(scene), fields: { intent: "pay" }, person });
  const person = scene.people.owner;
  for (let count = 0; count < PROVIDER_CALLS_PER_MINUTE_MAX; count += 1)
    expect(await pay()).toMatch(/^\/sandbox\/purchase\//);

  expect(await pay()).toBe(429);
});

test("a payment page is visible to its buyer only", async ({ db }) => {
  const scene = await buildScene(db);
  const { owner, ...others } = scene.people;
  const purchasePath = await requestRoute(db, {
    ...onDraft,
    params: of("draft")(scene),
    fields: { intent: "pay" },
    person: owner,
  });
  const path = String(purchasePath);
  const onPayment = { route: payment, path, params: { id: path.split("/").at(-1) ?? "" } };
  const fields = { do: "pay", card: "works" };

  for (const person of Object.values(others)) {
    expect(await requestRoute(db, { ...onPayment, person })).toBe(404);
    expect(await requestRoute(db, { ...onPayment, fields, person })).toBe(404);
  }
  expect(await requestRoute(db, { ...onPayment, person: null })).toBe(SIGN_IN_REDIRECT);
  expect(await requestRoute(db, { ...onPayment, fields, person: null })).toBe(SIGN_IN_REDIRECT);
  expect((await campaignRow(db, scene.draft.campaign.id)).state).toBe("draft");
  expect(await requestRoute(db, { ...onPayment, person: owner })).toBe(200);
  expect(await requestRoute(db, { ...onPayment, fields, person: owner })).toContain("?paid=looking");
  // A second click finds that it is paid.
  expect(await requestRoute(db, { ...onPayment, fields, person: owner })).toContain("?paid=looking");
});

async function buildScene(db: Database) {
  const owned = await buildOwnedPlace(db);
  const elsewhere = await buildOwnedPlace(db);
  const manager = await buildUser(db);
  await buildOwner(db, { placeId: owned.place.id, userId: manager.id, role: "manager" });
  return {
    place: owned.place,
    draft: await buildDraft(db, { of: owned }),
    running: await buildRunning(db, { of: owned }),
    elsewhere: await buildDraft(db, { of: elsewhere }),
    people: {
      owner: owned.owner,
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
): Promise<RouteResult> {
  const answer = await requestRoute(db, {
    route: row.route,
    path: row.path,
    params: row.params?.(scene) ?? {},
    fields: row.form?.(scene),
    person: asker === "guest" ? null : scene.people[asker],
  });
  if (typeof answer === "number") return answer;
  return answer.replace(scene.place.slug, ":slug").replace(/[0-9a-f-]{36}$|cs_[0-9a-f]{32}$/, ":id");
}

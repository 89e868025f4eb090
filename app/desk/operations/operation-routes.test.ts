import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { and, eq, notLike } from "drizzle-orm";
import { RouterContextProvider } from "react-router";
import { describe, expect, onTestFinished } from "vitest";
import { z } from "zod";

import type { Database } from "#app/db/database.server.ts";
import { auditEntries } from "#app/db/schema/audit.ts";
import { operationRuns, switches } from "#app/db/schema/operations.ts";
import type { Role, users } from "#app/db/schema/accounts.ts";
import { scheduledJobs } from "#app/db/schema/operations.ts";
import { dailyViews } from "#app/db/schema/analytics.ts";
import { buildDraft, buildOwnedPlace } from "#app/business/advertising/advertising-builders.ts";
import { buildSite } from "#app/people/membership/billing-builders.ts";
import { answerCreateCheckout } from "#app/people/membership/billing-calls.server.ts";
import { readTar } from "#app/lib/tar.ts";
import { type Site, siteContext } from "#app/platform/site.ts";
import { SwitchStore, SWITCHES_CHANNEL } from "#app/platform/switch-store.server.ts";
import { SWITCH_OFF_MESSAGES, SWITCH_NAMES, type SwitchName } from "#app/platform/switches.ts";
import { buildGuide, buildPlace, buildReview, buildUser, NOW } from "#tests/builders.ts";
import { migratedDatabase } from "#tests/fresh-database.ts";
import { test } from "#tests/test-database.ts";

import { backupFileName } from "./backups/backups.ts";
import { EXPORTS } from "./exports/exports.ts";
import { changeSwitch, listSwitches } from "./switches/change-switch.server.ts";

const ROUTES = {
  actions: () => import("./operations.route.tsx"),
  action: () => import("./operation.route.tsx"),
  switch: () => import("./switches/switch.route.tsx"),
  job: () => import("./jobs/job.route.tsx"),
  health: () => import("./health/health.route.tsx"),
  export: () => import("./exports/export.route.ts"),
  backup: () => import("./backups/backup-file.route.ts"),
  submit: () => import("#app/business/submissions/form/submit.route.tsx"),
  review: () => import("#app/people/reviews/write/review-form.route.tsx"),
  newsletter: () => import("#app/desk/newsletter/subscribers/newsletter.route.tsx"),
  advertise: () => import("#app/business/advertising/screens/advertise.route.tsx"),
  subscription: () => import("#app/people/membership/plans/subscription.route.tsx"),
  settings: () => import("#app/people/members/profile/settings.route.tsx"),
  campaigns: () => import("#app/business/advertising/screens/campaigns.route.tsx"),
  "new-campaign": () => import("#app/business/advertising/screens/new-campaign.route.tsx"),
  campaign: () => import("#app/business/advertising/screens/campaign.route.tsx"),
};
type RouteName = keyof typeof ROUTES;

const STAFF_ROUTES: { route: RouteName; params: Record<string, string>; form: Record<string, string> | null }[] = [
  { route: "actions", params: {}, form: null },
  { route: "health", params: {}, form: null },
  { route: "action", params: { action: "clear-cache" }, form: {} },
  { route: "action", params: { action: "clear-demo" }, form: { typed: "clear demo data" } },
  { route: "switch", params: { name: "reviews" }, form: { to: "off" } },
  { route: "job", params: { job: "send-mails" }, form: {} },
  { route: "export", params: { file: "places.csv" }, form: {} },
  { route: "backup", params: { file: backupFileName(NOW) }, form: {} },
];

test.for(["guest", "member", "business"] as const)(
  "a %s is refused on every operations page, and nothing changes",
  async (role, { db }) => {
    await db.insert(scheduledJobs).values({ job: "send-mails", cron: "* * * * *", registeredAt: NOW });
    const person = role === "guest" ? null : await buildUser(db, { role });
    await buildUser(db, { isDemo: true });
    const to = role === "guest" ? /^\/auth\/login\?to=/ : /^\/$/;

    for (const { route, params, form } of STAFF_ROUTES) {
      for (const fields of form === null ? [null] : [null, form]) {
        const { location } = await ask(db, { route, params, form: fields, viewer: person });
        expect(location, `${route} ${JSON.stringify(params)}`).toMatch(to);
      }
    }

    expect(await db.$count(operationRuns)).toBe(0);
    expect(await db.$count(switches)).toBe(0);
    expect(await auditedActions(db)).toEqual([]);
  },
);

describe("an operation requested by an admin", () => {
  test("starts once; a second request is redirected to the running one", async ({ db }) => {
    const admin = await adminOf(db);
    const startRequest = { route: "action" as const, params: { action: "clear-cache" }, form: {}, viewer: admin };

    expect(await ask(db, startRequest)).toMatchObject({ status: 303, location: "/admin/actions/clear-cache" });
    const again = await ask(db, startRequest);
    expect(again.location).toBe("/admin/actions/clear-cache?run=under-way");
    const shown = await ask(db, { ...startRequest, form: null, search: "?run=under-way" });
    expect(shown.shown).toMatchObject({
      isAlreadyRunning: true,
      runs: [{ state: "waiting", who: "Ada", requestId: "request-1" }],
    });
    expect(await ask(db, { ...startRequest, params: { action: "no-such-action" } })).toMatchObject({ status: 404 });
  });

  test("deletes demo data only with the exact confirmation text, and only if there is any", async ({ db }) => {
    const admin = await adminOf(db);
    const clear = (typed: string) =>
      ask(db, { route: "action", params: { action: "clear-demo" }, form: { typed }, viewer: admin });

    expect(await clear("clear demo data")).toMatchObject({ status: 409 });
    const author = await buildUser(db, { isDemo: true });
    await buildReview(db, { placeId: (await buildPlace(db)).id, author });
    const page = await ask(db, { route: "action", params: { action: "clear-demo" }, form: null, viewer: admin });
    expect(page.shown).toMatchObject({
      demo: { people: 1, reviews: 1, lists: 0, saves: 0, dailyViews: 0, personas: 0 },
    });
    expect(await clear("")).toMatchObject({ status: 400 });
    expect(await clear("yes")).toMatchObject({ status: 400 });
    expect(await db.$count(operationRuns)).toBe(0);
    expect(await clear(" Clear demo data ")).toMatchObject({ status: 303, location: "/admin/actions/clear-demo" });
  });

  test("a job is started once, and an unknown job is a 404", async ({ db }) => {
    const admin = await adminOf(db);
    await db.insert(scheduledJobs).values({ job: "send-mails", cron: "* * * * *", registeredAt: NOW });
    const run = (job: string) => ask(db, { route: "job", params: { job }, form: {}, viewer: admin });

    expect((await run("send-mails")).location).toBe("/admin/actions/jobs/send-mails");
    expect((await run("send-mails")).location).toBe("/admin/actions/jobs/send-mails?run=under-way");
    expect((await run("no-such-job")).status).toBe(404);
    expect(await auditedActions(db)).toEqual(["job.run"]);
  });

  test("a backup is downloaded complete, and no other file of the server can be", async ({ db }) => {
    const admin = await adminOf(db);
    const folder = mkdtempSync(join(tmpdir(), "rowhouse-backups-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    mkdirSync(join(folder, "backups"));
    writeFileSync(join(folder, "backups", backupFileName(NOW)), "A whole backup");
    writeFileSync(join(folder, "backups", "notes.txt"), "An operator's file");
    writeFileSync(join(folder, "lock.sqlite"), "Private");
    const take = (file: string) =>
      ask(db, { route: "backup", params: { file }, form: {}, viewer: admin, settings: { DATA_DIR: folder } });

    const { response } = await take(backupFileName(NOW));
    expect(await response?.text()).toBe("A whole backup");
    expect(response?.headers.get("cache-control")).toBe("private, no-store");
    for (const file of ["notes.txt", "../lock.sqlite", "..%2Flock.sqlite", "", `${backupFileName(NOW)}.part`])
      expect(await take(file), file).toMatchObject({ status: 404 });
    expect(await auditedActions(db)).toEqual(["backup.download"]);
  });
});

describe("an export", () => {
  test("has every place, guide and neighborhood, and no personal or demo data", async ({ db }) => {
    const admin = await adminOf(db);
    const member = await buildUser(db, { name: "Zwiebelfisch", email: "zwiebelfisch@example.com" });
    const place = await buildPlace(db, { name: 'Ann’s "Diner", =1+1' });
    await buildReview(db, { placeId: place.id, author: member, body: "A Zwiebelfisch in my soup, and so on." });
    await buildPlace(db, { slug: "gone-place", status: "removed" });
    const guide = await buildGuide(db, { places: [place], status: "draft", title: "A draft" });
    const views = { subject: "page" as const, key: "about", views: 12, visitors: 7 };
    await db.insert(dailyViews).values([
      { day: "2027-01-12", ...views },
      { day: "2027-01-12", ...views, views: 999, isDemo: true },
    ]);
    const take = async (file: string) =>
      (await ask(db, { route: "export", params: { file }, form: {}, viewer: admin })).response;

    const texts: Record<string, string> = {};
    for (const file of Object.keys(EXPORTS).filter((name) => name !== "everything.tar.gz"))
      texts[file] = (await (await take(file))?.text()) ?? "";
    const archive = await take("everything.tar.gz");
    const packed: Record<string, string> = {};
    const body = archive?.body?.pipeThrough(new DecompressionStream("gzip"));
    if (body === undefined) throw new Error("The archive has no body");
    for await (const { name, bytes } of readTar(body, 100_000_000)) packed[name] = bytes.toString("utf8");

    expect(texts["places.csv"]).toContain(`\r\n${place.slug},"Ann’s ""Diner"", =1+1",food,Diner,shaw,`);
    const slugs = z.array(z.object({ slug: z.string() }));
    expect(slugs.parse(JSON.parse(texts["places.json"] ?? "")).map(({ slug }) => slug)).toContain(place.slug);
    expect(slugs.parse(JSON.parse(texts["guides.json"] ?? "")).map(({ slug }) => slug)).toContain(guide.slug);
    expect(slugs.parse(JSON.parse(texts["neighborhoods.json"] ?? "")).length).toBeGreaterThan(40);
    expect(texts["neighborhoods.csv"]).toContain("\r\nshaw,Shaw,");
    expect(texts["figures.csv"]).toBe("day,subject,key,views,visitors\r\n2027-01-12,page,about,12,7\r\n");
    expect(packed["rowhouse/places.csv"]).toBe(texts["places.csv"]);
    expect(packed[`rowhouse/guides/${guide.slug}.md`]).toMatch(/^---\ntitle: A draft\n/);
    for (const [name, text] of [...Object.entries(texts), ...Object.entries(packed)]) {
      expect(text, name).not.toMatch(/zwiebelfisch/i);
      expect(text, name).not.toContain("gone-place");
    }
    expect((await auditedActions(db)).every((action) => action === "export.download")).toBe(true);
    expect(await take("members.csv")).toBeNull();
  });
});

describe("a switch", () => {
  test("is changed once by the first admin, and shows who changed it", async ({ db }) => {
    const [ada, bo] = [await adminOf(db), await buildUser(db, { name: "Bo", role: "admin" })];
    const to = (word: string, viewer = ada) =>
      ask(db, { route: "switch", params: { name: "reviews" }, form: { to: word }, viewer });

    expect((await to("off")).location).toBe("/admin/actions/switches/reviews");
    expect((await to("off", bo)).location).toBe("/admin/actions/switches/reviews");
    expect(await to("sideways")).toMatchObject({ status: 400 });
    expect((await listSwitches(db)).find(({ name }) => name === "reviews")).toMatchObject({
      isOn: false,
      changed: { who: "Ada", at: NOW.toISOString() },
    });
    await to("on", bo);

    const entries = await db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.action, "switch.change"))
      .orderBy(auditEntries.id);
    expect(entries.map(({ actorId, subjectId, before, after }) => ({ actorId, subjectId, before, after }))).toEqual([
      { actorId: ada.id, subjectId: "reviews", before: { isOn: true }, after: { isOn: false } },
      { actorId: bo.id, subjectId: "reviews", before: { isOn: false }, after: { isOn: true } },
    ]);
    expect((await ask(db, { route: "switch", params: { name: "everything" }, form: null, viewer: ada })).status).toBe(
      404,
    );
  });

  test("reaches every instance by notification before its pages are invalidated", { timeout: 60_000 }, async () => {
    const [one, other] = await migratedDatabase();
    const { id: adminId } = await buildUser(one.db, { role: "admin" });
    const board = new SwitchStore();
    await board.load(other.db);
    const messages: { tags: string; isOn: boolean }[] = [];
    await other.listen(SWITCHES_CHANNEL, { onMessage: (payload) => board.applyNotification(payload), onGap: () => {} });
    await other.listen("page_tags", {
      onMessage: (tags) => messages.push({ tags, isOn: board.isOn("newsletter") }),
      onGap: () => {},
    });

    await changeSwitch(one.db, { name: "newsletter", isOn: false, adminId, now: NOW });
    await changeSwitch(one.db, { name: "checkout", isOn: false, adminId, now: NOW });
    await changeSwitch(one.db, { name: "newsletter", isOn: true, adminId, now: NOW });
    const late = new SwitchStore();
    await late.load(one.db);
    await changeSwitch(one.db, { name: "checkout", isOn: true, adminId, now: NOW });

    await expect
      .poll(() => messages)
      .toEqual([
        { tags: "*", isOn: false },
        { tags: "switch:checkout", isOn: false },
        { tags: "*", isOn: true },
        { tags: "switch:checkout", isOn: true },
      ]);
    expect(SWITCH_NAMES.filter((name) => !board.isOn(name))).toEqual([]);
    expect(SWITCH_NAMES.filter((name) => !late.isOn(name))).toEqual(["checkout"]);
  });

  test("that is off closes its form with an explanation, and keeps what was typed", async ({ db }) => {
    const person = await buildUser(db);
    const place = await buildPlace(db);
    const off = (name: SwitchName) => ({ viewer: person, off: name });

    const submitted = await ask(db, {
      ...off("submissions"),
      route: "submit",
      form: { name: "Ada’s Diner", note: "Hello" },
    });
    expect(submitted).toMatchObject({
      status: 503,
      shown: { why: SWITCH_OFF_MESSAGES.submissions, typed: { name: "Ada’s Diner" } },
    });
    const submit = await ask(db, { ...off("submissions"), route: "submit", form: null });
    expect(submit.shown).toMatchObject({ notice: SWITCH_OFF_MESSAGES.submissions, isShown: false });

    const params = { slug: place.slug };
    const body = "Good bread, early in the morning.";
    const review = await ask(db, {
      ...off("reviews"),
      route: "review",
      params,
      form: { stars: "4", body, version: "0" },
    });
    expect(review).toMatchObject({ status: 503, shown: { why: SWITCH_OFF_MESSAGES.reviews, typed: { body } } });

    const mail = await ask(db, { ...off("newsletter"), route: "newsletter", form: { email: "ada@example.com" } });
    expect(mail).toMatchObject({
      status: 503,
      shown: { why: SWITCH_OFF_MESSAGES.newsletter, typed: "ada@example.com" },
    });
    expect((await ask(db, { ...off("newsletter"), route: "newsletter", form: null })).shown).toMatchObject({
      closed: SWITCH_OFF_MESSAGES.newsletter,
    });

    const own = await ask(db, { ...off("newsletter"), route: "settings", form: null });
    expect(own.shown).toMatchObject({ newsletterClosed: SWITCH_OFF_MESSAGES.newsletter });
    expect((await ask(db, { viewer: person, route: "settings", form: null })).shown).toMatchObject({
      newsletterClosed: null,
    });
    const press = { intent: "newsletter", do: "subscribe" };
    expect((await ask(db, { ...off("newsletter"), route: "settings", form: press })).status).toBe(503);

    const plans = await ask(db, { ...off("checkout"), route: "subscription", form: { tier: "VIP" } });
    expect(plans).toMatchObject({ status: 503, shown: { problem: SWITCH_OFF_MESSAGES.checkout } });
    expect((await ask(db, { ...off("checkout"), route: "subscription", form: null })).shown).toMatchObject({
      closed: SWITCH_OFF_MESSAGES.checkout,
    });
    const call = new Request("http://localhost:3000/api/create-checkout", { method: "POST", body: '{"tier":"VIP"}' });
    expect((await answerCreateCheckout(call, siteOf(db, off("checkout")))).status).toBe(503);

    expect((await ask(db, { ...off("advertising"), route: "advertise", form: null })).shown).toMatchObject({
      closed: SWITCH_OFF_MESSAGES.advertising,
    });
    const run = await buildOwnedPlace(db);
    const { campaign } = await buildDraft(db, { of: run });
    for (const route of ["campaigns", "new-campaign", "campaign"] as const) {
      const page = { route, params: { slug: run.place.slug, id: campaign.id }, form: null, viewer: run.owner };
      const closed = await ask(db, { ...page, off: "advertising" });
      expect(closed.shown, route).toMatchObject({ closed: SWITCH_OFF_MESSAGES.advertising });
      expect((await ask(db, page)).shown, route).toMatchObject({ closed: null });
    }
  });

  test("that is off affects nothing else", async ({ db }) => {
    const person = await buildUser(db);
    const place = await buildPlace(db);
    const params = { slug: place.slug };
    const body = "Good bread, early in the morning.";
    const form = { stars: "4", body, version: "0", relation: "none", visitMonth: "2027-01" };

    const review = await ask(db, { viewer: person, off: "newsletter", route: "review", params, form });
    const gone = await ask(db, { viewer: person, off: "reviews", route: "review", params, form: { intent: "delete" } });

    expect(review.location).toBe(`/places/${place.slug}#reviews`);
    expect(gone.location).toBe(`/places/${place.slug}#reviews`);
  });
});

type Person = typeof users.$inferSelect;
type RouteRequest = {
  route: RouteName;
  params?: Record<string, string>;
  /** Null: a GET of the page. */
  form: Record<string, string> | null;
  viewer: Person | null;
  search?: string;
  off?: SwitchName;
  settings?: Record<string, string>;
};

const Handled = z.custom<(given: object) => unknown>((value) => typeof value === "function");
const RouteModule = z.object({ loader: Handled, action: Handled.optional() });
const WithStatus = z.object({ data: z.unknown(), init: z.object({ status: z.number() }) });

async function ask(db: Database, { route, params = {}, form, search = "", ...siteInput }: RouteRequest) {
  const site = siteOf(db, siteInput);
  const context = new RouterContextProvider();
  context.set(siteContext, site);
  const url = `${site.env.siteUrl}/asked${search}`;
  const headers = { origin: site.env.siteUrl };
  const request =
    form === null ? new Request(url) : new Request(url, { method: "POST", headers, body: new URLSearchParams(form) });
  const { loader, action } = RouteModule.parse(await ROUTES[route]());
  const handler = form === null ? loader : (action ?? loader);
  const answered = await Promise.resolve()
    .then(() => handler({ context, request, params }))
    .catch((thrown: unknown) => {
      if (thrown instanceof Error) throw thrown;
      return thrown;
    });
  if (answered instanceof Response) {
    const location = answered.headers.get("location") ?? "";
    return { status: answered.status, location, shown: null, response: answered };
  }
  const refused = WithStatus.safeParse(answered);
  const [status, shown] = refused.success ? [refused.data.init.status, refused.data.data] : [200, answered];
  return { status, location: "", shown, response: null };
}

function siteOf(db: Database, { viewer, off, settings }: Pick<RouteRequest, "viewer" | "off" | "settings">): Site {
  const session = { id: crypto.randomUUID(), expiresAt: NOW };
  const siteViewer = viewer === null ? null : { ...viewer, tier: null, pictureUrl: null, session };
  return buildSite(db, {
    viewer: siteViewer,
    switches: { isOn: (name) => name !== off },
    ...(settings === undefined ? {} : { settings }),
  });
}

function adminOf(db: Database): Promise<Person> {
  const role: Role = "admin";
  return buildUser(db, { name: "Ada", role });
}

/** Without decisions about cases: a concurrency test leaves some in the audit log, which can't be deleted. */
async function auditedActions(db: Database): Promise<string[]> {
  const { action, actorKind } = auditEntries;
  const isOther = and(eq(actorKind, "staff"), notLike(action, "case.%"));
  const entries = await db.select({ action }).from(auditEntries).where(isOther).orderBy(auditEntries.id);
  return entries.map((entry) => entry.action);
}

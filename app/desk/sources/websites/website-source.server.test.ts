import { mkdtempSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

import { eq, sql } from "drizzle-orm";
import { expect, onTestFinished } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { sourceRecords } from "#app/db/schema/importing.ts";
import { websiteReadings } from "#app/db/schema/live-sources.ts";
import { moderationCases } from "#app/db/schema/moderation.ts";
import { placeFacts } from "#app/db/schema/places.ts";
import { loadCorrectionCases } from "#app/business/corrections/review/correction-cases.server.ts";
import { bySlug } from "#app/desk/imports/decision-builders.ts";
import { buildFile, buildImport } from "#app/desk/imports/import-builders.ts";
import { OPENSTREETMAP, OWN_WEBSITE } from "#app/desk/imports/mapping/import-source.ts";
import { withdrawSource } from "#app/desk/imports/run/withdraw-source.server.ts";
import { describeFreshness } from "#app/guide/places/facts/fact-origin.ts";
import { changeFacts } from "#app/guide/places/facts/change-place.server.ts";
import { findPlacePage } from "#app/guide/places/place-queries.server.ts";
import { DAY_MS } from "#app/lib/duration.ts";
import { readEnv } from "#app/platform/env.server.ts";
import { openStorage } from "#app/platform/storage.server.ts";
import { buildRequestContext, NOW } from "#tests/builders.ts";
import { silentLog } from "#tests/silent-log.ts";
import { loadRun, runOnce } from "#tests/live-source-run.ts";
import { test } from "#tests/test-database.ts";
import { startWebsitesDouble, type WebsitesDouble } from "#tests/websites-double.ts";

import { processSourceRun, type SourceRunContext } from "../run/process-run.server.ts";
import { requestSourceRun } from "../run/request-run.server.ts";
import { stopSourceRun, switchSourceOn } from "../run/switch-source.server.ts";

const ACTOR = { kind: "command", id: "sources" } as const;
const SLUG = "zebra-finch-coffee";
const HOST = "zebrafinch.example.com";

const PAGE = `<title>Zebra Finch Coffee</title><script type="application/ld+json">${JSON.stringify({
  "@type": "CafeOrCoffeeShop",
  name: "Zebra Finch Coffee",
  telephone: "202-555-0143",
  openingHours: "Mo-Fr 08:00-18:00",
})}</script><a href="/menu">Menu</a>`;

const SITE = { "/robots.txt": "User-agent: *\nDisallow: /private", "/": PAGE };

type Work = { double: WebsitesDouble; context: SourceRunContext };

/** A cafe with a website, as the only one that is due. */
async function buildWork(db: Database, cafes: Record<string, string>[] = [{}]): Promise<Work> {
  const double = await startWebsitesDouble();
  onTestFinished(double.close);
  await db.execute(sql`insert into website_readings (place_id, website, read_at, outcome, missing_count)
    select id, website, ${new Date(NOW.getTime() + 300 * DAY_MS)}::timestamptz, 'unread', 0 from places where website is not null`);
  await buildCafes(db, cafes);
  const env = readEnv({
    DATA_DIR: mkdtempSync(join(tmpdir(), "rowhouse-sources-")),
    SITE_URL: "https://rowhouse.example",
  });
  const context: SourceRunContext = {
    db,
    env,
    storage: openStorage(env),
    log: silentLog(),
    actor: ACTOR,
    now: () => NOW,
    signal: new AbortController().signal,
    http: double.http,
  };
  await switchSourceOn(db, { name: "websites", actor: ACTOR, now: NOW });
  return { double, context };
}

/** On Kingman Island, where nothing is listed. */
async function buildCafes(db: Database, cafes: Record<string, string>[]): Promise<void> {
  const elements = cafes.map((tags, at) => ({
    type: "node",
    id: at + 1,
    lat: 38.8973 + at / 400,
    lon: -76.9665 - at / 400,
    tags: { name: "Zebra Finch Coffee", amenity: "cafe", website: `http://${HOST}/`, phone: "+12025550199", ...tags },
  }));
  await buildImport(db, { path: buildFile(JSON.stringify({ elements })), source: OPENSTREETMAP });
}

async function runWebsites({ context }: Work, weeks = 0) {
  const now = new Date(NOW.getTime() + weeks * 7 * DAY_MS);
  return runOnce(context, { name: "websites", now });
}

async function ownFacts(db: Database, slug = SLUG) {
  const place = await bySlug(db, slug);
  const facts = await db
    .select()
    .from(placeFacts)
    .where(eq(placeFacts.placeId, place?.id ?? 0))
    .orderBy(placeFacts.field);
  return facts.filter(({ sourceId }) => sourceId === OWN_WEBSITE.id);
}

async function readingOf(db: Database, slug = SLUG) {
  const place = await bySlug(db, slug);
  const [row] = await db
    .select()
    .from(websiteReadings)
    .where(eq(websiteReadings.placeId, place?.id ?? 0));
  return row;
}

async function openCases(db: Database, slug = SLUG) {
  const place = await bySlug(db, slug);
  const rows = await db
    .select()
    .from(moderationCases)
    .where(eq(moderationCases.placeId, place?.id ?? 0));
  const open = rows.filter(({ closedAt }) => closedAt === null).map(({ id }) => id);
  return [...(await loadCorrectionCases(db, open)).values()];
}

test("a run reads a place's website and puts what it says on the place, with its address and the day", async ({
  db,
}) => {
  const work = await buildWork(db);
  work.double.setSite(HOST, SITE);
  const run = await runWebsites(work);
  const place = await bySlug(db, SLUG);
  const page = await findPlacePage(db, SLUG, buildRequestContext());

  expect(run).toMatchObject({ stage: "done", problem: null, recordCount: 1, requestCount: 2 });
  expect(work.double.requests).toEqual([`${HOST}/robots.txt`, `${HOST}/`]);
  expect([...work.double.userAgents]).toEqual(["Rowhouse/1 (city guide; +https://rowhouse.example)"]);
  expect(place).toMatchObject({ name: "Zebra Finch Coffee", phone: "+12025550143" });
  expect((await ownFacts(db)).map(({ field }) => field)).toEqual(["hours", "menuUrl", "phone", "website"]);
  expect((await ownFacts(db))[0]).toMatchObject({
    sourceRecord: `http://${HOST}#${place?.id}`,
    checkedOn: "2027-01-13",
    origin: "import",
  });
  expect(page?.origins.phone && describeFreshness(page.origins.phone)).toBe("Confirmed by its website, Jan 2027");
  expect(page?.siteLinks?.[0]?.href).toBe(`http://${HOST}/menu`);
});

test("a website is read once a week, and the same again confirms its facts", async ({ db }) => {
  const work = await buildWork(db);
  work.double.setSite(HOST, SITE);
  await runWebsites(work);
  const again = await runWebsites(work);
  const requestCount = work.double.requests.length;
  await runWebsites(work, 1);

  expect(again).toMatchObject({ stage: "done", requestCount: 0 });
  expect(requestCount).toBe(2);
  expect(work.double.requests.length).toBe(4);
  expect((await ownFacts(db)).map(({ checkedOn }) => checkedOn)).toEqual(Array.from({ length: 4 }, () => "2027-01-20"));
});

test("one more page of the site is read if the first lacks hours", async ({ db }) => {
  const work = await buildWork(db);
  work.double.setSite(HOST, {
    "/": "<h1>Zebra Finch Coffee</h1><a href='/visit'>Visit us</a><a href='/about'>About</a><a href='/private'>Hours</a>",
    "/visit": "<h1>Visit Zebra Finch Coffee</h1><h2>Hours</h2><p>Mon-Fri 8am-6pm</p>",
  });
  await runWebsites(work);

  // Its robots.txt doesn't exist, and "/private" doesn't either.
  expect(work.double.requests).toEqual(["/robots.txt", "/", "/private"].map((path) => HOST + path));
  expect((await ownFacts(db)).map(({ field }) => field)).toEqual(["website"]);
  work.double.setSite(HOST, {
    "/": "<h1>Zebra Finch Coffee</h1><a href='/visit'>Visit us</a>",
    "/visit": "<h1>Visit Zebra Finch Coffee</h1><h2>Hours</h2><p>Mon-Fri 8am-6pm</p>",
  });
  await runWebsites(work, 1);
  expect((await ownFacts(db)).map(({ field }) => field)).toEqual(["hours", "website"]);
});

test("what robots.txt refuses isn't read, nor anything if it can't be read", async ({ db }) => {
  const work = await buildWork(db);
  work.double.setSite(HOST, { ...SITE, "/robots.txt": "User-agent: rowhouse\nDisallow: /" });
  await runWebsites(work);
  work.double.setSite(HOST, { ...SITE, "/robots.txt": (response) => response.writeHead(500).end() });
  await runWebsites(work, 1);
  work.double.setSite(HOST, { ...SITE, "/robots.txt": (response) => response.writeHead(429).end() });
  await runWebsites(work, 2);

  expect(work.double.requests).toEqual(Array.from({ length: 3 }, () => `${HOST}/robots.txt`));
  expect(await ownFacts(db)).toEqual([]);
  expect(await readingOf(db)).toMatchObject({ outcome: "unread", missingCount: 0 });
  work.double.setSite(HOST, { ...SITE, "/robots.txt": "User-agent: *\nCrawl-delay: 10\nDisallow: /private" });
  await runWebsites(work, 3);
  expect(await readingOf(db)).toMatchObject({ outcome: "read" });
  expect(work.double.pauses.some((ms) => ms > 9_000 && ms <= 10_000)).toBe(true);
});

test.for<[name: string, answer: (response: ServerResponse) => void]>([
  ["an error", (response) => response.writeHead(500).end()],
  ["too many requests", (response) => response.writeHead(429, { "retry-after": "60" }).end()],
  ["a refusal", (response) => response.writeHead(403).end()],
  [
    "a cut answer",
    (response) => response.writeHead(200, { "content-length": "9000" }).write("<h1>", () => response.destroy()),
  ],
  ["nothing", (response) => response.end()],
  ["a hang-up", (response) => response.destroy()],
  ["an enormous page", (response) => response.end("x".repeat(3_000_001))],
  [
    "a bomb",
    (response) => response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("x".repeat(20_000_000))),
  ],
  ["an image", (response) => response.writeHead(200, { "content-type": "image/png" }).end(PAGE)],
  ["a page without end", (response) => response.end("<div>".repeat(200_000) + PAGE)],
  [
    "hostile text",
    (response) =>
      response.end('<script type=application/ld+json>[[[[{"@graph":</script>\0\uFFFF<h1>\' or 1=1; --</h1>'),
  ],
  ["another page", (response) => response.end("<h1>Quagga Kites</h1><p>Open Mon-Fri 9-5</p>")],
  ["a loop", (response) => response.writeHead(302, { location: "/" }).end()],
  ["a way to this machine", (response) => response.writeHead(302, { location: "http://127.0.0.1/" }).end()],
  ["a way to a file", (response) => response.writeHead(302, { location: "file:///etc/passwd" }).end()],
])("a website that answers with %s changes nothing", async ([, answer], { db }) => {
  const work = await buildWork(db);
  work.double.setSite(HOST, SITE);
  await runWebsites(work);
  const before = await ownFacts(db);
  work.double.setSite(HOST, { ...SITE, "/": answer });
  const run = await runWebsites(work, 1);

  expect(run).toMatchObject({ stage: "done", problem: null });
  expect(before).toHaveLength(4);
  expect(await ownFacts(db)).toEqual(before);
  expect(await openCases(db)).toEqual([]);
});

test.for<[name: string, lose: (double: WebsitesDouble) => void, after: string | null, note: string]>([
  [
    "whose page is gone",
    (double) => double.setSite(HOST, { "/": (response) => response.writeHead(410).end() }),
    null,
    "gone",
  ],
  ["whose name is gone", (double) => double.failNames("ENOTFOUND"), null, "gone"],
  ["that is for sale", (double) => double.setSite(HOST, { "/": "<h1>This domain is for sale</h1>" }), null, "for sale"],
  [
    "that is sold elsewhere",
    (double) => redirectTo(double, "https://www.hugedomains.com/domain_profile.cfm?d=zebra"),
    null,
    "for sale",
  ],
  [
    "that moved",
    (double) => redirectTo(double, "https://www.zebrafinch.com/dc"),
    "https://www.zebrafinch.com/dc",
    "another domain",
  ],
])("a website %s three weeks in a row opens one case", async ([, lose, after, note], { db }) => {
  const work = await buildWork(db);
  work.double.setSite(HOST, SITE);
  await runWebsites(work);
  const before = await ownFacts(db);
  lose(work.double);
  await runWebsites(work, 1);
  await runWebsites(work, 2);
  const early = await openCases(db);
  await runWebsites(work, 3);
  await runWebsites(work, 4);

  expect(early).toEqual([]);
  const cases = await openCases(db);
  expect(cases).toMatchObject([{ kind: "edit", changes: [{ field: "website", before: [`http://${HOST}`] }] }]);
  expect(JSON.stringify(cases)).toContain(note);
  if (after !== null) expect(JSON.stringify(cases)).toContain(after);
  expect(await ownFacts(db)).toEqual(before);
});

function redirectTo(double: WebsitesDouble, location: string): void {
  double.setSite(HOST, { "/": (response) => response.writeHead(301, { location }).end() });
}

test("one good reading begins the count anew, and one that says nothing leaves it", async ({ db }) => {
  const work = await buildWork(db);
  const counts: (number | undefined)[] = [];
  const read = async (week: number, pages: Parameters<WebsitesDouble["setSite"]>[1]) => {
    work.double.setSite(HOST, pages);
    await runWebsites(work, week);
    counts.push((await readingOf(db))?.missingCount);
  };
  const gone = { "/": (response: ServerResponse) => response.writeHead(404).end() };
  await read(0, gone);
  await read(1, gone);
  await read(2, { "/": (response) => response.writeHead(500).end() });
  await read(3, SITE);
  await read(4, gone);

  expect(counts).toEqual([1, 2, 2, 0, 1]);
  expect(await openCases(db)).toEqual([]);
});

/** More places than are read at the same time, each with its website. */
function buildTeaHouses(count: number): Record<string, string>[] {
  const names = ["Aardvark", "Bison", "Cougar", "Dingo", "Egret", "Ferret", "Gecko", "Heron", "Ibis", "Jackal", "Kiwi"];
  return names.slice(0, count).map((name, at) => ({
    name: `${name} Tea House`,
    phone: `+120255501${String(at).padStart(2, "0")}`,
    website: `http://${name.toLowerCase()}.example.com/`,
  }));
}

test("if no website at all can be reached, this machine is offline: the run fails and nothing is noted", async ({
  db,
}) => {
  const work = await buildWork(db, buildTeaHouses(6));
  const before = await db.$count(websiteReadings);
  work.double.failNames("ENOTFOUND");
  const run = await runWebsites(work);

  expect(run).toMatchObject({ stage: "failed" });
  expect(run.problem).toContain("connected to the internet");
  expect(await db.$count(websiteReadings)).toBe(before);
});

test("branches that share a website get what a page with their address says", async ({ db }) => {
  const branches = [
    { "addr:housenumber": "1213", "addr:street": "Benning Road NE", phone: "+12025550101" },
    { "addr:housenumber": "2400", "addr:street": "Benning Road NE", phone: "+12025550102" },
  ];
  const work = await buildWork(db, branches);
  const thing = (street: string, telephone: string) => ({
    "@type": "CafeOrCoffeeShop",
    name: "Zebra Finch Coffee",
    address: { streetAddress: street },
    telephone,
  });
  const things = [thing("1213 Benning Rd. NE", "202-555-0111"), thing("99 K St NW", "202-555-0112")];
  work.double.setSite(HOST, {
    "/": `<h1>Zebra Finch Coffee</h1><script type="application/ld+json">${JSON.stringify(things)}</script>`,
  });
  await runWebsites(work);
  const records = await db.select().from(sourceRecords).where(eq(sourceRecords.sourceId, OWN_WEBSITE.id));

  expect(work.double.requests.filter((request) => request.endsWith("robots.txt"))).toHaveLength(1);
  expect(records).toMatchObject([{ facts: { phone: "+12025550111" } }]);
  expect(records[0]?.recordId).toBe(`http://${HOST}#${records[0]?.placeId}`);
});

test("a place that says that it is closed opens a case and stays open", async ({ db }) => {
  const work = await buildWork(db);
  work.double.setSite(HOST, { "/": "<h1>Zebra Finch Coffee</h1><p>We have closed our doors for good.</p>" });
  await runWebsites(work);
  await runWebsites(work);

  expect(await openCases(db)).toMatchObject([
    { kind: "closed", closure: "permanent", reports: [{ name: "The place’s own website" }] },
  ]);
  expect(await bySlug(db, SLUG)).toMatchObject({ status: "published", closure: null });
});

test("a run that was killed goes on with the next websites, and one that was stopped reads none", async ({ db }) => {
  const houses = buildTeaHouses(11);
  const work = await buildWork(db, houses);
  const kill = new AbortController();
  for (const { name, website = "" } of houses) {
    const page = `<h1>${name}</h1>`;
    const isLast = name === houses.at(-1)?.name;
    work.double.setSite(new URL(website).host, {
      "/": (response) => {
        if (isLast) kill.abort();
        response.end(page);
      },
    });
  }
  const requested = await requestSourceRun(db, { name: "websites", actor: ACTOR, now: NOW });
  if (typeof requested === "string") throw new Error(requested);
  await processSourceRun({ ...work.context, signal: kill.signal }, requested.runId);
  const killed = await loadRun(db, requested.runId);
  const first = work.double.requests.filter((request) => request.startsWith("aardvark"));
  await processSourceRun(work.context, requested.runId);

  expect(killed).toMatchObject({ stage: "fetching", endedAt: null });
  expect(await loadRun(db, requested.runId)).toMatchObject({ stage: "done", recordCount: 11 });
  expect(first).toHaveLength(2);
  expect(work.double.requests.filter((request) => request.startsWith("aardvark"))).toEqual(first);
  const requestCount = work.double.requests.length;
  const later = new Date(NOW.getTime() + 8 * DAY_MS);
  const next = await requestSourceRun(db, { name: "websites", actor: ACTOR, now: later });
  if (typeof next === "string") throw new Error(next);
  await stopSourceRun(db, { name: "websites", actor: ACTOR, now: later });
  await processSourceRun({ ...work.context, now: () => later }, next.runId);
  expect(work.double.requests).toHaveLength(requestCount);
});

test("what a former website said is dropped, and withdrawing the source drops all of it", async ({ db }) => {
  const work = await buildWork(db, [{}, ...buildTeaHouses(1)]);
  work.double.setSite(HOST, SITE);
  // Without this one, half of what the source knew would be missing.
  work.double.setSite("aardvark.example.com", { "/": "<h1>Aardvark Tea House</h1>" });
  await runWebsites(work);
  const place = await bySlug(db, SLUG);
  const changes = [{ field: "website" as const, value: "http://other.example.com", sourceId: "business-owner" }];
  await changeFacts(db, { placeId: place?.id ?? 0, changes, changedBy: null, caseId: null, now: NOW });
  work.double.setSite("other.example.com", { "/": "<h1>Zebra Finch Coffee</h1><a href='tel:2025550144'>Call</a>" });
  await runWebsites(work, 1);
  await runWebsites(work, 2);

  expect(await bySlug(db, SLUG)).toMatchObject({ phone: "+12025550144", hours: null });
  await withdrawSource(db, { sourceId: OWN_WEBSITE.id, actor: ACTOR, now: NOW });
  expect(await ownFacts(db)).toEqual([]);
  expect(await bySlug(db, SLUG)).toMatchObject({ phone: "+12025550199", status: "published" });
});

import { mkdtempSync, readdirSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { and, eq, like } from "drizzle-orm";
import { expect, onTestFinished } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { auditEntries } from "#app/db/schema/audit.ts";
import { corrections } from "#app/db/schema/corrections.ts";
import { imports, sourceRecords } from "#app/db/schema/importing.ts";
import { placePhotos } from "#app/db/schema/place-photos.ts";
import { placeFacts, places } from "#app/db/schema/places.ts";
import { buildFile, buildImport } from "#app/desk/imports/import-builders.ts";
import { OPENSTREETMAP } from "#app/desk/imports/mapping/import-source.ts";
import { withdrawSource } from "#app/desk/imports/run/withdraw-source.server.ts";
import { removePhotos } from "#app/guide/photos/place/owner/remove-photos.server.ts";
import { listPhotoCredits, listPublicPhotos } from "#app/guide/photos/place/photo-queries.server.ts";
import * as reportRoute from "#app/guide/photos/place/review/report-photo.route.tsx";
import { firstPhotoJpeg } from "#app/guide/photos/place/upload/first-photo.server.ts";
import { preparePhotos } from "#app/guide/photos/place/upload/prepare-photos.server.ts";
import { renderGallery } from "#app/guide/photos/place/show/gallery-html.server.tsx";
import { placeCardsById } from "#app/guide/places/cards/place-cards.server.ts";
import { DAY_MS } from "#app/lib/duration.ts";
import { readEnv } from "#app/platform/env.server.ts";
import { openStorage } from "#app/platform/storage.server.ts";
import { buildRequestContext, buildUser, NOW } from "#tests/builders.ts";
import { overpassText } from "#tests/overpass-double.ts";
import { loadRun, runOnce } from "#tests/live-source-run.ts";
import { buildJpeg } from "#tests/pictures.ts";
import { requestRoute } from "#tests/request-route.ts";
import { silentLog } from "#tests/silent-log.ts";
import { test } from "#tests/test-database.ts";
import {
  buildCommonsFile,
  buildGlobePoint,
  buildStatement,
  buildTime,
  buildWikidataItem,
  sendApiError,
  sendJson,
  startWikimediaDouble,
} from "#tests/wikimedia-double.ts";

import { processSourceRun, type SourceRunContext } from "../run/process-run.server.ts";
import { switchSourceOn } from "../run/switch-source.server.ts";

const ACTOR = { kind: "command", id: "sources" } as const;

/** On Kingman Island, where nothing is listed; a hundred meters between two. */
function pointOf(number: number) {
  return { lat: 38.8923 + number / 1_000, lng: -76.9665 };
}

const TYPES = { cafe: { amenity: "cafe" }, memorial: { historic: "memorial" } };

/** Lists a place by an import of OpenStreetMap, whose tags name its item. */
async function listPlaces(db: Database, given: { item: string; kind?: keyof typeof TYPES; number: number }[]) {
  const elements = given.map(({ item, kind = "cafe", number }) => {
    const { lat, lng } = pointOf(number);
    const tags = { ...TYPES[kind], name: `Zebra Finch ${number}`, wikidata: item };
    return { type: "node" as const, id: number, lat, lon: lng, tags };
  });
  await buildImport(db, { path: buildFile(overpassText(elements)), format: "osm", source: OPENSTREETMAP });
  const rows = await db.select().from(places).where(like(places.name, "Zebra Finch %")).orderBy(places.name);
  expect(rows).toHaveLength(given.length);
  return rows;
}

function buildCafeItem(id: string, number: number, more: Record<string, unknown[]> = {}) {
  const website = buildStatement("P856", `https://finch-${number}.example/`, { retrieved: "2026-10-02" });
  const claims = {
    P18: [`Cafe_${number}.jpg`],
    P856: [website],
    P1619: [buildTime("1998-05")],
    P625: [buildGlobePoint(pointOf(number))],
  };
  return buildWikidataItem(id, { label: `Zebra Finch ${number}`, claims: { ...claims, ...more } });
}

async function buildWork(db: Database) {
  const double = await startWikimediaDouble();
  onTestFinished(double.close);
  double.setPicture(await buildJpeg({ width: 900, height: 600 }));
  const folder = mkdtempSync(join(tmpdir(), "rowhouse-commons-"));
  const { wikidata, commons } = double.urls;
  const settings = {
    DATA_DIR: folder,
    WIKIDATA_URL: wikidata,
    COMMONS_URL: commons,
    SITE_URL: "https://rowhouse.example",
  };
  const env = readEnv(settings);
  const pauses: number[] = [];
  const context: SourceRunContext = {
    db,
    env,
    storage: openStorage(env),
    log: silentLog(),
    actor: ACTOR,
    now: () => NOW,
    signal: new AbortController().signal,
    http: {
      intervalMsMin: 0,
      pause: async (ms) => {
        pauses.push(ms);
      },
    },
  };
  await switchSourceOn(db, { name: "commons", actor: ACTOR, now: NOW });
  return { double, context, folder, pauses };
}

async function runCommons(context: SourceRunContext, now = NOW) {
  const run = await runOnce(context, { name: "commons", now });
  const prepared = { db: context.db, storage: context.storage, log: context.log, now: () => now };
  await preparePhotos(prepared);
  return loadRun(context.db, run.id);
}

function factsOf(db: Database, sourceId = "wikidata") {
  return db
    .select({
      placeId: placeFacts.placeId,
      field: placeFacts.field,
      value: placeFacts.value,
      checkedOn: placeFacts.checkedOn,
    })
    .from(placeFacts)
    .where(and(eq(placeFacts.sourceId, sourceId), eq(placeFacts.origin, "import")))
    .orderBy(placeFacts.placeId, placeFacts.field);
}

function picturesFetched(double: { requests: { path: string }[] }): number {
  return double.requests.filter(({ path }) => path.startsWith("/thumb/")).length;
}

test("a run gives places their website, opening date and a credited photo, fetched once", async ({ db }) => {
  const [first, second] = await listPlaces(db, [
    { item: "Q101", number: 1 },
    { item: "Q102", number: 2 },
  ]);
  const { double, context } = await buildWork(db);
  double.setItems({ Q101: buildCafeItem("Q101", 1), Q777: buildCafeItem("Q777", 2), Q102: { redirect: "Q777" } });
  double.setFiles({
    "Cafe 1.jpg": buildCommonsFile(),
    "Cafe 2.jpg": { redirect: "Moved.jpg" },
    "Moved.jpg": buildCommonsFile(),
  });
  double.setPartSize(1);
  const run = await runCommons(context);

  expect(run).toMatchObject({ stage: "done", problem: null, recordCount: 2, isWhole: true });
  expect(run.counts).toEqual({ "Pictures that may be shown": 2, "Pictures fetched": 2 });
  expect(run.requestCount).toBe(double.requests.length);
  expect(double.requests.every(({ userAgent }) => userAgent.startsWith("Rowhouse/"))).toBe(true);
  expect(double.requests[0]?.parameters.get("ids")).toBe("Q101|Q102");
  expect(
    double.requests
      .filter(({ parameters }) => parameters.get("action") !== null)
      .every(({ parameters }) => parameters.get("maxlag") === "5"),
  ).toBe(true);
  const picture = {
    pageUrl: "https://commons.wikimedia.org/wiki/File:Cafe%201.jpg",
    file: "Cafe 1.jpg",
    author: "Jane Doe",
    origin: "",
    license: "CC BY-SA 4.0",
    licenseUrl: "https://creativecommons.org/licenses/by-sa/4.0/",
    sha1: "0123456789abcdef0123456789abcdef01234567",
  };
  expect((await factsOf(db)).filter(({ placeId }) => placeId === first?.id)).toEqual([
    { placeId: first?.id, field: "opened", value: { on: "1998-05", kind: "opened" }, checkedOn: "2026-10-02" },
    { placeId: first?.id, field: "picture", value: picture, checkedOn: "2026-10-02" },
    { placeId: first?.id, field: "website", value: "https://finch-1.example", checkedOn: "2026-10-02" },
  ]);
  const [photo] = await listPublicPhotos(db, first?.id ?? 0);
  expect(photo).toMatchObject({ alt: "Photo of Zebra Finch 1", width: 900, height: 600, credit: picture });
  expect(await listPublicPhotos(db, second?.id ?? 0)).toMatchObject([{ credit: { file: "Moved.jpg" } }]);
  expect(renderGallery({ slug: "a", name: "A" }, photo === undefined ? [] : [photo])).toContain("Photo: Jane Doe");
  expect((await firstPhotoJpeg(context, first?.slug ?? ""))?.credit).toBe(
    "Photo: Jane Doe, CC BY-SA 4.0, via Wikimedia Commons",
  );
  expect(await listPhotoCredits(db, { page: 1 })).toMatchObject({
    pageCount: 1,
    credits: [{ placeName: "Zebra Finch 1", credit: { author: "Jane Doe" } }, { placeName: "Zebra Finch 2" }],
  });

  const again = await runCommons(context, new Date(NOW.getTime() + 30 * DAY_MS));
  expect(again).toMatchObject({ stage: "done", counts: { "Pictures that may be shown": 2 } });
  expect(picturesFetched(double)).toBe(2);
});

test("cards show the photo once it is there, and the drawing before", async ({ db }) => {
  const [place] = await listPlaces(db, [{ item: "Q101", number: 1 }]);
  const { double, context } = await buildWork(db);
  double.setItems({ Q101: buildCafeItem("Q101", 1) });
  double.setFiles({ "Cafe 1.jpg": buildCommonsFile() });
  const card = async () => (await placeCardsById(db, [place?.id ?? 0], buildRequestContext()))[0]?.picture;

  expect(await card()).toMatchObject({ alt: expect.stringMatching(/^Drawing for /) });
  await runCommons(context);
  const [photo] = await listPublicPhotos(db, place?.id ?? 0);
  const path = `/place-photos/${photo?.id}/${photo?.rendition}-480.jpg`;
  expect(await card()).toMatchObject({ card: path, thumb: path, alt: "Photo of Zebra Finch 1" });
});

test("a picture that an editor removes is hidden at once and doesn’t come back", async ({ db }) => {
  const [place] = await listPlaces(db, [{ item: "Q101", number: 1 }]);
  const { double, context } = await buildWork(db);
  double.setItems({ Q101: buildCafeItem("Q101", 1) });
  double.setFiles({ "Cafe 1.jpg": buildCommonsFile() });
  await runCommons(context);
  const [photo] = await listPublicPhotos(db, place?.id ?? 0);
  const report = { route: reportRoute, path: `/place-photos/${photo?.id}/report`, params: { id: photo?.id ?? "" } };
  const admin = await buildUser(db, { role: "admin" });

  expect(await requestRoute(db, { ...report, fields: { reason: "", note: "" }, person: admin })).toBe(400);
  expect(await requestRoute(db, { ...report, fields: { reason: "elsewhere" }, person: await buildUser(db) })).toBe(
    report.path,
  );
  expect(await listPublicPhotos(db, place?.id ?? 0)).toHaveLength(1);
  expect(
    await requestRoute(db, { ...report, fields: { reason: "elsewhere", note: "Next door." }, person: admin }),
  ).toBe(`/places/${place?.slug}`);
  expect(await listPublicPhotos(db, place?.id ?? 0)).toEqual([]);
  expect(
    await db.$count(auditEntries, and(eq(auditEntries.action, "photo.remove"), eq(auditEntries.actorId, admin.id))),
  ).toBe(1);
  await removePhotos(context, new Date(NOW.getTime() + 2 * DAY_MS));
  await runCommons(context, new Date(NOW.getTime() + 30 * DAY_MS));

  expect(picturesFetched(double)).toBe(1);
  expect(await listPublicPhotos(db, place?.id ?? 0)).toEqual([]);
  expect(await db.select().from(placePhotos)).toMatchObject([{ sourceFile: "Cafe 1.jpg" }]);
});

test("withdrawing the source removes its facts and photographs", async ({ db }) => {
  const [place] = await listPlaces(db, [{ item: "Q101", number: 1 }]);
  const { double, context, folder } = await buildWork(db);
  double.setItems({ Q101: buildCafeItem("Q101", 1) });
  double.setFiles({ "Cafe 1.jpg": buildCommonsFile() });
  await runCommons(context);
  expect(filesIn(folder)).not.toEqual([]);
  await withdrawSource(db, { sourceId: "wikidata", actor: ACTOR, now: NOW });

  expect(await factsOf(db)).toEqual([]);
  expect(await listPublicPhotos(db, place?.id ?? 0)).toEqual([]);
  expect(await listPhotoCredits(db, { page: 1 })).toEqual({ credits: [], pageCount: 1 });
  await removePhotos(context, NOW);
  expect(await db.$count(placePhotos)).toBe(0);
  expect(filesIn(folder)).toEqual([]);
  expect(await db.$count(places, eq(places.id, place?.id ?? 0))).toBe(1);
});

test("what isn’t surely about the place or free is left out and counted", async ({ db }) => {
  const kinds = [
    { item: "Q101", number: 1 },
    { item: "Q102", number: 2 },
    { item: "Q103", number: 3 },
    { item: "Q104", number: 4 },
    { item: "Q104", number: 5 },
    { item: "Q106", number: 6, kind: "memorial" as const },
    { item: "Q107;Q108", number: 7 },
  ];
  await listPlaces(db, kinds);
  const { double, context } = await buildWork(db);
  double.setItems({
    // A kilometer away, as the item of a chain would be.
    Q101: buildCafeItem("Q101", 1, { P625: [buildGlobePoint({ ...pointOf(1), lng: -76.98 })] }),
    Q103: buildCafeItem("Q103", 3, { P856: [], P1619: [] }),
    Q104: buildCafeItem("Q104", 4),
    Q106: buildCafeItem("Q106", 6, { P856: [] }),
  });
  double.setFiles({
    "Cafe 3.jpg": buildCommonsFile({
      said: { License: "cc-by-nc-4.0", LicenseShortName: "CC BY-NC 4.0", LicenseUrl: "" },
    }),
    "Cafe 6.jpg": buildCommonsFile(),
  });
  const run = await runCommons(context);

  expect(run).toMatchObject({ stage: "done", recordCount: 1 });
  expect(run.counts).toEqual({
    "Items that several places name": 1,
    "Items that are elsewhere than their place": 1,
    "Items that Wikidata doesn’t have": 1,
    "Pictures refused (no license that is on our list)": 1,
    "Pictures refused (shows a work of art that its maker may own)": 1,
  });
  expect((await factsOf(db)).map(({ field }) => field)).toEqual(["opened"]);
  expect(picturesFetched(double)).toBe(0);
});

test("an item that has closed asks the editors, and changes nothing by itself", async ({ db }) => {
  const [place] = await listPlaces(db, [{ item: "Q101", number: 1 }]);
  const { double, context } = await buildWork(db);
  double.setItems({ Q101: buildCafeItem("Q101", 1, { P3999: [buildTime("2026-06-30")] }) });
  double.setFiles({ "Cafe 1.jpg": buildCommonsFile() });
  const run = await runCommons(context);

  expect(run).toMatchObject({ stage: "done", recordCount: 1 });
  expect(await db.select().from(corrections)).toMatchObject([{ placeId: place?.id, sourceId: "wikidata" }]);
  expect(
    await db
      .select()
      .from(places)
      .where(eq(places.id, place?.id ?? 0)),
  ).toMatchObject([{ status: "published" }]);
  expect(await factsOf(db)).toEqual([]);
});

test.for<[name: string, path: string, kind: RegExp, answer: (response: ServerResponse) => void]>([
  ["refused", "/wikidata/", /refused the request \(status 403\)/, (response) => response.writeHead(403).end()],
  [
    "slow for good",
    "/wikidata/",
    /too busy for us/,
    (response) => response.writeHead(429, { "retry-after": "900" }).end(),
  ],
  ["an error", "/wikidata/", /says: “The double says badvalue”/, (response) => sendApiError(response, "badvalue")],
  ["a page", "/wikidata/", /didn’t answer as an API/, (response) => response.end("<html>Wikimedia Error</html>")],
  ["nothing", "/wikidata/", /didn’t answer as an API/, (response) => response.end()],
  ["a list", "/wikidata/", /didn’t answer as an API/, (response) => sendJson(response, [])],
  ["no items", "/wikidata/", /sent no items/, (response) => sendJson(response, { success: 1 })],
  [
    "half an answer",
    "/wikidata/",
    /broke off/,
    (response) => {
      response.writeHead(200, { "content-length": "1000" }).write('{"entities"');
      setTimeout(() => response.destroy(), 20);
    },
  ],
  ["enormous", "/wikidata/", /more than 40 MB/, (response) => response.end(Buffer.alloc(41_000_000, " "))],
  ["no files", "/commons/", /sent no files/, (response) => sendJson(response, { batchcomplete: true })],
  [
    "an answer without end",
    "/commons/",
    /didn’t answer|didn’t come to an end|sent no files/,
    (response) => sendJson(response, { query: { pages: {} }, continue: { iicontinue: "1" } }),
  ],
])("a run that is answered with %s changes nothing and says why", async ([, path, why, answer], { db }) => {
  await listPlaces(db, [{ item: "Q101", number: 1 }]);
  const { double, context } = await buildWork(db);
  double.setItems({ Q101: buildCafeItem("Q101", 1) });
  double.setFiles({ "Cafe 1.jpg": buildCommonsFile() });
  double.answerNext(path, answer);
  const before = await factsOf(db, "openstreetmap");
  const run = await runCommons(context);

  expect(run).toMatchObject({ stage: "failed", importId: null });
  expect(run.problem).toMatch(why);
  expect(await db.$count(sourceRecords, eq(sourceRecords.sourceId, "wikidata"))).toBe(0);
  expect(await db.$count(imports, eq(imports.sourceId, "wikidata"))).toBe(0);
  expect(await factsOf(db, "openstreetmap")).toEqual(before);
  expect(await db.$count(placePhotos)).toBe(0);
  expect(await runCommons(context)).toMatchObject({ stage: "done" });
});

test("a server that lags behind is left alone for as long as it asks", async ({ db }) => {
  await listPlaces(db, [{ item: "Q101", number: 1 }]);
  const { double, context, pauses } = await buildWork(db);
  double.setItems({ Q101: buildCafeItem("Q101", 1) });
  double.setFiles({ "Cafe 1.jpg": buildCommonsFile() });
  double.answerNext("/wikidata/", (response) => sendApiError(response, "maxlag", { "retry-after": "7" }));
  double.answerNext("/wikidata/", (response) => sendApiError(response, "ratelimited"));
  double.answerNext("/thumb/", (response) => response.writeHead(429, { "retry-after": "45" }).end());
  const run = await runCommons(context);

  expect(run).toMatchObject({ stage: "done", problem: null });
  expect(pauses).toEqual([7_000, 10_000, 45_000]);
});

test.for<[name: string, what: string, answer: (response: ServerResponse) => void]>([
  ["isn’t there", "Pictures not fetched (the server sent something else)", (response) => response.writeHead(404).end()],
  [
    "is too large",
    "Pictures not fetched (the server sent something else)",
    (response) => response.end(Buffer.alloc(10_500_000)),
  ],
  [
    "is a page",
    "Pictures not taken (It isn’t a JPEG, PNG, WebP or AVIF file, whatever its name says.)",
    (response) => response.end("<script>alert(1)</script>"),
  ],
  [
    "is cut",
    "Pictures not taken (It’s damaged or incomplete. Choose the whole file.)",
    (response) => response.end(Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16])),
  ],
])("a picture that %s is left out, and the facts stay", async ([, what, answer], { db }) => {
  const [place] = await listPlaces(db, [{ item: "Q101", number: 1 }]);
  const { double, context } = await buildWork(db);
  double.setItems({ Q101: buildCafeItem("Q101", 1) });
  double.setFiles({ "Cafe 1.jpg": buildCommonsFile() });
  double.answerNext("/thumb/", answer);
  const run = await runCommons(context);

  expect(run).toMatchObject({ stage: "done", counts: { [what]: 1 } });
  expect(await listPublicPhotos(db, place?.id ?? 0)).toEqual([]);
  expect((await factsOf(db)).map(({ field }) => field)).toEqual(["opened", "picture", "website"]);
  await runCommons(context, new Date(NOW.getTime() + 30 * DAY_MS));
  expect(await listPublicPhotos(db, place?.id ?? 0)).toHaveLength(1);
});

test("an address that isn’t Wikimedia’s is never requested", async ({ db }) => {
  await listPlaces(db, [{ item: "Q101", number: 1 }]);
  const { double, context } = await buildWork(db);
  double.setItems({ Q101: buildCafeItem("Q101", 1) });
  double.setFiles({ "Cafe 1.jpg": buildCommonsFile({ thumburl: "http://169.254.169.254/latest/meta-data" }) });
  const run = await runCommons(context);

  expect(run).toMatchObject({
    stage: "done",
    counts: { "Pictures not fetched (Commons named an address elsewhere)": 1 },
  });
});

test("texts of others are shown as text", async ({ db }) => {
  const [place] = await listPlaces(db, [{ item: "Q101", number: 1 }]);
  const { double, context } = await buildWork(db);
  double.setItems({ Q101: buildCafeItem("Q101", 1) });
  const Artist = "Eve &lt;script&gt;alert(1)&lt;/script&gt;\u202Egnp.exe<img src=x onerror=alert(2)>";
  double.setFiles({ "Cafe 1.jpg": buildCommonsFile({ said: { Artist } }) });
  await runCommons(context);
  const photos = await listPublicPhotos(db, place?.id ?? 0);

  expect(photos[0]?.credit?.author).toBe("Eve <script>alert(1)</script>gnp.exe");
  expect(renderGallery({ slug: "a", name: "A" }, photos)).toContain("Eve &lt;script&gt;");
});

test("a run that stops among the pictures goes on with those that are missing", async ({ db }) => {
  await listPlaces(db, [
    { item: "Q101", number: 1 },
    { item: "Q102", number: 2 },
  ]);
  const { double, context } = await buildWork(db);
  double.setItems({ Q101: buildCafeItem("Q101", 1), Q102: buildCafeItem("Q102", 2) });
  double.setFiles({ "Cafe 1.jpg": buildCommonsFile(), "Cafe 2.jpg": buildCommonsFile() });
  const picture = await buildJpeg();
  const stopping = new AbortController();
  double.answerNext("/thumb/", (response) => {
    response.end(picture);
    stopping.abort();
  });
  const stopped = await runCommons({ ...context, signal: stopping.signal });
  expect(stopped).toMatchObject({ stage: "importing", endedAt: null });
  await processSourceRun(context, stopped.id);

  expect(await loadRun(db, stopped.id)).toMatchObject({ stage: "done", problem: null });
  expect(await db.$count(placePhotos)).toBe(2);
});

/** The files of the storage, in any folder. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
}

import { isNull, like } from "drizzle-orm";
import { afterAll, describe, expect, onTestFinished } from "vitest";

import { openPostgres } from "#app/db/postgres.server.ts";
import { imports } from "#app/db/schema/importing.ts";
import { sourceRuns } from "#app/db/schema/live-sources.ts";
import { places } from "#app/db/schema/places.ts";
import { runImportsJob } from "#app/desk/imports/run/run-imports.job.ts";
import { runSourcesJob } from "#app/desk/sources/run/run-sources.job.ts";
import { switchSourceOn } from "#app/desk/sources/run/switch-source.server.ts";
import { type OverpassElement, startOverpassDouble } from "#tests/overpass-double.ts";
import { silentLog } from "#tests/silent-log.ts";

import { violationsInEachTheme } from "./axe-violations.ts";
import { testWithSite, waitForHydration } from "./browser.ts";
import { emptyFolder } from "./data-folder.ts";
import { createDatabase } from "./databases.ts";
import { runUntil } from "./killed-command.ts";
import type { TestClient } from "./test-client.ts";

const double = await startOverpassDouble();
afterAll(() => double.close());

/** A site whose Overpass server is a double on this machine. */
const test = testWithSite({
  settings: { OVERPASS_URL: double.url },
  expectedLogs: [/A live source could not be read/],
});

const CAFE = {
  type: "node",
  id: 1,
  lat: 38.8973,
  lon: -76.9665,
  tags: {
    amenity: "cafe",
    name: "Zebra Finch Coffee",
    opening_hours: "Mo-Su 08:00-18:00",
    phone: "+1 202-555-0143",
    check_date: "2026-10-01",
  },
} as const;

describe("live sources", { timeout: 180_000 }, () => {
  test("an admin switches OpenStreetMap on, a run lists places with credit, a failure says why, and all is withdrawn", async ({
    site,
    as,
    guest,
  }) => {
    double.setElements([CAFE]);
    const ada = await (await as("admin")).visit("/admin/dashboard", { width: 360 });
    await ada.getByRole("link", { name: "Fill them from OpenStreetMap" }).click();
    const card = ada.getByRole("region", { name: "OpenStreetMap" });
    await card.waitFor();
    await waitForHydration(ada);
    expect(await card.getByText(/^License: ODbL 1\.0/).innerText()).toContain("credits OpenStreetMap");
    expect(await violationsInEachTheme(ada)).toEqual([]);
    await site.runJob(runSourcesJob);
    expect(double.queries).toEqual([]);

    await card.getByRole("button", { name: "Accept and switch on" }).click();
    await card.getByRole("button", { name: "Run now" }).waitFor();
    await site.runJob(runSourcesJob);
    await ada.reload();
    await ada.getByText(/^Done, started/).waitFor();
    expect(await ada.getByText(/^1 new, 0 changed/).count()).toBe(1);
    expect(await violationsInEachTheme(ada)).toEqual([]);
    const page = await (await guest.fetch("/places/zebra-finch-coffee")).text();
    expect(page).toContain("(202) 555-0143");
    expect(page).toMatch(/OpenStreetMap[^<]*\(ODbL 1\.0\)|openstreetmap\.org\/copyright/);

    await ada.getByRole("link", { name: "Full report" }).click();
    await ada.getByText("Imported", { exact: true }).waitFor();

    double.answerNext((response) => response.writeHead(406).end());
    await ada.goto("/admin/sources");
    await waitForHydration(ada);
    await card.getByRole("button", { name: "Run now" }).click();
    await card.getByRole("button", { name: "Stop" }).waitFor();
    // Before it, the browser reloads the page.
    await waitForHydration(ada);
    expect(await violationsInEachTheme(ada)).toEqual([]);
    await site.runJob(runSourcesJob);
    // The page looks by itself.
    await ada.getByText(/^Failed, started/).waitFor();
    expect(await ada.getByText(/refused the request \(status 406\)/).count()).toBe(1);
    expect((await guest.fetch("/places/zebra-finch-coffee")).status).toBe(200);

    await card.getByRole("button", { name: "Pause" }).click();
    await ada.getByText(/^Paused: /).waitFor();
    await card.getByRole("button", { name: "Switch off" }).click();
    await card.getByRole("button", { name: "Accept and switch on" }).waitFor();
    await ada.getByRole("link", { name: "Withdraw them on the Imports page" }).click();
    await ada.getByText("Withdraw source").click();
    await ada.getByRole("button", { name: "Withdraw OpenStreetMap" }).click();
    await ada.getByText("Withdrawing").first().waitFor();
    await site.runJob(runImportsJob);
    expect((await guest.fetch("/places/zebra-finch-coffee")).status).toBe(404);
  });

  test("a run that would change too many places waits with its report, an editor runs it anyway and undoes it", async ({
    site,
    as,
    guest,
  }) => {
    const ada = await (await as("admin")).visit("/admin/sources");
    await waitForHydration(ada);
    const card = ada.getByRole("region", { name: "OpenStreetMap" });
    double.setElements(kites("2026-10-01", 1));
    await card.getByRole("button", { name: "Accept and switch on" }).click();
    await card.getByRole("button", { name: "Run now" }).waitFor();
    await site.runJob(runSourcesJob);
    await ada.getByText(/^Done, started/).waitFor();
    double.setElements(kites("2026-11-02", 2));
    await card.getByRole("button", { name: "Run now" }).click();
    await card.getByRole("button", { name: "Stop" }).waitFor();
    await site.runJob(runSourcesJob);
    await ada.getByText(/^Waits for an editor, started/).waitFor();
    expect(await phoneOf(guest)).toBe("(202) 555-1007");

    await ada.getByRole("link", { name: "See the report and decide" }).click();
    const why = new RegExp(`^It would change ${KITES} of [\\d,]+ published places\\.$`);
    await ada.getByText(why).waitFor();
    expect(await violationsInEachTheme(ada)).toEqual([]);
    await ada.getByRole("button", { name: "Run it anyway" }).click();
    await ada.getByText("Importing", { exact: true }).waitFor();
    await site.runJob(runSourcesJob);
    await ada.getByText("Imported", { exact: true }).waitFor();
    expect(await phoneOf(guest)).toBe("(202) 555-2007");

    await ada.getByText("Undo this import").first().click();
    await ada.getByRole("button", { name: "Undo this import" }).click();
    await ada.getByText("Undoing").first().waitFor();
    await site.runJob(runImportsJob);
    await ada.getByText(`${KITES} entries undone. 0 places removed.`).waitFor();
    expect(await phoneOf(guest)).toBe("(202) 555-1007");
    await ada.goto("/admin/sources");
    await card.getByRole("button", { name: "Switch off" }).click();
    await card.getByRole("button", { name: "Accept and switch on" }).waitFor();
  });

  test("the page works without script", async ({ as }) => {
    const ada = await (await as("admin")).visit("/admin/sources", { script: false });
    const card = ada.getByRole("region", { name: "OpenStreetMap" });
    await card.getByRole("button", { name: "Accept and switch on" }).click();
    await card.getByRole("button", { name: "Run now" }).click();
    await card.getByRole("button", { name: "Stop" }).click();
    await ada.getByText(/^Stopped, started/).waitFor();
    await card.getByRole("button", { name: "Switch off" }).click();
    await card.getByRole("button", { name: "Accept and switch on" }).waitFor();
  });
});

/** More than three in a hundred of the published places. */
const KITES = 120;

/** Shops whose phones have this digit. */
function kites(check_date: string, digit: number): OverpassElement[] {
  return Array.from({ length: KITES }, (_, at) => ({
    type: "node",
    id: 100 + at,
    lat: 38.8973 + (at % 20) / 10_000,
    lon: -76.9665 + Math.floor(at / 20) / 10_000,
    tags: {
      shop: "books",
      name: `Plover ${at} Kites`,
      phone: `+1 202-555-${digit}${String(at).padStart(3, "0")}`,
      check_date,
    },
  }));
}

async function phoneOf(guest: TestClient): Promise<string | undefined> {
  const page = await (await guest.fetch("/places/plover-7-kites")).text();
  return /\(202\) 555-\d{4}/.exec(page)?.[0];
}

/** Some batches in either phase. */
const MADE_PLACES = 1_000;

test(
  "a run that is killed while it reads, checks and imports goes on, with the same result",
  { timeout: 300_000 },
  async () => {
    const [folder, database] = [emptyFolder(), await createDatabase("trial")];
    const opened = openPostgres(database.url, silentLog(), "command");
    onTestFinished(async () => {
      folder.remove();
      await opened.close();
      await database.drop();
    });
    const { db } = opened;
    const settings = { DATABASE_URL: database.url, DATA_DIR: folder.path, OVERPASS_URL: double.url };
    await switchSourceOn(db, { name: "osm", actor: { kind: "command", id: "test" }, now: new Date() });
    double.setElements(madeElements());
    const killed = new AbortController();
    double.answerNext((response) => {
      response.writeHead(200, { "content-type": "application/json" }).write('{"osm3s":{"timestamp_osm_base":"2026-');
      killed.abort();
    });
    const run = async (how: Parameters<typeof runUntil>[2] = {}) => {
      const output = await runUntil(settings, ["sources", "run", "osm"], how);
      // Nobody renews the leases of a process that is gone.
      await db
        .update(sourceRuns)
        .set({ lockedUntil: new Date(0) })
        .where(isNull(sourceRuns.endedAt));
      await db
        .update(imports)
        .set({ lockedUntil: new Date(0) })
        .where(isNull(imports.finishedAt));
      return output;
    };
    const outputs = [
      await run({ killed: killed.signal }),
      await run({ until: /Checked / }),
      await run({ until: /Imported / }),
    ];
    const last = await run();

    expect(outputs.filter((output) => /^ {2}done/m.test(output))).toEqual([]);
    expect(outputs[1]).toContain("Going on with the run of OpenStreetMap.");
    expect(last).toMatch(
      new RegExp(`^ {2}done, begun[\\s\\S]*^ {2}${MADE_PLACES.toLocaleString("en-US")} new, 0 changed`, "m"),
    );
    expect(await db.select({ stage: sourceRuns.stage }).from(sourceRuns)).toEqual([{ stage: "done" }]);
    expect(await db.$count(places, like(places.name, "Made %"))).toBe(MADE_PLACES);
  },
);

/** Far enough from each other that no two are duplicates. */
function madeElements(): OverpassElement[] {
  return Array.from({ length: MADE_PLACES }, (_, number) => ({
    type: "node",
    id: 10_000 + number,
    lat: 38.905 + Math.floor(number / 28) * 0.0012,
    lon: -77.03 + (number % 28) * 0.0012,
    tags: { amenity: "cafe", name: `Made ${String.fromCodePoint(97 + (number % 26))}${number} Works` },
  }));
}

import { afterAll, describe, expect } from "vitest";

import { runImportsJob } from "#app/desk/imports/run/run-imports.job.ts";
import { runSourcesJob } from "#app/desk/sources/run/run-sources.job.ts";
import { startOverpassDouble } from "#tests/overpass-double.ts";

import { violationsInEachTheme } from "./axe-violations.ts";
import { testWithSite, waitForHydration } from "./browser.ts";

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

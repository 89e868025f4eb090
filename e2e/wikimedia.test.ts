import { afterAll, describe, expect } from "vitest";

import { runSourcesJob } from "#app/desk/sources/run/run-sources.job.ts";
import { preparePhotosJob } from "#app/guide/photos/place/upload/prepare-photos.job.ts";
import { startOverpassDouble } from "#tests/overpass-double.ts";
import { buildJpeg } from "#tests/pictures.ts";
import { buildCommonsFile, buildGlobePoint, buildWikidataItem, startWikimediaDouble } from "#tests/wikimedia-double.ts";

import { violationsInEachTheme } from "./axe-violations.ts";
import { testWithSite, waitForHydration } from "./browser.ts";

const overpass = await startOverpassDouble();
const wikimedia = await startWikimediaDouble();
afterAll(() => Promise.all([overpass.close(), wikimedia.close()]));

/** A site whose sources are doubles on this machine. */
const test = testWithSite({
  settings: {
    OVERPASS_URL: overpass.url,
    WIKIDATA_URL: wikimedia.urls.wikidata,
    COMMONS_URL: wikimedia.urls.commons,
  },
});

const POINT = { lat: 38.8973, lng: -76.9665 };
const TAGS = { amenity: "cafe", name: "Zebra Finch Coffee", wikidata: "Q101" };

describe("photos from Wikimedia Commons", { timeout: 180_000 }, () => {
  test("are shown with their credit, listed on /credits, and removed by an editor for good", async ({
    site,
    as,
    guest,
    visit,
  }) => {
    overpass.setElements([{ type: "node", id: 1, lat: POINT.lat, lon: POINT.lng, tags: TAGS }]);
    wikimedia.setItems({
      Q101: buildWikidataItem("Q101", { claims: { P18: ["Finch.jpg"], P625: [buildGlobePoint(POINT)] } }),
    });
    wikimedia.setFiles({ "Finch.jpg": buildCommonsFile() });
    wikimedia.setPicture(await buildJpeg({ width: 1_200, height: 800 }));
    const ada = await (await as("admin")).visit("/admin/sources", { width: 360 });
    await waitForHydration(ada);
    for (const name of ["OpenStreetMap", "Wikidata"]) {
      const card = ada.getByRole("region", { name });
      await card.getByRole("button", { name: "Accept and switch on" }).click();
      await card.getByRole("button", { name: "Run now" }).waitFor();
      await site.runJob(runSourcesJob);
    }
    await site.runJob(preparePhotosJob);
    await ada.reload();
    await ada.getByText("Pictures fetched: 1").waitFor();
    expect(await violationsInEachTheme(ada)).toEqual([]);

    const page = await visit("/places/zebra-finch-coffee", { width: 360 });
    const credit = page.locator(".place-picture > figcaption");
    expect(await credit.innerText()).toBe("Photo: Jane Doe, CC BY-SA 4.0, via Wikimedia Commons");
    const license = credit.getByRole("link", { name: "CC BY-SA 4.0" });
    expect(await license.getAttribute("href")).toBe("https://creativecommons.org/licenses/by-sa/4.0/");
    expect(await violationsInEachTheme(page)).toEqual([]);
    await page.goto("/credits");
    expect(await page.getByRole("row", { name: "Zebra Finch Coffee" }).innerText()).toContain("Jane Doe");
    expect(await violationsInEachTheme(page)).toEqual([]);

    await ada.goto("/places/zebra-finch-coffee/photos");
    await ada.getByRole("link", { name: "Report the photo" }).click();
    await ada.getByLabel("It shows a different place, or is out of date").check();
    await ada.getByRole("button", { name: "Remove the photo" }).click();
    await ada.getByRole("heading", { name: "Zebra Finch Coffee", level: 1 }).waitFor();
    expect(await ada.getByText("Photo: Jane Doe").count()).toBe(0);
    expect(await (await guest.fetch("/credits")).text()).toContain("No photos from Wikimedia Commons yet");
    await ada.goto("/admin/sources");
    await waitForHydration(ada);
    await ada.getByRole("region", { name: "Wikidata" }).getByRole("button", { name: "Run now" }).click();
    await ada.getByRole("button", { name: "Stop" }).waitFor();
    await site.runJob(runSourcesJob);
    await ada
      .getByRole("region", { name: "Wikidata" })
      .getByText(/^Done, started/)
      .waitFor();
    expect(wikimedia.requests.filter(({ path }) => path.startsWith("/thumb/"))).toHaveLength(1);
  });
});

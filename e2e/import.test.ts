import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import type { Locator } from "playwright-core";
import { describe, expect, onTestFinished } from "vitest";

import { runImportsJob } from "#app/desk/imports/run/run-imports.job.ts";

import { violationsInEachTheme } from "./axe-violations.ts";
import { waitForHydration, testWithSite } from "./browser.ts";
import { emptyFolder } from "./data-folder.ts";
import { createDatabase } from "./databases.ts";
import { runUntil } from "./killed-command.ts";
import type { TestClient } from "./test-client.ts";
import type { Site } from "./site.ts";

const SAMPLE = join(import.meta.dirname, "..", "tests", "import-sample.csv");

/** Imported places appear in every list. */
const test = testWithSite();

describe("importing places", { timeout: 180_000 }, () => {
  test("an editor uploads a table, maps its columns, checks, imports, decides about a duplicate and undoes it", async ({
    site,
    as,
    guest,
  }) => {
    const ada = await (await as("admin")).visit("/admin/imports", { expectedErrors: ["/admin/imports"] });
    await waitForHydration(ada);
    await ada.locator("input[type=file]").setInputFiles(SAMPLE);
    await ada.getByRole("button", { name: "Upload and check" }).click();
    await ada.getByText("Say where the file comes from").waitFor();
    await ada.getByLabel("Source", { exact: true }).fill("Benning Road merchants");
    await ada.getByLabel("License, such as CC BY 4.0").fill("CC BY 4.0");
    await worked(site, ada.getByRole("button", { name: "Upload and check" }));
    await ada.getByRole("heading", { name: "Match columns" }).waitFor();
    expect(await ada.locator("[name=column-name]").inputValue()).toBe("Place name");
    expect(await violationsInEachTheme(ada)).toEqual([]);

    await worked(site, ada.getByRole("button", { name: "Check file" }));
    await ada.getByRole("heading", { name: "Import this file" }).waitFor();
    expect(await ada.locator(".import-counts").innerText()).toMatch(
      /New\s+1[\s\S]*Possible duplicates\s+1[\s\S]*Skipped\s+2/,
    );
    expect(await textOf(guest, "/places/zephyr-and-oboe-repairs")).toBe("404");
    await ada.getByLabel("Category of Kite maker").selectOption("shopping");
    await ada.getByLabel("Type of Kite maker").fill("Kite maker");
    await worked(site, ada.getByRole("button", { name: "Save and check again" }));
    await expect.poll(() => ada.locator(".import-counts").innerText()).toMatch(/New\s+2/);
    await ada.getByText("Saved category mappings").click();
    await ada.getByLabel("Type of kite maker").fill("Kite shop");
    await worked(site, ada.getByRole("button", { name: "Save changes and check again" }));
    // On the page after the check it is closed again.
    const mapped = ada.locator("details", { hasText: "Saved category mappings" });
    await expect.poll(() => mapped.getAttribute("open")).toBeNull();
    expect(await ada.getByLabel("Type of kite maker").inputValue()).toBe("Kite shop");
    await ada.getByLabel("List right away").check();
    expect(await violationsInEachTheme(ada)).toEqual([]);
    await worked(site, ada.getByRole("button", { name: /^Import \d/ }));
    await ada.getByRole("heading", { name: "To review" }).waitFor();
    expect(await textOf(guest, "/search?q=kingman+kites")).toContain("/places/kingman-kites");
    expect(await textOf(guest, "/places/the-diner")).toContain("(202) 555-0177");

    await ada.getByRole("link", { name: "Review entries" }).click();
    await ada.getByRole("article").waitFor();
    expect(await ada.getByRole("article").innerText()).toMatch(/Zephyr & Organ Repairs[\s\S]*Zephyr & Oboe Repairs/);
    expect(await violationsInEachTheme(ada)).toEqual([]);
    await waitForHydration(ada);
    await ada.keyboard.press("j");
    await ada.keyboard.press("s");
    await ada.getByRole("heading", { name: "Decided", exact: true }).waitFor();
    expect(await textOf(guest, "/places/zephyr-and-oboe-repairs")).toContain("(202) 555-0166");
    await ada.getByRole("button", { name: "Undo: Zephyr & Organ Repairs" }).click();
    await ada.getByRole("article").waitFor();
    expect(await textOf(guest, "/places/zephyr-and-oboe-repairs")).not.toContain("(202) 555-0166");
    await ada.getByRole("button", { name: "List as new place" }).click();
    await ada.getByRole("heading", { name: "Nothing to review" }).waitFor();
    const decided = ada.locator("section", { has: ada.getByRole("heading", { name: "Decided", exact: true }) });
    expect(await decided.innerText()).toMatch(/Zephyr & Organ Repairs was listed as Zephyr & Organ Repairs/);
    expect(await violationsInEachTheme(ada)).toEqual([]);

    await ada.goto("/admin/imports/merges?survivor=zephyr-and-oboe-repairs&duplicate=zephyr-and-organ-repairs");
    expect(await violationsInEachTheme(ada)).toEqual([]);
    await ada.getByRole("button", { name: "Merge listings" }).click();
    await ada.getByRole("button", { name: "Undo merge: Zephyr & Organ Repairs" }).waitFor();
    const redirected = await guest.fetch("/places/zephyr-and-organ-repairs");
    expect([redirected.status, redirected.headers.get("location")]).toEqual([301, "/places/zephyr-and-oboe-repairs"]);
    await ada.getByRole("button", { name: "Undo merge: Zephyr & Organ Repairs" }).click();
    await ada.getByText("Undone").waitFor();
    expect(await textOf(guest, "/places/zephyr-and-organ-repairs")).toContain("(202) 555-0166");

    await ada.goto("/admin/imports");
    await ada.getByText("Withdraw source").click();
    await worked(site, ada.getByRole("button", { name: "Withdraw Benning Road merchants" }));
    await expect.poll(() => textOf(guest, "/places/kingman-kites")).toBe("404");
    expect(await textOf(guest, "/places/the-diner")).not.toContain("(202) 555-0177");
  });

  test("keyboard shortcuts decide one record after the other, and a duplicate is found by its name", async ({
    site,
    as,
  }) => {
    const ada = await (await as("admin")).visit("/admin/imports");
    await waitForHydration(ada);
    const entries = [
      { id: "gers-7", name: "Yonder & Oboe Varnish", at: [-76.9668, 38.8962] },
      { id: "gers-8", name: "Yonder & Organ Varnish", at: [-76.96685, 38.89635] },
      { id: "gers-9", name: "Quizzical & Oboe Quilts", at: [-76.9675, 38.8955] },
      { id: "gers-10", name: "Quizzical & Organ Quilts", at: [-76.96755, 38.89565] },
    ];
    const lines = entries.map(({ id, name, at }) => {
      const properties = { names: { primary: name }, categories: { primary: "clothing_store" } };
      return JSON.stringify({ type: "Feature", id, geometry: { type: "Point", coordinates: at }, properties });
    });
    const file = { name: "twins.ndjson", mimeType: "application/json", buffer: Buffer.from(lines.join("\n")) };
    await ada.locator("input[type=file]").setInputFiles(file);
    await worked(site, ada.getByRole("button", { name: "Upload and check" }));
    await ada.getByLabel("List right away").check();
    await worked(site, ada.getByRole("button", { name: /^Import \d/ }));
    await ada.getByText("2 possible duplicates.", { exact: true }).waitFor();
    await ada.getByRole("link", { name: "Review entries" }).click();
    await ada.getByRole("heading", { name: "2 entries to review" }).waitFor();
    await waitForHydration(ada);

    await ada.keyboard.press("j");
    await ada.keyboard.press("x");
    await ada.getByRole("heading", { name: "1 entry to review" }).waitFor();
    await expect.poll(() => ada.evaluate(() => document.activeElement?.tagName)).toBe("ARTICLE");
    await ada.keyboard.press("n");
    await ada.getByRole("heading", { name: "Nothing to review" }).waitFor();

    await ada.goto("/admin/imports/merges");
    await ada.getByLabel(/Listing to keep/).fill("Quizzical & Oboe Quilts");
    await ada.getByLabel(/Duplicate listing/).fill(`${site.url}/places/yonder-and-oboe-varnish`);
    await ada.getByRole("button", { name: "Compare" }).click();
    await ada.getByRole("heading", { name: "Merge Yonder & Oboe Varnish into Quizzical & Oboe Quilts" }).waitFor();
  });

  test("a sample file can be downloaded and imported unchanged", async ({ site, as, guest }) => {
    const ada = await (await as("admin")).visit("/admin/imports");
    await waitForHydration(ada);
    await ada.getByText("Sample files").click();
    const [download] = await Promise.all([
      ada.waitForEvent("download"),
      ada.getByRole("link", { name: "OpenStreetMap, from Overpass", exact: true }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("sample-overpass.json");
    const folder = emptyFolder();
    onTestFinished(folder.remove);
    const copy = join(folder.path, download.suggestedFilename());
    await download.saveAs(copy);
    await ada.locator("input[type=file]").setInputFiles(copy);
    await worked(site, ada.getByRole("button", { name: "Upload and check" }));
    await ada.getByRole("heading", { name: "Import this file" }).waitFor();

    expect(await ada.locator(".import-counts").innerText()).toMatch(/New\s+2[\s\S]*Skipped\s+2/);
    expect(await textOf(guest, "/places/noodle-house-sample")).toBe("404");
  });

  test("it works without script, and members have no access", async ({ site, as, guest }) => {
    const ada = await (await as("admin")).visit("/admin/imports", { script: false });
    await ada.locator("input[type=file]").setInputFiles({
      name: "one.geojson",
      mimeType: "application/json",
      buffer: Buffer.from(
        JSON.stringify({
          type: "Feature",
          id: "gers-1",
          geometry: { type: "Point", coordinates: [-76.9668, 38.8962] },
          properties: { names: { primary: "Okapi Hats" }, categories: { primary: "clothing_store" } },
        }),
      ),
    });
    await worked(site, ada.getByRole("button", { name: "Upload and check" }));
    // The page reloads itself.
    await ada.getByRole("button", { name: "Import 1 entry" }).waitFor();
    expect(await ada.getByRole("row", { name: /Okapi Hats/ }).innerText()).toContain("Not listed");
    await ada.getByLabel("List right away").check();
    await worked(site, ada.getByRole("button", { name: "Import 1 entry" }));
    await ada.getByText("Nothing to review").waitFor();
    await ada
      .getByRole("row", { name: /Okapi Hats/ })
      .getByRole("link", { name: "Okapi Hats" })
      .waitFor();
    await ada.getByText("Undo this import", { exact: true }).first().waitFor();
    expect(await textOf(guest, "/places/okapi-hats")).toContain("Okapi Hats");

    const mia = await as("member");
    const body = new FormData();
    body.set("file", new Blob([readFileSync(SAMPLE)]), "table.csv");
    const refused = await mia.fetch("/admin/imports", { method: "POST", headers: { origin: site.url }, body });
    expect([refused.status, refused.headers.get("location")]).toEqual([303, "/"]);
  });
});

/** Four batches and more in either phase: a process killed after the first has three quarters left. */
const MADE_PLACES = 1_000;

test(
  "a command that is killed in either phase continues where it was, with the same result",
  { timeout: 300_000 },
  async () => {
    const [folder, database] = [emptyFolder(), await createDatabase("trial")];
    onTestFinished(async () => {
      folder.remove();
      await database.drop();
    });
    const settings = { DATABASE_URL: database.url, DATA_DIR: folder.path };
    const file = join(folder.path, "made.ndjson");
    writeFileSync(file, madeLines());
    // The first output of either phase: most of it is still to be done.
    const first = await runUntil(settings, ["import", file, "--publish"], { until: /Checked / });
    const [, id = ""] = /Import ([0-9a-f-]{36})/.exec(first) ?? [];
    const second = await runUntil(settings, ["import", "resume", id], { until: /Imported / });
    const last = await runUntil(settings, ["import", "resume", id]);
    const again = await runUntil(settings, ["import", file, "--dry-run"]);

    expect([first, second].filter((output) => output.includes("Done"))).toEqual([]);
    expect(last).toContain(`Done: ${MADE_PLACES} entries`);
    expect(again).toMatch(new RegExp(`new {17}0\\n[\\s\\S]*unchanged {11}${MADE_PLACES}\\n`));
  },
);

/** Far enough from each other that no two are duplicates. */
function madeLines(): string {
  return Array.from({ length: MADE_PLACES }, (_, number) => {
    const at = [-77.03 + (number % 28) * 0.0012, 38.905 + Math.floor(number / 28) * 0.0012];
    const names = { primary: `Made ${String.fromCodePoint(97 + (number % 26))}${number} Works` };
    const properties = { names, categories: { primary: "cafe" }, phones: [`+1202555${1_000 + number}`] };
    return JSON.stringify({
      type: "Feature",
      id: `made-${number}`,
      geometry: { type: "Point", coordinates: at },
      properties,
    });
  }).join("\n");
}

/** Presses a button that starts an import's work, and runs that work. */
async function worked(site: Site, button: Locator): Promise<void> {
  const answered = button.page().waitForResponse((response) => response.request().method() === "POST");
  await button.click();
  expect((await answered).status()).toBeLessThan(400);
  await site.runJob(runImportsJob);
}

/** The text that a guest gets; "404" if nothing is there. */
async function textOf(guest: TestClient, path: string): Promise<string> {
  const response = await guest.fetch(path);
  const text = await response.text();
  return response.status === 404 ? "404" : text;
}

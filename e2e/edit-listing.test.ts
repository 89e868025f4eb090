import type { Locator, Page } from "playwright-core";
import { describe, expect } from "vitest";

import { subtractDays, dcToday } from "#app/lib/dc-time.ts";
import { DAY_MS } from "#app/lib/duration.ts";

import { violationsInEachTheme } from "./axe-violations.ts";
import { openCase } from "./open-case.ts";
import { makePlaceOwner } from "./managed-place.ts";
import { createTestClient } from "./test-client.ts";
import { test, post, textOf } from "./submission-pages.ts";

describe("an owner's listing", { timeout: 120_000 }, () => {
  test("facts change at once and can be undone; a new name waits, is shown beside the old, and is approved", async ({
    visit,
    as,
    site,
  }) => {
    const path = "/business/tryst/edit";
    const owner = await as("business");
    await makePlaceOwner(site, { slug: "tryst", person: owner });
    const ben = await owner.visit(path, { script: false, expectedErrors: [path] });
    const guest = await visit("/places/tryst", { script: false });
    await ben.getByLabel("Phone", { exact: true }).fill("12");
    await ben.getByRole("button", { name: "Save changes" }).click();
    expect(await ben.getByRole("alert").innerText()).toMatch(/Phone: Enter all ten digits/);
    await ben.getByLabel("Phone", { exact: true }).fill("202 555 0142");
    await ben.getByLabel("Other names").fill("Tryst on 18th");
    await ben.getByRole("button", { name: "Save changes" }).click();
    // Other names need an editor, so they have a button of their own, and stay typed until it is used.
    expect(await ben.getByRole("alert").innerText()).toMatch(/^Your changes are saved\..*still need an editor/);
    expect(await ben.getByLabel("Other names").inputValue()).toBe("Tryst on 18th");
    expect(await ben.getByLabel("Phone", { exact: true }).inputValue()).toContain("555-0142");
    await ben.goto(path);

    await guest.reload();
    const phone = guest.locator(".facts > div").filter({ hasText: "(202) 555-0142" });
    expect(await phone.innerText()).toMatch(/Checked \w{3} \d{1,2}, \d{4}/);
    expect(await guest.locator("main").innerText()).toMatch(/Sources: .*\bthe business itself/i);
    await ben.getByRole("button", { name: /^Undo\s*: Phone/ }).click();
    await guest.reload();
    expect(await phone.count()).toBe(0);

    await ben.getByLabel("Name", { exact: true }).fill("Tryst Coffeehouse & Lounge");
    await ben.getByLabel("Phone", { exact: true }).fill("202 555 0143");
    await ben.getByRole("button", { name: "Send to an editor" }).click();
    expect(await ben.getByRole("alert").innerText()).toMatch(/^Your change was sent to an editor\..*isn’t saved yet/);
    expect(await ben.getByLabel("Phone", { exact: true }).inputValue()).toBe("202 555 0143");
    const waiting = ben.locator(".listing-waiting");
    expect(await waiting.innerText()).toMatch(/since[\s\S]*Now\s+Tryst\s+Requested\s+Tryst Coffeehouse & Lounge/);
    await guest.reload();
    expect(await guest.getByRole("heading", { level: 1 }).innerText()).toBe("Tryst");

    const ada = await (await as("admin")).visit("/robots.txt");
    const cases = (await openCase(ada, "Owner edit")).filter({ hasText: "Tryst Coffeehouse" });
    await cases.getByRole("button", { name: /^Approve/ }).click();
    await expect.poll(() => cases.count()).toBe(0);
    await guest.reload();
    expect(await guest.getByRole("heading", { level: 1 }).innerText()).toBe("Tryst Coffeehouse & Lounge");
    await ben.goto(path);
    expect(await waiting.count()).toBe(0);

    const seeing = await owner.visit(path, { expectedErrors: [path] });
    expect(await violationsInEachTheme(seeing)).toEqual([]);
    await seeing.getByLabel("Phone", { exact: true }).fill("12");
    await seeing.getByRole("button", { name: "Save changes" }).click();
    await seeing.locator("[role=alert]:focus").waitFor();
    expect(await violationsInEachTheme(seeing)).toEqual([]);
  });

  test("a temporary closure shows its end, and a stale form shows the current state", async ({ as, site }) => {
    const path = "/business/lincoln-theatre/edit";
    const owner = await as("member");
    await makePlaceOwner(site, { slug: "lincoln-theatre", person: owner });
    const mia = await owner.visit(path, { script: false, expectedErrors: [path] });
    const second = await owner.visit(path, { script: false, expectedErrors: [path] });
    await mia.getByLabel("Website").fill("https://one.example");
    await mia.getByRole("button", { name: "Save changes" }).click();
    await second.getByLabel("Website").fill("https://two.example");
    await second.getByRole("button", { name: "Save changes" }).click();
    expect(await second.getByRole("alert").innerText()).toMatch(/This was changed in the meantime[\s\S]*one\.example/);
    expect(await second.getByLabel("Website").inputValue()).toBe("https://two.example");
    await second.getByRole("button", { name: "Save changes" }).click();
    await second.getByText("Changes saved.").waitFor();
    // A refusal of another form, which has no fields of the listing, doesn't empty them.
    const refused = await createTestClient(site.url, owner.cookie).post(path, { intent: "withdraw" });
    expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining("https://two.example")]);

    const day = new Date(Date.now() + 40 * DAY_MS).toISOString().slice(0, 10);
    await mia.goto(path);
    await mia.getByLabel("Reopens on").fill(day);
    await mia.getByRole("button", { name: "Mark as closed" }).click();
    const place = await textOf(site, "/places/lincoln-theatre");
    expect(place).toMatch(/Temporarily closed[\s\S]*The business told us on[\s\S]*It reopens on/);
    await mia.getByRole("button", { name: "Mark as open" }).click();
    expect(await textOf(site, "/places/lincoln-theatre")).not.toContain("Temporarily closed");
  });

  test("special days are in the public opening hours, and the checkbox covers a year without hours", async ({
    visit,
    as,
    site,
  }) => {
    const path = "/business/lincoln-theatre/edit";
    const owner = await as("member");
    await makePlaceOwner(site, { slug: "lincoln-theatre", person: owner });
    const mia = await owner.visit("/business/lincoln-theatre", { script: false, expectedErrors: [path] });
    await mia.getByRole("link", { name: "Hours", exact: true }).click();
    await expect.poll(() => inView(mia.getByLabel("Monday"))).toBe(true);
    const save = () => mia.getByRole("button", { name: "Save changes" }).click();
    const emptyIsClosed = mia.getByLabel("Closed on days left empty");
    await emptyIsClosed.check();
    await save();
    expect(await mia.getByRole("alert").innerText()).toMatch(/Days left empty: Enter hours for a day/);
    expect(await emptyIsClosed.isChecked()).toBe(true);
    await fillInLine(mia, 1, { days: "yearly", from: "Jan 1", to: "Dec 31", hours: "24 hours", called: "Our season" });
    await save();
    await mia.getByText("Changes saved.").waitFor();

    const guest = await visit("/places/lincoln-theatre", { script: false });
    const week = guest.locator(".hours-table tr");
    expect(await week.count()).toBe(7);
    expect(await week.filter({ hasText: "Our season" }).filter({ hasText: "24 hours" }).count()).toBe(7);
    await mia.goto(path);
    expect([await emptyIsClosed.isChecked(), await mia.getByLabel("Monday").inputValue()]).toEqual([true, ""]);
    // Within the week that the page shows, even if midnight passes meanwhile.
    const soon = subtractDays(dcToday(new Date()), -2);
    await fillInLine(mia, 2, { days: "once", from: soon, to: "", hours: "Closed", called: "Inventory" });
    await save();
    await mia.getByText("Changes saved.").waitFor();
    await guest.reload();
    const inventory = week.filter({ hasText: "Inventory" });
    expect(await inventory.innerText()).toMatch(/Inventory\s+Closed/);
    expect(await week.filter({ hasText: "Our season" }).count()).toBe(6);

    await mia.getByRole("button", { name: /^Undo\s*: Hours/ }).click();
    await mia.getByText("Changes saved.").waitFor();
    await guest.reload();
    expect([await inventory.count(), await week.filter({ hasText: "Our season" }).count()]).toEqual([0, 7]);
  });

  test("nobody else reads or changes it, whatever they send", async ({ as, site }) => {
    const [ben, mia, ada] = [await as("business"), await as("member"), await as("admin")];
    await makePlaceOwner(site, { slug: "lincoln-theatre", person: mia });
    const own = "/business/lincoln-theatre/edit";
    const intents = ["facts", "guarded", "withdraw", "undo", "close", "reopen", "nonsense"];
    const statuses: Record<string, number[]> = {};
    for (const [who, { cookie }] of Object.entries({ ben, ada, guest: createTestClient(site.url) })) {
      statuses[who] = [];
      for (const intent of intents) {
        const fields = { intent, phone: "(202) 555-0100", change: "1" };
        statuses[who].push((await post(site, own, fields, "192.0.2.8", cookie)).status);
      }
    }
    const missing = await post(site, "/business/no-such-place/edit", { intent: "facts" }, "192.0.2.8", mia.cookie);
    const wrong = await post(site, own, { intent: "undo", change: "999999999" }, "192.0.2.8", mia.cookie);

    const all = (status: number) => intents.map(() => status);
    expect(statuses).toEqual({ ben: all(404), ada: all(404), guest: all(303) });
    expect([missing.status, wrong.status]).toEqual([404, 400]);
    expect(await textOf(site, "/places/lincoln-theatre")).not.toContain("555-0100");
  });
});

type SpecialLine = { days: string; from: string; to: string; hours: string; called: string };

async function fillInLine(page: Page, line: number, { days, from, to, hours, called }: SpecialLine): Promise<void> {
  await page.getByLabel(`Which days, line ${line}`).selectOption(days);
  const texts = { From: from, To: to, Hours: hours, Name: called };
  for (const [label, text] of Object.entries(texts)) await page.getByLabel(`${label}, line ${line}`).fill(text);
}

function inView(locator: Locator): Promise<boolean> {
  return locator.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });
}

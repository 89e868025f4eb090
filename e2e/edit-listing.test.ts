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
  test("one button saves what is live at once, which can be undone, and sends what needs approval", async ({
    visit,
    as,
    site,
  }) => {
    const path = "/business/tryst/edit";
    const owner = await as("business");
    await makePlaceOwner(site, { slug: "tryst", person: owner });
    const ben = await owner.visit(path, { script: false, expectedErrors: [path] });
    const guest = await visit("/places/tryst", { script: false });
    const save = () => ben.getByRole("button", { name: "Save changes" }).click();
    await ben.getByLabel("Phone", { exact: true }).fill("12");
    await ben.getByLabel("Name", { exact: true }).fill("Tryst on 18th");
    await save();
    expect(await ben.getByRole("alert").innerText()).toMatch(/^Nothing is saved yet[\s\S]*Phone: Enter all ten digits/);
    expect(await ben.getByLabel("Name", { exact: true }).inputValue()).toBe("Tryst on 18th");
    await ben.getByLabel("Name", { exact: true }).fill("Tryst");
    await ben.getByLabel("Phone", { exact: true }).fill("202 555 0142");
    await ben.getByLabel("Reason").fill("It rang.");
    await save();
    // A reason goes with a change that needs approval, and stays typed until there is one.
    expect(await ben.getByRole("alert").innerText()).toMatch(/^Your changes are saved, but the reason wasn’t sent/);
    expect(await ben.getByLabel("Reason").inputValue()).toBe("It rang.");
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
    await ben.getByLabel("Type the hours").fill("Mon-Fri 7-7, Sat 9-5");
    await ben.getByRole("button", { name: "Fill in days" }).click();
    expect(await ben.getByRole("status").first().innerText()).toContain("We filled in the days");
    expect(await ben.getByLabel("Closed on Sunday").isChecked()).toBe(true);
    // The buttons beside the form keep what is typed in it too.
    await ben.getByRole("button", { name: "Mark as closed" }).click();
    expect(await ben.getByRole("alert").innerText()).toMatch(/marked as closed\. Your other changes aren’t saved yet/);
    await ben.getByRole("button", { name: "Mark as open" }).click();
    expect(await ben.getByLabel("Phone", { exact: true }).inputValue()).toBe("202 555 0143");
    await save();
    await ben.getByText("Those that need approval wait for an editor.").waitFor();
    const waiting = ben.locator(".listing-waiting");
    expect(await waiting.innerText()).toMatch(/since[\s\S]*Now\s+Tryst\s+Requested\s+Tryst Coffeehouse & Lounge/);
    await guest.reload();
    expect(await guest.locator(".facts").innerText()).toContain("(202) 555-0143");
    expect(await guest.locator(".hours-table").innerText()).toMatch(/Monday\s*7 AM to 7 PM[\s\S]*Sunday\s*Closed/);
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

  test("special days are in the public opening hours, also for a place that opens only in a season", async ({
    visit,
    as,
    site,
  }) => {
    const path = "/business/lincoln-theatre/edit";
    const owner = await as("member");
    await makePlaceOwner(site, { slug: "lincoln-theatre", person: owner });
    const mia = await owner.visit("/business/lincoln-theatre", { expectedErrors: [path] });
    await mia.getByRole("link", { name: "Hours", exact: true }).click();
    await expect.poll(() => inView(mia.getByLabel("Monday, opens", { exact: true }))).toBe(true);
    const save = () => mia.getByRole("button", { name: "Save changes" }).click();
    await mia.getByLabel("Closed on Monday").check();
    await mia.getByRole("button", { name: "Copy Monday to all days" }).click();
    await expect.poll(() => mia.getByLabel("Closed on Sunday").isChecked()).toBe(true);
    await mia.getByText("Special days and seasons").first().click();
    await fillInDay(mia, 1, { first: "2028-01-01", last: "2028-12-31", repeats: "yearly", times: "24 hours" });
    await mia.getByText("Name and weekdays").first().click();
    await mia.getByLabel("Name, Special day 1").fill("Our season");
    await save();
    await mia.getByText("Changes saved.").waitFor();

    const guest = await visit("/places/lincoln-theatre", { script: false });
    const week = guest.locator(".hours-table tr");
    expect(await week.count()).toBe(7);
    expect(await week.filter({ hasText: "Our season" }).filter({ hasText: "24 hours" }).count()).toBe(7);
    await mia.goto(path);
    expect(await mia.getByLabel("Closed on Monday").isChecked()).toBe(true);
    expect(await mia.getByLabel("First day, Special day 1").inputValue()).toBe("Jan 1");
    // Within the week that the page shows, even if midnight passes meanwhile.
    const soon = subtractDays(dcToday(new Date()), -2);
    await fillInDay(mia, 2, { first: soon, last: "", repeats: "once", times: "Closed" });
    await save();
    await mia.getByText("Changes saved.").waitFor();
    await guest.reload();
    expect(await week.filter({ hasText: "Our season" }).count()).toBe(6);
    expect(await week.filter({ hasNotText: "Our season" }).innerText()).toContain("Closed");

    await mia.getByRole("button", { name: /^Undo\s*: Hours/ }).click();
    await mia.getByText("Changes saved.").waitFor();
    await guest.reload();
    expect(await week.filter({ hasText: "Our season" }).count()).toBe(7);
  });

  test("nobody else reads or changes it, whatever they send", async ({ as, site }) => {
    const [ben, mia, ada] = [await as("business"), await as("member"), await as("admin")];
    await makePlaceOwner(site, { slug: "lincoln-theatre", person: mia });
    const own = "/business/lincoln-theatre/edit";
    const intents = ["save", "withdraw", "close", "reopen", "nonsense"];
    const statuses: Record<string, number[]> = {};
    for (const [who, { cookie }] of Object.entries({ ben, ada, guest: createTestClient(site.url) })) {
      statuses[who] = [];
      for (const intent of intents) {
        const fields = { intent, phone: "(202) 555-0100", undo: "1" };
        statuses[who].push((await post(site, own, fields, "192.0.2.8", cookie)).status);
      }
    }
    const missing = await post(site, "/business/no-such-place/edit", { intent: "save" }, "192.0.2.8", mia.cookie);
    const wrong = await post(site, own, { undo: "999999999" }, "192.0.2.8", mia.cookie);

    const all = (status: number) => intents.map(() => status);
    expect(statuses).toEqual({ ben: all(404), ada: all(404), guest: all(303) });
    expect([missing.status, wrong.status]).toEqual([404, 400]);
    expect(await textOf(site, "/places/lincoln-theatre")).not.toContain("555-0100");
  });
});

type SpecialDay = { first: string; last: string; repeats: string; times: "Closed" | "24 hours" };

async function fillInDay(page: Page, number: number, { first, last, repeats, times }: SpecialDay): Promise<void> {
  const day = `Special day ${number}`;
  await page.getByLabel(`First day, ${day}`).fill(first);
  await page.getByLabel(`Last day (optional), ${day}`).fill(last);
  await page.getByLabel(`Repeats, ${day}`).selectOption(repeats);
  await page.getByLabel(`${times} on ${day}`).check();
}

function inView(locator: Locator): Promise<boolean> {
  return locator.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });
}

import type { Page } from "playwright-core";
import { describe, expect } from "vitest";

import { subtractDays, dcToday } from "#app/lib/dc-time.ts";

import { violationsInEachTheme } from "./axe-violations.ts";
import { type SignInAs, waitForHydration, testWithSite, type Visit, type VisitOptions } from "./browser.ts";
import { ownerOf } from "./managed-place.ts";

const PLACE = "madams-organ";
const HUB = "/nightlife";
const CAMPAIGNS = `/business/${PLACE}/campaigns`;
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

/** Advertising is visible to everybody. */
const test = testWithSite();

describe("advertising", { timeout: 180_000 }, () => {
  test("a campaign from its form through payment and approval to a slot, a click and the report", async ({
    visit,
    site,
    as,
  }) => {
    const guest = await asBrowser(visit, { agent: FIREFOX });
    await guest.goto(HUB);
    const before = await rowNames(guest);
    expect([before.length > 5, await guest.locator(".sponsored-slot").count()]).toEqual([true, 0]);

    const ben = await asBrowser(visit, {
      by: await ownerOf(site, { as, slug: PLACE }),
      agent: FIREFOX.replaceAll("140.0", "139.0"),
      expectedErrors: [`${CAMPAIGNS}/new`, "/sandbox/purchase/*"],
    });
    await makeCampaign(ben);
    await pay(ben, "$140");
    expect(await ben.locator("main").innerText()).toMatch(
      /Paid\. Waiting for approval[\s\S]*once an editor approves it/,
    );
    await guest.reload();
    expect(await guest.locator(".sponsored-slot").count()).toBe(0);
    await approve(visit, as);

    await seeAndFollow(guest, before);
    const plain = await asBrowser(visit, { agent: FIREFOX.replaceAll("140.0", "138.0"), script: false });
    for (const path of [HUB, "/neighborhood/adams-morgan", "/search?q=bars"]) {
      await plain.goto(path);
      expect(await plain.locator(".sponsored-slot").innerText(), path).toBe("Advertise here");
    }
    for (const path of ["/food", "/neighborhood/georgetown", "/search?q=dentist"]) {
      await plain.goto(path);
      expect(await plain.locator(".sponsored-slot").count(), path).toBe(0);
    }
    const mia = await asBrowser(visit, { by: await as("member"), agent: FIREFOX.replaceAll("140.0", "137.0") });
    await subscribe(mia);
    await mia.goto(HUB);
    expect([(await rowNames(mia)).length, await mia.locator(".sponsored-slot").count()]).toEqual([before.length, 0]);

    await ben.reload();
    expect(await factsOf(ben)).toMatchObject({ Impressions: "1", Clicks: "1", Spent: "$0.01" });
    await waitForHydration(ben);
    expect(await violationsInEachTheme(ben)).toEqual([]);
    const csv = await ben.request.get(`${ben.url().split("?")[0]}/report.csv`);
    expect((await csv.text()).split("\r\n")[1]).toBe(`${dcToday(new Date())},1,1,0.01`);
    // Ending can't be undone, so it takes two presses.
    const end = ben.getByRole("button", { name: "End and refund $139.99" });
    expect(await end.isVisible()).toBe(false);
    await ben.getByText("End campaign").click();
    await end.click();
    await ben.getByText("Ended early").waitFor();
    const payments = ben.getByRole("region", { name: "Payments" });
    expect(await payments.innerText()).toMatch(/Paid[\s\S]*\$140\s[\s\S]*Refunded[\s\S]*-\$139\.99/);
    await ben.goto("/development/mailbox");
    const letters = await ben.locator("main").innerText();
    expect(letters).toContain("Your receipt: $140 for a campaign for Madam's Organ");
    expect(letters).toContain("Your refund: $139.99 for a campaign for Madam's Organ");
    await guest.goto(HUB);
    expect(await guest.locator(".sponsored-slot").count()).toBe(0);
  });

  test("an admin stops a campaign for good with a reason that its owner reads, and the undelivered part is refunded", async ({
    visit,
    site,
    as,
  }) => {
    const ben = await asBrowser(visit, {
      by: await ownerOf(site, { as, slug: PLACE }),
      agent: FIREFOX.replaceAll("140.0", "135.0"),
      expectedErrors: [`${CAMPAIGNS}/new`, "/sandbox/purchase/*"],
    });
    await makeCampaign(ben);
    await pay(ben, "$140");
    await approve(visit, as);
    const guest = await asBrowser(visit, { agent: FIREFOX.replaceAll("140.0", "134.0") });
    // Read and not opened, since a slot that a visitor sees is paid for.
    const isSponsored = async () =>
      (await guest.request.get(site.url + HUB).then((hub) => hub.text())).includes(`class="sponsored-slot"`);
    expect(await isSponsored()).toBe(true);

    const admin = await as("admin");
    const ada = await asBrowser(visit, {
      by: admin,
      agent: FIREFOX.replaceAll("140.0", "133.0"),
      expectedErrors: ["/admin/campaigns"],
    });
    await ada.goto("/admin/campaigns");
    const stop = ada.getByRole("button", { name: "Stop the campaign for Madam's Organ" });
    // Stopping can't be undone, so it takes two presses and a reason.
    expect(await stop.isVisible()).toBe(false);
    await ada.getByText("Stop campaign", { exact: false }).first().click();
    expect(await violationsInEachTheme(ada)).toEqual([]);
    await ada.getByLabel("Reason (the business will see it)").fill("No");
    await stop.click();
    await ada.getByRole("alert").getByText("Enter a reason for the business.").waitFor();
    expect(await ada.getByLabel("Reason (the business will see it)").inputValue()).toBe("No");
    await ada.getByLabel("Reason (the business will see it)").fill("The band it names plays elsewhere this month.");
    await stop.click();
    await ada.getByRole("heading", { name: "No campaigns" }).waitFor();

    await ben.reload();
    const text = await ben.locator("main").innerText();
    expect(text).toContain("Stopped by an editor");
    expect(text).toContain("The band it names plays elsewhere this month.");
    const payments = ben.getByRole("region", { name: "Payments" });
    expect(await payments.innerText()).toMatch(/Paid[\s\S]*\$140\s[\s\S]*Refunded[\s\S]*-\$140/);
    expect(await ben.getByText("End campaign").count()).toBe(0);
    await ben.goto("/notifications");
    expect(await ben.locator("main").innerText()).toContain("The band it names plays elsewhere this month.");
    await guest.goto(HUB);
    expect(await guest.locator(".sponsored-slot").count()).toBe(0);
    await ada.goto("/admin/audit?action=campaign.stop");
    expect(await ada.locator(".audit-entries").innerText()).toMatch(
      new RegExp(`${admin.name} as staff\\s+stopped\\s+campaign [0-9a-f]{8}`),
    );
  });

  test("a monthly budget is charged per thirty days, and the report goes by month", async ({ visit, site, as }) => {
    const ben = await asBrowser(visit, {
      by: await ownerOf(site, { as, slug: PLACE }),
      agent: FIREFOX.replaceAll("140.0", "132.0"),
      expectedErrors: ["/sandbox/purchase/*"],
    });
    await ben.goto(`${CAMPAIGNS}/new`);
    const today = dcToday(new Date());
    await ben.getByLabel("Headline").fill("Live blues tonight");
    await ben.getByLabel("Text").fill("Blues and soul on four floors, every night.");
    await ben.getByLabel("First day").fill(today);
    await ben.getByLabel("Last day").fill(subtractDays(today, -11));
    await ben.getByLabel("Dollars").fill("300");
    await ben.getByLabel("A month").check();
    await ben.getByRole("button", { name: "Save and preview" }).click();
    await ben.waitForURL(/\/campaigns\/[0-9a-f-]{36}$/);
    expect(await factsOf(ben)).toMatchObject({
      Days: expect.stringContaining("(12 days)"),
      Budget: "$300 a month, $120 total",
      Maximum: "12,000 impressions",
    });

    // Edited before payment, the budget is still monthly.
    await ben.getByRole("link", { name: "Edit campaign" }).click();
    expect(await ben.getByLabel("A month").isChecked()).toBe(true);
    await ben.getByLabel("Last day").fill(subtractDays(today, -14));
    await ben.getByRole("button", { name: "Save and preview" }).click();
    await pay(ben, "$150");
    await approve(visit, as);
    const guest = await asBrowser(visit, { agent: FIREFOX.replaceAll("140.0", "131.0") });
    await guest.goto(HUB);
    await seeAndFollow(guest, await rowNames(guest));

    await ben.reload();
    expect(await ben.locator("main").innerText()).toMatch(/Running[\s\S]*Paid[\s\S]*\$150/);
    expect(await factsOf(ben)).toMatchObject({
      Budget: "$300 a month, $150 total",
      Impressions: "1",
      Clicks: "1",
      Spent: "$0.01",
      "Refund if ended now": "$149.99",
    });
    await ben.goto(CAMPAIGNS);
    expect(await ben.locator("main").innerText()).toMatch(/Live blues tonight[\s\S]*\$0\.01 of \$150/);
  });

  test("the public page states prices and audience, and links to the visitor's own businesses", async ({ visit }) => {
    const page = await visit("/", { script: false });
    await page.getByRole("contentinfo").getByRole("link", { name: "Advertise" }).click();
    await page.waitForURL("**/advertise");

    const text = await page.locator("main").innerText();
    expect(text).toContain("$10 for a thousand impressions");
    expect(text).toMatch(/No views of these pages have been counted yet|Views in 30 days/);
    await page.getByRole("link", { name: "your businesses" }).click();
    await page.waitForURL("**/auth/login?to=%2Fbusiness");
  });
});

/** First refused, keeping what was typed; then a draft with its preview. */
async function makeCampaign(page: Page): Promise<void> {
  await page.goto("/advertise");
  await page.getByRole("link", { name: "Start a campaign for Madam's Organ" }).click();
  await page.waitForURL("**/campaigns/new");
  const today = dcToday(new Date());
  await page.getByLabel("Headline").fill("The BEST blues in town");
  await page.getByLabel("Text").fill("Blues and soul on four floors, every night.");
  await page.getByLabel("First day").fill(today);
  await page.getByLabel("Last day").fill(subtractDays(today, -13));
  await page.getByLabel("Dollars").fill("10");
  await page.getByRole("button", { name: "Save and preview" }).click();
  await page.getByRole("alert").waitFor();
  expect(await page.getByRole("alert").innerText()).toContain("Headline: Don’t write “BEST” in capital letters.");
  expect(await page.getByLabel("Text").inputValue()).toBe("Blues and soul on four floors, every night.");
  await waitForHydration(page);
  expect(await violationsInEachTheme(page)).toEqual([]);
  await page.getByLabel("Headline").fill("Live blues tonight");
  await page.getByRole("button", { name: "Save and preview" }).click();
  await page.getByRole("button", { name: "Pay $140" }).waitFor();
  expect(await page.getByText("Live blues tonight").count()).toBeGreaterThan(1);
}

/** Starts with a declined card: nothing is paid. */
async function pay(page: Page, amount: string): Promise<void> {
  const button = page.getByRole("button", { name: `Pay ${amount}`, exact: true });
  await button.click();
  await page.waitForURL("**/sandbox/purchase/*");
  await page.getByText("The bank declines").click();
  await button.click();
  await page.locator(".sandbox-form .form-problem").waitFor();
  await page.getByText("Every payment goes through").click();
  await button.click();
  await page.waitForURL("**/campaigns/*?paid=looking");
  const paid = page.getByRole("region", { name: "Payments" }).getByRole("row", { name: /^Paid/ });
  expect(await paid.count()).toBe(1);
}

async function approve(visit: Visit, as: SignInAs): Promise<void> {
  const ada = await asBrowser(visit, {
    by: await as("admin"),
    agent: FIREFOX.replaceAll("140.0", "136.0"),
    script: false,
  });
  await ada.goto("/admin/moderation");
  // The oldest case is open beside the list.
  expect(await ada.locator("main").innerText()).toMatch(/Campaign for Madam's Organ[\s\S]*Live blues tonight/);
  await ada.getByRole("button", { name: "Approve the campaign for Madam's Organ" }).click();
  await ada.getByText("Nothing pending").waitFor();
}

/** As a guest: the slot is as high as reserved, the list is unchanged, and the link opens the place. */
async function seeAndFollow(page: Page, before: string[]): Promise<void> {
  await page.goto(HUB);
  const slot = page.locator(".sponsored-slot");
  const reserved = await slot.boundingBox();
  const counted = page.waitForResponse((answer) => answer.url().includes("/sponsored/views/"));
  await waitForHydration(page);
  await slot.getByText("Live blues tonight").waitFor();
  expect(await slot.innerText()).toMatch(/^Sponsored\s+Madam's Organ/);
  expect((await slot.boundingBox())?.height).toBe(reserved?.height);
  await slot.scrollIntoViewIfNeeded();
  expect((await counted).status()).toBe(204);
  expect(await rowNames(page)).toEqual(before);
  expect(await violationsInEachTheme(page)).toEqual([]);
  const followed = page.context().waitForEvent("request", (request) => request.url().includes("/sponsored/clicks/"));
  await slot.getByRole("link", { name: "Madam's Organ" }).click();
  await followed;
  await page.waitForURL(`**/places/${PLACE}`);
}

async function subscribe(page: Page): Promise<void> {
  await page.goto("/subscription");
  await page.getByRole("button", { name: "Choose Local Explorer" }).click();
  await page.waitForURL("**/sandbox/checkout/*");
  await page.getByRole("button", { name: "Pay $5" }).click();
  await page.waitForURL("**/subscription/success");
}

/** The site treats headless browsers as robots, so this one has an ordinary name. */
async function asBrowser(visit: Visit, { agent, ...options }: VisitOptions & { agent: string }): Promise<Page> {
  return visit("/robots.txt", {
    ...options,
    before: async (page) => {
      const session = await page.context().newCDPSession(page);
      await session.send("Emulation.setUserAgentOverride", { userAgent: agent });
    },
  });
}

function rowNames(page: Page): Promise<string[]> {
  // Rows below the first screen are laid out only when they come near, but their text is already there.
  return page.locator(".place-rows .place-row-name").allTextContents();
}

/** The numbers of a campaign's page by their labels. */
function factsOf(page: Page): Promise<Record<string, string>> {
  return page
    .locator(".campaign-facts > div")
    .evaluateAll((rows) =>
      Object.fromEntries(
        rows.map((row) => [row.querySelector("dt")?.textContent ?? "", row.querySelector("dd")?.textContent ?? ""]),
      ),
    );
}

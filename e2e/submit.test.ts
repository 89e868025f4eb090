import type { Locator, Page } from "playwright-core";
import { describe, expect } from "vitest";

import { violationsInEachTheme } from "./axe-violations.ts";
import { waitForHydration } from "./browser.ts";
import { openCase } from "./open-case.ts";
import { HOSTILE_LINES } from "./hostile-lines.ts";
import { test, FORM, opened, sent, post, stampOf, textOf } from "./submission-pages.ts";

/** A browser without a GPU draws the map by its CPU, and the machine may be busy. */
const DRAWN_MS_MAX = 45_000;

describe("submitting a business", { timeout: 120_000 }, () => {
  test("a guest submits without script, confirms the mail, an editor corrects and publishes, and search finds it", async ({
    visit,
    as,
    site,
  }) => {
    const guest = await opened(site, () => visit("/submit", { script: false, expectedErrors: ["/submit*"] }));
    const next = (step: string) => guest.getByRole("button", { name: `Next: ${step}` }).click();
    const step = () => guest.locator("[aria-current=step]").innerText();
    await guest.getByLabel("Name", { exact: true }).fill("Zephyr & Oboe Repairs");
    await next("Location");
    // A step is checked when it is left, and stays the step.
    expect(await guest.getByRole("alert").innerText()).toMatch(
      /^Correct this[\s\S]*Category: Choose[\s\S]*Type: Enter/,
    );
    expect(await step()).toContain("Basics");
    expect(await guest.getByLabel("Name", { exact: true }).inputValue()).toBe("Zephyr & Oboe Repairs");
    await guest.getByLabel("Category").selectOption(FORM.category);
    await guest.getByLabel("Type", { exact: true }).fill(FORM.type);
    await next("Location");
    await guest.getByLabel("House number and street").fill(FORM.street);
    await guest.getByLabel("Quadrant").selectOption(FORM.quadrant);
    await guest.getByLabel("ZIP code").fill(FORM.zip);
    await next("Hours");
    await guest.getByLabel("Type the hours").fill("9 to close");
    await next("Details");
    expect([await step(), await guest.getByRole("alert").innerText()]).toEqual([
      expect.stringContaining("Hours"),
      expect.stringMatching(/Hours: .*“close”/),
    ]);
    await guest.getByLabel("Type the hours").fill("daily 9am to 5pm");
    await guest.getByText("Special days and seasons").first().click();
    await guest.getByLabel("First day, Special day 1").fill("2026-12-24");
    await guest.getByLabel("Last day (optional), Special day 1").fill("2027-01-01");
    await guest.getByLabel("Repeats, Special day 1").selectOption("yearly");
    await guest.getByLabel("Closed on Special day 1").check();
    await next("Details");
    await guest.getByLabel("Description").fill(FORM.description);
    await next("About you");
    const send = guest.getByRole("button", { name: "Submit business" });
    await guest.getByLabel("Your email address").fill("zoe@example.com");
    await send.click();
    expect([await step(), await guest.getByRole("alert").innerText()]).toEqual([
      expect.stringContaining("About you"),
      expect.stringMatching(/can’t be sent yet[\s\S]*Your connection to it/),
    ]);
    await guest.getByLabel("I’m a customer").check();
    const link = await sent(guest, send);
    expect(await guest.locator("main").innerText()).toMatch(/Waiting for an editor[\s\S]*Dec 24 to Jan 1: closed/);

    const [question = ""] = /\/submissions\/mail\/[0-9a-f]{32}/.exec(await textOf(site, "/development/mailbox")) ?? [];
    await guest.goto(question);
    await guest.getByRole("button", { name: "Yes, email me updates" }).click();
    await guest.waitForURL(link);

    const ada = await (await as("admin")).visit("/robots.txt", { script: false });
    const waiting = await openCase(ada, "Zephyr & Oboe");
    await waiting.getByRole("link", { name: /^Edit before approving/ }).click();
    await guest.reload();
    expect(await guest.locator(".submit-timeline").innerText()).not.toMatch(/In review\s+Not yet/);
    await ada.getByLabel("Name", { exact: true }).fill("Zephyr and Oboe Repairs");
    await ada.getByLabel("Neighborhood").selectOption("shaw");
    await ada.getByRole("button", { name: "Approve" }).click();
    await ada.waitForURL(/\/admin\/moderation\?decided=/);
    expect(await ada.getByRole("article").count()).toBe(0);

    await guest.reload();
    expect(await guest.locator("main").innerText()).toMatch(/it is in the guide[\s\S]*Published/);
    await guest.getByRole("link", { name: "See Zephyr and Oboe Repairs" }).click();
    await expect.poll(() => guest.locator("main").innerText()).toMatch(/9 AM to 5 PM[\s\S]*987 Ninth Street/);
    await guest.goto("/search?q=zephyr+oboe");
    expect(await guest.locator(".place-rows > li").first().innerText()).toContain("Zephyr and Oboe Repairs");
    expect(await textOf(site, "/sitemaps/places.xml")).toContain("/places/zephyr-and-oboe-repairs<");
    expect(await textOf(site, "/development/mailbox")).toContain("it is in the guide");
  });

  test("with script the form has steps, checks for duplicates, and keeps typed text across a reload", async ({
    visit,
    site,
  }) => {
    const page = await opened(site, () => visit("/submit", { expectedErrors: ["/submit*"] }));
    await waitForHydration(page);
    const next = page.getByRole("button", { name: "Next: Location" });
    await next.click();
    await page.locator("[role=alert]:focus").waitFor();
    expect(await page.locator("[aria-current=step]").innerText()).toContain("Basics");
    await page.getByLabel("Name", { exact: true }).fill("Madams Organ");
    await page.getByRole("heading", { name: "Is it this one?" }).waitFor();
    expect(await page.locator(".submit-alike").innerText()).toContain("2461 18th Street NW");
    await page.getByLabel("Type", { exact: true }).fill("Music club");
    await page.getByLabel("Category").selectOption("shopping");
    expect(await page.locator("#listing-types option").allInnerTexts()).not.toContain("Dentist");
    await next.click();
    await page.getByLabel("ZIP code").fill("20009");
    await page.getByText("Most likely NW").waitFor();
    await expect.poll(() => page.evaluate(() => localStorage.getItem("rowhouse-submission"))).toContain("20009");

    await opened(site, () => page.reload());
    await waitForHydration(page);
    await page.getByText("We restored your unsent form").waitFor();
    expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("Madams Organ");
    // Back goes a step back, and forward again.
    await page.goBack();
    await page.getByLabel("Category").selectOption("nightlife");
    await page.goForward();
    await page.getByLabel("House number and street").fill("2461 18th St");
    await page.getByLabel("Quadrant").selectOption("NW");
    await stepButton(page, "Hours").click();
    await page.getByLabel("Type the hours").fill("Daily 5pm-1am");
    await page.getByRole("button", { name: "Fill in days" }).click();
    await page.getByRole("status").filter({ hasText: "We filled in the days" }).waitFor();
    const closes = page.getByLabel("Friday, closes", { exact: true });
    await closes.fill("");
    await stepButton(page, "About you").click();
    await page.locator("#listing-friday.field-error", { hasText: "Add the closing time." }).waitFor();
    await closes.fill("02:00");
    await stepButton(page, "About you").click();
    await page.getByLabel("I’m a customer").check();
    const send = page.getByRole("button", { name: "Submit business" });
    await send.click();
    await page.getByText("This looks like a place that’s already in the guide.").waitFor();
    expect(await violationsInEachTheme(page)).toEqual([]);
  });

  test("the pin is set by keyboard and by click, and an editor publishes that position", async ({
    visit,
    as,
    site,
  }) => {
    // The CPU draws the map, so it is only as large as a phone's.
    const guest = await opened(site, () => visit("/submit", { webgl: true, width: 400, height: 700, ownWindow: true }));
    await waitForHydration(guest);
    await guest.getByLabel("Name", { exact: true }).fill("Sousaphone Storage");
    await guest.getByLabel("Type", { exact: true }).fill(FORM.type);
    await guest.getByLabel("Category").selectOption(FORM.category);
    await stepButton(guest, "Location").click();
    await guest.getByLabel("House number and street").fill(FORM.street);
    await guest.getByLabel("ZIP code").fill(FORM.zip);
    await guest.getByText("Most likely NW").waitFor();
    await guest.getByLabel("Quadrant").selectOption(FORM.quadrant);
    await guest.getByRole("button", { name: "Put a pin on the map" }).click();
    const map = guest.getByRole("region", { name: /^Map to place the pin/ });
    await expect.poll(() => isFocused(map), { timeout: DRAWN_MS_MAX }).toBe(true);
    const pinned = async () =>
      Promise.all(["lat", "lng"].map(async (field) => Number(await guest.locator(`#listing-${field}`).inputValue())));
    const after = async (move: () => Promise<void>) => {
      const [lat = 0, lng = 0] = await pinned();
      await move();
      await expect.poll(pinned, { timeout: 10_000 }).not.toEqual([lat, lng]);
      const [newLat = 0, newLng = 0] = await pinned();
      return { north: newLat - lat, east: newLng - lng, at: [newLat, newLng] as const };
    };
    const size = await map.boundingBox();
    const [width = 0, height = 0] = [size?.width, size?.height];

    const first = await after(() => map.press("+"));
    // It starts where the ZIP code's places are.
    expect(isNear(first.at, [38.91, -77.02], 0.015), first.at.join()).toBe(true);
    const east = await after(() => map.press("ArrowRight"));
    expect([east.east > 0, Math.abs(east.north) < east.east / 100]).toEqual([true, true]);
    const north = await after(() => map.press("ArrowUp"));
    expect([north.north > 0, Math.abs(north.east) < north.north / 100]).toEqual([true, true]);
    const clicked = await after(() => map.click({ position: { x: width / 4, y: (height * 3) / 4 } }));
    expect([clicked.north < 0, clicked.east < 0]).toEqual([true, true]);

    await stepButton(guest, "Details").click();
    await guest.getByLabel("Description").fill("Lockers with a lid as wide as the bell, and a hook for the strap.");
    await stepButton(guest, "About you").click();
    await guest.getByLabel("I’m a customer").check();
    await sent(guest, guest.getByRole("button", { name: "Submit business" }));
    const [lat, lng] = clicked.at;
    expect(await guest.locator("main").innerText()).toContain(`${lat.toFixed(5)}, ${lng.toFixed(5)}`);
    const ada = await (await as("admin")).visit("/robots.txt", { script: false });
    const waiting = await openCase(ada, "Sousaphone Storage");
    await waiting.getByRole("link", { name: /^Edit before approving/ }).click();
    expect([await ada.getByLabel("Latitude").inputValue(), await ada.getByLabel("Longitude").inputValue()]).toEqual([
      String(lat),
      String(lng),
    ]);
    // The pin determines the neighborhood.
    expect(await ada.getByLabel("Neighborhood").inputValue()).not.toBe("");
    await ada.getByRole("button", { name: "Approve" }).click();
    await ada.waitForURL(/\/admin\/moderation\?decided=/);
    expect(await textOf(site, "/places/sousaphone-storage")).toMatch(
      new RegExp(`"latitude":\\s*${lat},\\s*"longitude":\\s*${lng}`),
    );
  });

  test("a guest's text stays in the browser until it has arrived", async ({ visit, site }) => {
    const page = await opened(site, () => visit("/submit", { expectedErrors: ["/submit*"], ownWindow: true }));
    await waitForHydration(page);
    await page.getByLabel("Name", { exact: true }).fill("Zorble Bindery");
    await page.getByLabel("Type", { exact: true }).fill("Bookbinder");
    await page.getByLabel("Category").selectOption("shopping");
    await stepButton(page, "Location").click();
    await page.getByLabel("House number and street").fill("1264 Wisconsin Ave");
    await page.getByLabel("Quadrant").selectOption("NW");
    await stepButton(page, "About you").click();
    await page.getByLabel("I’m a customer").check();
    const storedDraft = () => page.evaluate(() => localStorage.getItem("rowhouse-submission"));
    // Without a pause: whoever goes back at once finds it again.
    await stepButton(page, "Basics").click();
    await page.getByLabel("Name", { exact: true }).fill("Zorble & Bindery");
    expect(await storedDraft()).toContain("Zorble & Bindery");
    await page.getByLabel("Name", { exact: true }).fill("Zorble Bindery");
    await stepButton(page, "About you").click();
    // With an icon, because the browser would otherwise request one at the site's root.
    const badGateway = { status: 502, contentType: "text/html", body: `<link rel="icon" href="data:,">Bad gateway` };
    await page.route("**/submit?step=5", (route) => route.fulfill(badGateway), { times: 1 });
    const send = page.getByRole("button", { name: "Submit business" });
    await Promise.all([page.waitForEvent("load"), send.click()]);
    expect(await page.locator("body").innerText()).toBe("Bad gateway");

    await opened(site, () => page.goto("/submit"));
    await waitForHydration(page);
    await page.getByText("We restored your unsent form").waitFor();
    expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("Zorble Bindery");
    await stepButton(page, "About you").click();
    await send.click();
    await page.waitForURL("**/submissions/*");
    await waitForHydration(page);
    await expect.poll(storedDraft).toBe(null);
  });

  test("a member's unsent text is restored in preference to the site's older draft", async ({ as }) => {
    const mia = await (await as("member")).visit("/submit", { ownWindow: true });
    await waitForHydration(mia);
    const name = mia.getByLabel("Name", { exact: true });
    const saved = mia.waitForResponse((response) => response.url().endsWith("/submit/draft"));
    await name.fill("Half a Bakery");
    await mia.getByLabel("Category").selectOption("food");
    await saved;
    const storedDraft = () => mia.evaluate(() => localStorage.getItem("rowhouse-submission"));
    await expect.poll(storedDraft, { timeout: 20_000 }).toContain('"isSaved":true');
    await mia.reload();
    await waitForHydration(mia);
    await mia.getByText("Your draft of").waitFor();
    await name.focus();
    expect(await mia.getByText("We restored your unsent form").count()).toBe(0);

    // The server gets it some seconds later.
    await name.fill("A Whole Bakery");
    await expect.poll(storedDraft).toContain("A Whole Bakery");
    await mia.reload();
    await waitForHydration(mia);
    await mia.getByText("We restored your unsent form").waitFor();
    expect(await name.inputValue()).toBe("A Whole Bakery");
  });

  test("a member's draft is on the server, without script too", async ({ as }) => {
    const mia = await (await as("member")).visit("/submit", { script: false });
    await mia.getByLabel("Name", { exact: true }).fill("Half a Bakery");
    await Promise.all([mia.waitForEvent("load"), mia.getByRole("button", { name: "Save for later" }).click()]);
    await mia.goto("/about");
    await mia.goto("/submit");

    expect(await mia.getByLabel("Name", { exact: true }).inputValue()).toBe("Half a Bakery");
    expect(await mia.locator("main").innerText()).toContain("Your draft of");
  });

  test("twenty at once are one, a network has a daily limit, and automated submissions are refused", async ({
    site,
  }) => {
    const stamp = await opened(site, () => stampOf(site));
    const form = (more: Record<string, string>) => ({ ...FORM, stamp, ...more });
    const one = form({ name: "Quokka Quilts", description: "" });

    const answers = await Promise.all(Array.from({ length: 20 }, () => post(site, "/submit", one, "203.0.113.9")));
    const more: number[] = [];
    for (let count = 1; count <= 5; count += 1) {
      const name = `Quokka Branch ${count}`;
      more.push((await post(site, "/submit", form({ name, distinct: "yes", description: "" }), "203.0.113.9")).status);
    }

    expect(new Set(answers.map(({ status, location }) => `${status} ${location}`))).toEqual(
      new Set([expect.stringMatching(/^303 \/submissions\/[0-9a-f]{32}$/)]),
    );
    expect(more).toEqual([303, 303, 303, 303, 429]);
    expect((await post(site, "/submit", { ...one, stamp: await stampOf(site) }, "192.0.2.4")).status).toBe(400);
    const refused: Record<string, string>[] = [
      { fax: "1" },
      { stamp: "" },
      { stamp: `${stamp}0` },
      { description: HOSTILE_LINES.join("\n") },
      { name: "\0" },
    ];
    for (const fields of refused) expect((await post(site, "/submit", form(fields), "192.0.2.4")).status).toBe(400);
  });
});

function isFocused(locator: Locator): Promise<boolean> {
  return locator.evaluate((element) => element === document.activeElement);
}

function isNear(
  [lat, lng]: readonly [number, number],
  [otherLat, otherLng]: [number, number],
  degrees: number,
): boolean {
  return Math.abs(lat - otherLat) < degrees && Math.abs(lng - otherLng) < degrees;
}

function stepButton(page: Page, name: string): Locator {
  return page.getByRole("navigation", { name: "Steps" }).getByRole("button", { name });
}

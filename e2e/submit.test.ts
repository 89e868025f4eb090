import type { Locator, Page } from "playwright-core";
import { describe, expect } from "vitest";

import { preparePhotosJob } from "#app/guide/photos/place/upload/prepare-photos.job.ts";
import { FILL_TIME_MS_MIN } from "#app/business/submissions/form/form-stamp.server.ts";
import { subtractDays, dcToday } from "#app/lib/dc-time.ts";
import { DAY_MS } from "#app/lib/duration.ts";
import { buildJpeg, buildPicture, buildJpegWithMetadata } from "#tests/pictures.ts";

import { violationsInEachTheme } from "./axe-violations.ts";
import { waitForHydration, testWithSite } from "./browser.ts";
import { openCase } from "./open-case.ts";
import { makePlaceOwner } from "./managed-place.ts";
import { createTestClient } from "./test-client.ts";
import type { Site } from "./site.ts";
import { HOSTILE_LINES } from "./hostile-lines.ts";

/** A browser without a GPU draws the map by its CPU, and the machine may be busy. */
const DRAWN_MS_MAX = 45_000;

/** Published listings are visible to everybody. */
const test = testWithSite({ emptyMap: true }).extend("pictures", { scope: "file" }, () => true);

describe("submitting a business", { timeout: 120_000 }, () => {
  test("a guest submits without script, confirms the mail, an editor corrects and publishes, and search finds it", async ({
    visit,
    as,
    site,
  }) => {
    const guest = await opened(site, () => visit("/submit", { script: false, expectedErrors: ["/submit"] }));
    const send = guest.getByRole("button", { name: "Submit business" });
    await guest.getByLabel("Name", { exact: true }).fill("Zephyr & Oboe Repairs");
    await send.click();
    expect(await guest.getByRole("alert").innerText()).toMatch(
      /can’t be sent yet[\s\S]*Category: Choose[\s\S]*House number and street: [\s\S]*Your connection to it/,
    );
    expect(await guest.getByLabel("Name", { exact: true }).inputValue()).toBe("Zephyr & Oboe Repairs");
    await fillIn(guest);
    await guest.getByLabel("I’m a customer").check();
    await guest.getByLabel("Your email address").fill("zoe@example.com");
    await guest.getByLabel("Which days, line 1").selectOption("yearly");
    await guest.getByLabel("From, line 1").fill("Dec 24");
    await guest.getByLabel("To, line 1").fill("Jan 1");
    await guest.getByLabel("Hours, line 1").fill("Closed");
    const link = await sent(guest, send);
    expect(await guest.locator("main").innerText()).toMatch(/Waiting for an editor[\s\S]*Dec 24 to Jan 1: closed/);

    const [question = ""] = /\/submissions\/mail\/[0-9a-f]{32}/.exec(await textOf(site, "/development/mailbox")) ?? [];
    await guest.goto(question);
    await guest.getByRole("button", { name: "Yes, email me updates" }).click();
    await guest.waitForURL(link);

    const ada = await (await as("admin")).visit("/robots.txt", { script: false });
    const waiting = await openCase(ada, "Zephyr & Oboe");
    await waiting.getByRole("link", { name: /^Edit before publishing/ }).click();
    await guest.reload();
    expect(await guest.locator(".submit-timeline").innerText()).not.toMatch(/In review\s+Not yet/);
    await ada.getByLabel("Name", { exact: true }).fill("Zephyr and Oboe Repairs");
    await ada.getByLabel("Neighborhood").selectOption("shaw");
    await ada.getByRole("button", { name: "Publish" }).click();
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

  test("photos are added to a submission, are private until published with it, and are hidden when that is undone", async ({
    visit,
    as,
    site,
  }) => {
    const path = await submitted(site, "Ocarina Hospital", "203.0.113.31");
    const guest = await visit(path, { script: false, expectedErrors: [path] });
    await guest
      .locator("#choose-photos")
      .setInputFiles([
        file("front.jpg", await buildJpeg({ width: 1_000, height: 700 })),
        file("bench.png", await buildPicture({ width: 640, height: 480 }).png().toBuffer()),
        file("face.webp", await buildPicture({ width: 500, height: 500 }).webp().toBuffer()),
        file("logo.svg", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')),
        file("cut.jpg", (await buildJpeg()).subarray(0, 5_000)),
      ]);
    await guest.getByRole("button", { name: "Add photos" }).click();
    expect(await guest.getByRole("alert").innerText()).toMatch(
      /3 of 5 photos were added\.\s+logo\.svg: It isn’t a JPEG[\s\S]*cut\.jpg: It’s damaged or incomplete/,
    );
    await guest.getByLabel("What does it show? (photo 1)").fill("The front");
    await guest.getByLabel("What does it show? (photo 2)").fill("img");
    await guest.getByRole("button", { name: "Save descriptions" }).click();
    expect(await guest.getByRole("alert").innerText()).toMatch(
      /1 of 3 descriptions were saved[\s\S]*Photo 2:[\s\S]*Photo 3:/,
    );
    await guest.getByLabel("What does it show? (photo 1)").fill("The front at noon");
    await guest.locator("#choose-photos").setInputFiles([file("cut.jpg", (await buildJpeg()).subarray(0, 5_000))]);
    await Promise.all([guest.waitForEvent("load"), guest.getByRole("button", { name: "Add photos" }).click()]);
    expect(await guest.getByRole("alert").allInnerTexts()).toEqual([
      expect.stringMatching(/No photos were added\.\s+cut\.jpg/),
      expect.stringMatching(/Some descriptions weren’t saved\.\s+Photo 2:/),
    ]);
    expect(await guest.locator(".own-photo-rows textarea").evaluateAll(valuesOf)).toEqual([
      "The front at noon",
      "img",
      "",
    ]);
    await guest.getByLabel("What does it show? (photo 2)").fill("A bench with flutes");
    await guest.getByRole("button", { name: "Remove photo 3" }).click();
    await guest.waitForURL(`**${path}#photos`);
    const rows = guest.locator(".own-photo-rows > li");
    await site.runJob(preparePhotosJob);
    await guest.reload();
    expect(await rows.filter({ hasText: "Ready for review" }).count()).toBe(2);
    expect(await rows.locator("img").evaluateAll(drawn)).toEqual([true, true]);

    const ids = await rows.evaluateAll((items) => items.map(({ id }) => id));
    const [front = "", bench = ""] = ids;
    const [stranger, member, admin] = [createTestClient(site.url), await as("member"), await as("admin")];
    const statusOf = async (at: string, who = stranger) => (await who.fetch(at)).status;
    const other = await submitted(site, "Ocarina Annex", "203.0.113.32");
    expect([
      await statusOf(`${path}/photos/${front}`),
      await statusOf(`${other}/photos/${front}`, member),
      await statusOf(`/place-photos/${front}/whole.jpg`),
      await statusOf(`/place-photos/${front}/whole.jpg`, member),
      await statusOf(`/place-photos/${front}/whole.jpg`, admin),
    ]).toEqual([200, 404, 404, 404, 200]);

    const ada = await admin.visit("/robots.txt", { script: false });
    const waiting = await openCase(ada, "Ocarina Hospital");
    expect(await waiting.locator(".submitted-photos img").evaluateAll(drawn)).toEqual([true, true]);
    await waiting.getByRole("link", { name: /^Edit before publishing/ }).click();
    await ada.getByLabel("Neighborhood").selectOption("shaw");
    await ada.getByLabel("What it shows (photo 1)").fill("The front on Ninth Street");
    await ada.getByLabel("Publish photo (photo 2)").uncheck();
    await ada.getByRole("button", { name: "Publish" }).click();
    await ada.waitForURL(/\/admin\/moderation\?decided=/);

    await guest.goto("/places/ocarina-hospital");
    const shown = guest.locator(".place-picture img");
    expect(await shown.evaluateAll((images) => images.map((image) => image.getAttribute("alt")))).toEqual([
      "The front on Ninth Street",
    ]);
    expect(await shown.evaluateAll(drawn)).toEqual([true]);
    expect(await guest.locator(".place-picture figcaption").innerText()).toBe("Photo submitted with the listing");
    // It has no pin, so nobody knows what is near.
    expect(await guest.locator(".facts").innerText()).toContain("Nearest Metro unknown");
    expect(await statusOf(`${path}/photos/${front}`)).toBe(404);
    const late = new FormData();
    late.append("photos", new Blob([Uint8Array.from(await buildJpeg())]), "late.jpg");
    const refused = await fetch(site.url + path, { method: "POST", headers: { origin: site.url }, body: late });
    expect([refused.status, await refused.text()]).toEqual([
      409,
      expect.stringContaining("An editor has already decided"),
    ]);

    await ada.getByRole("button", { name: /^Undo/ }).first().click();
    await expect.poll(() => statusOf("/places/ocarina-hospital")).toBe(404);
    await guest.goto(path);
    expect(await rows.evaluateAll((items) => items.map(({ id }) => id))).toEqual([front, bench]);
  });

  test("with script each photo is uploaded separately, and the page updates until it is prepared", async ({
    visit,
    site,
  }) => {
    const path = await submitted(site, "Sackbut Salon", "203.0.113.33");
    const page = await visit(path, { expectedErrors: [`${path}/photos`] });
    await waitForHydration(page);
    await page
      .locator("#choose-photos")
      .setInputFiles([file("front.jpg", await buildJpeg()), file("page.png", Buffer.from("<!doctype html>"))]);
    const uploads = page.locator(".uploads > li");
    await expect
      .poll(() => uploads.filter({ hasNotText: /Waiting|%|Processing/ }).count(), { timeout: 20_000 })
      .toBe(2);
    expect(await uploads.allInnerTexts()).toEqual([
      expect.stringMatching(/^front\.jpg\s+Added/),
      expect.stringMatching(/^page\.png\s+It isn’t a JPEG, PNG, WebP or AVIF/),
    ]);
    const row = page.locator(".own-photo-rows > li");
    await site.runJob(preparePhotosJob);
    await row.filter({ hasText: "Add a description" }).waitFor();
    await row.getByLabel("What does it show?").fill("The door");
    await page.getByRole("button", { name: "Save descriptions" }).click();
    await row.filter({ hasText: "Ready for review" }).waitFor();
    expect(await violationsInEachTheme(page)).toEqual([]);
  });

  test("photos need a valid key, and request bodies have a limit", async ({ site }) => {
    const path = await submitted(site, "Theorbo Thrift", "203.0.113.34");
    const missingPath = `/submissions/${"0".repeat(32)}`;
    const form = (bytes: number) => {
      const made = new FormData();
      made.append("photos", new Blob([new Uint8Array(bytes)]), "x.jpg");
      return made;
    };
    const send = async (at: string, body: BodyInit) => {
      const headers = { origin: site.url, accept: "application/json" };
      return (await fetch(site.url + at, { method: "POST", redirect: "manual", headers, body })).status;
    };

    expect(await send(missingPath, form(1_000))).toBe(404);
    expect(await send(`${missingPath}/photos`, new Uint8Array(1_000))).toBe(404);
    expect(await send(`${path}x`, form(1_000))).toBe(404);
    expect(await send(path, new FormData())).toBe(400);
    expect(await send(path, form(11 * 1024 * 1024))).toBe(413);
    expect(await send(path, form(33 * 1024 * 1024))).toBe(413);
    expect(await send(`${path}/photos`, new Uint8Array(10 * 1024 * 1024 + 1))).toBe(413);
    expect(await send(`${path}/photos`, new Uint8Array())).toBe(422);
    expect(
      await send(`${path}/photos`, await buildJpegWithMetadata("Zwiebelfisch").then((jpeg) => Uint8Array.from(jpeg))),
    ).toBe(201);
    const own = await fetch(`${site.url}${path}`, {
      method: "POST",
      headers: { origin: "https://evil.example" },
      body: form(9),
    });
    expect(own.status).toBe(403);
  });

  test("with script the form has steps, checks for duplicates, and keeps typed text across a reload", async ({
    visit,
    site,
  }) => {
    const page = await opened(site, () => visit("/submit", { expectedErrors: ["/submit"] }));
    await waitForHydration(page);
    const next = page.getByRole("button", { name: "Next: Location" });
    await next.click();
    expect(await page.locator("[aria-current=step]").innerText()).toBe("Basics");
    expect(await page.getByLabel("Name", { exact: true }).evaluate((name) => name === document.activeElement)).toBe(
      true,
    );
    await page.getByLabel("Name", { exact: true }).fill("Madams Organ");
    await page.getByRole("heading", { name: "Is it this one?" }).waitFor();
    expect(await page.locator(".submit-alike").innerText()).toContain("2461 18th Street NW");
    await page.getByLabel("Kind of place").fill("Music club");
    await page.getByLabel("Category").selectOption("shopping");
    await next.click();
    await page.getByLabel("ZIP code").fill("20009");
    await page.getByText("Most likely NW").waitFor();
    await expect.poll(() => page.evaluate(() => localStorage.getItem("rowhouse-submission"))).toContain("20009");

    await opened(site, () => page.reload());
    await waitForHydration(page);
    await page.getByText("We restored your unsent form").waitFor();
    expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("Madams Organ");
    await page.getByLabel("Category").selectOption("nightlife");
    await page.getByRole("link", { name: "Location" }).click();
    await page.getByLabel("House number and street").fill("2461 18th St");
    await page.getByLabel("Quadrant").selectOption("NW");
    await page.getByRole("link", { name: "About you" }).click();
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
    await guest.getByLabel("Kind of place").fill(FORM.type);
    await guest.getByLabel("Category").selectOption(FORM.category);
    await guest.getByRole("link", { name: "Location" }).click();
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

    await guest.getByRole("link", { name: "Details" }).click();
    await guest.getByLabel("Description").fill("Lockers with a lid as wide as the bell, and a hook for the strap.");
    await guest.getByRole("link", { name: "About you" }).click();
    await guest.getByLabel("I’m a customer").check();
    await sent(guest, guest.getByRole("button", { name: "Submit business" }));
    const [lat, lng] = clicked.at;
    expect(await guest.locator("main").innerText()).toContain(`${lat.toFixed(5)}, ${lng.toFixed(5)}`);
    const ada = await (await as("admin")).visit("/robots.txt", { script: false });
    const waiting = await openCase(ada, "Sousaphone Storage");
    await waiting.getByRole("link", { name: /^Edit before publishing/ }).click();
    expect([await ada.getByLabel("Latitude").inputValue(), await ada.getByLabel("Longitude").inputValue()]).toEqual([
      String(lat),
      String(lng),
    ]);
    // The pin determines the neighborhood.
    expect(await ada.getByLabel("Neighborhood").inputValue()).not.toBe("");
    await ada.getByRole("button", { name: "Publish" }).click();
    await ada.waitForURL(/\/admin\/moderation\?decided=/);
    expect(await textOf(site, "/places/sousaphone-storage")).toMatch(
      new RegExp(`"latitude":\\s*${lat},\\s*"longitude":\\s*${lng}`),
    );
  });

  test("a guest's text stays in the browser until it has arrived", async ({ visit, site }) => {
    const page = await opened(site, () => visit("/submit", { expectedErrors: ["/submit"], ownWindow: true }));
    await waitForHydration(page);
    await page.getByLabel("Name", { exact: true }).fill("Zorble Bindery");
    await page.getByLabel("Kind of place").fill("Bookbinder");
    await page.getByLabel("Category").selectOption("shopping");
    await page.getByRole("link", { name: "Location" }).click();
    await page.getByLabel("House number and street").fill("1264 Wisconsin Ave");
    await page.getByLabel("Quadrant").selectOption("NW");
    await page.getByRole("link", { name: "About you" }).click();
    await page.getByLabel("I’m a customer").check();
    const storedDraft = () => page.evaluate(() => localStorage.getItem("rowhouse-submission"));
    await expect.poll(storedDraft).toContain("Zorble Bindery");
    // With an icon, because the browser would otherwise request one at the site's root.
    const badGateway = { status: 502, contentType: "text/html", body: `<link rel="icon" href="data:,">Bad gateway` };
    await page.route("**/submit", (route) => route.fulfill(badGateway), { times: 1 });
    const send = page.getByRole("button", { name: "Submit business" });
    await Promise.all([page.waitForEvent("load"), send.click()]);
    expect(await page.locator("body").innerText()).toBe("Bad gateway");

    await opened(site, () => page.goto("/submit"));
    await waitForHydration(page);
    await page.getByText("We restored your unsent form").waitFor();
    expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("Zorble Bindery");
    await page.getByRole("link", { name: "About you" }).click();
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
    await ben.getByRole("button", { name: "Save changes" }).click();
    await ben.getByText("Changes saved.").waitFor();

    await guest.reload();
    const phone = guest.locator(".facts > div").filter({ hasText: "(202) 555-0142" });
    expect(await phone.innerText()).toMatch(/Checked \w{3} \d{1,2}, \d{4}/);
    expect(await guest.locator("main").innerText()).toMatch(/Sources: .*The business itself/);
    await ben.getByRole("button", { name: /^Undo\s*: Phone/ }).click();
    await guest.reload();
    expect(await phone.count()).toBe(0);

    await ben.getByLabel("Name", { exact: true }).fill("Tryst Coffeehouse & Lounge");
    await ben.getByRole("button", { name: "Send to an editor" }).click();
    await ben.getByText("Changes sent for review.").waitFor();
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

    const seeing = await owner.visit(path);
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

/** Submits a business from this network address. Resolves to the path of its page. */
async function submitted(site: Site, name: string, from: string): Promise<string> {
  const stamp = await opened(site, () => stampOf(site));
  const fields = { ...FORM, name, stamp, distinct: "yes", description: `${name}: ${FORM.description}` };
  const { status, location } = await post(site, "/submit", fields, from);
  if (status !== 303 || location === null) throw new Error(`${name} was refused: ${status}`);
  return location;
}

function file(name: string, buffer: Buffer) {
  return { name, mimeType: "application/octet-stream", buffer };
}

function drawn(images: Element[]): boolean[] {
  return images.map((image) => image instanceof HTMLImageElement && image.complete && image.naturalWidth > 0);
}

function valuesOf(boxes: Element[]): string[] {
  return boxes.map((box) => (box instanceof HTMLTextAreaElement ? box.value : ""));
}

/** Fields that every form of these tests has. */
const FORM = {
  category: "services",
  type: "Repair shop",
  street: "987 Ninth Street",
  quadrant: "NW",
  zip: "20001",
  relation: "customer",
  description: "A bench by the window, and instruments that play again a week later.",
};

async function fillIn(page: Page): Promise<void> {
  for (const field of ["category", "quadrant"] as const) {
    await page.locator(`#listing-${field}`).selectOption(FORM[field]);
  }
  for (const field of ["type", "street", "zip", "description"] as const) {
    await page.locator(`#listing-${field}`).fill(FORM[field]);
  }
  for (const day of ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]) {
    await page.locator(`#listing-${day}`).fill("9am to 5pm");
  }
}

/** Opens a form that is old enough not to look like it was filled in too quickly. */
function opened<Result>(site: Site, open: () => Promise<Result>): Promise<Result> {
  return site.atEarlierTime(FILL_TIME_MS_MIN, open);
}

/** The path of the submission's page. */
async function sent(page: Page, send: Locator): Promise<string> {
  await send.click();
  await page.waitForURL(/\/submissions\/[0-9a-f]{32}$/);
  return page.url();
}

/** Submits a form without a browser, from a given network address. */
async function post(
  site: Site,
  path: string,
  fields: Record<string, string>,
  from: string,
  cookie = "",
): Promise<{ status: number; location: string | null }> {
  const response = await createTestClient(site.url, cookie, from).post(path, fields);
  await response.arrayBuffer();
  return { status: response.status, location: response.headers.get("location") };
}

async function stampOf(site: Site): Promise<string> {
  const [, stamp = ""] = /name="stamp" value="([^"]+)"/.exec(await textOf(site, "/submit")) ?? [];
  return stamp;
}

async function textOf(site: Site, path: string): Promise<string> {
  return (await fetch(site.url + path)).text();
}

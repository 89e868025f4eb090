import { existsSync } from "node:fs";
import { join } from "node:path";

import { eq } from "drizzle-orm";
import type { Page } from "playwright-core";
import { describe, expect, onTestFinished } from "vitest";

import { openPostgres } from "#app/db/postgres.server.ts";
import { placePhotos } from "#app/db/schema/place-photos.ts";
import { preparePhotosJob } from "#app/guide/photos/place/upload/prepare-photos.job.ts";
import { PREPARE_PHOTOS_JOB } from "#app/guide/photos/place/upload/prepare-photos.server.ts";
import { triggerJob } from "#app/platform/trigger-job.server.ts";
import { buildJpeg, buildPicture, buildJpegWithMetadata } from "#tests/pictures.ts";
import { startBucket } from "#tests/s3-bucket.ts";
import { silentLog } from "#tests/silent-log.ts";

import { violationsInEachTheme } from "./axe-violations.ts";
import { waitForHydration, testWithSite } from "./browser.ts";
import { databaseUrlOfFolder, seededFolder } from "./data-folder.ts";
import { openCase, rejectCase } from "./open-case.ts";
import { type TestClient, createTestClient, userIdOf, signInNewUser } from "./test-client.ts";
import { openSite, type Site } from "./site.ts";
import { startSite } from "./site-process.ts";
import { makePlaceOwner, ownerOf } from "./managed-place.ts";

/** A place that a test's business owns, and another owner's place. */
const OWN = "madams-organ";
const OTHER = "eastern-market";
const PHOTOS = `/business/${OWN}/photos`;

/** Owners' photos are visible to everybody, and each test continues with what the previous one left. */
const test = testWithSite().extend("pictures", { scope: "file" }, () => true);

describe("photos of a business", { timeout: 120_000 }, () => {
  test("are added, described, reordered, cropped, deleted and restored, and shown on the place's page", async ({
    visit,
    site,
    as,
  }) => {
    const page = await (await ownerOf(site, { as, slug: OWN })).visit(PHOTOS, { expectedErrors: [`${PHOTOS}/upload`] });
    await waitForHydration(page);
    await page
      .locator("#choose-photos")
      .setInputFiles([
        file("front.jpg", await buildJpeg({ width: 700, height: 500 })),
        file("bar.png", await buildPicture({ width: 640, height: 480 }).png().toBuffer()),
        file("logo.svg", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')),
        file("cut.jpg", (await buildJpeg()).subarray(0, 5_000)),
        file("IMG_0042.HEIC", Buffer.from("\0\0\0\u0018ftypheic\0\0\0\0mif1heic")),
      ]);
    const uploads = page.locator(".uploads > li");
    await expect
      .poll(() => uploads.filter({ hasNotText: /Waiting|%|Processing/ }).count(), { timeout: 20_000 })
      .toBe(5);
    expect(await uploads.allInnerTexts()).toEqual([
      expect.stringMatching(/^front\.jpg\s+Added/),
      expect.stringMatching(/^bar\.png\s+Added/),
      expect.stringMatching(/^logo\.svg\s+It isn’t a JPEG, PNG, WebP or AVIF/),
      expect.stringMatching(/^cut\.jpg\s+It’s damaged or incomplete/),
      expect.stringMatching(/^IMG_0042\.HEIC\s+We can’t read HEIC photos\. Export it as JPEG/),
    ]);

    const rows = page.locator(".own-photo-rows > li");
    await site.runJob(preparePhotosJob);
    await expect.poll(() => rows.filter({ hasText: "Not shown yet" }).count()).toBe(2);
    await sayWhatItShows(page, 0, "The front at dusk");
    await sayWhatItShows(page, 1, "The bar");
    expect(await rows.allInnerTexts()).toEqual([
      expect.stringContaining("On your listing, shown first"),
      expect.stringContaining("On your listing"),
    ]);
    await waitForHydration(page);
    await page.getByRole("button", { name: "Move The bar up" }).press("Enter");
    expect(await page.locator(".row-says [role=status]").innerText()).toBe("“The bar” is now 1 of 2.");
    await expect.poll(async () => guestAlts(site)).toEqual(["The bar", "The front at dusk"]);

    await rows.nth(0).getByRole("link", { name: /^Crop/ }).click();
    await page.getByLabel("Square").check();
    const slider = page.getByLabel(/^Horizontal position/);
    await slider.focus();
    for (let count = 0; count < 5; count += 1) await slider.press("ArrowRight");
    expect(await slider.inputValue()).toBe("55");
    // The crop is as high as the photo.
    expect(await page.getByLabel(/^Vertical position/).isVisible()).toBe(false);
    await page.getByRole("button", { name: "Save crop" }).click();
    await page.waitForURL(`**${PHOTOS}#*`);
    await site.runJob(preparePhotosJob);
    await expect.poll(async () => (await guestPage(site)).includes('width="480" height="480"')).toBe(true);

    await page.goto(PHOTOS);
    await rows
      .nth(0)
      .getByRole("button", { name: /^Remove/ })
      .click();
    await page.waitForURL(`**${PHOTOS}#taken-off`);
    expect(await guestAlts(site)).toEqual(["The front at dusk"]);
    await page.getByRole("button", { name: "Restore The bar" }).click();
    await expect.poll(() => guestAlts(site)).toEqual(["The bar", "The front at dusk"]);

    const guest = await visit(`/places/${OWN}`);
    await guest.locator(".place-picture img").first().waitFor();
    await expect.poll(() => guest.locator(".place-picture img").evaluateAll(drawn)).toEqual([true, true]);
    expect(await guest.locator(".place-picture figcaption").innerText()).toBe("Photos from the business");
    await waitForHydration(guest);
    await guest.locator(".place-picture a").nth(1).click();
    const box = guest.getByRole("dialog", { name: "Photos" });
    await box.getByText("The front at dusk", { exact: true }).waitFor();
    await guest.keyboard.press("ArrowRight");
    await box.getByText("The bar", { exact: true }).waitFor();
    expect(await box.getByRole("status").innerText()).toBe("1 of 2");
    expect(await violationsInEachTheme(guest)).toEqual([]);
    await guest.keyboard.press("Escape");
    expect(await box.count()).toBe(0);
    const html = await guest.content();
    const [, image = ""] = /"image":\s*"([^"]+\/place-photos\/[^"]+\.jpg)"/.exec(html) ?? [];
    expect((await fetch(image)).status).toBe(200);
    expect((await fetch(`${site.url}/social/places/${OWN}.png`)).status).toBe(200);
    expect(await violationsInEachTheme(page)).toEqual([]);
  });

  test("one button saves all descriptions, and neither it nor other buttons lose a text or why a file was refused", async ({
    site,
    as,
  }) => {
    const page = await (await ownerOf(site, { as, slug: OWN })).visit(PHOTOS, { expectedErrors: [`${PHOTOS}/upload`] });
    await waitForHydration(page);
    const choose = page.locator("#choose-photos");
    const rows = page.locator(".own-photo-rows > li");
    const before = await rows.count();
    const picture = async (width: number) => file(`${width}.jpg`, await buildJpeg({ width, height: 500 }));
    await choose.setInputFiles([await picture(701), await picture(702), file("logo.svg", Buffer.from("<svg/>"))]);
    await expect.poll(() => rows.count()).toBe(before + 2);
    const [first, second] = [rows.nth(before), rows.nth(before + 1)];
    await first.getByLabel("What does it show?").fill("The stage from the side");
    const refusal = page.locator(".uploads > [data-outcome=refused]");
    await refusal.getByText("It isn’t a JPEG").waitFor();
    // The page shows prepared photos by itself, around the text that is being typed.
    await site.runJob(preparePhotosJob);
    await expect.poll(() => rows.filter({ hasText: "Not shown yet" }).count()).toBe(2);

    await second.getByLabel("What does it show?").fill("The second stage");
    await page.getByRole("button", { name: "Save descriptions" }).click();
    await expect.poll(() => second.locator("textarea").evaluate(isSaved)).toBe(true);
    expect(await first.locator("textarea").evaluate(isSaved)).toBe(true);
    expect(await refusal.innerText()).toContain("logo.svg");
    await first.getByLabel("What does it show?").fill("The stage from the");
    await second.getByRole("button", { name: /^Remove/ }).click();
    await page.waitForURL(`**${PHOTOS}#taken-off`);
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("taken-off");
    expect(await first.getByLabel("What does it show?").inputValue()).toBe("The stage from the");

    await choose.setInputFiles([await picture(703)]);
    await expect.poll(() => rows.count()).toBe(before + 2);
    expect(await first.getByLabel("What does it show?").inputValue()).toBe("The stage from the");
    expect(await refusal.count()).toBe(0);
    for (let count = 0; count < 2; count += 1) {
      await rows
        .nth(before)
        .getByRole("button", { name: /^Remove/ })
        .click();
      await expect.poll(() => rows.count()).toBe(before + 1 - count);
    }
  });

  test("work without script, with errors beside each file", async ({ visit, site, as }) => {
    const page = await (
      await ownerOf(site, { as, slug: OWN })
    ).visit(PHOTOS, { script: false, expectedErrors: [PHOTOS] });
    await page
      .locator("#choose-photos")
      .setInputFiles([
        file("door.webp", await buildPicture({ width: 500, height: 500 }).webp().toBuffer()),
        file("not.jpg", Buffer.from("<!doctype html>")),
      ]);
    await page.getByRole("button", { name: "Add photos" }).click();
    expect(await page.getByRole("alert").innerText()).toMatch(/1 of 2 photos were added\.\s+not\.jpg: It isn’t a JPEG/);
    await site.runJob(preparePhotosJob);
    const row = page.locator(".own-photo-rows > li").last();
    await row.getByLabel("What does it show?").fill("door.webp");
    await page.getByRole("button", { name: "Save descriptions" }).click();
    expect(await row.getByRole("alert").innerText()).toContain("That’s a file name");
    expect(await row.getByLabel("What does it show?").inputValue()).toBe("door.webp");
    await row.getByLabel("What does it show?").fill("The side door");
    await page.getByRole("button", { name: "Save descriptions" }).click();
    await row.getByRole("link", { name: /^Crop/ }).click();
    await page.getByLabel("3:2").check();
    expect(await page.getByLabel(/^Vertical position/).isVisible()).toBe(true);
    await page.getByRole("button", { name: "Save crop" }).click();
    await page.waitForURL(`**${PHOTOS}#*`);
    for (let up = 0; up < 2; up += 1) {
      const move = page.getByRole("button", { name: "Move The side door up" });
      await Promise.all([page.waitForEvent("load"), move.click()]);
    }
    await site.runJob(preparePhotosJob);
    await expect.poll(async () => (await guestAlts(site))[0]).toBe("The side door");

    const guest = await visit(`/places/${OWN}`, { script: false });
    await guest.locator(".place-picture a").first().click();
    await guest.waitForURL(`**/places/${OWN}/photos#*`);
    expect(await guest.locator(".gallery-photo").count()).toBe(3);
    await guest.getByRole("link", { name: "Report the photo: The side door" }).click();
    await guest.waitForURL("**/auth/login?to=*");
    await page.goto(PHOTOS);
    await page.getByRole("button", { name: /^Remove photo 1/ }).click();
    await expect.poll(() => guestAlts(site)).not.toContain("The side door");
  });

  test("are stored in a bucket if one is set up: from the form to the picture on the page", async ({ visit }) => {
    const bucket = await startBucket();
    const site = await openSite({
      settings: { STORAGE_URL: bucket.url },
      expectedLogs: [/A photo could not be stored/],
    });
    onTestFinished(async () => {
      await site.close();
      await bucket.close();
    });
    const owner = await signInNewUser(site.url, "business");
    await makePlaceOwner(site, { slug: OWN, person: { id: await userIdOf(site.db, owner.cookie) } });
    const page = await visit(PHOTOS, { site: site.url, by: owner, expectedErrors: [`${PHOTOS}/upload`] });
    await waitForHydration(page);
    const send = async (name: string) => {
      await page.locator("#choose-photos").setInputFiles([file(name, await buildJpeg({ width: 700, height: 500 }))]);
      const upload = page.locator(".uploads > li").filter({ hasText: name });
      await upload.filter({ hasNotText: /Waiting|%|Processing/ }).waitFor();
      return upload.innerText();
    };
    bucket.refuse(403);
    expect(await send("front.jpg")).toContain("We couldn’t save it just now. Try again in a moment.");
    expect(await page.locator(".own-photo-rows > li").count()).toBe(0);
    bucket.refuse(null);
    expect(await send("front.jpg")).toContain("Added");
    await site.runJob(preparePhotosJob);
    await page.getByText("Not shown yet").waitFor();
    await sayWhatItShows(page, 0, "The front at dusk");

    const guest = await visit(`/places/${OWN}`, { site: site.url });
    const shown = guest.locator(".place-picture img");
    await shown.first().waitFor();
    await expect.poll(() => shown.evaluateAll(drawn)).toEqual([true]);
    expect(await shown.first().getAttribute("alt")).toBe("The front at dusk");
    expect(existsSync(join(site.env.dataDir, "uploads"))).toBe(false);
    const puts = bucket.requests.filter((each) => each.startsWith("PUT /photos/rowhouse/"));
    expect(puts.length).toBeGreaterThan(6);
    expect(new Set(bucket.types.values())).toEqual(new Set(["image/jpeg", "image/webp", "image/avif"]));
    // Only the site requests the bucket: the picture's URL is the site's own.
    expect(await shown.first().evaluate((image: HTMLImageElement) => new URL(image.currentSrc).origin)).toBe(site.url);
    await Promise.all([page, guest].map((each) => each.goto("about:blank")));
  });

  test("that are reported get a decision, and nobody sees what an editor takes down", async ({ guest, site, as }) => {
    const id = await addShown(site, await ownerOf(site, { as, slug: OTHER }), "Somebody else’s stall");
    const path = `/place-photos/${id}/report`;
    const member = await (await as("member")).visit(`/places/${OTHER}/photos`, { expectedErrors: [path] });
    await member.getByRole("link", { name: /^Report/ }).click();
    await member.getByRole("button", { name: "Report", exact: true }).click();
    expect(await member.getByRole("alert").innerText()).toContain("Choose what’s wrong");
    await member.getByLabel("It belongs to someone else").check();
    await member.getByLabel(/^Details for the editor/).fill("<img src=x onerror=alert(1)> It is mine.");
    await member.getByRole("button", { name: "Report", exact: true }).click();
    expect(await member.getByRole("status").first().innerText()).toContain("You have reported this photo");

    const ada = await (await as("admin")).visit("/robots.txt", { expectedErrors: ["/admin/moderation/*"] });
    const waiting = (await openCase(ada, "Reported photo")).filter({ hasText: "Reported photo of Eastern Market" });
    expect(await waiting.innerText()).toMatch(
      /belongs to someone else[\s\S]*<img src=x onerror=alert\(1\)> It is mine\./,
    );
    await waiting.locator("img").waitFor();
    expect(await violationsInEachTheme(ada)).toEqual([]);
    await waiting.getByRole("button", { name: /^Reject/ }).click();
    expect(await ada.getByRole("alert").innerText()).toContain("reason");
    await rejectCase(waiting, { why: "copied", message: "" });
    await expect.poll(() => waiting.count()).toBe(0);

    expect(await guest.read(`/places/${OTHER}`)).toContain("Illustration: Rowhouse");
    expect((await guest.fetch(`/places/${OTHER}/photos`)).headers.get("location")).toBe(`/places/${OTHER}`);
    await member.goto("/notifications");
    expect(await member.locator("main").innerText()).toContain("that you reported was removed");
  });

  test("each URL answers each person correctly", async ({ guest, site, as }) => {
    const owner = await ownerOf(site, { as, slug: OTHER });
    const id = await addShown(site, owner, "A stall with flowers");
    const whole = `/place-photos/${id}/whole.jpg`;
    const mark = "Zwiebelfisch";
    const people = {
      guest,
      member: await as("member"),
      "another's owner": await ownerOf(site, { as, slug: OWN }),
      admin: await as("admin"),
      owner,
    };
    const page = `/business/${OTHER}/photos`;
    const answers = async (ask: (who: TestClient) => Promise<Response>) =>
      Object.fromEntries(
        await Promise.all(Object.entries(people).map(async ([who, each]) => [who, (await ask(each)).status] as const)),
      );
    const get = (path: string) => answers((who) => who.fetch(path));
    const post = (path: string, body: () => BodyInit) =>
      answers((who) => who.fetch(path, { method: "POST", body: body() }));
    const ofPlace = (ofGuest: number, ofOwner: number) => ({
      guest: ofGuest,
      member: 404,
      "another's owner": 404,
      admin: 404,
      owner: ofOwner,
    });
    const sent = Uint8Array.from(await buildJpegWithMetadata(mark));

    expect(await get(page)).toEqual(ofPlace(303, 200));
    expect(await get(`${page}/${id}`)).toEqual(ofPlace(303, 200));
    expect(await get(whole)).toEqual({ ...ofPlace(404, 200), admin: 200 });
    expect(await get(`/place-photos/${id}/kept.jpg`)).toEqual(ofPlace(404, 404));
    expect(await post(`${page}/upload`, () => sent)).toEqual(ofPlace(401, 201));
    expect(await post(`${page}/order`, () => new URLSearchParams({ was: id, order: id }))).toEqual(ofPlace(401, 409));
    expect(await post(`${page}/${id}`, () => new URLSearchParams({ shape: "1:1" }))).toEqual(ofPlace(303, 400));
    for (const what of ["describe", "up", "take-off", "put-back", "try-again"]) {
      const fields = { do: what, photo: id, alt: "A stall with flowers", version: "1" };
      expect(await post(page, () => new URLSearchParams(fields)), what).toEqual(ofPlace(303, 303));
    }
    const wrong: [Record<string, string>, number][] = [
      [{ do: "describe", photo: "x", alt: "A stall", version: "1" }, 404],
      [{ do: "describe", photo: id, alt: "\0 ", version: "99" }, 400],
      [{ do: "describe", photo: id, alt: "Somebody was quicker", version: "1" }, 409],
      [{ do: "take-off", photo: "' or 1=1" }, 404],
      [{ do: "burn" }, 400],
    ];
    for (const [fields, status] of wrong) {
      expect(await post(page, () => new URLSearchParams(fields)), JSON.stringify(fields)).toEqual(ofPlace(303, status));
    }
    const html = await guest.read(`/places/${OTHER}/photos`);
    const [file = ""] = /\/place-photos\/[0-9a-f-]+\/[0-9a-f]{32}-480\.webp/.exec(html) ?? [];
    const served = await guest.fetch(file);
    expect([served.status, Object.fromEntries(served.headers)]).toMatchObject([
      200,
      {
        "content-type": "image/webp",
        "cache-control": "public, max-age=31536000, immutable",
        "x-content-type-options": "nosniff",
        "content-security-policy": "default-src 'none'; sandbox",
        "cross-origin-resource-policy": "same-origin",
      },
    ]);
    expect((await get(file)).guest).toBe(200);
    await post(page, () => new URLSearchParams({ do: "take-off", photo: id }));
    expect(await get(file)).toEqual({ ...ofPlace(404, 200), admin: 200 });
  });

  test("a site that is killed while preparing a photo finishes it after a restart", async () => {
    const folder = seededFolder();
    onTestFinished(() => folder.remove());
    const killed = await startSite(folder.path);
    const owner = await ownerInFolder(folder.path, killed.url);
    const before = await owner.read(PHOTOS);
    // Large, so that preparing it takes longer than the kill.
    const body = Uint8Array.from(await buildJpeg({ width: 1_600, height: 1_100 }));
    const sent = await owner.fetch(`${PHOTOS}/upload`, { method: "POST", body });
    expect(sent.status).toBe(201);
    const { id } = await sent.json();

    await killed.kill();
    // At the same URL, so that everybody stays signed in.
    const site = await startSite(folder.path, { PORT: new URL(killed.url).port, SITE_URL: killed.url });
    onTestFinished(async () => void (await site.stop()));
    const state = async () => {
      const html = await owner.read(PHOTOS);
      return html.slice(html.indexOf(`id="${id}"`)).match(/data-state="([a-z-]+)"/)?.[1];
    };

    expect(before).not.toContain(id);
    expect(await state()).toBe("preparing");
    const opened = openPostgres(await databaseUrlOfFolder(folder.path), silentLog());
    onTestFinished(() => opened.close());
    // As after the time in which no other process takes a photo that is being prepared.
    await opened.db.update(placePhotos).set({ tryAfter: new Date() }).where(eq(placePhotos.id, id));
    const stateOnceWoken = async () => {
      // A site starts its jobs a moment after it is up, and misses earlier triggers.
      await triggerJob(opened.db, PREPARE_PHOTOS_JOB);
      return state();
    };
    await expect.poll(stateOnceWoken, { timeout: 90_000, interval: 500 }).toBe("undescribed");
  });

  test("request bodies have a limit, however they are sent", async ({ guest, site, as }) => {
    const owner = await ownerOf(site, { as, slug: OWN });
    const headers = { accept: "application/json" };
    const send = async (path: string, init: RequestInit) =>
      (await owner.fetch(path, { method: "POST", headers, ...init })).status;
    const form = (bytes: number) => {
      const sent = new FormData();
      sent.append("photos", new Blob([new Uint8Array(bytes)]), "x.jpg");
      return sent;
    };

    expect(await send(`${PHOTOS}/upload`, { body: new Uint8Array(10 * 1024 * 1024 + 1) })).toBe(413);
    expect(await send(PHOTOS, { body: form(11 * 1024 * 1024) })).toBe(413);
    expect(await send(PHOTOS, { body: form(33 * 1024 * 1024) })).toBe(413);
    expect(await send(PHOTOS, { body: new FormData() })).toBe(400);
    expect(await send(`${PHOTOS}/upload`, { body: new Uint8Array() })).toBe(422);
    expect(await send(`${PHOTOS}/order`, { body: new Uint8Array(300_000) })).toBe(413);
    // Without a length the site would have to read it before it knows the sender.
    const endless = new ReadableStream({
      pull: (controller) => {
        controller.enqueue(new Uint8Array(64 * 1024));
      },
    });
    const unending: RequestInit & { duplex: "half" } = { method: "POST", body: endless, duplex: "half" };
    expect((await guest.fetch(`${PHOTOS}/upload`, unending)).status).toBe(413);
  });
});

function file(name: string, buffer: Buffer) {
  return { name, mimeType: "application/octet-stream", buffer };
}

/** An owner of a place, on a site in a separate process. */
async function ownerInFolder(folder: string, site: string): Promise<TestClient> {
  const owner = await signInNewUser(site, "business");
  const opened = openPostgres(await databaseUrlOfFolder(folder), silentLog());
  const now = () => new Date();
  await makePlaceOwner({ db: opened.db, now }, { slug: OWN, person: { id: await userIdOf(opened.db, owner.cookie) } });
  await opened.close();
  return owner;
}

/** A published photo of the other owner's place. */
async function addShown(site: Site, owner: TestClient, alt: string): Promise<string> {
  const page = `/business/${OTHER}/photos`;
  const width = 480 + alt.length;
  const body = Uint8Array.from(await buildJpeg({ width, height: 420 }));
  const { id } = await (await owner.fetch(`${page}/upload`, { method: "POST", body })).json();
  await owner.post(page, { do: "describe", photo: id, alt, version: "1" });
  await site.runJob(preparePhotosJob);
  const guest = createTestClient(site.url);
  await expect.poll(async () => (await guest.read(`/places/${OTHER}`)).includes(id)).toBe(true);
  return id;
}

async function sayWhatItShows(page: Page, row: number, alt: string): Promise<void> {
  const form = page.locator(".own-photo-rows > li").nth(row);
  await form.getByLabel("What does it show?").fill(alt);
  await page.getByRole("button", { name: "Save descriptions" }).click();
  await expect.poll(() => form.locator("[data-state=shown]").count()).toBe(1);
}

async function guestPage(site: Site): Promise<string> {
  return createTestClient(site.url).read(`/places/${OWN}`);
}

/** The alt texts of the photos on the place's page, in order. */
async function guestAlts(site: Site): Promise<string[]> {
  const [figure = ""] = /<figure class="place-picture">[\s\S]*?<\/figure>/.exec(await guestPage(site)) ?? [];
  return [...figure.matchAll(/<img[^>]* alt="([^"]*)"/g)].map(([, alt]) => alt ?? "");
}

/** Whether a text box contains what the site has saved. */
function isSaved(box: Element): boolean {
  return box instanceof HTMLTextAreaElement && box.value !== "" && box.value === box.defaultValue;
}

function drawn(images: Element[]): boolean[] {
  return images.map((image) => image instanceof HTMLImageElement && image.complete && image.naturalWidth > 0);
}

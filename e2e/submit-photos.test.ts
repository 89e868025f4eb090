import { describe, expect } from "vitest";

import { preparePhotosJob } from "#app/guide/photos/place/upload/prepare-photos.job.ts";
import { buildJpeg, buildPicture, buildJpegWithMetadata } from "#tests/pictures.ts";

import { violationsInEachTheme } from "./axe-violations.ts";
import { waitForHydration } from "./browser.ts";
import { openCase } from "./open-case.ts";
import { createTestClient } from "./test-client.ts";
import type { Site } from "./site.ts";
import { test, file, FORM, opened, post, stampOf } from "./submission-pages.ts";

describe("photos of a submission", { timeout: 120_000 }, () => {
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
    await waiting.getByRole("link", { name: /^Edit before approving/ }).click();
    await ada.getByLabel("Neighborhood").selectOption("shaw");
    await ada.getByLabel("What it shows (photo 1)").fill("The front on Ninth Street");
    await ada.getByLabel("Publish photo (photo 2)").uncheck();
    await ada.getByRole("button", { name: "Approve" }).click();
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
});

/** Submits a business from this network address. Resolves to the path of its page. */
async function submitted(site: Site, name: string, from: string): Promise<string> {
  const stamp = await opened(site, () => stampOf(site));
  const fields = { ...FORM, name, stamp, distinct: "yes", description: `${name}: ${FORM.description}` };
  const { status, location } = await post(site, "/submit", fields, from);
  if (status !== 303 || location === null) throw new Error(`${name} was refused: ${status}`);
  return location;
}

function drawn(images: Element[]): boolean[] {
  return images.map((image) => image instanceof HTMLImageElement && image.complete && image.naturalWidth > 0);
}

function valuesOf(boxes: Element[]): string[] {
  return boxes.map((box) => (box instanceof HTMLTextAreaElement ? box.value : ""));
}

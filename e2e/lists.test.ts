import type { Page } from "playwright-core";
import { describe, expect } from "vitest";

import { waitForHydration, test } from "./browser.ts";
import { noticeText } from "./notice.ts";
import { listed, createMemberList, visibleListPath } from "./member-lists.ts";
import type { TestClient } from "./test-client.ts";

describe("a list", () => {
  test("is made from a place, ordered, annotated and shared without script; a guest reads it until its link is renewed", async ({
    visit,
    as,
    guest: guestClient,
  }) => {
    const mia = await as("member");
    await mia.post("/saves", { item: "places/madams-organ", do: "save" });
    const page = await mia.visit("/places/2-amys", { script: false });
    await page.getByRole("link", { name: "Add to a list" }).click();
    await page.getByLabel("Name").fill("Pizza night");
    await page.getByRole("button", { name: "Create list and add" }).click();
    expect(await noticeText(page)).toContain("List created.");
    await page.getByLabel("Add a saved place").selectOption("madams-organ");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await expect.poll(() => listed(page)).toEqual(["2 Amys", "Madam's Organ"]);

    await page.getByRole("button", { name: "Move Madam's Organ up" }).click();
    expect(await listed(page)).toEqual(["Madam's Organ", "2 Amys"]);
    await page.getByLabel("Your note on 2 Amys").fill("Ask for <b>the corner</b>.");
    await page.getByRole("button", { name: "Move 2 Amys up" }).click();
    // Whatever button is pressed, nothing typed is dropped.
    expect(await page.getByLabel("Your note on 2 Amys").inputValue()).toBe("Ask for <b>the corner</b>.");
    await page.getByRole("button", { name: "Move Madam's Organ up" }).click();
    await page.getByRole("button", { name: "Share" }).click();
    expect(await page.getByLabel(/^Anyone with the link/).isChecked()).toBe(true);
    const link = await visibleListPath(page);

    const guest = await visit(link);
    expect(await guest.locator("h1").innerText()).toBe("Pizza night");
    expect(await guest.locator(".place-row h2 a").allInnerTexts()).toEqual(["Madam's Organ", "2 Amys"]);
    expect(await guest.getByText("Ask for <b>the corner</b>.").count()).toBe(1);
    expect(await guest.locator('meta[name="robots"]').getAttribute("content")).toContain("noindex");
    expect(await guest.getByRole("link", { name: "Edit list" }).count()).toBe(0);

    await page.getByRole("button", { name: "Create new link" }).click();
    expect(await noticeText(page)).toContain("New link created.");
    expect((await guestClient.fetch(link)).status).toBe(404);
    expect((await guestClient.fetch(await visibleListPath(page))).status).toBe(200);
  });

  test("is made on a place's page, and gets another place after it is saved, without leaving either page", async ({
    as,
  }) => {
    const mia = await as("member");
    const page = await mia.visit("/places/2-amys");
    await waitForHydration(page);
    await page.getByRole("link", { name: "Add to a list" }).click();
    const menu = page.getByRole("dialog", { name: "Add 2 Amys to a list" });
    await menu.getByLabel("New list").fill("Pizza night");
    await menu.getByRole("button", { name: "Create" }).click();
    await menu.getByText("Added to Pizza night.").waitFor();
    expect(new URL(page.url()).pathname).toBe("/places/2-amys");

    await page.goto("/places/madams-organ");
    await waitForHydration(page);
    await page.locator("main form.save button").first().click();
    await page.getByRole("dialog", { name: "Saved." }).getByRole("button", { name: "Add to a list" }).click();
    await page.getByRole("checkbox", { name: "Pizza night" }).click();
    await page.getByText("Added to Pizza night.").waitFor();
    await page.goto("/lists");
    await page.getByRole("link", { name: "Pizza night" }).click();
    await expect.poll(() => listed(page)).toEqual(["2 Amys", "Madam's Organ"]);
  });

  test("is deleted only after opening the confirmation", async ({ as }) => {
    const mia = await as("member");
    const path = await createMemberList(mia, "A short one");
    const page = await mia.visit(path);
    const button = page.getByRole("button", { name: "Delete permanently" });
    expect(await button.isVisible()).toBe(false);
    await page.getByText("Delete this list").click();
    await button.click();

    await page.waitForURL("**/lists");
    expect(await noticeText(page)).toContain("List deleted.");
    expect((await mia.fetch(path)).status).toBe(404);
  });

  test("keeps what was typed when it is refused, and shows the error at the field", async ({ as }) => {
    const mia = await as("member");
    const note = `${"n".repeat(500)}<i>`;
    const refused = await mia.post("/lists", { do: "make", name: "x".repeat(81), note });
    const html = await refused.text();
    expect(refused.status).toBe(400);
    expect(html).toMatch(/role="alert"[^>]*>The list isn’t created yet/);
    expect(html).toContain("List names can have up to 80 characters.");
    expect(html).toContain(`value="${"x".repeat(81)}"`);
    expect(html).toContain(`${"n".repeat(500)}&lt;i&gt;`);

    const path = await createMemberList(mia, "A good name", "2-amys");
    const long = await mia.post(path, { do: "up:2-amys", name: "A good name", "note:2-amys": "m".repeat(501) });
    expect([long.status, await long.text()]).toEqual([400, expect.stringContaining("m".repeat(501))]);
    const nameless = await mia.post(path, { do: "save", name: "  ", note: "kept", visibility: "link" });
    expect([nameless.status, await nameless.text()]).toEqual([400, expect.stringContaining("Give the list a name.")]);
  });

  test("is limited to three for free members, also when many are made at once", async ({ as }) => {
    const mia = await as("member");
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, number) => mia.post("/lists", { do: "make", name: `List ${number}` })),
    );
    expect(answers.filter(({ status }) => status === 303).length).toBe(3);
    expect(answers.filter(({ status }) => status === 409).length).toBe(5);
    expect(await answers.find(({ status }) => status === 409)?.text()).toContain("the most a free membership includes");
  });

  test("of another member can't be opened or changed", async ({ as }) => {
    const [mia, ada] = [await as("member"), await as("admin")];
    const path = await createMemberList(mia, "Mine");

    expect((await ada.fetch(path)).status).toBe(404);
    expect((await ada.post(path, { do: "delete" })).status).toBe(404);
    expect((await mia.post(path, { do: "no such thing" })).status).toBe(400);
  });
});

describe("the order of a list", () => {
  test("is changed by dragging, by touch and by keyboard, is saved, announced and undone", async ({ as }) => {
    const mia = await as("member");
    const page = await mia.visit(await listOfThree(mia), { touch: true });
    await waitForHydration(page);
    const status = page.locator(".row-says [role=status]");
    const orderSaved = () =>
      page.waitForResponse((response) => response.url().endsWith("/order") && response.status() === 204);

    await Promise.all([orderSaved(), dragOnto(page, "Albi", "2 Amys")]);
    expect(await listed(page)).toEqual(["Albi", "2 Amys", "Madam's Organ"]);
    expect(await status.innerText()).toBe("Albi is now 1 of 3.");
    const down = page.getByRole("button", { name: "Move Albi down" });
    await down.focus();
    await Promise.all([orderSaved(), page.keyboard.press("Enter")]);
    expect(await listed(page)).toEqual(["2 Amys", "Albi", "Madam's Organ"]);
    // The key can be pressed again; at the end of the list the other button gets the focus.
    await Promise.all([orderSaved(), page.keyboard.press("Enter")]);
    expect(await listed(page)).toEqual(["2 Amys", "Madam's Organ", "Albi"]);
    expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("Move Albi up");
    await Promise.all([orderSaved(), page.getByRole("button", { name: "Undo move" }).click()]);
    expect(await status.innerText()).toBe("Moved back.");

    await page.reload();
    expect(await listed(page)).toEqual(["2 Amys", "Albi", "Madam's Organ"]);
  });

  test("is unchanged after Escape or a drag without a move", async ({ as }) => {
    const mia = await as("member");
    const page = await mia.visit(await listOfThree(mia));
    await waitForHydration(page);
    const { x, y } = await middleOf(page, "Albi");
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x, y - 400, { steps: 4 });
    await page.keyboard.press("Escape");
    await page.mouse.up();
    await page.mouse.down();
    await page.mouse.up();

    expect(await listed(page)).toEqual(LISTED);
    expect(await page.locator(".list-entries [style*=translate]").count()).toBe(0);
  });

  test("that is refused is reset, with the reason", async ({ as }) => {
    const mia = await as("member");
    const path = await listOfThree(mia);
    const page = await mia.visit(path, { expectedErrors: [path.replace("/edit", "/order")] });
    await waitForHydration(page);
    await mia.post(path, { do: "remove:albi" });

    await page.getByRole("button", { name: "Move 2 Amys down" }).click();

    const alert = page.locator(".row-says [role=alert]");
    await alert.waitFor();
    expect(await alert.innerText()).toContain("the list has changed");
    expect(await listed(page)).toEqual(LISTED);
    expect(await page.getByRole("button", { name: "Undo move" }).count()).toBe(0);
  });

  test("answers a script by status, and can't be changed by other members", async ({ as, guest }) => {
    const [mia, ada] = [await as("member"), await as("admin")];
    const path = (await listOfThree(mia)).replace("/edit", "/order");
    const [was, order] = ["2-amys,madams-organ,albi", "albi,madams-organ,2-amys"];
    const sent = await mia.post(path, { was, order });
    expect(sent.status).toBe(204);
    expect((await mia.post(path, { was, order: `${order},${"x,".repeat(1_000)}` })).status).toBe(409);
    expect((await mia.post(path, {})).headers.get("content-type")).toBe("application/problem+json");
    const back = { was: order, order: was };
    expect((await ada.post(path, back)).status).toBe(404);
    expect((await guest.post(path, back)).status).toBe(401);
  });
});

describe("a shared list", () => {
  test.for([true, false])(
    "is copied by a guest who signs in on the way (script: %s)",
    async (script, { visit, as }) => {
      const link = await sharedList(await as("admin"), ["2-amys", "madams-organ"]);
      const page = await visit(link, { script });
      await page.getByRole("button", { name: "Copy to my lists" }).click();
      await page.waitForURL("**/auth/login?*");
      await page.getByRole("link", { name: "Development Login" }).click();
      await page.getByLabel("New user’s name").fill("Cora Copyist");
      await page.getByRole("button", { name: "Sign in as new user" }).click();

      await page.waitForURL("**/edit");
      expect(await noticeText(page)).toContain("Copied to your lists.");
      expect(await page.locator("h1").innerText()).toBe("The admin’s own");
      expect(await listed(page)).toEqual(["2 Amys", "Madam's Organ"]);
      expect(await page.getByLabel(/^Private/).isChecked()).toBe(true);

      await page.goto(link);
      await page.getByRole("button", { name: "Copy to my lists" }).click();
      expect(await noticeText(page)).toContain("You already have a copy.");
    },
  );

  test("copied twenty times at once is one list, and a free member's fourth list is refused with a message", async ({
    as,
  }) => {
    const [mia, ada] = [await as("member"), await as("admin")];
    const [one, two] = [await sharedList(ada, ["2-amys"]), await sharedList(ada, ["albi"])];
    const copies = await Promise.all(Array.from({ length: 20 }, () => mia.post(one, { do: "copy" })));
    expect(new Set(copies.map(({ status }) => status))).toEqual(new Set([303]));
    expect(new Set(copies.map(({ headers }) => headers.get("location"))).size).toBe(1);

    for (const name of ["Second", "Third"]) await createMemberList(mia, name);
    const refused = await mia.post(two, { do: "copy" });
    expect([refused.status, await refused.text()]).toEqual([
      409,
      expect.stringMatching(/role="alert"[^>]*>Not copied: 3 lists are the most/),
    ]);
    expect((await mia.post(two, {})).status).toBe(400);
  });

  test("is not copied by a link that another person sends", async ({ as }) => {
    const mia = await as("member");
    const link = await sharedList(await as("admin"), ["2-amys"]);
    const answer = await mia.fetch(`${link}/copy`);

    expect([answer.status, answer.headers.get("location")]).toEqual([303, link]);
    expect(await mia.read("/lists")).not.toContain("/edit");
  });

  test("has a share picture; renewing its link disables both at once", async ({ as, guest }) => {
    const mia = await as("member");
    const path = await listOfThree(mia);
    await mia.post(path, { do: "save", name: "Pizza night", note: "", visibility: "link" });
    const page = await mia.visit(path);
    const link = await visibleListPath(page);
    const html = await guest.read(link);
    const image = /property="og:image" content="[^"]*(\/social\/lists\/[0-9a-f]{32}\.png)"/.exec(html)?.[1] ?? "";
    const ask = async (at: string) => {
      const answer = await guest.fetch(at);
      return [answer.status, answer.headers.get("content-type")?.split(";")[0], answer.headers.get("cache-control")];
    };

    expect(await ask(image)).toEqual([200, "image/png", "no-store"]);
    await mia.post(path, { do: "link" });
    expect(await ask(image)).toEqual([404, "text/plain", "no-store"]);
    expect((await guest.fetch(link)).status).toBe(404);

    await page.reload();
    const renewed = await visibleListPath(page);
    expect((await ask(`/social${renewed}.png`))[0]).toBe(200);
    await mia.post(path, { do: "save", name: "Pizza night", note: "", visibility: "private" });
    expect([(await ask(`/social${renewed}.png`))[0], (await guest.fetch(renewed)).status]).toEqual([404, 404]);
  });
});

/** The places in `listOfThree`, by name. */
const LISTED = ["2 Amys", "Madam's Organ", "Albi"];

/** The path where the member edits a list of three places. */
async function listOfThree(member: TestClient): Promise<string> {
  const path = await createMemberList(member, "Three", "2-amys");
  for (const place of ["madams-organ", "albi"]) await member.post(path, { do: "add", place });
  return path;
}

/** The path where a member's new list is shown. */
async function sharedList(owner: TestClient, slugs: string[]): Promise<string> {
  const name = "The admin’s own";
  const path = await createMemberList(owner, name);
  for (const place of slugs) await owner.post(path, { do: "add", place });
  await owner.post(path, { do: "save", name, note: "", visibility: "link" });
  return /\/lists\/[0-9a-f]{32}(?=")/.exec(await owner.read(path))?.[0] ?? "";
}

async function middleOf(page: Page, name: string): Promise<{ x: number; y: number }> {
  const grip = page.locator(".list-entries > li", { hasText: name }).locator(".row-grip");
  await grip.scrollIntoViewIfNeeded();
  const box = await grip.boundingBox();
  if (box === null) throw new Error(`${name} has no drag handle`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Drags by touch, which the browser would treat as scrolling without touch-action. */
async function dragOnto(page: Page, name: string, onto: string): Promise<void> {
  const [from, to] = [await middleOf(page, name), await middleOf(page, onto)];
  const session = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", y: number) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints: type === "touchEnd" ? [] : [{ x: from.x, y }] });
  await touch("touchStart", from.y);
  for (const share of [0.25, 0.5, 0.75, 1]) await touch("touchMove", from.y + (to.y - 10 - from.y) * share);
  await touch("touchEnd", to.y);
}

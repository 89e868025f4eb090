import type { Page } from "playwright-core";
import { describe, expect, inject } from "vitest";

import { violationsInEachLook } from "./axe-violations.ts";
import { interactive, test as journey, type VisitOptions } from "./browser.ts";
import { seededFolder } from "./data-folder.ts";
import { cookieOf } from "./signed-in.ts";
import { type RunningSite, startSite } from "./site-process.ts";

/** A site of its own: what the member of the development login keeps is the same for every browser. */
const test = journey.extend("site", { scope: "file" }, async ({ browser: _browser }, { onCleanup }) => {
  const folder = seededFolder(inject("seeded"));
  const site = await startSite(folder.path, { LOG_LEVEL: "silent" });
  onCleanup(async () => {
    await site.stop();
    folder.remove();
  });
  return site;
});

type Visiting = (path: string, options?: VisitOptions) => Promise<Page>;

describe("a guest who saves", () => {
  test.for([true, false])(
    "signs in, has it saved and is back where they were (script: %s)",
    async (script, { visit, site }) => {
      await nothingSaved(site);
      const page = await visit("/food?page=2", { site: site.url, script });
      if (script) await interactive(page);
      const row = page.locator(".place-row").nth(2);
      const name = await row.locator("h3 a").innerText();
      await row.getByRole("button", { name: `Save ${name}` }).click();
      await page.waitForURL("**/auth/login?to=%2Fsaves");
      expect(await page.getByText("Signing in saves it").count()).toBe(1);

      await page.getByRole("link", { name: "Development Login" }).click();
      await page.getByRole("button", { name: /Mia Member/ }).click();

      await page.waitForURL("**/food?page=2");
      expect(await page.getByRole("status").first().innerText()).toMatch(/Signed in successfully[\s\S]*is saved/);
      expect(await heartOf(page, name).getAttribute("aria-pressed")).toBe("true");
      await page.goto("/saved");
      expect(await page.locator(".place-row h3 a").allInnerTexts()).toEqual([name]);
    },
  );

  test("and goes on as a guest is back where they were, with nothing kept", async ({ visit, site }) => {
    const page = await visit("/posts/best-pizza", { site: site.url });
    await page.getByRole("button", { name: /^Save/ }).first().click();
    await page.waitForURL("**/auth/login?*");
    await page.getByRole("link", { name: "Continue as Guest" }).click();

    await page.waitForURL("**/posts/best-pizza");
    await page.goto("/saves");
    expect(new URL(page.url()).pathname).toBe("/");
  });
});

describe("a member", () => {
  test.for(["/places/madams-organ", "/posts/best-pizza"])(
    "saves %s without script, undoes it, and is told each time",
    async (path, { visit, site }) => {
      await nothingSaved(site);
      const page = await asMember(visit, site, path, { script: false });
      const heart = page.locator("main form.save button").first();
      await heart.click();
      expect(await notice(page)).toContain("Saved. Undo");
      expect(await heart.getAttribute("aria-pressed")).toBe("true");

      await page.getByRole("button", { name: "Undo" }).click();

      expect(new URL(page.url()).pathname).toBe(path);
      expect(await notice(page)).toContain("No longer saved.");
      expect(await heart.getAttribute("aria-pressed")).toBe("false");
      await page.getByRole("button", { name: "Undo" }).click();
      expect(await heart.getAttribute("aria-pressed")).toBe("true");
    },
  );

  test("saves and takes back with script, without leaving the page", async ({ visit, site }) => {
    await nothingSaved(site);
    const page = await asMember(visit, site, "/places/eastern-market");
    await interactive(page);
    await page.evaluate(() => (document.title = "the same page"));
    const heart = page.locator("main form.save button").first();
    const settled = () => page.waitForResponse((response) => response.url().endsWith("/saves"));

    await Promise.all([settled(), heart.click()]);
    await expect.poll(() => heart.innerText()).toContain("Saved");
    expect(await savedNames(site)).toEqual(["Eastern Market"]);
    await Promise.all([settled(), heart.click()]);
    await expect.poll(() => heart.getAttribute("aria-pressed")).toBe("false");
    expect(await savedNames(site)).toEqual([]);
    expect(await page.title()).toBe("the same page");
  });
});

describe("the address that saves", () => {
  test("asked twenty times at once has saved once", async ({ site }) => {
    await nothingSaved(site);
    const cookie = await cookieOf("member", site.url);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => send(site, { item: "places/2-amys", do: "save" }, { cookie })),
    );

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303]));
    expect(await savedNames(site)).toEqual(["2 Amys"]);
  });

  test.for(["member", null] as const)("refuses what isn't there, in words (%s)", async (role, { site }) => {
    const cookie = role === null ? "" : await cookieOf(role, site.url);
    for (const item of ["places/no-such-place", "posts/no-such-guide", "lists/x", ""]) {
      const answer = await send(site, { item, do: "save" }, { cookie });
      expect([item, answer.status]).toEqual([item, 404]);
      expect(await answer.text()).toContain("There is no such place or guide");
      expect(answer.headers.get("set-cookie")).toBeNull();
    }
  });

  test("tells a script what happened by its status", async ({ site }) => {
    const cookie = await cookieOf("member", site.url);
    const accept = "application/json";
    const ask = (item: string, headers: Record<string, string>) => send(site, { item, do: "save" }, headers);

    expect((await ask("places/2-amys", { cookie, accept })).status).toBe(204);
    const unknown = await ask("places/no-such-place", { cookie, accept });
    expect(unknown.headers.get("content-type")).toBe("application/problem+json");
    const guest = await ask("places/2-amys", { accept });
    expect([guest.status, guest.headers.get("location")]).toEqual([401, "/auth/login?to=%2Fsaves"]);
  });

  test.for<Record<string, string>>([{ referer: "https://evil.example/places/x" }, { referer: "not an address" }, {}])(
    "leads nowhere else: %j",
    async (headers, { site }) => {
      const cookie = await cookieOf("member", site.url);
      const answer = await send(site, { item: "places/2-amys", do: "save" }, { cookie, ...headers });

      expect(answer.headers.get("location")).toBe("/places/2-amys");
    },
  );

  test("takes nothing from another site's page, and a body that is no form is refused", async ({ site }) => {
    const cookie = await cookieOf("member", site.url);
    const foreign = await send(site, { item: "places/2-amys" }, { cookie, origin: "https://evil.example" });
    expect(foreign.status).toBe(403);
    const odd = await fetch(`${site.url}/saves`, { method: "POST", headers: { cookie }, body: "item" });
    expect([odd.status, await odd.text()]).toEqual([400, expect.stringContaining("isn’t a form of ours")]);
  });
});

describe("what is a member's own", () => {
  test("is kept by no cache and in no index, and guests see none of it", async ({ site }) => {
    const cookie = await cookieOf("member", site.url);
    for (const path of ["/member/dashboard", "/saved", "/lists"]) {
      const mine = await fetch(site.url + path, { headers: { cookie } });
      expect([path, mine.headers.get("cache-control")]).toEqual([path, "private, no-store"]);
      expect(await mine.text()).toContain('name="robots" content="noindex');
      const guest = await fetch(site.url + path, { redirect: "manual" });
      expect([path, guest.status]).toEqual([path, 303]);
    }
  });

  test("is what a guest comes back to with everything that its address says", async ({ site }) => {
    for (const path of ["/lists?place=2-amys", "/saved?kind=guides", "/activity?page=2"]) {
      const guest = await fetch(site.url + path, { redirect: "manual" });
      expect(guest.headers.get("location")).toBe(`/auth/login?${new URLSearchParams({ to: path })}`);
    }
  });

  test("says what to do where there is nothing yet, and gathers what there is", async ({ visit, site }) => {
    await nothingSaved(site);
    const page = await asMember(visit, site, "/member/dashboard");
    expect(await page.locator("h1").innerText()).toBe("Mia Member");
    expect(await page.getByText("No saved places yet.").count()).toBe(1);
    expect(await page.getByText("Free Member").count()).toBe(1);

    await saveAs(site, ["places/2-amys", "posts/best-pizza"]);
    await page.reload();

    const saved = page.locator("section[aria-labelledby=saved-places] .place-row h3 a");
    expect(await saved.allInnerTexts()).toEqual(["2 Amys"]);
    expect(await page.locator(".saved-guides h3 a").count()).toBe(1);
    expect(await page.locator(".membership dl").innerText()).toMatch(/Places saved\s*1\s*Guides saved\s*1/);
  });
});

describe("a list", () => {
  test("is made from a place, ordered, noted and shared without script; a guest reads it until its link is renewed", async ({
    visit,
    site,
  }) => {
    await noLists(site);
    await saveAs(site, ["places/madams-organ"]);
    const page = await asMember(visit, site, "/places/2-amys", { script: false });
    await page.getByRole("link", { name: "Add to a list" }).click();
    await page.getByLabel("Name").fill("Pizza night");
    await page.getByRole("button", { name: "Make the list with it" }).click();
    expect(await notice(page)).toContain("List made.");
    await page.getByLabel("Add a saved place").selectOption("madams-organ");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    expect(await listed(page)).toEqual(["2 Amys", "Madam's Organ"]);

    await page.getByRole("button", { name: "Move Madam's Organ up" }).click();
    expect(await listed(page)).toEqual(["Madam's Organ", "2 Amys"]);
    await page.getByLabel("Your note on 2 Amys").fill("Ask for <b>the corner</b>.");
    await page.getByRole("button", { name: "Keep the note on 2 Amys" }).click();
    await page.getByLabel(/^By link/).check();
    await page.getByRole("button", { name: "Keep changes" }).click();
    const link = await sharedAt(page);

    const guest = await visit(link, { site: site.url, webgl: false });
    expect(await guest.locator("h1").innerText()).toBe("Pizza night");
    expect(await guest.locator(".place-row h2 a").allInnerTexts()).toEqual(["Madam's Organ", "2 Amys"]);
    expect(await guest.getByText("Ask for <b>the corner</b>.").count()).toBe(1);
    expect(await guest.locator('meta[name="robots"]').getAttribute("content")).toContain("noindex");
    expect(await guest.getByRole("link", { name: "Change it" }).count()).toBe(0);

    await page.getByRole("button", { name: "Make a new link" }).click();
    expect(await notice(page)).toContain("New link made.");
    expect((await fetch(site.url + link)).status).toBe(404);
    expect((await fetch(site.url + (await sharedAt(page)))).status).toBe(200);
  });

  test("is deleted only by whoever opens the words that say so", async ({ visit, site }) => {
    await noLists(site);
    const path = await makeList(site, "A short one");
    const page = await asMember(visit, site, path);
    const button = page.getByRole("button", { name: "Delete it for good" });
    expect(await button.isVisible()).toBe(false);
    await page.getByText("Delete the list").click();
    await button.click();

    await page.waitForURL("**/lists");
    expect(await notice(page)).toContain("List deleted.");
    expect((await fetch(site.url + path, { headers: { cookie: await cookieOf("member", site.url) } })).status).toBe(
      404,
    );
  });

  test("keeps what was typed when it is refused, and says what is wrong at the field", async ({ site }) => {
    await noLists(site);
    const note = `${"n".repeat(500)}<i>`;
    const refused = await postAs(site, "/lists", { do: "make", name: "x".repeat(81), note });
    const html = await refused.text();
    expect(refused.status).toBe(400);
    expect(html).toMatch(/role="alert"[^>]*>The list isn’t made yet/);
    expect(html).toContain("A name has at most 80 letters.");
    expect(html).toContain(`value="${"x".repeat(81)}"`);
    expect(html).toContain(`${"n".repeat(500)}&lt;i&gt;`);

    const path = await makeList(site, "A good name", "2-amys");
    const long = await postAs(site, path, { do: "note", place: "2-amys", note: "m".repeat(501) });
    expect([long.status, await long.text()]).toEqual([400, expect.stringContaining("m".repeat(501))]);
    const nameless = await postAs(site, path, { do: "change", name: "  ", note: "kept", visibility: "link" });
    expect([nameless.status, await nameless.text()]).toEqual([400, expect.stringContaining("Give the list a name.")]);
  });

  test("is the last of three for whoever pays nothing, also when many are made at once", async ({ site }) => {
    await noLists(site);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, number) => postAs(site, "/lists", { do: "make", name: `List ${number}` })),
    );
    expect(answers.filter(({ status }) => status === 303).length).toBe(3);
    expect(answers.filter(({ status }) => status === 409).length).toBe(5);
    expect(await answers.find(({ status }) => status === 409)?.text()).toContain("as many as a free membership holds");
    await noLists(site);
  });

  test("of somebody else can't be opened or changed", async ({ site }) => {
    await noLists(site);
    const path = await makeList(site, "Mine");
    const cookie = await cookieOf("admin", site.url);

    expect((await fetch(site.url + path, { headers: { cookie } })).status).toBe(404);
    const body = new URLSearchParams({ do: "delete" });
    expect((await fetch(site.url + path, { method: "POST", headers: { cookie }, body })).status).toBe(404);
    expect((await postAs(site, path, { do: "no such thing" })).status).toBe(400);
  });
});

describe("the order of a list", () => {
  test("is changed by dragging, by finger and by key, is kept, said and undone", async ({ visit, site }) => {
    const path = await listOfThree(site);
    const page = await asMember(visit, site, path, { touch: true });
    await interactive(page);
    const status = page.locator(".list-order-says [role=status]");
    const kept = () =>
      page.waitForResponse((response) => response.url().endsWith("/order") && response.status() === 204);

    await Promise.all([kept(), dragOnto(page, "Albi", "2 Amys")]);
    expect(await listed(page)).toEqual(["Albi", "2 Amys", "Madam's Organ"]);
    expect(await status.innerText()).toBe("Albi is now 1 of 3.");
    const down = page.getByRole("button", { name: "Move Albi down" });
    await down.focus();
    await Promise.all([kept(), page.keyboard.press("Enter")]);
    expect(await listed(page)).toEqual(["2 Amys", "Albi", "Madam's Organ"]);
    // The key can be pressed again, and at the end of the list the other button has the focus.
    await Promise.all([kept(), page.keyboard.press("Enter")]);
    expect(await listed(page)).toEqual(["2 Amys", "Madam's Organ", "Albi"]);
    expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("Move Albi up");
    await Promise.all([kept(), page.getByRole("button", { name: "Undo the move" }).click()]);
    expect(await status.innerText()).toBe("Moved back.");

    await page.reload();
    expect(await listed(page)).toEqual(["2 Amys", "Albi", "Madam's Organ"]);
  });

  test("is let go by Escape, and by whoever drags nowhere", async ({ visit, site }) => {
    const page = await asMember(visit, site, await listOfThree(site));
    await interactive(page);
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

  test("that is refused is put back, with the reason", async ({ visit, site }) => {
    const path = await listOfThree(site);
    const page = await asMember(visit, site, path, { refuses: [path.replace("/edit", "/order")] });
    await interactive(page);
    await postAs(site, path, { do: "remove", place: "albi" });

    await page.getByRole("button", { name: "Move 2 Amys down" }).click();

    const alert = page.locator(".list-order-says [role=alert]");
    await alert.waitFor();
    expect(await alert.innerText()).toContain("the list has changed meanwhile");
    expect(await listed(page)).toEqual(LISTED);
    expect(await page.getByRole("button", { name: "Undo the move" }).count()).toBe(0);
  });

  test("is told to a script by its status, and is nobody else's to change", async ({ site }) => {
    const path = (await listOfThree(site)).replace("/edit", "/order");
    const [was, order] = ["2-amys,madams-organ,albi", "albi,madams-organ,2-amys"];
    const sent = await postAs(site, path, { was, order });
    expect(sent.status).toBe(204);
    expect((await postAs(site, path, { was, order: `${order},${"x,".repeat(1_000)}` })).status).toBe(409);
    expect((await postAs(site, path, {})).headers.get("content-type")).toBe("application/problem+json");
    const headers = { cookie: await cookieOf("admin", site.url) };
    const body = new URLSearchParams({ was: order, order: was });
    expect((await fetch(site.url + path, { method: "POST", headers, body })).status).toBe(404);
    expect((await fetch(site.url + path, { method: "POST", body })).status).toBe(401);
  });
});

describe("a shared list", () => {
  test.for([true, false])(
    "is copied by a guest who signs in on the way (script: %s)",
    async (script, { visit, site }) => {
      await noLists(site);
      const link = await sharedByAdmin(site, ["2-amys", "madams-organ"]);
      const page = await visit(link, { site: site.url, script });
      await page.getByRole("button", { name: "Copy to my lists" }).click();
      await page.waitForURL("**/auth/login?*");
      await page.getByRole("link", { name: "Development Login" }).click();
      await page.getByRole("button", { name: /Mia Member/ }).click();

      await page.waitForURL("**/edit");
      expect(await notice(page)).toContain("Copied to your lists.");
      expect(await page.locator("h1").innerText()).toBe("The admin’s own");
      expect(await listed(page)).toEqual(["2 Amys", "Madam's Organ"]);
      expect(await page.getByLabel(/^Private/).isChecked()).toBe(true);

      await page.goto(link);
      await page.getByRole("button", { name: "Copy to my lists" }).click();
      expect(await notice(page)).toContain("You have copied it already.");
    },
  );

  test("copied twenty times at once is one list, and the fourth of a free member is refused in words", async ({
    site,
  }) => {
    await noLists(site);
    const [one, two] = [await sharedByAdmin(site, ["2-amys"]), await sharedByAdmin(site, ["albi"])];
    const copies = await Promise.all(Array.from({ length: 20 }, () => postAs(site, one, { do: "copy" })));
    expect(new Set(copies.map(({ status }) => status))).toEqual(new Set([303]));
    expect(new Set(copies.map(({ headers }) => headers.get("location"))).size).toBe(1);

    for (const name of ["Second", "Third"]) await makeList(site, name);
    const refused = await postAs(site, two, { do: "copy" });
    expect([refused.status, await refused.text()]).toEqual([
      409,
      expect.stringMatching(/role="alert"[^>]*>Not copied: you have 3 lists/),
    ]);
    expect((await postAs(site, two, {})).status).toBe(400);
    await noLists(site);
  });

  test("is copied by no address that somebody else sends round", async ({ site }) => {
    await noLists(site);
    const link = await sharedByAdmin(site, ["2-amys"]);
    const cookie = await cookieOf("member", site.url);
    const answer = await fetch(`${site.url}${link}/copy`, { headers: { cookie }, redirect: "manual" });

    expect([answer.status, answer.headers.get("location")]).toEqual([303, link]);
    expect(await savedHtml(site, "/lists")).not.toContain("/edit");
  });

  test("has a picture for where it is shared; both end at once with its link", async ({ visit, site }) => {
    await noLists(site);
    const path = await listOfThree(site);
    await postAs(site, path, { do: "change", name: "Pizza night", note: "", visibility: "link" });
    const page = await asMember(visit, site, path);
    const link = await sharedAt(page);
    const html = await (await fetch(site.url + link)).text();
    const image = /property="og:image" content="[^"]*(\/social\/lists\/[0-9a-f]{32}\.png)"/.exec(html)?.[1] ?? "";
    const ask = async (at: string) => {
      const answer = await fetch(site.url + at);
      return [answer.status, answer.headers.get("content-type")?.split(";")[0], answer.headers.get("cache-control")];
    };

    expect(await ask(image)).toEqual([200, "image/png", "no-store"]);
    await postAs(site, path, { do: "link" });
    expect(await ask(image)).toEqual([404, "text/plain", "no-store"]);
    expect((await fetch(site.url + link)).status).toBe(404);

    await page.reload();
    const renewed = await sharedAt(page);
    expect((await ask(`/social${renewed}.png`))[0]).toBe(200);
    await postAs(site, path, { do: "change", name: "Pizza night", note: "", visibility: "private" });
    expect([(await ask(`/social${renewed}.png`))[0], (await fetch(site.url + renewed)).status]).toEqual([404, 404]);
  });
});

describe("what is picked for a member", () => {
  test.for([true, false])(
    "says why, and is waved away for good, or not (script: %s)",
    async (script, { visit, site }) => {
      await nothingSaved(site);
      await noLists(site);
      const page = await asMember(visit, site, "/member/dashboard", { script });
      const picks = page.locator("section[aria-labelledby=picks]");
      expect(await picks.innerText()).toContain("Nothing to pick by yet.");

      await saveAs(site, ["places/2-amys"]);
      await page.reload();
      if (script) await interactive(page);
      const names = () => picks.locator(".place-row h3 a").allInnerTexts();
      const before = await names();
      expect(before.length).toBe(4);
      expect(before).not.toContain("2 Amys");
      expect(await picks.locator(".place-row-reason").first().innerText()).toContain("Because you saved 2 Amys");

      const [first = ""] = before;
      await picks.getByRole("button", { name: `Don’t pick ${first} again` }).click();
      await page.waitForLoadState();
      expect(await notice(page)).toContain("It won’t be picked again. Undo");
      expect(await names()).not.toContain(first);
      await page.getByRole("button", { name: "Undo" }).click();
      await page.waitForLoadState();
      expect(await notice(page)).toContain("It may be picked again.");
      expect(await names()).toEqual(before);
    },
  );

  test("takes no dismissal of what isn't there, in words", async ({ site }) => {
    const unknown = await postAs(site, "/member/dashboard", { do: "dismiss", item: "places/no-such-place" });
    expect(unknown.status).toBe(404);
    for (const fields of [
      { do: "dismiss", item: "posts/best-pizza" },
      { do: "adore", item: "places/albi" },
    ]) {
      const refused = await postAs(site, "/member/dashboard", fields);
      expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining("Nothing was asked for.")]);
    }
  });
});

test("a member's activity tells what they did, and theirs alone", async ({ visit, site }) => {
  await nothingSaved(site);
  await noLists(site);
  await saveAs(site, ["places/2-amys", "posts/best-pizza"]);
  await makeList(site, "Pizza night", "albi");
  const page = await asMember(visit, site, "/activity");

  const told = (await page.locator(".activity p").allInnerTexts()).slice(0, 3);
  expect(told[0]).toBe("Made the list Pizza night");
  expect(told.slice(1)).toEqual([expect.stringContaining("Saved the guide"), "Saved 2 Amys"]);
  const headers = { cookie: await cookieOf("admin", site.url) };
  expect(await (await fetch(`${site.url}/activity`, { headers })).text()).not.toContain("Pizza night");
});

test.for(["/", "/latest", "/category/food", "/food", "/neighborhood/georgetown", "/places/2-amys"])(
  "every card of a guide on %s has a heart that shows what is saved",
  async (path, { visit, site }) => {
    await nothingSaved(site);
    const page = await asMember(visit, site, "/saved");
    await page.goto(path);
    await interactive(page);
    const cards = page.locator(".guide-card");
    expect(await cards.count()).toBeGreaterThan(0);
    expect(await page.locator(".guide-card .save-heart").count()).toBe(await cards.count());
    const heart = page.locator(".guide-card .save-heart").first();
    const settled = page.waitForResponse((response) => response.url().endsWith("/saves"));
    await Promise.all([settled, heart.click()]);

    await page.reload();
    expect(await page.locator(".guide-card .save-heart").first().getAttribute("aria-pressed")).toBe("true");
    await nothingSaved(site);
  },
);

test.for([
  ["/food", ".place-card-compact"],
  ["/neighborhood/georgetown", ".place-card"],
] as const)("every small card on %s has a heart", async ([path, cards], { visit, site }) => {
  const page = await visit(path, { site: site.url, width: 360 });
  const count = await page.locator(cards).count();

  expect(count).toBeGreaterThan(0);
  expect(await page.locator(`${cards} .save-heart`).count()).toBe(count);
  await page.locator(`${cards} .save-heart`).first().click();
  await page.waitForURL("**/auth/login?to=%2Fsaves");
});

test(
  "nothing for axe to find on a member's pages, and nothing sticks out",
  { timeout: 120_000 },
  async ({ visit, site }) => {
    await noLists(site);
    await saveAs(site, ["places/2-amys", "places/madams-organ", "posts/best-pizza"]);
    const path = await makeList(site, "A list with a name of more than a few words", "2-amys");
    await postAs(site, path, { do: "change", name: "Long ".repeat(16), note: "Why", visibility: "link" });
    const page = await asMember(visit, site, path);
    await interactive(page);
    const shared = await sharedAt(page);

    const found: string[] = [];
    for (const at of [
      path,
      shared,
      "/lists?place=albi",
      "/saved",
      "/saved?kind=guides",
      "/activity",
      "/member/dashboard",
    ]) {
      await page.goto(at);
      await interactive(page);
      found.push(...(await violationsInEachLook(page)).map((violation) => `${at} ${violation}`));
      const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (width > 0) found.push(`${at} is ${width} px too wide`);
    }
    expect(found).toEqual([]);
  },
);

/** What `listOfThree` holds, by name. */
const LISTED = ["2 Amys", "Madam's Organ", "Albi"];

/** The address where the member changes a list of three. */
async function listOfThree(site: RunningSite): Promise<string> {
  await noLists(site);
  const path = await makeList(site, "Three", "2-amys");
  for (const place of ["madams-organ", "albi"]) await postAs(site, path, { do: "add", place });
  return path;
}

/** Where a new list of somebody else's is shown. */
async function sharedByAdmin(site: RunningSite, slugs: string[]): Promise<string> {
  const headers = { cookie: await cookieOf("admin", site.url) };
  const post = (path: string, fields: Record<string, string>) =>
    fetch(site.url + path, { method: "POST", headers, body: new URLSearchParams(fields), redirect: "manual" });
  const own = await (await fetch(`${site.url}/lists`, { headers })).text();
  // So that there is always room.
  const [oldest] = [...own.matchAll(/\/lists\/[0-9a-f-]{36}\/edit/g)].map(([path]) => path).slice(2);
  if (oldest !== undefined) await post(oldest, { do: "delete" });
  const made = await post("/lists", { do: "make", name: "The admin’s own" });
  const path = made.headers.get("location") ?? "";
  for (const place of slugs) await post(path, { do: "add", place });
  await post(path, { do: "change", name: "The admin’s own", note: "", visibility: "link" });
  const html = await (await fetch(site.url + path, { headers })).text();
  return /\/lists\/[0-9a-f]{32}(?=")/.exec(html)?.[0] ?? "";
}

async function middleOf(page: Page, name: string): Promise<{ x: number; y: number }> {
  const grip = page.locator(".list-entries > li", { hasText: name }).locator(".list-entry-grip");
  await grip.scrollIntoViewIfNeeded();
  const box = await grip.boundingBox();
  if (box === null) throw new Error(`${name} has nothing to take hold of`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** By a finger, which the browser would take for scrolling if it were not told. */
async function dragOnto(page: Page, name: string, onto: string): Promise<void> {
  const [from, to] = [await middleOf(page, name), await middleOf(page, onto)];
  const session = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", y: number) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints: type === "touchEnd" ? [] : [{ x: from.x, y }] });
  await touch("touchStart", from.y);
  for (const share of [0.25, 0.5, 0.75, 1]) await touch("touchMove", from.y + (to.y - 10 - from.y) * share);
  await touch("touchEnd", to.y);
}

function listed(page: Page): Promise<string[]> {
  return page.locator(".list-entries h3 a").allInnerTexts();
}

/** Where the list that is being changed is shown to others. */
async function sharedAt(page: Page): Promise<string> {
  return (await page.locator(".list-link a").getAttribute("href")) ?? "";
}

async function postAs(site: RunningSite, path: string, fields: Record<string, string>): Promise<Response> {
  const headers = { cookie: await cookieOf("member", site.url) };
  return fetch(site.url + path, { method: "POST", headers, body: new URLSearchParams(fields), redirect: "manual" });
}

/** The address where the member changes the new list. */
async function makeList(site: RunningSite, name: string, place = ""): Promise<string> {
  const made = await postAs(site, "/lists", { do: "make", name, place });
  return made.headers.get("location") ?? "";
}

async function noLists(site: RunningSite): Promise<void> {
  for (const [path] of (await savedHtml(site, "/lists")).matchAll(/\/lists\/[0-9a-f-]{36}\/edit/g)) {
    await postAs(site, path, { do: "delete" });
  }
}

async function asMember(visit: Visiting, site: RunningSite, path: string, options: VisitOptions = {}): Promise<Page> {
  const page = await visit(`/auth/dev-login?to=${path}`, { ...options, site: site.url });
  await page.getByRole("button", { name: /Mia Member/ }).click();
  await page.waitForURL(site.url + path);
  return page;
}

function heartOf(page: Page, name: string) {
  return page.locator(".place-row", { hasText: name }).locator(".save button");
}

async function notice(page: Page): Promise<string> {
  return (await page.getByRole("status").first().innerText()).replaceAll(/\s+/g, " ");
}

function send(site: RunningSite, fields: Record<string, string>, headers: Record<string, string>): Promise<Response> {
  return fetch(`${site.url}/saves`, { method: "POST", headers, body: new URLSearchParams(fields), redirect: "manual" });
}

async function saveAs(site: RunningSite, items: string[], doing = "save"): Promise<void> {
  const cookie = await cookieOf("member", site.url);
  for (const item of items) await send(site, { item, do: doing }, { cookie });
}

/** The member's saved places by name, as their page shows them. */
async function savedNames(site: RunningSite): Promise<string[]> {
  return [...(await savedHtml(site, "/saved")).matchAll(/class="name-link" href="\/places\/[^"]*"[^>]*>([^<]+)</g)].map(
    ([, name = ""]) => name,
  );
}

async function nothingSaved(site: RunningSite): Promise<void> {
  for (const path of ["/saved", "/saved?kind=guides"]) {
    const items = [...(await savedHtml(site, path)).matchAll(/name="item" value="([^"]+)"/g)].map(
      ([, item = ""]) => item,
    );
    await saveAs(site, items, "unsave");
  }
}

async function savedHtml(site: RunningSite, path: string): Promise<string> {
  const cookie = await cookieOf("member", site.url);
  return (await fetch(site.url + path, { headers: { cookie } })).text();
}

import type { Page } from "playwright-core";
import { describe, expect } from "vitest";

import { violationsInEachLook } from "./axe-violations.ts";
import { interactive, test as journey, type Visit, type VisitOptions } from "./browser.ts";
import { seededFolder } from "./data-folder.ts";
import { giveToOwners } from "./owners.ts";
import { type RunningSite, startSite } from "./site-process.ts";

const PLACE = "madams-organ";
const LISTING = `/places/${PLACE}`;
const QUESTIONS = `${LISTING}/questions`;
const ASKED = "Is there a band on Mondays?";

/** A site of its own, where Ben runs a place. */
const test = journey.extend("site", { scope: "file" }, async ({ browser: _browser }, { onCleanup }) => {
  const folder = seededFolder();
  await giveToOwners(folder.path, [{ role: "business", slug: PLACE }]);
  const site = await startSite(folder.path, { LOG_LEVEL: "silent" });
  onCleanup(async () => {
    await site.stop();
    folder.remove();
  });
  return site;
});

describe.for([
  { how: "with script", script: true },
  { how: "without script", script: false },
])("questions about a place $how", { timeout: 120_000 }, ({ script }) => {
  test("are asked on the listing, answered by the business, and read by everybody", async ({ visit, site }) => {
    const asked = `${ASKED} I ask ${script ? "at home" : "on a train"}.`;
    const guest = await visit(LISTING, { site: site.url, script });
    await guest.getByRole("link", { name: "Ask a question" }).click();
    await guest.waitForURL(`**${QUESTIONS}#ask`);
    await guest.getByRole("link", { name: "Sign in to ask" }).click();
    await guest.waitForURL("**/auth/login?to=*");

    const mia = await signedIn(visit, site, { name: "Mia Member", script, refuses: [QUESTIONS] });
    await mia.goto(`${site.url}${QUESTIONS}`);
    await mia.getByLabel("Your question").fill("Why?");
    await mia.getByRole("button", { name: "Ask", exact: true }).click();
    await mia.getByRole("alert").waitFor();
    expect(await mia.getByRole("alert").innerText()).toContain("Write at least 10 characters; the question has 4.");
    expect(await mia.getByLabel("Your question").inputValue()).toBe("Why?");
    await mia.getByLabel("Your question").fill(asked);
    await mia.getByRole("button", { name: "Ask", exact: true }).click();
    await mia.waitForURL("**/questions?question=*");

    const ben = await signedIn(visit, site, { name: "Ben Business", script });
    await ben.goto(`${site.url}/business/${PLACE}`);
    await ben.getByRole("link", { name: "Answer questions" }).click();
    await ben.waitForURL("**/questions?show=unanswered");
    const waiting = ben.getByRole("article").filter({ hasText: asked });
    await waiting.locator("summary").click();
    await waiting.getByLabel(/^Your answer/).fill("There is, from nine.");
    await waiting.getByRole("button", { name: "Publish the answer" }).click();
    await ben.getByText("Every question has your answer.").waitFor();

    await guest.goto(`${site.url}${LISTING}`);
    const section = guest.getByRole("region", { name: "Questions" });
    expect(await section.innerText()).toMatch(/on Mondays\?[\s\S]*There is, from nine\.[\s\S]*Answer of the business/);
    await mia.goto(`${site.url}/notifications`);
    expect(await mia.locator("main").innerText()).toContain("Madam's Organ has answered your question");
    if (script) {
      await interactive(mia);
      await mia.goto(`${site.url}${QUESTIONS}`);
      for (const page of [guest, mia, ben]) expect(await violationsInEachLook(page)).toEqual([]);
    }
  });
});

test(
  "a reported answer is decided about by an admin, and both hear of it",
  { timeout: 120_000 },
  async ({ visit, site }) => {
    const ada = await signedIn(visit, site, { name: "Ada Admin", refuses: ["/admin/moderation*"] });
    await ada.goto(`${site.url}${QUESTIONS}`);
    await ada.getByLabel("Your question").fill("Do they take cards at the bar?");
    await ada.getByRole("button", { name: "Ask", exact: true }).click();
    await ada.waitForURL("**/questions?question=*");
    const address = ada.url();
    const ben = await signedIn(visit, site, { name: "Ben Business" });
    await ben.goto(address);
    await ben.locator("summary").filter({ hasText: "Answer" }).click();
    await ben.getByLabel("Your answer, as the business").fill("Who asks such things?");
    await ben.getByRole("button", { name: "Publish the answer" }).click();
    await ben.getByText("Who asks such things?").first().waitFor();

    const mia = await signedIn(visit, site, { name: "Mia Member" });
    await mia.goto(address);
    await mia.getByRole("link", { name: "Report the answer of the business" }).click();
    await mia.getByLabel("It insults or threatens somebody").check();
    await mia.getByRole("button", { name: "Report", exact: true }).click();
    await mia.getByText("You have reported it.").waitFor();
    await ada.goto(`${site.url}/admin/dashboard`);
    await ada.getByRole("link", { name: "1 reported question or answer" }).click();
    await ada.waitForURL("**/admin/moderation?kind=reported-question");
    await ada.goto(`${site.url}/admin/questions/places`);
    await ada.waitForURL("**/admin/moderation?kind=held-question&kind=reported-question");
    await interactive(ada);
    const article = ada.getByRole("article");
    expect(await article.innerText()).toMatch(/Reported answer about[\s\S]*It insults[\s\S]*Do they take cards/);
    expect(await violationsInEachLook(ada)).toEqual([]);
    await ada.setViewportSize({ width: 1280, height: 800 });
    await ada.keyboard.press("r");
    await ada.keyboard.press("Control+Enter");
    await article.getByRole("alert").filter({ hasText: "Choose a reason" }).waitFor();
    await article.getByLabel("Reason to reject").selectOption("off-topic");
    await article.getByLabel(/^Message, for/).fill("Answer what is asked.");
    await ada.keyboard.press("Control+Enter");
    await ada.getByText("Nothing waits").waitFor();
    // What was pressed is gone with the case: the keyboard goes on from the note.
    await expect.poll(() => ada.evaluate(() => document.activeElement?.textContent)).toContain("Undo");

    await ben.goto(`${site.url}/notifications`);
    const words = await ben.locator("main").innerText();
    expect(words).toContain("Your answer about Madam's Organ is not published");
    expect(words).toContain("or does not answer what is asked. Answer what is asked.");
    await mia.goto(address);
    expect(await mia.locator("main").innerText()).not.toContain("Who asks such things?");
    const figures = await (await fetch(`${site.url}/transparency.csv`)).text();
    expect(figures).toMatch(/reported-question,rejected,off-topic,Has nothing to do with the place,1\r\n/);

    await ada.keyboard.press("u");
    await article.filter({ hasText: "Who asks such things?" }).waitFor();
    await expect.poll(() => ada.evaluate(() => document.activeElement?.tagName)).toBe("H2");
    await mia.reload();
    expect(await mia.locator("main").innerText()).toContain("Who asks such things?");
    // Undone before he read of it, he never hears of it again.
    await ben.goto(`${site.url}/notifications`);
    expect(await ben.locator("main").innerText()).not.toContain("is not published");
  },
);

type Who = { name: string; script?: boolean; refuses?: string[] };

async function signedIn(visit: Visit, site: RunningSite, { name, ...options }: Who & VisitOptions): Promise<Page> {
  const page = await visit("/auth/dev-login", { site: site.url, ...options });
  await page.getByRole("button", { name }).click();
  await page.waitForURL((url) => !url.pathname.startsWith("/auth/"));
  return page;
}

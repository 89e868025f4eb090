import type { Page } from "playwright-core";
import { describe, expect, inject } from "vitest";

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
  const folder = seededFolder(inject("seeded"));
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
    const ada = await signedIn(visit, site, { name: "Ada Admin", refuses: ["/admin/questions/places"] });
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
    await ada.getByRole("link", { name: /questions about places/ }).click();
    await ada.waitForURL("**/admin/questions/places");
    expect(await ada.getByRole("article").innerText()).toMatch(/Answer of the business of[\s\S]*It insults/);
    expect(await violationsInEachLook(ada)).toEqual([]);
    await ada.getByRole("button", { name: /^Reject/ }).click();
    expect(await ada.getByRole("alert").innerText()).toContain("Give the author a reason");
    await ada.getByLabel("Reason, for its author to read").fill("Answer what is asked.");
    await ada.getByRole("button", { name: /^Reject/ }).click();
    await ada.getByText("Nothing waits").waitFor();

    await ben.goto(`${site.url}/notifications`);
    expect(await ben.locator("main").innerText()).toContain("Your answer about Madam's Organ is not published");
    await mia.goto(address);
    expect(await mia.locator("main").innerText()).not.toContain("Who asks such things?");
  },
);

type Who = { name: string; script?: boolean; refuses?: string[] };

async function signedIn(visit: Visit, site: RunningSite, { name, ...options }: Who & VisitOptions): Promise<Page> {
  const page = await visit("/auth/dev-login", { site: site.url, ...options });
  await page.getByRole("button", { name }).click();
  await page.waitForURL((url) => !url.pathname.startsWith("/auth/"));
  return page;
}

import { describe, expect } from "vitest";

import { violationsInEachTheme } from "./axe-violations.ts";
import { waitForHydration, testWithSite } from "./browser.ts";
import { ownerOf } from "./managed-place.ts";

const PLACE = "madams-organ";
const LISTING = `/places/${PLACE}`;
const QUESTIONS = `${LISTING}/questions`;
const QUESTION = "Is there a band on Mondays?";

/** Questions are visible to everybody, and the whole queue is checked. */
const test = testWithSite();

describe.for([
  { how: "with script", script: true },
  { how: "without script", script: false },
])("questions about a place $how", { timeout: 120_000 }, ({ script }) => {
  test("are asked on the listing, answered by the business, and visible to everybody", async ({ visit, site, as }) => {
    const question = `${QUESTION} I ask ${script ? "at home" : "on a train"}.`;
    const guest = await visit(LISTING, { script });
    await guest.getByRole("link", { name: "Ask a question" }).click();
    await guest.waitForURL(`**${QUESTIONS}#ask`);
    await guest.getByRole("link", { name: "Sign in to ask" }).click();
    await guest.waitForURL("**/auth/login?to=*");

    const mia = await (await as("member")).visit(QUESTIONS, { script, expectedErrors: [QUESTIONS] });
    await mia.getByLabel("Your question").fill("Why?");
    await mia.getByRole("button", { name: "Ask", exact: true }).click();
    await mia.getByRole("alert").waitFor();
    expect(await mia.getByRole("alert").innerText()).toContain("Write at least 10 characters. Your question has 4.");
    expect(await mia.getByLabel("Your question").inputValue()).toBe("Why?");
    await mia.getByLabel("Your question").fill(question);
    await mia.getByRole("button", { name: "Ask", exact: true }).click();
    await mia.waitForURL("**/questions?question=*");

    const ben = await (await ownerOf(site, { as, slug: PLACE })).visit(`/business/${PLACE}`, { script });
    await ben.getByRole("link", { name: "Answer questions" }).click();
    await ben.waitForURL("**/questions?show=unanswered");
    const waiting = ben.getByRole("article").filter({ hasText: question });
    await waiting.locator("summary").click();
    await waiting.getByLabel(/^Your answer/).fill("There is, from nine.");
    await waiting.getByRole("button", { name: "Publish answer" }).click();
    await ben.getByText("You’ve answered every question.").waitFor();

    await guest.goto(LISTING);
    const section = guest.getByRole("region", { name: "Questions" });
    expect(await section.innerText()).toMatch(
      /on Mondays\?[\s\S]*There is, from nine\.[\s\S]*Answer from the business/,
    );
    await mia.goto("/notifications");
    expect(await mia.locator("main").innerText()).toContain("Madam's Organ answered your question");
    if (script) {
      await waitForHydration(mia);
      await mia.goto(QUESTIONS);
      for (const page of [guest, mia, ben]) expect(await violationsInEachTheme(page)).toEqual([]);
    }
  });
});

test(
  "an admin decides about a reported answer, and both sides are notified",
  { timeout: 120_000 },
  async ({ site, as, guest }) => {
    const ada = await (await as("admin")).visit(QUESTIONS, { expectedErrors: ["/admin/moderation*"] });
    await ada.getByLabel("Your question").fill("Do they take cards at the bar?");
    await ada.getByRole("button", { name: "Ask", exact: true }).click();
    await ada.waitForURL("**/questions?question=*");
    const { pathname, search } = new URL(ada.url());
    const address = pathname + search;
    const ben = await (await ownerOf(site, { as, slug: PLACE })).visit(address);
    await ben.locator("summary").filter({ hasText: "Answer" }).click();
    await ben.getByLabel("Your answer, as the business").fill("Who asks such things?");
    await ben.getByRole("button", { name: "Publish answer" }).click();
    await ben.getByText("Who asks such things?").first().waitFor();

    const mia = await (await as("member")).visit(address);
    await mia.getByRole("link", { name: "Report the answer from the business" }).click();
    await mia.getByLabel("It insults or threatens someone").check();
    await mia.getByRole("button", { name: "Report", exact: true }).click();
    await mia.getByText("Thanks for your report.").waitFor();
    await ada.goto("/admin/dashboard");
    await ada.getByRole("link", { name: "1 reported question or answer" }).click();
    await ada.waitForURL("**/admin/moderation?kind=reported-question");
    await ada.goto("/admin/questions/places");
    await ada.waitForURL("**/admin/moderation?kind=held-question&kind=reported-question");
    await waitForHydration(ada);
    const article = ada.getByRole("article");
    expect(await article.innerText()).toMatch(/Reported answer about[\s\S]*It insults[\s\S]*Do they take cards/);
    expect(await violationsInEachTheme(ada)).toEqual([]);
    await ada.setViewportSize({ width: 1280, height: 800 });
    await ada.keyboard.press("r");
    await ada.keyboard.press("Control+Enter");
    await article.getByRole("alert").filter({ hasText: "Choose a reason" }).waitFor();
    await article.getByLabel("Rejection reason").selectOption("off-topic");
    await article.getByLabel(/^Message to/).fill("Answer what is asked.");
    await ada.keyboard.press("Control+Enter");
    await ada.getByText("Nothing pending").waitFor();
    // The pressed button is gone with the case: the focus moves to the note.
    await expect.poll(() => ada.evaluate(() => document.activeElement?.textContent)).toContain("Undo");

    await ben.goto("/notifications");
    const words = await ben.locator("main").innerText();
    expect(words).toContain("Your answer about Madam's Organ is not published");
    expect(words).toContain("or doesn’t answer the question. Answer what is asked.");
    await mia.goto(address);
    expect(await mia.locator("main").innerText()).not.toContain("Who asks such things?");
    const figures = await guest.read("/transparency.csv");
    expect(figures).toMatch(/reported-question,rejected,off-topic,Off topic,1\r\n/);

    await ada.keyboard.press("u");
    await article.filter({ hasText: "Who asks such things?" }).waitFor();
    await expect.poll(() => ada.evaluate(() => document.activeElement?.tagName)).toBe("H2");
    await mia.reload();
    expect(await mia.locator("main").innerText()).toContain("Who asks such things?");
    // A decision that is undone before he reads it isn't shown to him.
    await ben.goto("/notifications");
    expect(await ben.locator("main").innerText()).not.toContain("is not published");
  },
);

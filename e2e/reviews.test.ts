import type { Page } from "playwright-core";
import { describe, expect } from "vitest";

import { DAY_MS } from "#app/lib/duration.ts";

import { waitForHydration, testWithSite } from "./browser.ts";
import { violationsInEachTheme } from "./axe-violations.ts";
import { openCase, rejectCase } from "./open-case.ts";
import { HOSTILE_LINES } from "./hostile-lines.ts";
import { addReviews } from "./reviewed-place.ts";
import { watchDialogs } from "./watch-dialogs.ts";

/** Its reviews are visible to everybody. The places have some by others, so that a rating can change. */
const test = testWithSite({}, async (site) => {
  for (const slug of ["eastern-market", "hirshhorn-museum", "united-states-national-arboretum"])
    await addReviews(site, { slug, stars: [5, 5, 4, 2] });
});

const BODY = "A long hall with tall windows. The staff knew the answer to everything we asked.";

test.for([
  { how: "before its script runs", isAwake: false },
  { how: "once it does", isAwake: true },
])("a guest is sent to sign in and comes back to the form: $how", async ({ isAwake }, { visit }) => {
  const page = await visit("/places/eastern-market", { script: isAwake });
  if (isAwake) await waitForHydration(page);
  await page.getByRole("link", { name: "Write a review" }).click();
  await page.waitForURL("**/auth/login?to=%2Fplaces%2Feastern-market%2Freview");
  await page.getByRole("link", { name: "Development Login" }).click();
  await page.getByLabel("New user’s name").fill("Nell Newcomer");
  await page.getByRole("button", { name: "Sign in as new user" }).click();

  await page.waitForURL("**/places/eastern-market/review");
  expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe("Review Eastern Market");
});

test("a member never sees the editors' page", async ({ as, site }) => {
  const page = await (await as("member")).visit("/admin/moderation");
  expect(page.url()).toBe(`${site.url}/`);
});

test("an editor sees the previous version of an edited review, and its author doesn't", async ({ as }) => {
  const path = "/places/national-gallery-of-art";
  const mia = await (await as("member")).visit(`${path}/review`);
  await fillIn(mia, { stars: "4: good", body: "The rooms are quiet and the soup is warm." });
  await mia.getByRole("button", { name: "Publish review" }).click();
  await mia.waitForURL(`**${path}#reviews`);
  await mia.goto(`${path}/review`);
  await mia.getByLabel("2: poor").check();
  await mia.getByLabel("Your review", { exact: true }).fill("The rooms are quiet and www.soup.example is warm.");
  await mia.getByRole("button", { name: "Save changes" }).click();
  await mia.waitForURL(`**${path}#reviews`);

  const ada = await (await as("admin")).visit("/robots.txt");
  const waiting = await openCase(ada, "www.soup.example");
  expect(await waiting.locator(".review-diff").textContent()).toBe(
    "The rooms are quiet and removed: the soupadded: www.soup.example is warm.",
  );
  expect(await waiting.innerText()).toMatch(/No connection declared[\s\S]*Edited 1 time[\s\S]*Stars: from 4 to 2/);
  expect(await violationsInEachTheme(ada)).toEqual([]);
  await mia.goto(`${path}/review?delete`);
  await mia.getByRole("button", { name: "Delete review permanently" }).click();
  await mia.waitForURL(`**${path}#reviews`);
});

test.for([
  { how: "with script", options: {} },
  { how: "without script", options: { script: false } },
])("a member writes, edits and deletes a review, and the rating follows: $how", async ({ options }, { as }) => {
  const path = "/places/hirshhorn-museum";
  const member = await as("member");
  const page = await member.visit(path, options);
  const before = await figures(page);

  await page.getByRole("link", { name: "Write a review" }).click();
  await fillIn(page, { stars: "1: bad" });
  await page.getByRole("button", { name: "Publish review" }).click();
  await page.waitForURL(`**${path}#reviews`);
  expect(await page.getByText("Your review is published.").count()).toBe(1);
  const written = await figures(page);

  await page.getByRole("link", { name: "Edit your review" }).click();
  await page.waitForURL("**/review");
  expect(await page.getByLabel("Your review", { exact: true }).inputValue()).toBe(BODY);
  await page.getByLabel("5: wonderful").check();
  await page.getByLabel("I work there").check();
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.waitForURL(`**${path}#reviews`);
  const edited = await figures(page);
  const own = page.locator(".review").filter({ hasText: member.name });
  expect(await own.innerText()).toMatch(/Member since[\s\S]*1 review[\s\S]*Works here[\s\S]*, edited/);
  expect(await own.getByRole("button", { name: "Helpful" }).count()).toBe(0);

  await page.getByRole("link", { name: "Edit your review" }).click();
  await page.getByRole("link", { name: "Delete review" }).click();
  await page.getByRole("button", { name: "Delete review permanently" }).click();
  await page.waitForURL(`**${path}#reviews`);

  expect(written.count).toBe(before.count + 1);
  expect(written.histogram[4]).toBe((before.histogram[4] ?? 0) + 1);
  expect(edited.count).toBe(written.count);
  expect(edited.histogram[4]).toBe(before.histogram[4]);
  expect(edited.histogram[0]).toBe((before.histogram[0] ?? 0) + 1);
  expect(edited.mean).toBeGreaterThan(written.mean);
  expect(await figures(page)).toEqual(before);
});

test("an invalid form shows what is wrong at each field, and keeps what was typed", async ({ as }) => {
  const path = "/places/hirshhorn-museum/review";
  const page = await (await as("business")).visit(path, { script: false, expectedErrors: [path] });
  await page.getByLabel("Your review", { exact: true }).fill("<b>%REQUEST_ID%");
  await page.getByLabel("4: good").check();

  await page.getByRole("button", { name: "Publish review" }).click();

  const summary = page.getByRole("alert");
  expect(await summary.innerText()).toMatch(
    /couldn’t save your review[\s\S]*Your review: Write at least 20[\s\S]*Month/,
  );
  expect(await summary.getByRole("link").count()).toBe(3);
  expect(await page.getByLabel("Your review", { exact: true }).inputValue()).toBe("<b>%REQUEST_ID%");
  expect(await page.getByLabel("4: good").isChecked()).toBe(true);
  await summary.getByRole("link", { name: "Month of your visit" }).click();
  expect(page.url()).toContain("#field-visitMonth");
});

test("a form submitted twenty times at once is one review, and a stale form is refused", async ({ as }) => {
  const path = "/places/united-states-national-arboretum";
  const ben = await as("business");
  const page = await ben.visit(path);
  const before = (await figures(page)).count;
  const typed = { stars: "4", body: BODY.replace("hall", "path"), ...lastMonth() };
  const send = (fields: Record<string, string>) => ben.post(`${path}/review`, { ...typed, ...fields });

  const answers = await Promise.all(Array.from({ length: 20 }, () => send({ version: "0" })));
  await page.goto(path);
  const after = (await figures(page)).count;
  const changed = await send({ version: "1", stars: "3" });
  const stale = await send({ version: "1", stars: "5" });
  const asText = { "content-type": "text/plain" };
  const noForm = await ben.fetch(`${path}/review`, { method: "POST", headers: asText, body: "{" });
  const deleted = await send({ intent: "delete" });

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303]));
  expect(after).toBe(before + 1);
  expect([changed.status, stale.status, noForm.status, deleted.status]).toEqual([303, 409, 400, 303]);
  expect(await stale.text()).toContain("changed or deleted in another window");
});

test("a held review shows hostile text as text, and counts only once it is approved", async ({ as }) => {
  const path = "/places/hirshhorn-museum";
  const member = await as("member");
  const mia = await member.visit(path);
  const dialogs = watchDialogs(mia);
  const before = await figures(mia);
  await mia.goto(`${path}/review`);
  // Bidirectional control characters are removed; everything else stays.
  await fillIn(mia, { stars: "3: all right", body: HOSTILE_LINES.join("\n\n").replace("{{7", "\u202E{{7") });
  await mia.getByRole("button", { name: "Publish review" }).click();
  await mia.waitForURL(`**${path}#reviews`);
  expect(await mia.getByText("Your review is waiting for approval.").count()).toBe(1);
  expect(await figures(mia)).toEqual(before);
  await mia.getByRole("link", { name: "Edit your review" }).click();
  await mia.waitForURL("**/review");
  expect(await mia.getByLabel("Your review", { exact: true }).inputValue()).toBe(HOSTILE_LINES.join("\n\n"));

  const ada = await (await as("admin")).visit("/robots.txt", { expectedErrors: ["/admin/moderation/*"] });
  dialogs.push(...watchDialogs(ada));
  const waiting = (await openCase(ada, "Hirshhorn")).filter({ hasText: member.name });
  expect(await waiting.locator("blockquote p").allInnerTexts()).toEqual(HOSTILE_LINES);
  expect(await waiting.getByRole("listitem").allInnerTexts()).toContain("Contains a link or address");
  await waiting.getByRole("button", { name: "Reject" }).click();
  expect(await ada.getByRole("alert").innerText()).toContain("Choose a reason");
  await ada.getByRole("button", { name: new RegExp(`Approve the review of .* by ${member.name}`) }).click();
  await expect.poll(() => ada.getByRole("article").filter({ hasText: member.name }).count()).toBe(0);

  await mia.goto(path);
  const shown = mia.locator(".review").filter({ hasText: member.name });
  expect(await shown.locator(".review-words > p").allInnerTexts()).toEqual([
    ...HOSTILE_LINES,
    expect.stringMatching(/^Visited in/),
  ]);
  expect(await shown.locator(".review-words > p").getByRole("link").count()).toBe(0);
  expect((await figures(mia)).count).toBe(before.count + 1);
  await waitForHydration(mia);
  expect(dialogs).toEqual([]);
});

test("a published review is voted helpful, reported, and rejected by an editor, whose reason its author reads", async ({
  as,
}) => {
  const path = "/places/hirshhorn-museum";
  const member = await as("member");
  const written = await member.post(`${path}/review`, { version: "0", stars: "3", body: BODY, ...lastMonth() });
  expect(written.status).toBe(303);
  const ben = await (await as("business")).visit(path, { script: false });
  const review = ben.locator(".review").filter({ hasText: member.name });
  await review.getByRole("button", { name: /^Helpful/ }).click();
  expect(await review.innerText()).toContain("1 found this helpful");
  await review.getByRole("button", { name: /^Undo “Helpful”/ }).click();
  expect(await review.innerText()).not.toContain("found this helpful");
  await review.getByRole("link", { name: /^Report/ }).click();
  await ben.getByLabel("It’s advertising").check();
  await ben.getByLabel("Details for the editor").fill("It names another site.");
  await ben.getByRole("button", { name: "Report" }).click();
  expect(await ben.getByRole("status").last().innerText()).toContain("You reported the review");

  const ada = await (await as("admin")).visit("/robots.txt");
  const reported = (await openCase(ada, "Reported review")).filter({ hasText: "It names another site." });
  expect(await reported.innerText()).toMatch(/Reported review[\s\S]*It’s advertising[\s\S]*Currently visible/);
  await rejectCase(reported, { why: "advertising", message: "Leave the address out." });
  await expect.poll(() => ada.getByText("It names another site.").count()).toBe(0);

  const mia = await member.visit(path);
  expect(
    await mia.getByText("decided not to publish your review: It advertises something. Leave the address out.").count(),
  ).toBe(1);
  expect(await mia.locator(".review").filter({ hasText: member.name }).count()).toBe(0);
  await mia.goto(`${path}/review?delete`);
  await mia.getByRole("button", { name: "Delete review permanently" }).click();
  await mia.waitForURL(`**${path}#reviews`);
});

test.for([
  { how: "with script", options: {} },
  { how: "without script", options: { script: false } },
])("a row of the histogram filters the reviews, and links back: $how", async ({ options }, { visit }) => {
  const page = await visit("/places/eastern-market", options);
  const { histogram } = await figures(page);

  await page.getByRole("link", { name: /^5 stars:/ }).click();
  await page.waitForURL("**/places/eastern-market?stars=5#reviews");
  await expect.poll(() => page.locator(".review").count()).toBe(Math.min(histogram[0] ?? 0, 10));
  const given = await page.locator(".review .rating-stars").evaluateAll((all) => all.map((each) => each.ariaLabel));

  expect(new Set(given)).toEqual(new Set(["5.0 of 5 stars"]));
  expect((await figures(page)).histogram).toEqual(histogram);
  await page.getByRole("link", { name: "All stars" }).click();
  await page.waitForURL("**/places/eastern-market#reviews");
});

test.for([
  ["GET", "/reviews/no-such-review/report", 303],
  ["POST", "/reviews/no-such-review/helpful", 303],
  ["POST", "/places/no-such-place/review", 303],
  ["POST", "/admin/moderation", 303],
  ["GET", "/reviews/no-such-review/helpful", 404],
] as const)("for a guest, %s %s is no server error", async ([method, path, status], { guest }) => {
  const response = await guest.fetch(path, { method, body: method === "POST" ? "" : null });

  expect(response.status).toBe(status);
  if (status === 303) expect(response.headers.get("location")).toMatch(/^\/auth\/login\?to=/);
});

test("for a member, a missing review is a 404, and an invalid form a 400", async ({ as }) => {
  const ada = await as("admin");
  const ask = async (method: string, path: string) =>
    (await ada.fetch(path, { method, body: method === "POST" ? "x" : null })).status;

  expect(await ask("GET", "/places/no-such-place/review")).toBe(404);
  expect(await ask("POST", "/places/no-such-place/review")).toBe(404);
  expect(await ask("GET", "/reviews/no-such-review/report")).toBe(404);
  expect(await ask("POST", "/reviews/00000000-0000-4000-8000-000000000000/report")).toBe(404);
  expect(await ask("POST", "/reviews/00000000-0000-4000-8000-000000000000/helpful")).toBe(404);
  expect(await ask("POST", "/admin/moderation")).toBe(400);
  expect(await ask("GET", "/admin/moderation?page=999999999")).toBe(303);
});

describe("axe finds no violation", { timeout: 120_000 }, () => {
  test("on the form, empty and with errors, and on the confirmation before deleting", async ({ as }) => {
    const path = "/places/united-states-national-arboretum/review";
    const page = await (await as("business")).visit(path, { expectedErrors: [path] });
    expect(await violationsInEachTheme(page)).toEqual([]);
    await page.getByRole("button", { name: "Publish review" }).click();
    await page.getByRole("alert").waitFor();
    expect(await violationsInEachTheme(page)).toEqual([]);
  });

  test("on the editors' page with a case, the report form, and the author's held review", async ({ as }) => {
    const path = "/places/united-states-national-arboretum";
    const ben = await (await as("business")).visit(`${path}/review`);
    await fillIn(ben, { stars: "2: poor", body: "Better look at www.elsewhere.example before you come here." });
    await ben.getByRole("button", { name: "Publish review" }).click();
    await ben.waitForURL(`**${path}#reviews`);
    expect(await violationsInEachTheme(ben)).toEqual([]);
    const ada = await (await as("admin")).visit("/admin/moderation");
    expect(await ada.getByRole("article").count()).toBeGreaterThan(0);
    expect(await violationsInEachTheme(ada)).toEqual([]);
    await ada.goto(path);
    await ada
      .getByRole("link", { name: /^Report the review/ })
      .first()
      .click();
    await ada.getByRole("heading", { name: "Report a review" }).waitFor();
    expect(await violationsInEachTheme(ada)).toEqual([]);
    await ben.goto(`${path}/review?delete`);
    expect(await violationsInEachTheme(ben)).toEqual([]);
    await ben.getByRole("button", { name: "Delete review permanently" }).click();
    await ben.waitForURL(`**${path}#reviews`);
  });
});

async function fillIn(page: Page, { stars, body = BODY }: { stars: string; body?: string }): Promise<void> {
  await page.getByLabel(stars).check();
  await page.getByLabel("Your review", { exact: true }).fill(body);
  await page.getByLabel("Month of your visit").selectOption({ index: 2 });
  await page.getByLabel("None, I came as a customer").check();
}

/** The rating on a place's page; the histogram starts with five stars. */
async function figures(page: Page): Promise<{ mean: number; count: number; histogram: number[] }> {
  const score = page.locator(".place-score");
  const counts = await page.locator(".histogram a > span").allInnerTexts();
  return {
    mean: Number(await score.locator(".d3").innerText()),
    count: Number.parseInt(await score.locator("span").last().innerText(), 10),
    histogram: counts.map(Number),
  };
}

/** Fields with a month that is valid whenever this runs. */
function lastMonth(): { visitMonth: string; relation: string } {
  const visitMonth = new Date(Date.now() - 40 * DAY_MS).toISOString().slice(0, 7);
  return { visitMonth, relation: "none" };
}

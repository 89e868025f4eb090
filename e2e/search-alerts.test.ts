import { expect } from "vitest";

import { sendSearchAlertsJob } from "#app/people/members/search-alerts/send-search-alerts.job.ts";
import { buildPlace } from "#tests/builders.ts";

import { violationsInEachTheme } from "./axe-violations.ts";
import { testWithSite } from "./browser.ts";
import { noticeText } from "./notice.ts";

/** A place is added. */
const test = testWithSite();

test("a guest who signs in on the way is told once, by mail, when there is one, and can stop it by one click", async ({
  visit,
  site,
  guest,
}) => {
  const page = await visit("/search?q=falconer", { script: false, width: 360, expectedErrors: ["/search-alerts"] });
  await page.getByRole("heading", { name: "Get an alert when we add one" }).waitFor();
  await page.getByRole("link", { name: "Sign in for an alert" }).click();
  await page.getByRole("link", { name: "Development Login" }).click();
  await page.getByLabel("New user’s name").fill("Fay Falcon");
  await page.getByRole("button", { name: "Sign in as new user" }).click();
  await page.waitForURL("**/search?q=falconer");
  await page.getByRole("button", { name: "Create alert" }).click();
  await page.waitForURL("**/search?q=falconer");
  expect(await noticeText(page)).toContain("Alert created.");
  await page.getByRole("link", { name: "Manage alerts" }).click();

  await page.getByLabel("What are you looking for?").fill("ox");
  await page.getByRole("button", { name: "Create alert" }).click();
  expect(await page.getByRole("alert").innerText()).toContain("at least 3 letters");
  expect(await page.getByLabel("What are you looking for?").inputValue()).toBe("ox");
  await page.getByLabel("What are you looking for?").fill("oxherd");
  await page.getByRole("button", { name: "Create alert" }).click();
  await page.getByLabel("What are you looking for?").fill("gooseherd");
  await page.getByRole("button", { name: "Create alert" }).click();
  await page.getByRole("button", { name: "Remove gooseherd" }).click();
  expect(await page.locator(".own-lists a").allInnerTexts()).toEqual(["oxherd", "falconer"]);

  await buildPlace(site.db, { name: "The Falconer’s Loft", createdAt: new Date(site.now().getTime() + 1_000) });
  await site.runJob(sendSearchAlertsJob);
  await page.reload();
  expect(await page.locator(".own-lists a").allInnerTexts()).toEqual(["oxherd"]);
  const mailsPage = await guest.read("/development/mailbox");
  expect(mailsPage).toContain("New on Rowhouse: falconer");
  const [stop = ""] = /\/search-alerts\/stop\/[0-9a-f]{64}/.exec(mailsPage) ?? [];

  await page.goto(stop);
  expect(await page.locator("main").innerText()).toContain("We’ll remove your 1 alert and won’t email you about it.");
  const foreign = { origin: "https://mail.example", "sec-fetch-site": "cross-site" };
  expect((await guest.post(stop, { "List-Unsubscribe": "One-Click" }, foreign)).status).toBe(200);
  await page.goto("/search-alerts");
  await page.getByText("No alerts yet.").waitFor();
});

test("the alerts’ pages are accessible", async ({ as }) => {
  const mia = await as("member");
  await mia.post("/search-alerts", { do: "create", query: "falconry" });

  for (const path of ["/search-alerts", "/search?q=falconry", "/search?q=oxherd"])
    expect(await violationsInEachTheme(await mia.visit(path)), path).toEqual([]);
});

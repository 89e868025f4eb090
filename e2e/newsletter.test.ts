import type { Page } from "playwright-core";
import { describe, expect } from "vitest";

import { sendNewslettersJob } from "#app/desk/newsletter/sending/send-newsletters.job.ts";
import { FILL_TIME_MS_MIN } from "#app/business/submissions/form/form-stamp.server.ts";

import { violationsInEachTheme } from "./axe-violations.ts";
import { waitForHydration, testWithSite } from "./browser.ts";
import type { TestClient } from "./test-client.ts";

/** Subscribers are counted, and sent issues are in the archive. */
const test = testWithSite();

describe("the newsletter", { timeout: 120_000 }, () => {
  test("a guest subscribes in a page's footer without script, an editor sends an issue, and one click unsubscribes", async ({
    visit,
    site,
    as,
    guest: guestClient,
  }) => {
    const editor = await as("admin");
    const guest = await visit("/food", { script: false });
    const footer = guest.locator("footer");
    await footer.getByLabel("Email address").fill("zoe@example.com");
    await footer.getByRole("button", { name: "Subscribe" }).click();
    await guest.getByRole("heading", { name: "Check your email" }).waitFor();
    const [question = ""] = /\/newsletter\/confirm\/[0-9a-f]{64}/.exec(await editor.read("/development/mailbox")) ?? [];
    // A mail scanner follows links and confirms nothing by that.
    expect((await guestClient.fetch(question)).status).toBe(200);
    const ada = await editor.visit("/admin/newsletter", { script: false });
    expect(await ada.locator(".newsletter-counts").innerText()).toMatch(/Subscribers\s+0[\s\S]*Not confirmed\s+1/);

    await guest.goto(question);
    await guest.getByRole("button", { name: "Confirm subscription" }).click();
    await guest.getByText("You’re subscribed to the newsletter.").waitFor();
    await composeWithoutScript(ada);
    await ada.getByRole("button", { name: "Send now…" }).click();
    await ada.getByRole("button", { name: "Send 1 email now" }).click();
    await ada.getByRole("status").getByText("Sending started.").waitFor();

    await site.runJob(sendNewslettersJob);
    const mailsPage = await editor.read("/development/mailbox");
    const [unsubscribe = ""] = /\/newsletter\/unsubscribe\/[0-9a-f]{64}/.exec(mailsPage) ?? [];
    expect(unsubscribe).not.toBe("");
    expect(await editor.read("/newsletter/cherry-blossoms-at-last")).toContain("Hello from the <strong>Mall</strong>");
    expect(await editor.read("/newsletter")).toContain("Cherry blossoms at last");
    expect(await editor.read("/newsletter/feed.xml")).toContain("/newsletter/cherry-blossoms-at-last");
    expect(await editor.read("/sitemaps/pages.xml")).toContain("/newsletter/cherry-blossoms-at-last<");

    // Taken offline, it is nowhere; one button restores it.
    await ada.goto("/admin/newsletter");
    await ada.getByRole("link", { name: "Cherry blossoms at last" }).click();
    await ada.getByRole("button", { name: "Hide from archive" }).click();
    await ada.getByText("Hidden from the archive. Sent emails").waitFor();
    expect((await guestClient.fetch("/newsletter/cherry-blossoms-at-last")).status).toBe(404);
    expect(await editor.read("/newsletter/feed.xml")).not.toContain("cherry-blossoms");
    await ada.getByRole("button", { name: "Show in archive" }).click();
    await ada.getByText("Back in the archive.").waitFor();
    expect((await guestClient.fetch("/newsletter/cherry-blossoms-at-last")).status).toBe(200);

    // As a mail program sends it: cross-site, without a session or a page.
    const foreign = { origin: "https://mail.example", "sec-fetch-site": "cross-site" };
    const clicked = await guestClient.post(unsubscribe, { "List-Unsubscribe": "One-Click" }, foreign);
    expect(clicked.status).toBe(200);
    await guest.reload();
    expect(await guest.locator("main").innerText()).toContain("We don’t send the newsletter to zoe@example.com");
  });

  test("an editor picks items, orders them with buttons, checks the mail in dark mode, and invalid input is refused", async ({
    as,
  }) => {
    const editor = await as("admin");
    const ada = await editor.visit("/admin/newsletter");
    await ada.getByRole("button", { name: "New issue" }).click();
    await ada.waitForURL(/\/admin\/newsletter\/[0-9a-f-]{36}$/);
    const add = ada.locator(".newsletter-offers").getByRole("button", { name: /^Add/ });
    await add.first().click();
    await ada.getByText("Changes saved.").waitFor();
    await add.first().click();
    await waitForHydration(ada);
    const titles = () => ada.locator(".newsletter-items h3").allInnerTexts();
    await expect.poll(titles).toHaveLength(2);
    const before = await titles();
    await ada.getByRole("button", { name: `Move ${before[1]} up` }).click();
    await expect.poll(titles).toEqual(before.toReversed());
    await ada.getByText("is now 1 of 2").waitFor();
    await ada.reload();
    expect(await titles()).toEqual(before.toReversed());

    // Every button also submits what was typed.
    await ada.getByLabel("Subject").fill("Typed before a look");
    await ada.getByLabel(`Note on ${before[1]}`).fill("Go early.");
    await ada.getByLabel("Test email address").fill("grace@example.com");
    await ada.getByLabel("Day and time").fill("2027-11-07T01:30");
    await ada.getByRole("button", { name: "Dark" }).click();
    await ada.getByRole("button", { name: "Dark", pressed: true }).waitFor();
    await ada.getByRole("button", { name: "Phone" }).click();
    await ada.getByRole("button", { name: "Phone", pressed: true }).waitFor();
    expect(await ada.getByLabel("Subject").inputValue()).toBe("Typed before a look");
    expect(await ada.getByLabel(`Note on ${before[1]}`).inputValue()).toBe("Go early.");
    expect(await ada.getByLabel("Test email address").inputValue()).toBe("grace@example.com");
    expect(await ada.getByLabel("Day and time").inputValue()).toBe("2027-11-07T01:30");
    await ada.getByRole("radio", { name: /EST/ }).check();
    await ada.getByRole("button", { name: "Phone" }).click();
    await ada.waitForURL(/fold=second/);
    expect(await ada.getByRole("radio", { name: /EST/ }).isChecked()).toBe(true);

    // Unsaved text isn't lost without a warning.
    await waitForHydration(ada);
    // Otherwise it would save itself.
    await ada.route("**/save", (route) => route.abort());
    await ada.getByLabel("Preview text").fill("Typed and not sent");
    const dismissed = ada.waitForEvent("dialog").then((dialog) => dialog.dismiss());
    await ada.getByRole("link", { name: "Inbox" }).first().click();
    await dismissed;
    expect(await ada.getByLabel("Preview text").inputValue()).toBe("Typed and not sent");
    await ada.getByRole("button", { name: "Save", exact: true }).click();
    await ada.getByText("Changes saved.").waitFor();
    const mail = ada.frameLocator("iframe");
    await mail.getByRole("heading", { name: before[1] ?? "" }).waitFor();
    expect(await violationsInEachTheme(ada)).toEqual([]);
    const { pathname } = new URL(ada.url());
    const refusals: [Record<string, string>, string][] = [
      [{ do: "schedule", at: "2027-03-14T02:30", version: "1" }, "The next is 03:30."],
      [{ do: "test", test: "not an address" }, "name@example.com"],
      [{ do: "save", version: "1", subject: "x".repeat(121) }, "at most 120 characters"],
      [{ do: "gold" }, "Choose what to do"],
    ];
    for (const [fields, words] of refusals) expect(await refusal(editor, pathname, fields)).toContain(words);
    // A character that the database refuses can't be searched for.
    expect(await ada.goto(`${pathname}?q=%00`).then((answer) => answer?.status())).toBe(200);

    await ada.getByRole("button", { name: "Delete draft…" }).click();
    await ada.getByRole("button", { name: "Delete draft", exact: true }).click();
    await ada.getByText("Draft deleted.").waitFor();
    expect(await violationsInEachTheme(ada)).toEqual([]);
    await ada.getByRole("button", { name: "Undo" }).click();
    await ada.getByText("Draft restored.").waitFor();
    expect(await ada.getByLabel("Subject").inputValue()).toBe("Typed before a look");
  });

  test("a draft saves itself, two editor sessions learn of each other, and a scheduled issue needs the button", async ({
    as,
  }) => {
    const editor = await as("admin");
    const ada = await editor.visit("/admin/newsletter");
    await ada.getByRole("button", { name: "New issue" }).click();
    await ada.waitForURL(/\/admin\/newsletter\/[0-9a-f-]{36}$/);
    const { pathname } = new URL(ada.url());
    const other = await editor.visit(pathname, { expectedErrors: [`${pathname}/save`] });
    await waitForHydration(ada);
    await ada.getByLabel("Subject").fill("Saved without a button");
    await ada.getByText(/^Saved \d+:\d\d [AP]M$/).waitFor();
    await ada.getByLabel("Introduction").fill("And once more.");
    await ada.locator('[data-save="unsaved"], [data-save="saving"]').waitFor();
    await ada.locator('[data-save="saved"]').waitFor();
    // Text typed during or before a save is submitted with the button.
    await ada.getByLabel("Preview text").fill("Pressed at once");
    await ada.getByRole("button", { name: "Save", exact: true }).click();
    await ada.getByText("Changes saved.").waitFor();
    await ada.getByRole("textbox", { name: "Introduction" }).getByText("And once more.", { exact: true }).waitFor();
    expect(await ada.getByLabel("Preview text").inputValue()).toBe("Pressed at once");

    await waitForHydration(other);
    await other.getByLabel("Subject").fill("Of the other window");
    await other.getByText(/^Not saved: the issue was changed in another window/).waitFor();
    expect(await violationsInEachTheme(other)).toEqual([]);
    // The conflict message says what came in between, instead of repeating the same text.
    await waitForHydration(ada);
    await ada.getByLabel("Preview text").fill("Just before they decided");
    await ada.locator('[data-save="saved"]').waitFor();
    await other.getByRole("button", { name: "Overwrite with mine" }).click();
    await other.getByText(/^Not saved: the issue changed again before yours was saved/).waitFor();
    await other.getByRole("button", { name: "Overwrite with mine" }).click();
    await other.locator('[data-save="saved"]').waitFor();
    await ada.reload();
    expect(await ada.getByLabel("Subject").inputValue()).toBe("Of the other window");

    await ada.getByLabel("Day and time").fill("2027-06-01T08:00");
    await ada.getByRole("button", { name: "Schedule", exact: true }).click();
    await ada.getByText("Issue scheduled.", { exact: true }).waitFor();
    await waitForHydration(ada);
    await ada.getByLabel("Subject").fill("Half a sen");
    await ada.getByText("Not saved yet: press Save").waitFor();
    await ada.getByRole("button", { name: "Save", exact: true }).click();
    await ada.getByText("Changes saved.").waitFor();
    await ada.getByRole("button", { name: "Unschedule" }).click();
    await ada.getByText("Moved back to drafts.").waitFor();
  });

  test("requests that no visitor's browser sends are refused, and nobody learns which addresses are known", async ({
    guest,
  }) => {
    const post = (fields: Record<string, string>, headers?: Record<string, string>) =>
      guest.post("/newsletter", fields, headers);

    const answers = [];
    for (const email of ["sam@example.com", "sam@example.com", "SAM@example.com"]) answers.push(await post({ email }));
    expect(new Set(answers.map(({ status, headers }) => `${status} ${headers.get("location")}`))).toEqual(
      new Set(["303 /newsletter?requested=yes"]),
    );
    expect((await post({ email: "eve@example.com" }, { origin: "https://evil.example" })).status).toBe(403);
    const body = new URLSearchParams({ email: "eve@example.com" });
    expect((await guest.fetch("/newsletter", { method: "POST", body })).status).toBe(400);
    expect((await post({ email: "eve@example.com", fax: "1" })).status).toBe(400);
    expect((await post({ email: "eve@example.com\r\nBcc: all@example.com" })).status).toBe(400);
    expect(await guest.read("/development/mailbox")).not.toContain("eve@example.com");
  });
});

describe("contact", { timeout: 120_000 }, () => {
  test("a guest sends a message without script, and an editor replies by email", async ({ visit, site, as }) => {
    const guest = await visit("/", { script: false, expectedErrors: ["/contact"] });
    await site.atEarlierTime(FILL_TIME_MS_MIN, async () => {
      await guest.locator("footer").getByRole("link", { name: "Contact" }).click();
      await guest.waitForURL("**/contact");
    });
    const main = guest.locator("main");
    await main.getByLabel("Your name").fill("Zoe");
    await main.getByRole("button", { name: "Send message" }).click();
    expect(await guest.getByRole("alert").innerText()).toMatch(
      /Your email address: Write[\s\S]*Topic: Choose[\s\S]*Message: Write/,
    );
    expect(await main.getByLabel("Your name").inputValue()).toBe("Zoe");
    await main.getByLabel("Your email address").fill("zoe@example.com");
    await main.getByLabel("Topic").selectOption("press");
    await main.getByLabel("Message").fill("May I print the map of Georgetown?");
    await main.getByRole("button", { name: "Send message" }).click();
    await guest.getByText("An editor will read it.").waitFor();

    const editor = await as("admin");
    const ada = await editor.visit("/admin/messages?q=georgetown", { expectedErrors: ["/admin/messages?state=spam"] });
    await ada.getByRole("link", { name: "Zoe" }).click();
    await ada.waitForURL(/\/admin\/messages\/[0-9a-f-]{36}$/);
    expect(await refusal(editor, new URL(ada.url()).pathname, { do: "reply", reply: " " })).toContain("Write a reply.");
    await ada.getByLabel("Reply to zoe@example.com").fill("Yes, with its credit.");
    // A started reply stays, whatever other button is pressed.
    await ada.getByRole("button", { name: "Close message" }).click();
    await ada.getByText("Your reply below isn’t sent yet.").waitFor();
    await ada.getByRole("button", { name: "Delete message…" }).click();
    await ada.getByRole("button", { name: "Cancel" }).click();
    await ada.getByRole("button", { name: "Delete message…" }).waitFor();
    expect(await ada.getByLabel("Reply to zoe@example.com").inputValue()).toBe("Yes, with its credit.");
    await ada.getByRole("button", { name: "Send reply" }).click();
    await ada.locator(".messages-thread").getByText("Yes, with its credit.").waitFor();
    await ada.getByLabel("Assigned to").selectOption({ label: editor.name });
    // Both buttons reload the page. A second press before the reload would leave it to the browser which one counts.
    await Promise.all([ada.waitForEvent("load"), ada.getByRole("button", { name: "Assign" }).click()]);
    await ada.getByRole("button", { name: "Close message" }).click();
    await ada.getByRole("button", { name: "Reopen message" }).waitFor();
    await ada.goto("/admin/messages?state=closed&mine=yes");
    expect(await ada.locator(".messages-rows").innerText()).toMatch(new RegExp(`Zoe[^]*Assigned to ${editor.name}`));

    const mailsPage = await editor.read("/development/mailbox");
    expect(mailsPage).toContain("Re: Your message to Rowhouse");
    expect(mailsPage).toContain("Yes, with its credit.");
    expect(await violationsInEachTheme(ada)).toEqual([]);

    await ada.getByLabel("Zoe", { exact: false }).check();
    await ada.getByRole("button", { name: "Spam", exact: true }).click();
    await ada.getByText("1 message marked as spam.").waitFor();
    await ada.goto("/admin/messages?state=spam");
    await ada.getByRole("button", { name: "Delete…" }).click();
    await ada.getByText("Select messages first.").waitFor();
    await ada.getByLabel("Zoe", { exact: false }).check();
    await ada.getByRole("button", { name: "Delete…" }).click();
    await ada.getByRole("button", { name: "Delete 1 message" }).click();
    await ada.getByText("1 message deleted.").waitFor();
    expect(await editor.read("/admin/audit?subject=message")).not.toContain("May I print");
  });
});

/** A draft of one guide with its text, previewed as plain text and sent as a test. */
async function composeWithoutScript(page: Page): Promise<void> {
  await page.getByRole("button", { name: "New issue" }).click();
  await page.getByLabel("Subject").fill("Cherry blossoms at last");
  await page.getByLabel("Preview text").fill("Three walks under them");
  await page.getByLabel("Introduction").fill("Hello from the **Mall**.");
  // Nobody has pressed Save.
  await page.getByLabel("Search guides and places").fill("pizza");
  await page.locator(".newsletter-find").getByRole("button", { name: "Search" }).click();
  await page.locator(".newsletter-offers").getByRole("button", { name: /^Add/ }).first().click();
  await page.getByRole("button", { name: "Plain text" }).click();
  expect(await page.locator(".newsletter-text").innerText()).toMatch(
    /Hello from the Mall\.[\s\S]*izza[\s\S]*Unsubscribe: http/,
  );
  await page.getByLabel("Test email address").fill("ada@example.com");
  await page.getByRole("button", { name: "Send test" }).click();
  await page.getByText("The test email is on its way.").waitFor();
}

/** The error message that an editor gets for a refused form. */
async function refusal(editor: TestClient, path: string, fields: Record<string, string>): Promise<string> {
  const answer = await editor.post(path, fields);
  expect(answer.status).toBe(400);
  return answer.text();
}

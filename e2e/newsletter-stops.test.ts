import type { Page } from "playwright-core";
import { expect } from "vitest";

import { sendMailsJob } from "#app/core/mail/send-mails.job.ts";
import { sendNewslettersJob } from "#app/desk/newsletter/sending/send-newsletters.job.ts";
import { type MailServer, startMailServer } from "#tests/mail-server.ts";

import { violationsInEachTheme } from "./axe-violations.ts";
import { waitForHydration, test as journey, type Visit } from "./browser.ts";
import type { TestClient } from "./test-client.ts";
import { openSite, type Site } from "./site.ts";

const READERS = ["zoe@example.com", "sam@example.com"];

/** A site with a mail server that can be made to refuse mails. */
const test = journey
  .extend("mails", { scope: "file" }, async ({ browser: _browser }, { onCleanup }) => {
    const mails = await startMailServer();
    onCleanup(() => mails.close());
    return mails;
  })
  .extend("site", { scope: "file" }, async ({ mails }, { onCleanup }) => {
    const { smtpUrl, from } = mails.settings;
    const site = await openSite({
      settings: { SMTP_URL: smtpUrl, MAIL_FROM: from },
      expectedLogs: [/A mail waits for another try/],
    });
    onCleanup(() => site.close());
    return site;
  });

test(
  "sending is stopped, resumed and ended, and nobody gets the issue twice or after its end",
  { timeout: 120_000 },
  async ({ visit, site, mails, guest, as }) => {
    await subscribe({ visit, site, mails, guest });
    const ada = await (await as("admin")).visit("/admin/newsletter");

    // The mail server refuses everything temporarily, so every mail waits and can be withdrawn.
    mails.setBehavior({ says: 451, at: "sender" });
    await startSending(ada, "Held on its way");
    await site.runJob(sendNewslettersJob);
    expect(mails.refusedCount()).toBe(2);
    await waitForHydration(ada);
    await expect.poll(() => outcomes(ada)).toContain("2 being sent or retried");
    await press(ada, "Stop");
    await ada.getByText("Sending stopped.").waitFor();
    expect(await outcomes(ada)).toBe("2 waiting");
    expect(await violationsInEachTheme(ada)).toEqual([]);
    mails.setBehavior("accepts");
    await press(ada, "Resume");
    await ada.getByText("Sending resumed.").waitFor();
    await site.runJob(sendNewslettersJob);
    // Without any click, the page refreshes itself.
    await expect.poll(() => outcomes(ada), { timeout: 30_000 }).toBe("2 accepted by the mail server");
    expect(receiversOf(mails, "Held on its way")).toEqual([...READERS].sort());
    expect(await ada.getByRole("button", { name: /^(?:Stop|Resume)$/ }).count()).toBe(0);

    mails.setBehavior({ says: 451, at: "sender" });
    await startSending(ada, "Ended on its way");
    await site.runJob(sendNewslettersJob);
    expect(mails.refusedCount()).toBe(4);
    await press(ada, "Stop");
    await ada.getByText("Sending stopped.").waitFor();
    mails.setBehavior("accepts");
    await ada.getByRole("link", { name: "End sending…" }).click();
    await ada.getByRole("form", { name: "End sending" }).getByText("2 waiting subscribers").waitFor();
    await ada.getByRole("link", { name: "Cancel" }).click();
    await ada.getByRole("link", { name: "End sending…" }).click();
    await press(ada, "End sending");
    await ada.getByText("Sending ended. The remaining subscribers won’t get this issue.").waitFor();
    await site.runJob(sendNewslettersJob);
    await waitForHydration(ada);
    await ada.getByRole("heading", { name: "Results" }).waitFor();
    // The mail server gets other mails from now on, but not this issue.
    await askFor(guest, "eve@example.com");
    await site.runJob(sendNewslettersJob);
    await site.runJob(sendMailsJob);
    expect(questionTo(mails, "eve@example.com")).not.toBe("");
    expect(receiversOf(mails, "Ended on its way")).toEqual([]);
    expect((await guest.fetch("/newsletter/ended-on-its-way")).status).toBe(200);
    expect(await guest.read("/newsletter")).toContain("Held on its way");
  },
);

type Subscribing = { visit: Visit; site: Site; mails: MailServer; guest: TestClient };

/** Subscribes by the links in the confirmation mails. */
async function subscribe({ visit, site, mails, guest }: Subscribing): Promise<void> {
  for (const address of READERS) await askFor(guest, address);
  await site.runJob(sendMailsJob);
  for (const address of READERS) {
    const page = await visit(questionTo(mails, address), { script: false });
    await page.getByRole("button", { name: "Confirm subscription" }).click();
    await page.getByText("You’re subscribed to the newsletter.").waitFor();
  }
}

async function askFor(guest: TestClient, email: string): Promise<void> {
  const answer = await guest.post("/newsletter", { email });
  expect(answer.headers.get("location")).toBe("/newsletter?requested=yes");
}

/** The path of the confirmation that was mailed to an address; empty until it arrives. */
function questionTo({ accepted: taken }: MailServer, address: string): string {
  // Removes the soft line breaks of quoted-printable.
  const raw = taken.find(({ to }) => to.includes(address))?.raw.replaceAll("=\r\n", "") ?? "";
  return /\/newsletter\/confirm\/[0-9a-f]{64}/.exec(raw)?.[0] ?? "";
}

async function startSending(page: Page, subject: string): Promise<void> {
  await page.goto("/admin/newsletter");
  await press(page, "New issue");
  await page.getByLabel("Subject").fill(subject);
  // The field of Markdown becomes the editor of posts once that has loaded.
  await page.locator("[contenteditable=true]").waitFor();
  await page.getByRole("textbox", { name: "Introduction" }).fill("Hello from the Mall.");
  await press(page, "Send now…");
  await press(page, "Send 2 emails now");
  await page.getByText("Sending started.").waitFor();
}

/** Presses a form's button and waits for the next page. */
async function press(page: Page, name: string): Promise<void> {
  const loaded = page.waitForEvent("load");
  await page.getByRole("button", { name, exact: true }).click();
  await loaded;
}

async function outcomes(page: Page): Promise<string> {
  return (await page.locator(".newsletter-outcomes li").allInnerTexts()).join(", ");
}

function receiversOf({ accepted: taken }: MailServer, subject: string): string[] {
  return taken.flatMap(({ to, raw }) => (raw.includes(`Subject: ${subject}`) ? to : [])).sort();
}

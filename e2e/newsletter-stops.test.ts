import type { Page } from "playwright-core";
import { expect } from "vitest";

import { type MailServer, startMailServer } from "#tests/mail-server.ts";

import { violationsInEachLook } from "./axe-violations.ts";
import { test as journey, type Visit } from "./browser.ts";
import { seededFolder } from "./data-folder.ts";
import { cookieOf } from "./signed-in.ts";
import { type RunningSite, startSite } from "./site-process.ts";

const READERS = ["zoe@example.com", "sam@example.com"];

/** A site of its own with a mail server, which can be told to take nothing. */
const test = journey.extend("post", { scope: "file" }, async ({ browser: _browser }, { onCleanup }) => {
  const folder = seededFolder();
  const mails = await startMailServer();
  const { smtpUrl, from } = mails.settings;
  const site = await startSite(folder.path, { LOG_LEVEL: "silent", SMTP_URL: smtpUrl, MAIL_FROM: from });
  onCleanup(async () => {
    await site.stop();
    await mails.close();
    folder.remove();
  });
  return { site, mails };
});

test(
  "what is being sent is stopped, sent on and ended, and nobody gets it twice or after its end",
  { timeout: 240_000 },
  async ({ visit, post: { site, mails } }) => {
    await subscribe(visit, { site, mails });
    const ada = await visit("/auth/dev-login?to=/admin/newsletter", { site: site.url });
    await ada.getByRole("button", { name: /Ada Admin/ }).click();
    await ada.waitForURL("**/admin/newsletter");

    // The mail server has no time for anybody: all of it waits, and can be taken back.
    mails.temper({ says: 451, at: "sender" });
    await startSending(ada, "Held on its way");
    await expect.poll(() => outcomes(ada), { timeout: 60_000 }).toContain("2 on their way, or waiting for another try");
    await untilRefused(mails, 0);
    await press(ada, "Stop");
    await ada.getByText("Stopped. What the mail server has already is on its way").waitFor();
    expect(await outcomes(ada)).toBe("2 waiting for their turn");
    expect(await violationsInEachLook(ada)).toEqual([]);
    mails.temper("accepts");
    await press(ada, "Go on");
    await ada.getByText("It is being sent again, to those who wait.").waitFor();
    // Nobody moves: the page looks again by itself.
    await expect.poll(() => outcomes(ada), { timeout: 60_000 }).toBe("2 taken by the mail server");
    expect(receiversOf(mails, "Held on its way")).toEqual([...READERS].sort());
    expect(await ada.getByRole("button", { name: /^(?:Stop|Go on)$/ }).count()).toBe(0);

    mails.temper({ says: 451, at: "sender" });
    const refusedBefore = mails.refused();
    await startSending(ada, "Ended on its way");
    await untilRefused(mails, refusedBefore);
    await press(ada, "Stop");
    await ada.getByText("Stopped. What the mail server has already is on its way").waitFor();
    mails.temper("accepts");
    await ada.getByRole("link", { name: "End it here…" }).click();
    await ada.getByRole("form", { name: "End it here" }).getByText("2 subscribers who wait for it").waitFor();
    await ada.getByRole("link", { name: "Not yet" }).click();
    await ada.getByRole("link", { name: "End it here…" }).click();
    await press(ada, "End it here");
    await ada.getByText("Ended. Whoever waited for it gets it no more.").waitFor();
    await ada.getByRole("heading", { name: "What became of it" }).waitFor();
    // Whatever else the mail server gets now: not this one.
    await askFor(site, "eve@example.com");
    await sendMails(site);
    await expect.poll(() => questionTo(mails, "eve@example.com"), { timeout: 90_000 }).not.toBe("");
    expect(receiversOf(mails, "Ended on its way")).toEqual([]);
    expect((await fetch(`${site.url}/newsletter/ended-on-its-way`)).status).toBe(200);
    expect(await (await fetch(`${site.url}/newsletter`)).text()).toContain("Held on its way");
  },
);

/** By the mails that ask whether it was really them. */
async function subscribe(visit: Visit, { site, mails }: { site: RunningSite; mails: MailServer }): Promise<void> {
  for (const address of READERS) await askFor(site, address);
  await sendMails(site);
  for (const address of READERS) {
    await expect.poll(() => questionTo(mails, address), { timeout: 90_000 }).not.toBe("");
    const guest = await visit(questionTo(mails, address), { site: site.url, script: false });
    await guest.getByRole("button", { name: "Yes, I want it" }).click();
    await guest.getByText("You get the newsletter from now on.").waitFor();
  }
}

async function askFor(site: RunningSite, email: string): Promise<void> {
  const headers = { origin: site.url };
  const body = new URLSearchParams({ email });
  const answer = await fetch(`${site.url}/newsletter`, { method: "POST", headers, body, redirect: "manual" });
  expect(answer.headers.get("location")).toBe("/newsletter?asked=yes");
}

/** The path of the question that the mail server has got for somebody; empty until it has. */
function questionTo({ taken }: MailServer, address: string): string {
  // Without the line ends that mails are broken by.
  const raw = taken.find(({ to }) => to.includes(address))?.raw.replaceAll("=\r\n", "") ?? "";
  return /\/newsletter\/confirm\/[0-9a-f]{64}/.exec(raw)?.[0] ?? "";
}

/** Now, rather than at the next minute. */
async function sendMails(site: RunningSite): Promise<void> {
  const headers = { origin: site.url, cookie: await cookieOf("admin", site.url) };
  const answer = await fetch(`${site.url}/admin/actions/jobs/send-mails`, {
    method: "POST",
    headers,
    body: new URLSearchParams(),
    redirect: "manual",
  });
  expect(answer.status).toBe(303);
}

/** Both were tried: what the mail server has in its hands while the button is pressed isn't taken back. */
async function untilRefused(mails: MailServer, before: number): Promise<void> {
  await expect.poll(() => mails.refused() - before, { timeout: 90_000 }).toBeGreaterThan(0);
  let seen = -1;
  const isStill = () => {
    const before = seen;
    seen = mails.refused();
    return seen === before;
  };
  await expect.poll(isStill, { interval: 1_000 }).toBe(true);
}

async function startSending(page: Page, subject: string): Promise<void> {
  await page.goto("/admin/newsletter");
  await press(page, "New issue");
  await page.getByLabel("Subject").fill(subject);
  await page.getByLabel("Introduction").fill("Hello from the Mall.");
  await press(page, "Send it now…");
  await press(page, "Send 2 mails now");
  await page.getByText("It is being sent.").waitFor();
}

/** A form's button; the page that follows is there. */
async function press(page: Page, name: string): Promise<void> {
  const loaded = page.waitForEvent("load");
  await page.getByRole("button", { name, exact: true }).click();
  await loaded;
}

async function outcomes(page: Page): Promise<string> {
  return (await page.locator(".newsletter-outcomes li").allInnerTexts()).join(", ");
}

function receiversOf({ taken }: MailServer, subject: string): string[] {
  return taken.flatMap(({ to, raw }) => (raw.includes(`Subject: ${subject}`) ? to : [])).sort();
}

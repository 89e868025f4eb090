import { createServer, type Server } from "node:https";
import { getCACertificates, setDefaultCACertificates } from "node:tls";

import { count, desc, eq } from "drizzle-orm";
import type { Locator, Page } from "playwright-core";
import { describe, expect } from "vitest";

import { places } from "#app/db/schema/places.ts";
import { reviews } from "#app/db/schema/reviews.ts";
import { WebsiteReader } from "#app/platform/website-reader.server.ts";
import { createSelfSignedCertificate } from "#tests/self-signed-certificate.ts";

import { violationsInEachTheme } from "./axe-violations.ts";
import { type SignInAs, test as onSharedSite, type Visit } from "./browser.ts";
import { openCase, rejectCase } from "./open-case.ts";
import { createTestClient, emailOf } from "./test-client.ts";
import { openSite, type Site } from "./site.ts";
import { HOSTILE_LINES } from "./hostile-lines.ts";
import { ownerOf } from "./managed-place.ts";

/** The responses of every business's website, by path; any other path is a 404. */
const website = new Map<string, string>();

/** A site for which every business's website is on this machine. */
const test = onSharedSite.extend("site", { scope: "file" }, async ({ browser: _browser }, { onCleanup }) => {
  const known = getCACertificates("default");
  const { server, port, certificate } = await startWebsite();
  setDefaultCACertificates([...known, certificate]);
  const lookup = async () => [{ address: "127.0.0.1", family: 4 }];
  const site = await openSite({ websites: new WebsiteReader({ lookup, loopbackPort: port }) });
  onCleanup(async () => {
    await site.close();
    server.close();
    setDefaultCACertificates(known);
  });
  return site;
});

describe("claims", { timeout: 120_000 }, () => {
  test("without script, a member claims by a mailed code, invites another owner, and the last owner gives up the place", async ({
    as,
    site,
  }) => {
    const claim = "/places/madams-organ/claim";
    const people = "/business/madams-organ/people";
    const [member, business] = [await as("member"), await as("business")];
    const mia = await member.visit("/places/madams-organ", { script: false, expectedErrors: [claim, people] });
    await mia.getByRole("link", { name: "Own this business?" }).click();
    await mia.getByLabel("Email address at the website’s domain").fill("mia@gmail.com");
    await mia.getByRole("button", { name: "Email a code" }).click();
    expect(await mia.getByRole("alert").innerText()).toMatch(/Email address: Anyone can get an address at gmail\.com/);
    expect(await mia.getByLabel("Email address at the website’s domain").inputValue()).toBe("mia@gmail.com");
    await mia.getByLabel("Email address at the website’s domain").fill("Office@MadamsOrgan.com");
    await mia.getByRole("button", { name: "Email a code" }).click();
    await expect
      .poll(() => mia.locator("main").innerText())
      .toMatch(/If of…@madamsorgan\.com exists[\s\S]*5 tries left/);
    const code = await mailed(site, /The code is ([A-Z0-9]{4}-[A-Z0-9]{4})/);
    await mia.getByLabel("Code from the email").fill("AAAA-AAAA");
    await mia.getByRole("button", { name: /^Claim/ }).click();
    expect(await mia.getByRole("alert").innerText()).toContain("That’s not the right code.");
    await mia.getByLabel("Code from the email").fill(code.toLowerCase());
    await mia.getByRole("button", { name: /^Claim/ }).click();
    await mia.waitForURL("**/business/madams-organ");
    expect(await mia.getByRole("status").first().innerText()).toContain("You manage this listing now.");
    expect(await mia.locator("main").innerText()).toMatch(/Overview[\s\S]*Your claim[\s\S]*of…@madamsorgan/);
    const dashboard = await mia.goto("/business/dashboard");
    expect(new URL(dashboard?.url() ?? "").pathname).toBe("/business/dashboard");
    expect(await mia.locator("main").innerText()).toMatch(/Madam's Organ[\s\S]*You now manage Madam's Organ/);
    expect(await mia.locator(".user-menu-sheet").textContent()).toContain("Your businesses");

    const bens = await emailOf(site.db, business);
    await mia.goto(people);
    await mia.getByLabel("Their email address").fill("nobody");
    await mia.getByRole("button", { name: "Invite" }).click();
    expect(await mia.getByRole("alert").innerText()).toContain("Enter an email address");
    await mia.getByLabel("Their email address").fill(bens.toUpperCase());
    await mia.getByRole("button", { name: "Invite" }).click();
    await expect.poll(() => mia.locator("main").innerText()).toContain(bens);
    const invitation = new URL(await mailed(site, /See the invitation: (http\S+)/)).pathname;
    const ada = await (await as("admin")).visit(invitation);
    expect(await ada.locator("main").innerText()).toContain("The invitation was sent to another address.");
    const ben = await business.visit(invitation, { expectedErrors: ["/business/madams-organ"] });
    await ben.getByRole("button", { name: "Accept" }).click();
    await ben.waitForURL("**/business/madams-organ");
    await ben.goto(people);
    expect(await ben.locator("main").innerText()).toMatch(
      new RegExp(`${member.name}[\\s\\S]*${business.name} \\(you\\)[\\s\\S]*Leave`),
    );
    expect(
      await ben
        .locator("main")
        .getByRole("button", { name: /Invite|Remove|Transfer/ })
        .count(),
    ).toBe(0);

    await handOver(mia, people, { from: member.name, to: business.name });
    expect(
      await mia
        .locator("main")
        .getByRole("button", { name: /Invite|Make|Remove/ })
        .count(),
    ).toBe(0);
    await handOver(ben, people, { from: business.name, to: member.name });

    await mia.goto(people);
    await mia.getByRole("button", { name: "Give up listing" }).click();
    expect(await mia.getByRole("alert").innerText()).toContain("You are the last owner.");
    await mia.getByLabel(/^Yes, give up/).check();
    await mia.getByRole("button", { name: "Give up listing" }).click();
    await mia.waitForURL("**/business");
    const gonePage = await ben.goto("/business/madams-organ");
    expect(gonePage?.status()).toBe(404);
    expect(new URL((await mia.goto("/business/dashboard"))?.url() ?? "").pathname).toBe("/");
    await mia.goto(claim);
    expect(await mia.getByRole("button", { name: "Email a code" }).count()).toBe(1);
  });

  test("a member claims by a code on the website, which an editor corrected before", async ({ visit, as }) => {
    const claim = "/places/tryst/claim";
    await changeWebsite({ visit, as }, "tryst", "https://shop.example.com/menu");
    const member = await as("member");
    const first = await member.visit(claim);
    await first.getByRole("button", { name: "Get a code" }).click();
    await first.waitForURL("**/claim?code=*");
    const code = new URL(first.url()).searchParams.get("code") ?? "";
    // The code is only in the page's URL: continue later, in another browser.
    const mia = await member.visit(`${claim}?code=${code}`, { expectedErrors: [`${claim}?code=${code}`] });
    expect(await mia.locator("main").innerText()).toContain(
      `https://shop.example.com/.well-known/rowhouse-${code}.txt`,
    );
    website.set("/", `<head><title>Tryst</title></head><body><meta name="rowhouse-claim" content="${code}"></body>`);
    await mia.getByRole("button", { name: "Check now" }).click();
    expect(await mia.getByRole("alert").innerText()).toContain("Not found yet. Your website answered");

    website.set(`/.well-known/rowhouse-${code}.txt`, `${code}\n`);
    await mia.getByLabel("Email address at the website’s domain").fill("mia@elsewhere.example.org");
    await mia.getByRole("button", { name: "Email a code" }).click();
    await mia.getByText("Use an address at example.com").first().waitFor();
    await mia.getByRole("button", { name: "Check now" }).click();
    await mia.waitForURL("**/business/tryst");
    expect(await mia.locator("main").innerText()).toMatch(/Change history[\s\S]*Website[\s\S]*shop\.example\.com/);
  });

  test("an editor reads a claim with hostile text; a rejection shows its reason, an approval makes the member owner", async ({
    as,
    site,
  }) => {
    const claim = "/places/lincoln-theatre/claim";
    const member = await as("member");
    const mias = await emailOf(site.db, member);
    const mia = await member.visit(claim, { expectedErrors: [claim] });
    await mia.getByLabel("Proof that it’s yours").fill("Mine.");
    await mia.getByRole("button", { name: "Send to an editor" }).click();
    expect(await mia.getByRole("alert").innerText()).toContain("You have 5.");
    await mia.getByLabel("Proof that it’s yours").fill(HOSTILE_LINES.join("\n\n"));
    await mia.getByRole("button", { name: "Send to an editor" }).click();
    await mia.getByText("An editor will review it").waitFor();

    const ada = await (await as("admin")).visit("/robots.txt", { expectedErrors: ["/admin/moderation/*"] });
    const decide = async (act: (waiting: Locator) => Promise<void>) => {
      const waiting = (await openCase(ada, "Lincoln Theatre")).filter({ hasText: "Claim for Lincoln Theatre" });
      expect(await waiting.innerText()).toContain(mias);
      for (const trick of HOSTILE_LINES) expect(await waiting.innerText()).toContain(trick);
      await act(waiting);
      await expect.poll(() => waiting.count()).toBe(0);
    };
    await decide((waiting) =>
      rejectCase(waiting, { why: "not-proved", message: "Call us from the theater’s number." }),
    );
    await mia.goto("/business");
    expect(await mia.locator("main").innerText()).toMatch(/Lincoln Theatre[\s\S]*not approved[\s\S]*Call us from/);
    await mia.goto(claim);
    await mia.getByLabel("Proof that it’s yours").fill(HOSTILE_LINES.join("\n\n"));
    await mia.getByRole("button", { name: "Send to an editor" }).click();
    await mia.getByText("An editor will review it").waitFor();
    await decide((waiting) => waiting.getByRole("button", { name: /^Approve/ }).click());
    await mia.goto("/notifications");
    await mia.getByRole("link", { name: "You now manage Lincoln Theatre" }).first().click();
    await mia.waitForURL("**/business/lincoln-theatre");
    const ben = await (await as("business")).visit(claim);
    expect(await ben.locator("main").innerText()).toMatch(/This place already has an owner[\s\S]*Tell an editor/);
    expect(await ben.locator("main").innerText()).not.toContain(member.name);
  });

  test("a business replies to a review: publicly visible, edited, deleted, and counted as answered", async ({
    visit,
    as,
    site,
  }) => {
    const place = await mostReviewedPlace(site);
    const ben = await (await ownerOf(site, { as, slug: place })).visit("/business/dashboard");
    expect(await ben.locator(".owned-place").innerText()).toContain("Demo data");
    const unanswered = async () =>
      Number(await ben.locator(".owned-figures a[href$='/reviews?show=unanswered']").innerText());
    const before = await unanswered();
    const first = ben.locator(".owner-review").first();
    const words = await first.locator(".review-words > p").first().innerText();
    await first.locator("summary").click();
    await first.getByLabel(/^Your reply/).fill("<b>Thank you.</b>\n\nCome again.");
    await first.getByRole("button", { name: "Publish reply" }).click();
    await ben.getByText("Your reply is published.").waitFor();
    expect([new URL(ben.url()).pathname, await unanswered()]).toEqual(["/business/dashboard", before - 1]);

    const guest = await visit(`/places/${place}`);
    const shown = guest.locator(".review").filter({ hasText: words }).locator(".review-reply");
    expect(await shown.innerText()).toMatch(/<b>Thank you\.<\/b>[\s\S]*Come again\./);
    await ben.goto(`/business/${place}/reviews`);
    const answered = ben.locator(".owner-review").filter({ hasText: words });
    await answered.locator("summary").click();
    await answered.getByLabel(/^Your reply/).fill("Thank you. Come again on a Sunday.");
    await answered.getByRole("button", { name: "Publish changes" }).click();
    await ben.getByText("Come again on a Sunday.", { exact: false }).first().waitFor();
    await guest.reload();
    expect(await shown.innerText()).toContain("Thank you. Come again on a Sunday.");
    await ben.goto(`/business/${place}/reviews`);
    await answered.locator("summary").click();
    await answered.getByRole("button", { name: "Delete reply" }).click();
    await ben.getByText("Your reply is deleted.").waitFor();
    await guest.reload();
    expect(await shown.count()).toBe(0);
    await answered.getByRole("link", { name: "Report" }).click();
    await ben.waitForURL("**/report");
  });

  test("a form submitted twenty times at once mails one code, and hostile forms are refused", async ({ as, site }) => {
    const mia = await as("member");
    const send = async (path: string, fields: Record<string, string>) => (await mia.post(path, fields)).status;
    const form = { intent: "mail", address: "twenty@jackrosediningsaloon.com" };

    const path = "/places/jack-rose-dining-saloon/claim";
    const statuses = await Promise.all(Array.from({ length: 20 }, () => send(path, form)));

    expect([...new Set(statuses)]).toEqual([303]);
    expect((await mailsPage(site)).match(/twenty@jackrosediningsaloon\.com/g)).toHaveLength(1);
    expect([
      await send(path, { intent: "nothing" }),
      await send(path, { intent: "withdraw", claim: "x" }),
      await send(path, { intent: "look", code: "../../etc" }),
      await send(path, { intent: "site", draft: "x".repeat(10_000) }),
      await send("/places/no-such-place/claim", form),
    ]).toEqual([400, 400, 409, 303, 404]);
  });

  test("axe finds no violation on these pages", async ({ as, site }) => {
    const claim = "/places/the-line-dc/claim";
    const slug = await mostReviewedPlace(site);
    const place = `/business/${slug}`;
    const ben = await (await ownerOf(site, { as, slug })).visit(claim, { expectedErrors: [claim] });
    await ben.getByRole("button", { name: "Email a code" }).click();
    await ben.getByRole("alert").waitFor();
    expect(await violationsInEachTheme(ben)).toEqual([]);
    for (const path of ["/business/dashboard", "/business", place, `${place}/people`, `${place}/reviews`]) {
      await ben.goto(path);
      if (path.endsWith("/reviews")) await ben.locator(".form-details > summary").first().click();
      expect(await violationsInEachTheme(ben), path).toEqual([]);
    }
  });
});

/** Invented members review other places as the seed data grows. */
async function mostReviewedPlace({ db }: Site): Promise<string> {
  const [place] = await db
    .select({ slug: places.slug })
    .from(reviews)
    .innerJoin(places, eq(places.id, reviews.placeId))
    .groupBy(places.slug)
    .orderBy(desc(count()), places.slug)
    .limit(1);
  return place?.slug ?? "";
}

/** Asks for confirmation, because only the new owner can undo it. */
async function handOver(owner: Page, people: string, { from, to }: { from: string; to: string }): Promise<void> {
  await owner.goto(people);
  const rows = owner.locator(".owner-people > li");
  const hand = owner.getByRole("button", { name: `Transfer Madam's Organ to ${to}` });
  expect(await hand.isVisible()).toBe(false);
  await rows.filter({ hasText: to }).getByText("Transfer ownership").click();
  await hand.click();
  await owner.waitForURL(`**${people}`);
  expect(await rows.filter({ hasText: `${from} (you)` }).innerText()).toContain("Manager");
  expect(await rows.filter({ hasText: to }).innerText()).toContain("Owner");
}

/** A guest suggests a place's website, and an editor approves it. */
async function changeWebsite(
  { visit, as }: { visit: Visit; as: SignInAs },
  slug: string,
  address: string,
): Promise<void> {
  const guest = await visit(`/places/${slug}/suggest`, { script: false });
  await guest.getByLabel("Website", { exact: true }).fill(address);
  await guest.locator("#edit-basis").getByLabel("I was there").check();
  await guest.getByRole("button", { name: "Send suggestion" }).click();
  await guest.waitForURL("**/corrections/*");
  const ada = await (await as("admin")).visit("/robots.txt", { script: false });
  const waiting = (await openCase(ada, "Suggested edit")).filter({ hasText: address.replace("https://", "") });
  await waiting.getByRole("button", { name: /^Approve/ }).click();
  expect(await waiting.count()).toBe(0);
}

async function mailsPage(site: Site): Promise<string> {
  const html = await createTestClient(site.url).read("/development/mailbox");
  // The rest repeats the content for the page's script.
  return html.slice(0, html.indexOf("</main>"));
}

/** The first group of the pattern in the latest matching mail. */
async function mailed(site: Site, pattern: RegExp): Promise<string> {
  return pattern.exec(await mailsPage(site))?.[1] ?? "";
}

/** A web server on this machine with its own certificate. */
async function startWebsite(): Promise<{ server: Server; port: number; certificate: string }> {
  const { key, certificate } = createSelfSignedCertificate("shop.example.com");
  const server = createServer({ key, cert: certificate }, (request, response) => {
    const body = website.get(request.url ?? "");
    response.writeHead(body === undefined ? 404 : 200).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The website has no port");
  return { server, port: address.port, certificate };
}

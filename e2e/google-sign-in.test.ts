import { describe, expect, onTestFinished } from "vitest";

import { DAY_MS } from "#app/lib/duration.ts";
import { type OpenidDouble, type CorruptedResponse, startOpenidDouble } from "#tests/openid-double.ts";

import { type Person, test as journey } from "./browser.ts";
import { signInAtProvider, startCertifiedProvider } from "./certified-provider.ts";
import { createTestClient } from "./test-client.ts";
import { openSite, type Site } from "./site.ts";

const CLIENT = { id: "rowhouse", secret: "a-secret-of-the-client" };
const SETTINGS = { GOOGLE_CLIENT_ID: CLIENT.id, GOOGLE_CLIENT_SECRET: CLIENT.secret };
const ADA = { sub: "ada", email: "Ada@Example.com", email_verified: true, name: "Ada Example" };

type ProviderAndSite = { double: OpenidDouble; site: Site };

/** A site whose provider can be made to lie. */
const test = journey
  .extend("double", { scope: "file" }, async ({ browser: _browser }, { onCleanup }) => {
    const double = await startOpenidDouble(CLIENT.id);
    onCleanup(() => double.close());
    return double;
  })
  .extend("site", { scope: "file" }, async ({ double }, { onCleanup }) => {
    const settings = { ...SETTINGS, OIDC_ISSUER: double.issuer };
    const site = await openSite({ settings, expectedLogs: [/A sign-in was refused/] });
    onCleanup(() => site.close());
    return site;
  })
  .extend("lying", ({ double, site }): ProviderAndSite => ({ double, site }));

describe("a provider's response", { timeout: 120_000 }, () => {
  test("signs in the person as a member and returns to where it began", async ({ lying }) => {
    const { location, cookies } = await signIn(lying, { person: ADA, to: "/places/eastern-market" });

    expect(location).toBe("/places/eastern-market");
    expect(cookies.some((cookie) => /^rowhouse-session-\d+=[\w-]{43}; .*HttpOnly; SameSite=Lax/.test(cookie))).toBe(
      true,
    );
    expect(await readAs(lying.site, cookies)).toContain("Logged in as Ada Example (member)");
  });

  test("with another email and name finds the same account by its subject", async ({ lying }) => {
    await signIn(lying, { person: { ...ADA, sub: "moved", email: "old@example.com" } });
    const { cookies } = await signIn(lying, {
      person: { ...ADA, sub: "moved", email: "new@example.com", name: "Ada Moved" },
    });
    expect(await readAs(lying.site, cookies)).toContain("Ada Moved");

    // The email that became free belongs to no account.
    const { cookies: other } = await signIn(lying, {
      person: { ...ADA, sub: "other", email: "old@example.com", name: "Somebody Else" },
    });
    expect(await readAs(lying.site, other)).toContain("Somebody Else");
  });

  test("without a name uses the email as the name", async ({ lying }) => {
    const { cookies } = await signIn(lying, {
      person: { sub: "nameless", email: "nameless@example.com", email_verified: true },
    });
    expect(await readAs(lying.site, cookies)).toContain("Logged in as nameless@example.com (member)");
  });

  test.for<{ what: string; spoiled: CorruptedResponse; problem: string }>([
    { what: "another state", spoiled: { state: "forged" }, problem: "failed" },
    { what: "another issuer in the answer", spoiled: { iss: "https://evil.example" }, problem: "failed" },
    { what: "another nonce", spoiled: { claims: { nonce: "forged" } }, problem: "failed" },
    { what: "no nonce", spoiled: { claims: { nonce: undefined } }, problem: "failed" },
    { what: "another audience", spoiled: { claims: { aud: "another-client" } }, problem: "failed" },
    { what: "another issuer", spoiled: { claims: { iss: "https://evil.example" } }, problem: "failed" },
    { what: "a time long past", spoiled: { claims: { exp: 1_600_000_000 } }, problem: "failed" },
    { what: "a signature of a strange key", spoiled: { unknownKey: true }, problem: "failed" },
    { what: "no signature", spoiled: { algorithm: "none" }, problem: "failed" },
    { what: "a signature that anybody could make", spoiled: { algorithm: "HS256" }, problem: "failed" },
    { what: "no id_token", spoiled: { withoutIdToken: true }, problem: "failed" },
    { what: "an unconfirmed address", spoiled: { claims: { email_verified: false } }, problem: "unverified-email" },
    { what: "no word on the address", spoiled: { claims: { email_verified: undefined } }, problem: "unverified-email" },
  ])("with $what is refused, and nobody is signed in", async ({ spoiled, problem }, { lying }) => {
    const { location, cookies } = await signIn(lying, { person: { ...ADA, sub: "victim" }, spoiled });

    expect(location).toBe(`/auth/login?problem=${problem}`);
    expect(cookies.some((cookie) => cookie.startsWith("rowhouse-session"))).toBe(false);
    const page = await createTestClient(lying.site.url).read(location ?? "");
    expect(page).toContain('role="alert"');
  });

  test("for an email that another account has is refused", async ({ lying }) => {
    await signIn(lying, { person: { ...ADA, sub: "first", email: "shared@example.com" } });
    const { location } = await signIn(lying, { person: { ...ADA, sub: "second", email: "Shared@example.com" } });

    expect(location).toBe("/auth/login?problem=address-taken");
  });

  test("works once, only in the browser that began, with its cookie", async ({ lying }) => {
    const { answer, attempt } = await begin(lying, {
      person: { ...ADA, sub: "once", email: "once@example.com" },
    });

    const elsewhere = await get(answer);
    expect(elsewhere.headers.get("location")).toBe("/auth/login?problem=expired");
    const first = await get(answer, attempt);
    expect(first.headers.get("location")).toBe("/member/dashboard");
    const again = await get(answer, attempt);
    expect(again.headers.get("location")).toBe("/auth/login?problem=expired");
    expect(again.headers.getSetCookie().some((cookie) => cookie.startsWith("rowhouse-session"))).toBe(false);
  });

  test("for a canceled sign-in says so", async ({ lying }) => {
    const { answer, attempt } = await begin(lying, { person: ADA, to: "/latest" });
    const canceled = new URL(answer);
    canceled.searchParams.delete("code");
    canceled.searchParams.set("error", "access_denied");

    const response = await get(canceled.href, attempt);

    expect(response.headers.get("location")).toBe("/auth/login?to=%2Flatest&problem=canceled");
  });

  test("for a suspended member shows the reason and the end date", async ({ lying, as }) => {
    const person = { ...ADA, sub: "suspended", email: "suspended@example.com", name: "Sue Spended" };
    await signIn(lying, { person });
    await suspend(await as("admin"), "Sue Spended", "Advertising in eleven reviews.");

    const { location, cookies } = await signIn(lying, { person, to: "/saved" });

    expect(location).toBe("/auth/suspended");
    expect(cookies.some((cookie) => cookie.startsWith("rowhouse-session"))).toBe(false);
    const page = await (await get(`${lying.site.url}${location}`, cookieHeader(cookies))).text();
    expect(page).toMatch(
      /Your account is suspended[\s\S]*Advertising in eleven reviews\.[\s\S]*It ends automatically on[\s\S]*<time datetime="\d{4}-/i,
    );
    expect(await readAs(lying.site, cookies)).not.toContain("Logged in as");
  });

  test.for(["//evil.example", "https://evil.example/", "/\\evil.example", "/auth/login"])(
    "never redirects to %s",
    async (to, { lying }) => {
      const { location } = await signIn(lying, { person: ADA, to });
      expect(location).toBe("/member/dashboard");
    },
  );
});

journey("in a browser, with a certified provider: there and back", { timeout: 120_000 }, async ({ browser }) => {
  const provider = await startCertifiedProvider(CLIENT);
  onTestFinished(() => provider.close());
  const site = await openSite({ settings: { ...SETTINGS, OIDC_ISSUER: provider.issuer } });
  onTestFinished(() => site.close());
  provider.serve(site.url);
  const page = await browser.newPage();
  onTestFinished(() => page.close());

  await page.goto(`${site.url}/auth/login?to=/about`);
  await page.getByRole("button", { name: "Continue with Google" }).click();
  await signInAtProvider(page, provider.issuer);
  await page.waitForURL(`${site.url}/about`);

  expect(await page.getByRole("status").first().innerText()).toContain("Logged in as Grace Example (member)");
});

/** Suspends a member on their admin page, until a day next week. */
async function suspend(admin: Person, name: string, reason: string): Promise<void> {
  const found = await admin.read(`/admin/users?q=${encodeURIComponent(name)}`);
  const [personPath = ""] = /\/admin\/users\/[0-9a-f-]{36}/.exec(found) ?? [];
  const until = new Date(Date.now() + 7 * DAY_MS).toISOString().slice(0, 10);
  const done = await admin.post(personPath, { do: "suspend", reason, until });
  expect(done.status).toBe(303);
}

type SignInInput = { person: Record<string, unknown>; spoiled?: CorruptedResponse; to?: string };

/** From the button to the provider's response, like a browser. */
async function begin(
  { double, site }: ProviderAndSite,
  { person, spoiled = {}, to = "/" }: SignInInput,
): Promise<{ answer: string; attempt: string }> {
  double.setPerson(person);
  double.corrupt(spoiled);
  const started = await createTestClient(site.url).post("/auth/google", { to });
  expect(started.status).toBe(303);
  const attempt = started.headers.getSetCookie().map((cookie) => cookie.split(";")[0] ?? "");
  const redirect = await fetch(started.headers.get("location") ?? "", { redirect: "manual" });
  return { answer: redirect.headers.get("location") ?? "", attempt: attempt.join("; ") };
}

async function signIn(
  lying: ProviderAndSite,
  wanted: SignInInput,
): Promise<{ location: string | null; cookies: string[] }> {
  const { answer, attempt } = await begin(lying, wanted);
  const response = await get(answer, attempt);
  return { location: response.headers.get("location"), cookies: response.headers.getSetCookie() };
}

function get(url: string, cookie = ""): Promise<Response> {
  return fetch(url, { headers: cookie === "" ? {} : { cookie }, redirect: "manual" });
}

function readAs(site: Site, cookies: string[]): Promise<string> {
  return createTestClient(site.url, cookieHeader(cookies)).read("/");
}

function cookieHeader(cookies: string[]): string {
  return cookies
    .map((cookie) => cookie.split(";")[0] ?? "")
    .filter((cookie) => !cookie.endsWith("="))
    .join("; ");
}

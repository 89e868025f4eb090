import { describe, expect } from "vitest";

import { test as journey } from "./browser.ts";
import { seededFolder } from "./data-folder.ts";
import { cookieOf } from "./signed-in.ts";
import { startSite } from "./site-process.ts";

/** A minute from one address. */
const SIGN_INS_MAX = 60;

/** Two sites of one's own: one asked directly, one behind a proxy on this machine. */
const test = journey.extend("sites", { scope: "file" }, async ({ browser: _browser }, { onCleanup }) => {
  const folders = [seededFolder(), seededFolder()] as const;
  const settings = { LOG_LEVEL: "silent" };
  const direct = await startSite(folders[0].path, settings);
  const proxied = await startSite(folders[1].path, { ...settings, TRUSTED_PROXIES: "127.0.0.1,::1" });
  onCleanup(async () => {
    await direct.stop();
    await proxied.stop();
    for (const folder of folders) folder.remove();
  });
  return { direct, proxied };
});

describe("who begins to sign in too often", { timeout: 60_000 }, () => {
  test("is refused for a while, whatever address they claim", async ({ sites }) => {
    const { url } = sites.direct;
    for (let times = 0; times < SIGN_INS_MAX; times += 1) {
      expect((await begin(url, `198.51.100.${times}`)).status).toBe(303);
    }

    const refused = await begin(url, "203.0.113.9");

    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(Number(refused.headers.get("retry-after"))).toBeLessThanOrEqual(60);
    expect(await refused.text()).toContain("Too many sign-ins");
    expect((await fetch(`${url}/auth/login`)).status, "the page itself is there").toBe(200);
  });

  test("is told apart from others by what a configured proxy says, and not by what they say to the proxy", async ({
    sites,
  }) => {
    const { url } = sites.proxied;
    for (let times = 0; times < SIGN_INS_MAX; times += 1) {
      expect((await begin(url, `${times}.0.0.1, 198.51.100.7`)).status).toBe(303);
    }

    expect((await begin(url, "99.0.0.1, 198.51.100.7")).status).toBe(429);
    expect((await begin(url, "198.51.100.8")).status).toBe(303);
  });
});

test("a key that somebody planted in a browser is nobody's after signing in, and the former one ends", async ({
  sites,
}) => {
  const { url } = sites.direct;
  const name = `rowhouse-session-${new URL(url).port}`;
  const planted = `${name}=${"p".repeat(43)}`;

  const first = await signIn(url, planted);
  expect(first).toMatch(new RegExp(`^${name}=[\\w-]{43}$`));
  expect(first).not.toBe(planted);
  expect(await isSignedIn(url, planted)).toBe(false);
  const elsewhere = await cookieOf("member", url);
  const second = await signIn(url, first);

  expect(second).not.toBe(first);
  expect(await Promise.all([first, second, elsewhere].map((cookie) => isSignedIn(url, cookie)))).toEqual([
    false,
    true,
    true,
  ]);
});

function begin(site: string, forwardedFor: string): Promise<Response> {
  return fetch(`${site}/auth/google`, {
    method: "POST",
    headers: { "x-forwarded-for": forwardedFor },
    body: new URLSearchParams({ to: "/" }),
    redirect: "manual",
  });
}

async function signIn(site: string, cookie: string): Promise<string> {
  const answer = await fetch(`${site}/auth/dev-login`, {
    method: "POST",
    headers: { cookie },
    body: new URLSearchParams({ role: "member" }),
    redirect: "manual",
  });
  return (
    answer.headers
      .getSetCookie()
      .find((each) => each.startsWith("rowhouse-session"))
      ?.split(";")[0] ?? ""
  );
}

async function isSignedIn(site: string, cookie: string): Promise<boolean> {
  return (await fetch(`${site}/saved`, { headers: { cookie }, redirect: "manual" })).status === 200;
}

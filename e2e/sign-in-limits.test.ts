import { describe, expect, onTestFinished } from "vitest";

import { test } from "./browser.ts";
import { seededFolder } from "./data-folder.ts";
import { type TestClient, createTestClient } from "./test-client.ts";
import { startSite } from "./site-process.ts";

/** Per minute and address. */
const SIGN_INS_MAX = 60;

describe("a client that starts to sign in too often", { timeout: 60_000 }, () => {
  test("is refused for a while, whatever address it claims", async () => {
    // In its own process: direct requests come from this machine, as those of other tests do.
    const folder = seededFolder();
    onTestFinished(folder.remove);
    const { url, stop } = await startSite(folder.path, { LOG_LEVEL: "silent" });
    onTestFinished(async () => void (await stop()));
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

  test("is identified by what a configured proxy reports, and not by what the client tells the proxy", async ({
    site: { url },
  }) => {
    for (let times = 0; times < SIGN_INS_MAX; times += 1) {
      expect((await begin(url, `${times}.0.0.1, 198.51.100.7`)).status).toBe(303);
    }

    expect((await begin(url, "99.0.0.1, 198.51.100.7")).status).toBe(429);
    expect((await begin(url, "198.51.100.8")).status).toBe(303);
  });
});

test("a planted session cookie is replaced on sign-in, and the former session ends", async ({ site: { url } }) => {
  const name = `rowhouse-session-${new URL(url).port}`;
  const planted = `${name}=${"p".repeat(43)}`;

  const first = await signIn(createTestClient(url, planted));
  expect(first).toMatch(new RegExp(`^${name}=[\\w-]{43}$`));
  expect(first).not.toBe(planted);
  expect(await isSignedIn(createTestClient(url, planted))).toBe(false);
  const elsewhere = await signIn(createTestClient(url));
  const second = await signIn(createTestClient(url, first));

  expect(second).not.toBe(first);
  expect(
    await Promise.all([first, second, elsewhere].map((cookie) => isSignedIn(createTestClient(url, cookie)))),
  ).toEqual([false, true, true]);
});

function begin(site: string, forwardedFor: string): Promise<Response> {
  return fetch(`${site}/auth/google`, {
    method: "POST",
    headers: { "x-forwarded-for": forwardedFor },
    body: new URLSearchParams({ to: "/" }),
    redirect: "manual",
  });
}

/** Signs in as the same person each time. */
async function signIn(browser: TestClient): Promise<string> {
  const answer = await browser.post("/auth/dev-login", { role: "member" });
  const cookie = answer.headers.getSetCookie().find((each) => each.startsWith("rowhouse-session"));
  return cookie?.split(";")[0] ?? "";
}

async function isSignedIn(browser: TestClient): Promise<boolean> {
  return (await browser.fetch("/saved")).status === 200;
}

import { describe, expect, onTestFinished } from "vitest";

import { test } from "./browser.ts";
import { seededFolder } from "./data-folder.ts";
import { type Asker, asker } from "./person.ts";
import { startSite } from "./site-process.ts";

/** A minute from one address. */
const SIGN_INS_MAX = 60;

describe("who begins to sign in too often", { timeout: 60_000 }, () => {
  test("is refused for a while, whatever address they claim", async () => {
    // In a process of its own: whoever asks directly is this machine, which other tests ask from too.
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

  test("is told apart from others by what a configured proxy says, and not by what they say to the proxy", async ({
    site: { url },
  }) => {
    for (let times = 0; times < SIGN_INS_MAX; times += 1) {
      expect((await begin(url, `${times}.0.0.1, 198.51.100.7`)).status).toBe(303);
    }

    expect((await begin(url, "99.0.0.1, 198.51.100.7")).status).toBe(429);
    expect((await begin(url, "198.51.100.8")).status).toBe(303);
  });
});

test("a key that somebody planted in a browser is nobody's after signing in, and the former one ends", async ({
  site: { url },
}) => {
  const name = `rowhouse-session-${new URL(url).port}`;
  const planted = `${name}=${"p".repeat(43)}`;

  const first = await signIn(asker(url, planted));
  expect(first).toMatch(new RegExp(`^${name}=[\\w-]{43}$`));
  expect(first).not.toBe(planted);
  expect(await isSignedIn(asker(url, planted))).toBe(false);
  const elsewhere = await signIn(asker(url));
  const second = await signIn(asker(url, first));

  expect(second).not.toBe(first);
  expect(await Promise.all([first, second, elsewhere].map((cookie) => isSignedIn(asker(url, cookie))))).toEqual([
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

/** The same person each time. */
async function signIn(browser: Asker): Promise<string> {
  const answer = await browser.post("/auth/dev-login", { role: "member" });
  const cookie = answer.headers.getSetCookie().find((each) => each.startsWith("rowhouse-session"));
  return cookie?.split(";")[0] ?? "";
}

async function isSignedIn(browser: Asker): Promise<boolean> {
  return (await browser.fetch("/saved")).status === 200;
}

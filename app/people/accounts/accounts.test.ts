import { describe, expect, test } from "vitest";

import { browserName } from "./sessions/browser-name.ts";
import { safeReturnPath, signInPath } from "./sign-in/return-path.ts";
import { sessionCookie, readSessionToken } from "./sessions/session-cookie.ts";

const TOKEN = "a".repeat(43);

describe("the return path after sign-in", () => {
  test.each(["/", "/places/eastern-market", "/search?q=thai&open=now", "/posts/best-pizza#map"])(
    "%s is accepted unchanged",
    (path) => expect(safeReturnPath(path)).toBe(path),
  );

  test("non-ASCII letters are percent-encoded, because headers must be ASCII", () => {
    expect(safeReturnPath("/search?q=寿司&é=%20#地図")).toBe(
      "/search?q=%E5%AF%BF%E5%8F%B8&%C3%A9=%20#%E5%9C%B0%E5%9B%B3",
    );
    expect(() => new Headers({ location: safeReturnPath("/lists/寿") })).not.toThrow();
  });

  test.each([
    null,
    "",
    "https://evil.example/",
    "//evil.example",
    "/\\evil.example",
    "/a\\b",
    "javascript:alert(1)",
    "/a\nSet-Cookie: x",
    "/a\u0000",
    "/auth/login",
    "/auth/login?to=/auth/login",
    "/auth",
    `/${"a".repeat(600)}`,
  ])("%j is replaced by the home page", (path) => expect(safeReturnPath(path)).toBe("/"));

  test("the sign-in path includes the return path, except for the home page", () => {
    expect(signInPath("/search?q=a b")).toBe("/auth/login?to=%2Fsearch%3Fq%3Da+b");
    expect(signInPath("/")).toBe("/auth/login");
  });
});

describe("the session cookie", () => {
  test("over https it has the __Host- prefix and the Secure attribute", () => {
    const cookie = sessionCookie(TOKEN, "https://rowhouse.example");

    expect(cookie).toBe(`__Host-session=${TOKEN}; Path=/; HttpOnly; SameSite=Lax; Max-Age=2592000; Secure`);
    expect(readSessionToken(`theme=dark; __Host-session=${TOKEN}`, "https://rowhouse.example")).toBe(TOKEN);
  });

  test("over http its name includes the port, so that two trials don't sign each other out", () => {
    expect(sessionCookie(TOKEN, "http://localhost:3000")).toMatch(/^rowhouse-session-3000=a+; Path=\/; HttpOnly;/);
    expect(readSessionToken(`rowhouse-session-3001=${TOKEN}`, "http://localhost:3000")).toBeNull();
  });

  test("signing out clears it", () => {
    expect(sessionCookie(null, "http://localhost:3000")).toMatch(/^rowhouse-session-3000=; .*Max-Age=0$/);
  });

  test.each([null, "", "__Host-session=", "__Host-session=short", `__Host-session=${"!".repeat(43)}`, "=;=;"])(
    "the Cookie header %j has no token",
    (cookies) => expect(readSessionToken(cookies, "https://rowhouse.example")).toBeNull(),
  );
});

test.each([
  ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0",
    "Edge on Windows",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 Version/18.0 Safari/604.1",
    "Safari on iPhone",
  ],
  ["curl/8.0", "A browser"],
  [null, "A browser"],
])("the user agent %j is named %s", (userAgent, name) => expect(browserName(userAgent)).toBe(name));

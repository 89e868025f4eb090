import { runInNewContext } from "node:vm";

import { expect, test } from "vitest";

import { LINK_BEACON_SCRIPT } from "./link-beacon-script.ts";

const PING = "/places/x/clicks/website";

test("a clicked link sends one beacon, and its ping is removed until that is done", () => {
  const page = openPage({ ping: PING });
  page.click();

  expect(page.sent).toEqual([PING]);
  expect(page.attributes.has("ping")).toBe(false);
  page.passTime();
  expect(page.attributes.get("ping")).toBe(PING);
});

test("if the beacon is refused, the browser sends the ping", () => {
  const page = openPage({ ping: PING }, { takesBeacons: false });
  page.click();

  expect(page.attributes.get("ping")).toBe(PING);
});

test("other links and non-elements are ignored", () => {
  const page = openPage({});
  page.click();
  page.fire({ target: {} });

  expect([page.sent, page.shared]).toEqual([[], 0]);
});

test.each([true, false])(
  "Share opens the system's share sheet where available, and is counted either way: %s",
  (canShare) => {
    const page = openPage({ ping: "/places/x/clicks/share", href: "mailto:?subject=X" }, { canShare });
    page.click();

    expect([page.sent.length, page.shared, page.prevented]).toEqual([1, canShare ? 1 : 0, canShare ? 1 : 0]);
  },
);

function openPage(given: Record<string, string>, { takesBeacons = true, canShare = false } = {}) {
  const attributes = new Map(Object.entries(given));
  const page = { attributes, sent: noPaths(), shared: 0, prevented: 0 };
  const later: (() => void)[] = [];
  let listener: (event: unknown) => void = () => {};
  const link = {
    getAttribute: (name: string) => attributes.get(name) ?? null,
    matches: () => attributes.has("href"),
    removeAttribute: (name: string) => attributes.delete(name),
    setAttribute: (name: string, value: string) => attributes.set(name, value),
  };
  const share = () => {
    page.shared += 1;
    return Promise.resolve();
  };
  runInNewContext(LINK_BEACON_SCRIPT, {
    document: { title: "X", addEventListener: (_type: string, added: typeof listener) => (listener = added) },
    navigator: {
      sendBeacon: (path: string) => takesBeacons && page.sent.push(path) > 0,
      ...(canShare ? { share } : {}),
    },
    location: { href: "https://rowhouse.test/places/x" },
    setTimeout: (callback: () => void) => later.push(callback),
  });
  const target = { closest: () => (attributes.size === 0 ? null : link) };
  return Object.assign(page, {
    fire: (event: unknown) => listener(event),
    click: () => listener({ target, preventDefault: () => (page.prevented += 1) }),
    passTime: () => later.splice(0).forEach((callback) => callback()),
  });
}

function noPaths(): string[] {
  return [];
}

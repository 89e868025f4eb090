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

  expect(page.sent).toEqual([]);
});

function openPage(given: Record<string, string>, { takesBeacons = true } = {}) {
  const attributes = new Map(Object.entries(given));
  const page = { attributes, sent: noPaths() };
  const later: (() => void)[] = [];
  let listener: (event: unknown) => void = () => {};
  const link = {
    getAttribute: (name: string) => attributes.get(name) ?? null,
    removeAttribute: (name: string) => attributes.delete(name),
    setAttribute: (name: string, value: string) => attributes.set(name, value),
  };
  runInNewContext(LINK_BEACON_SCRIPT, {
    document: { addEventListener: (_type: string, added: typeof listener) => (listener = added) },
    navigator: {
      sendBeacon: (path: string) => takesBeacons && page.sent.push(path) > 0,
    },
    setTimeout: (callback: () => void) => later.push(callback),
  });
  const target = { closest: () => (attributes.size === 0 ? null : link) };
  return Object.assign(page, {
    fire: (event: unknown) => listener(event),
    click: () => listener({ target }),
    passTime: () => later.splice(0).forEach((callback) => callback()),
  });
}

function noPaths(): string[] {
  return [];
}

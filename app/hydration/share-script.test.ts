import { runInNewContext } from "node:vm";

import { expect, test } from "vitest";

import { DIRECTIONS_STORAGE_KEY, SHARE_SCRIPT } from "./share-script.ts";

const SHARED = { title: "Madam's Organ", url: "https://rowhouse.test/places/madams-organ" };

test("Share opens the system's sheet in place of the popup, and is counted", async () => {
  const page = openPage({ share: () => Promise.resolve() });
  await page.click("[data-share]");

  expect(page.log).toEqual(["beacon /clicks/share", `share ${JSON.stringify(SHARED)}`]);
  expect(page.isPrevented()).toBe(true);
});

test("without a share sheet the button's popup opens by itself, and is counted", async () => {
  const page = openPage({});
  await page.click("[data-share]");

  expect(page.log).toEqual(["beacon /clicks/share"]);
  expect(page.isPrevented()).toBe(false);
});

test("a sheet that fails opens the popup, and one that was canceled doesn't", async () => {
  const failing = openPage({ share: () => Promise.reject(new DOMException("", "NotAllowedError")) });
  const canceled = openPage({ share: () => Promise.reject(new DOMException("", "AbortError")) });
  await failing.click("[data-share]");
  await canceled.click("[data-share]");

  expect([failing.log.includes("popup"), canceled.log.includes("popup")]).toEqual([true, false]);
});

test.each([
  ["copied", { writeText: () => Promise.resolve() }, false, "Link copied."],
  ["copied the old way", { writeText: () => Promise.reject(new Error("refused")) }, true, "Link copied."],
  ["copied where there is no clipboard", undefined, true, "Link copied."],
  ["left to the reader", undefined, false, "Press Ctrl+C or Command+C to copy the link."],
])("the address is %s, and a message says so", async (_how, clipboard, canExec, message) => {
  const page = openPage({ clipboard, canExec });
  await page.click("[data-copy]");

  expect(page.status()).toBe(message);
});

test("the popup opens by #share in the page's address", () => {
  expect(openPage({ hash: "#share" }).log).toEqual(["popup"]);
});

test("the map chosen last is remembered and opens by Directions", async () => {
  const storage = new Map<string, string>();
  const page = openPage({ storage });
  await page.click("a[data-way]");
  const later = openPage({ storage });
  await later.click("a[data-ways]");

  expect(storage.get(DIRECTIONS_STORAGE_KEY)).toBe("apple");
  expect(later.directions.href).toBe("https://maps.apple.com/");
});

test("before a choice, and with a foreign value in the storage, Directions opens its own link", async () => {
  for (const storage of [new Map<string, string>(), new Map([[DIRECTIONS_STORAGE_KEY, '"]']])]) {
    const page = openPage({ storage });
    await page.click("a[data-ways]");
    expect(page.directions.href).toBe("https://www.google.com/maps/");
  }
});

type Given = {
  share?: (shared: unknown) => Promise<void>;
  clipboard?: { writeText: (text: string) => Promise<void> } | undefined;
  canExec?: boolean;
  storage?: Map<string, string>;
  hash?: string;
};

/** A page with one share button, its popup and the directions, as the script sees them. */
function openPage({ share, clipboard, canExec = false, storage = new Map(), hash = "" }: Given) {
  const log: string[] = [];
  const listeners: ((event: unknown) => void)[] = [];
  const root = attributesOf({});
  const status = { textContent: "" };
  const popup = {
    querySelector: (selector: string) => (selector === "input" ? { value: SHARED.url, select: () => {} } : status),
    showPopover: () => log.push("popup"),
  };
  const directions = { ...attributesOf({ "data-ways": "directions" }), href: "https://www.google.com/maps/" };
  const elements: Record<string, unknown> = {
    "[data-share]": attributesOf({ "data-share": SHARED.title, popovertarget: "share", "data-ping": "/clicks/share" }),
    "[data-copy]": { closest: () => popup },
    "a[data-way]": attributesOf({ "data-way": "apple" }),
    "a[data-ways]": directions,
  };
  const send = (shared: unknown) => {
    log.push(`share ${JSON.stringify(shared)}`);
    return share?.(shared) ?? Promise.resolve();
  };
  runInNewContext(SHARE_SCRIPT, {
    document: {
      documentElement: root,
      addEventListener: (_type: string, listener: (event: unknown) => void) => listeners.push(listener),
      getElementById: () => popup,
      querySelector: (selector: string) =>
        selector === '#directions a[data-way="apple"]' ? { href: "https://maps.apple.com/" } : null,
      execCommand: () => canExec,
    },
    navigator: {
      sendBeacon: (path: string) => log.push(`beacon ${path}`),
      ...(share === undefined ? {} : { share: send }),
      clipboard,
    },
    location: { hash },
    localStorage: {
      getItem: (key: string) => storage.get(key) ?? null,
      setItem: (key: string, value: string) => storage.set(key, value),
    },
  });
  let prevented = false;
  return {
    log,
    directions,
    status: () => status.textContent,
    isPrevented: () => prevented,
    click: async (clicked: string) => {
      const target = { closest: (selector: string) => (selector === clicked ? elements[clicked] : null) };
      for (const listener of listeners) listener({ target, preventDefault: () => (prevented = true) });
      // Lets the promises of the share sheet and the clipboard settle.
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

function attributesOf(given: Record<string, string>) {
  const attributes = new Map(Object.entries(given));
  return {
    getAttribute: (name: string) => attributes.get(name) ?? null,
    setAttribute: (name: string, value: string) => attributes.set(name, value),
  };
}

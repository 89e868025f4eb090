import { runInNewContext } from "node:vm";

import { expect, test } from "vitest";

import { EARLY_INPUT_SCRIPT, HYDRATED_EVENT, HYDRATING_EVENT } from "./early-input-script.ts";

test("a button pressed and a key typed before hydration count once, after it", () => {
  const page = openPage();
  page.fire("click", { target: page.button });
  page.fire("keydown", { target: page.body, key: "j" });
  expect(page.done).toEqual([]);

  page.fire(HYDRATING_EVENT);
  page.fire("click", { target: page.button });
  page.fire(HYDRATED_EVENT);
  page.fire(HYDRATED_EVENT);

  expect(page.done).toEqual(["click", "j"]);
});

test("links, submit buttons, shortcuts of the browser and letters in fields are not repeated", () => {
  const page = openPage();
  page.fire("click", { target: page.body });
  page.fire("keydown", { target: page.body, key: "Tab" });
  page.fire("keydown", { target: page.body, key: "r", ctrlKey: true });
  page.fire("keydown", { target: page.body, key: "/" });
  page.fire("keydown", { target: { ...page.body, matches: () => true }, key: "j" });

  page.fire(HYDRATED_EVENT);

  expect(page.done).toEqual([]);
});

/** A document with one button that needs script. */
function openPage() {
  const listeners = new Map<string, Set<(event: unknown) => void>>();
  const done: unknown[] = [];
  const element = (found: unknown) => ({
    isConnected: true,
    closest: () => found,
    matches: () => false,
    dispatchEvent: (event: { key: string }) => done.push(event.key),
  });
  const button = { ...element(null), closest: (): unknown => button, click: () => done.push("click") };
  const body = element(null);
  const document = {
    body,
    addEventListener: (type: string, listener: (event: unknown) => void) =>
      listeners.set(type, (listeners.get(type) ?? new Set()).add(listener)),
    removeEventListener: (type: string, listener: (event: unknown) => void) => listeners.get(type)?.delete(listener),
  };
  class KeyboardEvent {
    readonly key: string;
    constructor(_type: string, { key }: { key: string }) {
      this.key = key;
    }
  }
  runInNewContext(EARLY_INPUT_SCRIPT, { document, KeyboardEvent });
  const fire = (type: string, event: Record<string, unknown> = {}) =>
    listeners.get(type)?.forEach((listener) => listener({ type, ...event }));
  return { button, body, done, fire };
}

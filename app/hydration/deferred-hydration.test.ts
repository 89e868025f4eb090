import { runInNewContext } from "node:vm";

import { expect, test } from "vitest";

import { EARLY_INPUT_SCRIPT } from "./early-input-script.ts";
import { LINK_BEACON_SCRIPT } from "./link-beacon-script.ts";
import {
  deferHydration,
  findInlineScripts,
  DEFERRED_HYDRATION_SCRIPT,
  replaceStaleOpenState,
} from "./deferred-hydration.ts";
import { SHARE_SCRIPT } from "./share-script.ts";
import { SLASH_FOCUS_SCRIPT } from "./slash-focus.ts";

const CODE = 'import "/assets/a.js";\nconst s = "$& $` $\' $1 $$ %s"; import("/assets/b.js");';
const PAGE =
  '<html><head><link rel="modulepreload" href="/assets/a.js"/><link rel="stylesheet" href="/assets/a.css"/>' +
  '<link rel="modulepreload" href="/assets/b.js" crossorigin></head><body><h1>Shaw</h1>' +
  `<script>window.data = 1</script><script type="module" async="">${CODE}</script></body></html>`;

test("a deferred page loads no module at first, and keeps everything else", () => {
  const late = deferHydration(PAGE);

  expect(late).not.toContain("modulepreload");
  expect(late).not.toMatch(/<script[^>]*type="module"/);
  expect(late).toContain('<link rel="stylesheet" href="/assets/a.css"/>');
  expect(late).toContain("<h1>Shaw</h1><script>window.data = 1</script>");
});

test("the deferred code is unchanged byte for byte, even where it looks like a replacement pattern", () => {
  const late = deferHydration(PAGE);

  expect(late).toContain(
    `<script type="text/plain" id="late">${CODE}</script><script>${DEFERRED_HYDRATION_SCRIPT};${EARLY_INPUT_SCRIPT};${LINK_BEACON_SCRIPT};${SHARE_SCRIPT};${SLASH_FOCUS_SCRIPT}</script>`,
  );
  expect(late.split(CODE)).toHaveLength(2);
});

test("a page without a module script is unchanged, including preloads", () => {
  const page = '<link rel="modulepreload" href="/assets/a.js"><p>No script</p><script src="/x.js"></script>';

  expect(deferHydration(page)).toBe(page);
});

test("a page that needs its script hydrates at once, and user text can't trigger that", () => {
  const atOnce = (heading: string) =>
    /addEventListener\("DOMContentLoaded"/.test(deferHydration(PAGE.replace("<h1>Shaw</h1>", heading)));

  expect(atOnce('<form data-at-once=""></form>')).toBe(true);
  expect(atOnce("<p>data-at-once=&quot;&quot;</p>")).toBe(false);
  expect(atOnce("<h1>Shaw</h1>")).toBe(false);
});

test("the deferred code runs once, as a module, at the first interaction", () => {
  const page = browserWith({ lateCode: CODE });
  page.run();
  expect(page.started).toEqual([]);

  page.fire("pointerdown");
  page.fire("keydown");
  page.fire("load");
  page.passTime();

  expect(page.started).toEqual([{ type: "module", textContent: CODE }]);
  expect(page.marks).toEqual(["data-interacted"]);
});

test("without interaction the page starts when the browser is idle after loading, and isn't marked as touched", () => {
  const page = browserWith({ lateCode: CODE });
  page.run();
  page.passTime();
  expect(page.started, "not before it has loaded").toEqual([]);

  page.fire("load");
  page.passTime();
  expect(page.started).toHaveLength(1);
  expect(page.marks).toEqual([]);

  page.fire("pointermove");
  expect(page.started).toHaveLength(1);
  expect(page.marks).toEqual(["data-interacted"]);
});

test("a visitor who saves data loads no script before the first interaction", () => {
  const page = browserWith({ lateCode: CODE, saveData: true });
  page.run();
  page.fire("load");
  page.passTime();
  expect(page.started).toEqual([]);

  page.fire("click");

  expect(page.started).toHaveLength(1);
});

test("inline scripts are those that may run, now or deferred; files and data are not", () => {
  const html =
    '<script src="/assets/x.js"></script><script type="application/ld+json">{"a":1}</script>' +
    '<script type="application/json" id="d">{}</script><script>one()</script>' +
    '<script nonce="" async>two("</p>")</script><script type="text/plain" id="late">three()</script>';

  expect(findInlineScripts(html)).toEqual(["one()", 'two("</p>")', "three()"]);
});

test("a stale page shows the day's hours instead of 'Open', line by line", () => {
  const open =
    '<span class="hours hours-open" data-stale="Sat: 9 AM to 5 PM, as of 4 PM"><b>Open</b> until 5 PM</span>';
  const soon =
    '<span class="hours hours-soon" data-stale="Sat: closed, as of 4 PM"><b>Closes soon</b> at $&amp; 5</span>';
  const stale = replaceStaleOpenState(`<p>${open}</p><p>${soon}</p>`);

  expect(stale).toBe(
    '<p><span class="hours hours-open" data-stale="Sat: 9 AM to 5 PM, as of 4 PM">Sat: 9 AM to 5 PM, as of 4 PM</span></p>' +
      '<p><span class="hours hours-soon" data-stale="Sat: closed, as of 4 PM">Sat: closed, as of 4 PM</span></p>',
  );
});

test("a line without hours never gets stale and doesn't change", () => {
  const page = '<span class="hours">Hours unknown</span><span class="badge" data-stale="x">Open</span>';

  expect(replaceStaleOpenState(page)).toBe(page);
});

/** The parts of a browser that the script uses. */
function browserWith({ lateCode, saveData }: { lateCode: string; saveData?: boolean }) {
  const listeners = new Map<string, Set<() => void>>();
  const later: (() => void)[] = [];
  const started: unknown[] = [];
  const marks: string[] = [];
  const document = {
    getElementById: (id: string) => (id === "late" ? { textContent: lateCode } : null),
    createElement: () => ({}),
    dispatchEvent: () => true,
    documentElement: { setAttribute: (name: string) => marks.push(name) },
    body: { appendChild: (element: unknown) => started.push(element) },
  };
  const window = {
    addEventListener: (type: string, listener: () => void) =>
      listeners.set(type, (listeners.get(type) ?? new Set()).add(listener)),
    removeEventListener: (type: string, listener: () => void) => listeners.get(type)?.delete(listener),
    requestIdleCallback: (callback: () => void) => later.push(callback),
    navigator: saveData === undefined ? {} : { connection: { saveData } },
    Event,
  };
  return {
    started,
    marks,
    passTime: () => later.splice(0).forEach((callback) => callback()),
    run: () => void runInNewContext(DEFERRED_HYDRATION_SCRIPT, { document, window, ...window }),
    fire: (type: string) => listeners.get(type)?.forEach((listener) => listener()),
  };
}

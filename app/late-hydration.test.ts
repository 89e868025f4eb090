import { runInNewContext } from "node:vm";

import { expect, test } from "vitest";

import { hydrateLate, inlineScripts, LATE_STARTER, markStale } from "./late-hydration.ts";

const CODE = 'import "/assets/a.js";\nconst s = "$& $` $\' $1 $$ %s"; import("/assets/b.js");';
const PAGE =
  '<html><head><link rel="modulepreload" href="/assets/a.js"/><link rel="stylesheet" href="/assets/a.css"/>' +
  '<link rel="modulepreload" href="/assets/b.js" crossorigin></head><body><h1>Shaw</h1>' +
  `<script>window.data = 1</script><script type="module" async="">${CODE}</script></body></html>`;

test("a page that starts late asks for no module before it has loaded, and keeps everything else", () => {
  const late = hydrateLate(PAGE);

  expect(late).not.toContain("modulepreload");
  expect(late).not.toMatch(/<script[^>]*type="module"/);
  expect(late).toContain('<link rel="stylesheet" href="/assets/a.css"/>');
  expect(late).toContain("<h1>Shaw</h1><script>window.data = 1</script>");
});

test("the late code is the page's own, byte for byte, even where it looks like a replacement pattern", () => {
  const late = hydrateLate(PAGE);

  expect(late).toContain(`<script type="text/plain" id="late">${CODE}</script><script>${LATE_STARTER}</script>`);
  expect(late.split(CODE)).toHaveLength(2);
});

test("a page without a module script is left as it is, preloads included", () => {
  const page = '<link rel="modulepreload" href="/assets/a.js"><p>No script</p><script src="/x.js"></script>';

  expect(hydrateLate(page)).toBe(page);
});

test("the starter runs the late code once, as a module, at the first sign of a visitor", () => {
  const page = browserWith({ lateCode: CODE, isLoaded: false });
  page.run();
  expect(page.added).toEqual([]);

  page.fire("pointerdown");
  page.fire("keydown");
  page.fire("load");
  page.passTime();
  page.goIdle();

  expect(page.added).toEqual([{ type: "module", textContent: CODE }]);
});

test("without a visitor the starter waits four seconds after load and then for an idle moment, but not for ever", () => {
  const page = browserWith({ lateCode: CODE, isLoaded: true });
  page.run();
  page.goIdle();
  expect(page.added, "not before its time").toEqual([]);

  page.passTime();
  page.goIdle();

  expect(page.added).toHaveLength(1);
  expect(page.waits).toEqual([4000]);
  expect(page.idleTimeouts).toEqual([2000]);
});

test("inline scripts are those that may run, now or late; scripts from files and data are none", () => {
  const html =
    '<script src="/assets/x.js"></script><script type="application/ld+json">{"a":1}</script>' +
    '<script type="application/json" id="d">{}</script><script>one()</script>' +
    '<script nonce="" async>two("</p>")</script><script type="text/plain" id="late">three()</script>';

  expect(inlineScripts(html)).toEqual(["one()", 'two("</p>")', "three()"]);
});

test("a page served past its time gives the day's hours instead of 'Open', line by line", () => {
  const open =
    '<span class="hours hours-open" data-stale="Sat: 9 AM to 5 PM, as of 4 PM"><b>Open</b> until 5 PM</span>';
  const soon =
    '<span class="hours hours-soon" data-stale="Sat: closed, as of 4 PM"><b>Closes soon</b> at $&amp; 5</span>';
  const stale = markStale(`<p>${open}</p><p>${soon}</p>`);

  expect(stale).toBe(
    '<p><span class="hours hours-open" data-stale="Sat: 9 AM to 5 PM, as of 4 PM">Sat: 9 AM to 5 PM, as of 4 PM</span></p>' +
      '<p><span class="hours hours-soon" data-stale="Sat: closed, as of 4 PM">Sat: closed, as of 4 PM</span></p>',
  );
});

test("a line without hours is true for ever and left alone", () => {
  const page = '<span class="hours">Hours unknown</span><span class="badge" data-stale="x">Open</span>';

  expect(markStale(page)).toBe(page);
});

/** As little of a browser as the starter touches. */
function browserWith({ lateCode, isLoaded }: { lateCode: string; isLoaded: boolean }) {
  const listeners = new Map<string, Set<() => void>>();
  const idle: (() => void)[] = [];
  const idleTimeouts: number[] = [];
  const later: (() => void)[] = [];
  const waits: number[] = [];
  const added: unknown[] = [];
  const document = {
    readyState: isLoaded ? "complete" : "loading",
    getElementById: (id: string) => (id === "late" ? { textContent: lateCode } : null),
    createElement: () => ({}),
    body: { appendChild: (element: unknown) => added.push(element) },
  };
  const window = {
    addEventListener: (type: string, listener: () => void) =>
      listeners.set(type, (listeners.get(type) ?? new Set()).add(listener)),
    removeEventListener: (type: string, listener: () => void) => listeners.get(type)?.delete(listener),
    setTimeout: (callback: () => void, ms: number) => {
      later.push(callback);
      waits.push(ms);
    },
    requestIdleCallback: (callback: () => void, { timeout }: { timeout: number }) => {
      idle.push(callback);
      idleTimeouts.push(timeout);
    },
  };
  return {
    added,
    idleTimeouts,
    waits,
    passTime: () => later.splice(0).forEach((callback) => callback()),
    run: () => void runInNewContext(LATE_STARTER, { document, window, ...window }),
    fire: (type: string) => listeners.get(type)?.forEach((listener) => listener()),
    goIdle: () => idle.forEach((callback) => callback()),
  };
}

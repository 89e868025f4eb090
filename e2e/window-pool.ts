import type { Browser, Page } from "playwright-core";

import { belongsToEndedSite } from "./ended-sites.ts";

/** What a window is opened with and can't change later. */
export type WindowKind = { site: string; touch: boolean; script: boolean; pictures: boolean; webgl: boolean };

/** A browser that shows everything, and one that loads no images. */
type Browsers = { whole: Browser; plain: Browser };

/**
 * A control that hasn't appeared by then won't. Well below a test's own limit, so that the message names the control.
 */
const ACTION_MS_MAX = 25_000;

/** Each window is a process of some hundred megabytes. */
const WAITING_MAX = 8;

/** A page without scripts that keeps the window in its site's process. */
const QUIET_PATH = "/robots.txt";

/**
 * A pool of unused windows. A new window costs a process and loading all scripts, half a second of CPU time. A used
 * window is as good if no data of its visitor is left.
 */
export class WindowPool {
  readonly #browsers: Browsers;
  /** Most recently returned last. */
  readonly #waiting: { key: string; page: Page }[] = [];

  constructor(browsers: Browsers) {
    this.#browsers = browsers;
  }

  /** A window with an empty profile; the browser's HTTP cache may have entries. */
  async acquire(kind: WindowKind): Promise<Page> {
    const key = keyOf(kind);
    const at = this.#waiting.findLastIndex((each) => each.key === key);
    return this.#waiting.splice(at, at < 0 ? 0 : 1)[0]?.page ?? this.open(kind);
  }

  /** A new window. */
  async open({ site, touch, script, pictures, webgl }: WindowKind): Promise<Page> {
    const browser = pictures ? this.#browsers.whole : this.#browsers.plain;
    const context = await browser.newContext({
      baseURL: site,
      javaScriptEnabled: script,
      hasTouch: touch,
      isMobile: touch,
      locale: "en-US",
    });
    context.setDefaultTimeout(ACTION_MS_MAX);
    const page = await context.newPage();
    if (!webgl) await withoutWebGl(page);
    waitForDrawnPages(page);
    return page;
  }

  /** Clears a window for the next test, or closes it if that isn't possible. */
  async release(kind: WindowKind, page: Page): Promise<void> {
    const isEmpty = !belongsToEndedSite(kind.site) && (await emptied(page, kind).catch(() => false));
    if (!isEmpty) return page.context().close();
    this.#waiting.push({ key: keyOf(kind), page });
    const left = this.#waiting.splice(0, this.#waiting.length - WAITING_MAX);
    await Promise.all(left.map((each) => each.page.context().close()));
  }
}

/**
 * Lets `waitForURL` wait for the page of the URL as well: React Router changes the URL of a hydrated page before React has
 * drawn the new one.
 */
function waitForDrawnPages(page: Page): void {
  const waitForUrl = page.waitForURL.bind(page);
  page.waitForURL = async (url, options) => {
    await waitForUrl(url, options);
    await page.waitForFunction(() => {
      const { hydrated, shown } = document.documentElement.dataset;
      const state: unknown = history.state;
      const key = typeof state === "object" && state !== null && "key" in state ? state.key : shown;
      return hydrated === undefined || key === shown;
    });
  };
}

function keyOf({ site, touch, script, pictures, webgl }: WindowKind): string {
  return JSON.stringify([site, touch, script, pictures, webgl]);
}

/** Deletes a visitor's traces: cookies, storage, routes, listeners. @returns False when the window can't be reused. */
async function emptied(page: Page, { site }: WindowKind): Promise<boolean> {
  const context = page.context();
  if (page.isClosed() || context.pages().length !== 1) return false;
  page.removeAllListeners();
  await Promise.all([page.unrouteAll({ behavior: "ignoreErrors" }), context.setOffline(false)]);
  const [session] = await Promise.all([context.newCDPSession(page), page.goto(site + QUIET_PATH)]);
  await Promise.all([
    context.clearCookies(),
    session.send("Storage.clearDataForOrigin", { origin: site, storageTypes: "all" }),
    page.evaluate(() => sessionStorage.clear()),
  ]);
  await session.detach();
  return true;
}

/** As without a graphics driver: WebGL exists but creates no context. */
async function withoutWebGl(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const plain = Object.getOwnPropertyDescriptor(HTMLCanvasElement.prototype, "getContext");
    const isDrawing = (kind: unknown) => typeof kind === "string" && kind.startsWith("webgl");
    Object.defineProperty(HTMLCanvasElement.prototype, "getContext", {
      value(this: HTMLCanvasElement, ...given: unknown[]): unknown {
        return isDrawing(given[0]) ? null : Reflect.apply(plain?.value, this, given);
      },
    });
  });
}

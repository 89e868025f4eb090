import type { Browser, Page } from "playwright-core";

import { isOfEndedSite } from "./ended-sites.ts";

/** What a window is opened with and keeps for as long as it is open. */
export type WindowKind = { site: string; touch: boolean; script: boolean; pictures: boolean; webgl: boolean };

/** One that shows everything, and one that loads no pictures. */
type Browsers = { whole: Browser; plain: Browser };

/** A control that isn't there by then will not come; well below a test's own limit, so that the message says which. */
const ACTION_MS_MAX = 25_000;

/** Each is a process of some hundred megabytes. */
const WAITING_MAX = 8;

/** Says nothing, runs nothing, and keeps the process of the site that it is part of. */
const QUIET_PATH = "/robots.txt";

/**
 * The windows that no test has at the moment. A new one costs a process and the reading of all scripts,
 * half a second of the machine; one that another visitor has had is as good when nothing of theirs is left in it.
 */
export class Windows {
  readonly #browsers: Browsers;
  /** The one given back last is the last. */
  readonly #waiting: { key: string; page: Page }[] = [];

  constructor(browsers: Browsers) {
    this.#browsers = browsers;
  }

  /** One whose profile is empty; the browser's own copies of files may be there. */
  async take(kind: WindowKind): Promise<Page> {
    const key = keyOf(kind);
    const at = this.#waiting.findLastIndex((each) => each.key === key);
    return this.#waiting.splice(at, at < 0 ? 0 : 1)[0]?.page ?? this.open(kind);
  }

  /** One that nobody has had. */
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
    return page;
  }

  /** Empties a window for the next test, or closes it where that can't be done. */
  async giveBack(kind: WindowKind, page: Page): Promise<void> {
    const isEmpty = !isOfEndedSite(kind.site) && (await emptied(page, kind).catch(() => false));
    if (!isEmpty) return page.context().close();
    this.#waiting.push({ key: keyOf(kind), page });
    const left = this.#waiting.splice(0, this.#waiting.length - WAITING_MAX);
    await Promise.all(left.map((each) => each.page.context().close()));
  }
}

function keyOf({ site, touch, script, pictures, webgl }: WindowKind): string {
  return JSON.stringify([site, touch, script, pictures, webgl]);
}

/** Takes out what a visitor leaves: cookies, storage, routes, listeners. @returns False when the window is no more what it was. */
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

/** As where no driver can draw: WebGL is known by name and gives nothing. */
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

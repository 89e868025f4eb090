import type { Page } from "playwright-core";
import { z } from "zod";

import { AXE_PATH, AXE_SOURCE } from "./axe-source.ts";
import { isServedHere } from "./site.ts";

/** WCAG 2.2 A and AA, and axe's best practices. */
const RULE_TAGS = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"];

/**
 * Accessibility violations of a page in the middle of a test: on a phone in the light theme; in the long runs also on a
 * desktop, in both themes. page-kinds.test.ts checks each kind of page everywhere.
 */
export async function violationsInEachTheme(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const { width, system, options } of LOOKS) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme: system });
    found.push(...(await findViolations(page, options)).map((violation) => `${width} ${system}: ${violation}`));
  }
  return found;
}

/** axe's findings on the current page, one line for each element at fault. */
export async function findViolations(page: Page, options: object = AXE_OPTIONS): Promise<string[]> {
  if (!(await page.evaluate(standStill))) await loadAxe(page);
  return Violations.parse(await page.evaluate(`(${RUN})(${JSON.stringify(options)})`));
}

/** Runs in the page and makes it what a visitor reads. @returns Whether axe is already loaded. */
function standStill(): boolean {
  // During a transition, contrast isn't what a visitor reads. Waiting for `finished` doesn't work: for a transition in
  // a part that isn't rendered, the promise never settles.
  for (const animation of document.getAnimations()) animation.finish();
  // Content that isn't laid out yet (rendered-near.css) reports a wrong position, on top of the content after it.
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("* { content-visibility: visible !important }");
  document.adoptedStyleSheets.push(sheet);
  return "axe" in window;
}

/** From a URL the browser loads it once; sent with each page it costs as much as the page. */
async function loadAxe(page: Page): Promise<void> {
  if (isServedHere(new URL(page.url()).origin)) await page.addScriptTag({ url: AXE_PATH });
  else await page.evaluate(AXE_SOURCE);
}

const AXE_OPTIONS = {
  runOnly: { type: "tag", values: RULE_TAGS },
  rules: { "target-size": { enabled: true } },
  resultTypes: ["violations"],
  // Otherwise axe fetches every style sheet again for a rule that isn't enabled.
  preload: false,
};

const COLOR_RULES = ["color-contrast", "link-in-text-block"];

/** WCAG A and AA rules about colors. */
export const COLOR_CHECKS = { ...AXE_OPTIONS, runOnly: { type: "rule", values: COLOR_RULES } };

/** All rules except the color rules. */
export const NON_COLOR_CHECKS = {
  ...AXE_OPTIONS,
  rules: { ...AXE_OPTIONS.rules, ...Object.fromEntries(COLOR_RULES.map((rule) => [rule, { enabled: false }])) },
};

const PHONE = { width: 360, system: "light", options: AXE_OPTIONS } as const;
const DESKS = [
  { width: 1280, system: "dark", options: COLOR_CHECKS },
  { width: 1280, system: "light", options: AXE_OPTIONS },
] as const;

const LOOKS = process.env["PROVE"] === "1" ? [...DESKS, PHONE] : [PHONE];

/** One line for each element at fault. */
const SUMMARY = `({ violations }) => violations.flatMap(({ id, nodes }) =>
  nodes.map(({ target, any, all, none }) => id + " " + target.join(" ") + " " + [...any, ...all, ...none].map(({ message }) => message).join("; ")))`;

/** Selectors are computed only if there is a violation: computing all takes a fifth of the time. */
const RUN = `async (options) => {
  const { violations } = await axe.run(document, { ...options, selectors: false });
  if (violations.length === 0) return [];
  const lines = (${SUMMARY})(await axe.run(document, options));
  return lines.length > 0 ? lines : violations.map(({ id }) => id + " and a moment later not any more");
}`;

const Violations = z.array(z.string());

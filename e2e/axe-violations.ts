import type { Page } from "playwright-core";
import { z } from "zod";

import { AXE_PATH, AXE_SOURCE } from "./axe-source.ts";
import { isServedHere } from "./site.ts";

/** WCAG 2.2 A and AA, and what axe holds to be good practice. */
const RULE_TAGS = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"];

/**
 * What is wrong with a page in the course of a journey: on a phone in the light, and in prove at a desk too, in both themes. Of
 * each kind of page page-kinds.test.ts asks for all of it, here and there.
 */
export async function violationsInEachLook(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const { width, system, options } of LOOKS) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme: system });
    found.push(...(await violations(page, options)).map((violation) => `${width} ${system}: ${violation}`));
  }
  return found;
}

/** What axe finds on a page as it stands, one line for each element at fault. */
export async function violations(page: Page, options: object = AXE_OPTIONS): Promise<string[]> {
  if (!(await page.evaluate(standStill))) await loadAxe(page);
  return Violations.parse(await page.evaluate(`(${RUN})(${JSON.stringify(options)})`));
}

/** Runs in the page, which is then as a visitor reads it. @returns Whether axe is there already. */
function standStill(): boolean {
  // Half-way through a transition, contrast is what no visitor reads. To wait for `finished` is no good: a transition in a
  // part that isn't rendered keeps that promise for ever.
  for (const animation of document.getAnimations()) animation.finish();
  // What isn't laid out yet (rendered-near.css) says that it stands where nobody will ever see it: on what comes after it.
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("* { content-visibility: visible !important }");
  document.adoptedStyleSheets.push(sheet);
  return "axe" in window;
}

/** By its address the browser reads it once; sent along with a page it costs as much as the page. */
async function loadAxe(page: Page): Promise<void> {
  if (isServedHere(new URL(page.url()).origin)) await page.addScriptTag({ url: AXE_PATH });
  else await page.evaluate(AXE_SOURCE);
}

const AXE_OPTIONS = {
  runOnly: { type: "tag", values: RULE_TAGS },
  rules: { "target-size": { enabled: true } },
  resultTypes: ["violations"],
  // Otherwise axe fetches every style sheet anew for a rule that isn't asked for.
  preload: false,
};

const COLOR_RULES = ["color-contrast", "link-in-text-block"];

/** What WCAG A and AA ask of colors. */
export const COLORS = { ...AXE_OPTIONS, runOnly: { type: "rule", values: COLOR_RULES } };

/** All the rest. */
export const SHAPES = {
  ...AXE_OPTIONS,
  rules: { ...AXE_OPTIONS.rules, ...Object.fromEntries(COLOR_RULES.map((rule) => [rule, { enabled: false }])) },
};

const PHONE = { width: 360, system: "light", options: AXE_OPTIONS } as const;
const DESKS = [
  { width: 1280, system: "dark", options: COLORS },
  { width: 1280, system: "light", options: AXE_OPTIONS },
] as const;

const LOOKS = process.env["PROVE"] === "1" ? [...DESKS, PHONE] : [PHONE];

/** One line for each element at fault. */
const SUMMARY = `({ violations }) => violations.flatMap(({ id, nodes }) =>
  nodes.map(({ target, any, all, none }) => id + " " + target.join(" ") + " " + [...any, ...all, ...none].map(({ message }) => message).join("; ")))`;

/** Where each element stands is asked only when one is at fault: to find it out for all takes a fifth of the time. */
const RUN = `async (options) => {
  const { violations } = await axe.run(document, { ...options, selectors: false });
  if (violations.length === 0) return [];
  const lines = (${SUMMARY})(await axe.run(document, options));
  return lines.length > 0 ? lines : violations.map(({ id }) => id + " and a moment later not any more");
}`;

const Violations = z.array(z.string());

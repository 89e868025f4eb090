import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

import { expect, test } from "vitest";

import { drawAppIcon, drawFavicon } from "./app-icon.ts";
import { drawSiteScene, isSiteSceneName, SITE_SCENES } from "./site-scenes.ts";

/** The same size limit as a place's picture. */
const SCENE_BYTES_MAX = 6_144;

const NAMES = Object.keys(SITE_SCENES).filter(isSiteSceneName);

test.for(NAMES)("the %s scene has no background, by day and by night", (name) => {
  const [day, night] = [drawSiteScene(name, "day"), drawSiteScene(name, "night")];
  const { width, height, title } = SITE_SCENES[name];

  expect(day).not.toBe(night);
  for (const svg of [day, night]) {
    expect(svg).toContain(`viewBox="0 0 ${width} ${height}" role="img"><title>${title}</title>`);
    expect(svg, "no box behind it").not.toContain(`d="M0 0h${width}v${height}h-${width}z"`);
    expect(svg).not.toMatch(/NaN|undefined/);
    expect(gzipSync(svg, { level: 9 }).length).toBeLessThan(SCENE_BYTES_MAX);
  }
});

test("an unknown scene name is rejected", () => {
  expect(isSiteSceneName("toString")).toBe(false);
  expect(isSiteSceneName("nowhere")).toBe(false);
});

test("the favicon file matches the generator", () => {
  expect(readFileSync("public/favicon.svg", "utf8")).toBe(drawFavicon());
});

test("the maskable icon fills its square and has its houses in the middle", () => {
  const [plain, maskable] = [drawAppIcon({ isMaskable: false }), drawAppIcon({ isMaskable: true })];

  for (const icon of [plain, maskable]) expect(icon).toContain('d="M0 0h512v512H0z"');
  expect(maskable).toContain("scale(0.74)");
  expect(plain).not.toContain("scale(0.74)");
});

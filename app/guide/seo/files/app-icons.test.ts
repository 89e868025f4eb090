import { expect, test } from "vitest";

import { drawAppIcon } from "#illustrations/app-icon.ts";

import { APP_ICONS, APPLE_TOUCH_ICON_PATH, appIconPath, findAppIcon, webManifest } from "./app-icons.ts";
import { rasterizeAt } from "../social/rasterize.server.ts";

test("the manifest has the site's name and icons in the sizes that systems expect", () => {
  const manifest = JSON.stringify(webManifest());

  expect(manifest).toContain('"short_name":"Rowhouse"');
  expect(manifest).toContain('"sizes":"192x192"');
  expect(manifest).toContain('"sizes":"512x512"');
  expect(manifest).toContain('"purpose":"maskable"');
  expect(manifest).not.toContain("apple-touch-icon");
});

test.for(APP_ICONS)("$file is a PNG of its size", async (icon) => {
  const png = await rasterizeAt(drawAppIcon(icon), icon.pixels);
  if (png === "busy") throw new Error("Nothing else is being drawn here");
  const view = new DataView(png.buffer, png.byteOffset);

  expect(Buffer.from(png.slice(1, 4)).toString()).toBe("PNG");
  expect([view.getUint32(16), view.getUint32(20)]).toEqual([icon.pixels, icon.pixels]);
});

test("an icon's file name is found, and other file names aren't", () => {
  for (const { file } of APP_ICONS) expect(findAppIcon(appIconPath(file).split("/").at(-1) ?? "")?.file).toBe(file);
  expect(APPLE_TOUCH_ICON_PATH).toBe("/app-icons/apple-touch-icon.png");
  expect(findAppIcon("icon-193.png")).toBeNull();
  expect(findAppIcon("../favicon.svg")).toBeNull();
});

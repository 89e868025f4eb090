import { createServer } from "node:http";

import { expect } from "vitest";

import { DRAWABLE_PNG } from "#tests/pexels-double.ts";

import { waitForHydration, test } from "./browser.ts";
import { openSite } from "./site.ts";

/** Responds like a street-tile provider: a style, its tiles and an attribution. */
async function startStyleDouble() {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    response.setHeader("access-control-allow-origin", "*");
    // Test visitors send their address in a header, which makes browsers send a CORS preflight request.
    response.setHeader("access-control-allow-headers", "*");
    if (request.method === "OPTIONS") return void response.end();
    requests.push(request.url ?? "");
    if (request.url?.startsWith("/tiles/") === true) return void response.end(DRAWABLE_PNG);
    const streets = { type: "raster", tiles: [`${origin}/tiles/{z}/{x}/{y}.png`], attribution: "Example Streets" };
    // A layer name that collides with one of ours.
    const layers = [{ id: "pins", type: "raster", source: "streets" }];
    response.end(JSON.stringify({ version: 8, sources: { streets }, layers }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  return { origin, requests, close: () => new Promise((resolve) => server.close(resolve)) };
}

test(
  "an operator's style replaces the base map, below our pins, and pages may request only its host",
  { timeout: 150_000 },
  async ({ visit, onTestFinished }) => {
    const double = await startStyleDouble();
    const site = await openSite({ settings: { MAP_STYLE_URL: `${double.origin}/style.json` } });
    onTestFinished(async () => {
      await site.close();
      await double.close();
    });

    const page = await visit("/posts/saturday-on-capitol-hill", {
      webgl: true,
      site: site.url,
      allowedOrigin: double.origin,
      width: 900,
    });
    await waitForHydration(page);
    await page.locator(".locator-map").scrollIntoViewIfNeeded();
    await page.locator(".live-map[data-shown]").waitFor({ timeout: 45_000 });

    expect(double.requests[0]).toBe("/style.json");
    expect(double.requests.filter((path) => path.startsWith("/tiles/")).length).toBeGreaterThan(0);
    expect(await page.locator(".maplibregl-ctrl-attrib").innerText()).toContain("Example Streets");
    const policy = (await fetch(site.url)).headers.get("content-security-policy") ?? "";
    expect(policy).toContain(`connect-src 'self' ${double.origin};`);
    expect(policy).toContain(`img-src 'self' ${double.origin};`);
    expect(policy).toContain("script-src 'self' '");
  },
);

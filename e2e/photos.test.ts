import type { ServerResponse } from "node:http";

import type { Page } from "playwright-core";
import { describe, expect } from "vitest";

import { gzipBytesSent } from "#tests/gzip-sent.ts";
import { DRAWABLE_PNG, pexelsPhoto, sendBytes, sendJson, startPexelsDouble } from "#tests/pexels-double.ts";

import { waitForHydration, siteUrl, testWithPictures as onSharedSite } from "./browser.ts";
import { openSite } from "./site.ts";

/** As for every page. */
const SCRIPT_GZIP_BYTES_MAX = 145_000;

const PAGES = [
  { path: "/places/madams-organ", words: "Madam's Organ Music venue Washington DC", drawn: /Illustration: Rowhouse/ },
  { path: "/posts/best-pizza", words: "best pizza Washington DC", drawn: /Illustration: Rowhouse/ },
  { path: "/neighborhood/georgetown", words: "Georgetown Washington DC", drawn: /The border is approximate/ },
];

/** A second site beside the shared one, with a photo provider: a double on this machine. */
const test = onSharedSite.extend("photoSite", { scope: "file" }, async ({ browser: _browser }, { onCleanup }) => {
  const double = await startPexelsDouble();
  double.answerPhoto((_request, response) => sendBytes(response, DRAWABLE_PNG, "image/png"));
  const settings = { PHOTOS_API_KEY: "a-key-of-the-provider", PHOTOS_API_URL: double.apiUrl };
  const site = await openSite({ settings, expectedLogs: [/The photo provider failed/] });
  onCleanup(async () => {
    await site.close();
    await double.close();
  });
  return { double, url: site.url };
});

describe("with a configured provider", () => {
  test.for(PAGES.flatMap((page) => [1280, 360].map((width) => ({ ...page, width }))))(
    "a photo replaces the drawn picture without moving anything, with its credit: $path at $width",
    async ({ path, words, width }, { photoSite: { double, url }, visit }) => {
      double.answerLookup((_request, response) =>
        sendJson(response, { photos: [pexelsPhoto(double.origin, { id: 4242 })] }),
      );
      const page = await visit(path, { site: url, width });
      const before = await boxes(page);

      await waitForHydration(page);
      await page.waitForSelector('[data-photo="loaded"]');

      const photo = page.getByRole("img", { name: "A row of brick houses" });
      expect(await photo.getAttribute("src")).toBe("/photos/4242");
      expect(await photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
      const credit = page.locator("[data-photo] figcaption");
      expect(await credit.innerText()).toBe("Photo by Ada Example on Pexels. It may show another place.");
      expect(await linksOf(page)).toEqual([
        "https://www.pexels.com/@ada-example",
        "https://www.pexels.com/photo/a-row-of-houses-4242/",
      ]);
      expect(await boxes(page)).toEqual(before);
      expect(double.requests.filter((line) => line === lookupOf(words))).toHaveLength(1);
      expect(await scriptGzipBytes(page, url)).toBeLessThanOrEqual(SCRIPT_GZIP_BYTES_MAX);
    },
  );

  test("a neighborhood's street plan with its pins is one button away", async ({
    photoSite: { double, url },
    visit,
  }) => {
    double.answerLookup((_request, response) =>
      sendJson(response, { photos: [pexelsPhoto(double.origin, { id: 4242 })] }),
    );
    const page = await visit("/neighborhood/georgetown", { site: url, width: 768 });
    await waitForHydration(page);
    const pins = page.getByRole("group", { name: "Featured places in Georgetown" });

    await page.getByRole("button", { name: "Show the street plan" }).click();
    expect(await pins.isVisible()).toBe(true);
    expect(await page.locator("[data-photo] figcaption").innerText()).toContain("The border is approximate");
    await page.getByRole("button", { name: "Show the photo" }).click();

    expect(await pins.count()).toBe(0);
    expect(await page.getByRole("img", { name: "A row of brick houses" }).isVisible()).toBe(true);
  });

  test.for<[string, string, string, (response: ServerResponse) => void]>([
    [
      "nothing is found",
      "/neighborhood/shaw",
      "No specific image found, using fallback",
      (response) => sendJson(response, { photos: [] }),
    ],
    [
      "the provider fails",
      "/neighborhood/dupont-circle",
      "Failed to fetch image",
      (response) => response.writeHead(500).end(),
    ],
  ])(
    "the drawn picture stays and the page says so when %s",
    async ([, path, message, answer], { photoSite, visit }) => {
      photoSite.double.answerLookup((_request, response) => answer(response));
      const page = await visit(path, { site: photoSite.url, width: 360 });
      const before = await boxes(page);

      await waitForHydration(page);
      await page.waitForSelector('[data-photo="fallback"]');

      const figure = page.locator("[data-photo]");
      expect(await figure.locator("figcaption").innerText()).toContain(message);
      expect(await figure.getByRole("img").first().getAttribute("src")).toContain("/pictures/");
      expect(await boxes(page)).toEqual(before);
    },
  );

  test("without script the drawn picture is the page's picture", async ({ photoSite: { url }, visit }) => {
    for (const { path, drawn } of PAGES) {
      const page = await visit(path, { site: url, script: false });

      expect(await page.locator("[data-photo] figcaption").innerText()).toMatch(drawn);
    }
  });

  test("a photo is served by this site with its security headers, and an unknown id is not found", async ({
    photoSite: { url },
  }) => {
    const photo = await fetch(`${url}/photos/4242`);

    expect(photo.status).toBe(200);
    expect(Object.fromEntries(photo.headers)).toMatchObject({
      "content-type": "image/png",
      "cache-control": "public, max-age=2592000",
      "x-content-type-options": "nosniff",
      "content-security-policy": expect.stringContaining("default-src 'none'"),
    });
    expect((await fetch(`${url}/photos/4243`)).status).toBe(404);
  });
});

describe("without a configured provider", () => {
  test.for(PAGES)("a page requests no photo and shows the drawn picture: $path", async ({ path, drawn }, { visit }) => {
    const requests: string[] = [];
    const page = await visit(path, {
      before: async (opened) => {
        opened.on("request", (request) => requests.push(new URL(request.url()).pathname));
      },
    });
    await waitForHydration(page);
    // Requests that the page sends when it hydrates come before this one.
    await page.evaluate(() => fetch("/robots.txt"));
    await expect.poll(() => requests).toContain("/robots.txt");

    expect(requests.length).toBeGreaterThan(3);
    expect(requests.filter((pathname) => /^\/(?:api|photos)\//.test(pathname))).toEqual([]);
    expect(await page.locator('[data-photo="drawn"] figcaption').innerText()).toMatch(drawn);
  });

  test("the endpoint answers with the drawn picture, which exists", async () => {
    const response = await post({ query: "Georgetown Washington DC", type: "neighborhood", per_page: 1 });
    const answer = await response.json();

    expect(response.status).toBe(200);
    expect(answer).toMatchObject({ success: true, photos: [{ photographer: "Drawing by Rowhouse" }] });
    expect((await fetch(siteUrl + answer.photos[0].url)).headers.get("content-type")).toContain("image/svg+xml");
  });

  test.for<[number, string, RequestInit]>([
    [400, "no JSON", { body: "{" }],
    [403, "another site's page", { headers: { origin: "https://evil.example" } }],
    [405, "a GET", { method: "GET", body: null }],
    [413, "a large body", { body: JSON.stringify({ query: "x".repeat(300_000) }) }],
    [415, "a form", { headers: { "content-type": "text/plain" } }],
  ])("the endpoint answers %i as problem details for %s", async ([status, , init]) => {
    const headers = {
      "content-type": "application/json",
      accept: "application/json",
      ...Object.fromEntries(new Headers(init.headers)),
    };
    const response = await fetch(`${siteUrl}/api/fetch-photos`, { method: "POST", body: "{}", ...init, headers });

    expect(response.status).toBe(status);
    expect(response.headers.get("content-type")).toBe("application/problem+json");
    expect(await response.json()).toMatchObject({ status, detail: expect.stringMatching(/.{10}/) });
    if (status === 405) expect(response.headers.get("allow")).toBe("POST");
  });
});

function post(body: unknown): Promise<Response> {
  return fetch(`${siteUrl}/api/fetch-photos`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: siteUrl },
    body: JSON.stringify(body),
  });
}

function lookupOf(words: string): string {
  return `GET /v1/search?${new URLSearchParams({ query: words, per_page: "15" })}`;
}

/** The position of the figure and its picture: as long as these stay, so does the content below. */
function boxes(page: Page): Promise<number[][]> {
  return page.evaluate(async () => {
    await document.fonts.ready;
    const figure = document.querySelector("[data-photo]");
    const seen = [figure, figure?.firstElementChild];
    return seen.map((element) => {
      const box = element?.getBoundingClientRect();
      return [box?.left ?? 0, (box?.top ?? 0) + scrollY, box?.width ?? 0, box?.height ?? 0];
    });
  });
}

function linksOf(page: Page): Promise<string[]> {
  return page
    .locator("[data-photo] figcaption a")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
}

async function scriptGzipBytes(page: Page, url: string): Promise<number> {
  const files = await page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .map(({ name }) => name)
      .filter((name) => name.endsWith(".js")),
  );
  expect(files.length).toBeGreaterThan(3);
  let sum = 0;
  for (const file of new Set(files)) {
    sum += await gzipBytesSent(new URL(file, url).href);
  }
  return sum;
}

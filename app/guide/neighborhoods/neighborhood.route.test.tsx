import { createElement, type ComponentType } from "react";
import { renderToString } from "react-dom/server";
import { createRoutesStub, RouterContextProvider } from "react-router";
import { expect } from "vitest";
import { z } from "zod";

import type { Database } from "#app/db/database.server.ts";
import { places } from "#app/db/schema/places.ts";
import { buildSite } from "#app/people/membership/billing-builders.ts";
import { siteContext } from "#app/platform/site.ts";
import { buildGuide, buildNeighborhood, NOW } from "#tests/builders.ts";
import { requestRoute } from "#tests/request-route.ts";
import { test } from "#tests/test-database.ts";

import * as route from "./neighborhood.route.tsx";

const MANY = 512;

/** The HTML and its loader data. With all its places it was 1,400,000. */
const PAGE_BYTES_MAX = 250_000;

test("a neighborhood with 512 places sends one page, with links to the other pages and to search", async ({ db }) => {
  const slug = await buildLarge(db);

  const first = await renderPage(db, slug, "");
  const last = await renderPage(db, slug, "?page=13");

  expect(first.bytes).toBeLessThan(PAGE_BYTES_MAX);
  expect(first.words).toContain(`All ${MANY} places in Builtville`);
  expect(first.html).toContain(`href="/neighborhood/${slug}?page=2"`);
  expect(first.html).toContain(`href="/neighborhood/${slug}?page=13"`);
  expect(first.html).toContain(`href="/search?neighborhood=${slug}"`);
  expect(first.words).toContain(`Search and filter all ${MANY} places in Builtville`);
  expect(last.html).toContain(`href="/neighborhood/${slug}"`);
  expect(last.words).toContain("Many 512");
  expect(last.words).not.toContain("Many 001");
});

test("a page after the last redirects to the last, and an invalid page shows the first", async ({ db }) => {
  const slug = await buildLarge(db);
  const status = (query: string) =>
    requestRoute(db, { route, path: `/neighborhood/${slug}${query}`, params: { slug }, person: null });

  expect(await status("?page=14")).toBe(`/neighborhood/${slug}?page=13`);
  expect(await status("?page=99999999999999999999")).toBe(200);
  expect(await status("?page=x")).toBe(200);
});

test("a neighborhood with 13 guides shows 12 and links to a list of all", async ({ db }) => {
  const slug = await buildWithGuides(db, 13);

  const page = await renderPage(db, slug, "");
  const first = await renderPage(db, slug, "?kind=guides");
  const last = await renderPage(db, slug, "?kind=guides&page=2");

  expect(page.words).toContain("All 13 guides");
  expect(page.html).toContain(`href="/neighborhood/${slug}?kind=guides"`);
  expect(page.words).not.toContain("Guide 01");
  expect(first.words).toContain("13 guides, newest first");
  expect(first.html).toContain(`href="/neighborhood/${slug}?kind=guides&amp;page=2"`);
  expect(first.words).not.toContain("Guide 01");
  expect(last.words).toContain("Guide 01");
  expect(last.words).not.toContain("Guide 02");
  expect(last.html).toContain(`href="/neighborhood/${slug}?kind=guides"`);
});

test("a neighborhood with 12 guides shows all of them", async ({ db }) => {
  const { html, words } = await renderPage(db, await buildWithGuides(db, 12), "");

  expect(words).toContain("Guide 01");
  expect(html).not.toContain("kind=guides");
});

test("a guide list redirects to its last page, and to the neighborhood if it has no guides", async ({ db }) => {
  const slug = await buildWithGuides(db, 13);
  const { slug: bare } = await buildNeighborhood(db);
  const status = (neighborhoodSlug: string, query: string) =>
    requestRoute(db, {
      route,
      path: `/neighborhood/${neighborhoodSlug}${query}`,
      params: { slug: neighborhoodSlug },
      person: null,
    });

  expect(await status(slug, "?kind=guides&page=3")).toBe(`/neighborhood/${slug}?kind=guides&page=2`);
  expect(await status(slug, "?kind=guides&page=99999999999999999999")).toBe(200);
  expect(await status(slug, "?kind=shops")).toBe(200);
  expect(await status(bare, "?kind=guides")).toBe(`/neighborhood/${bare}`);
  expect(await status("no-such-neighborhood", "?kind=guides")).toBe(404);
});

async function buildWithGuides(db: Database, count: number): Promise<string> {
  const { slug } = await buildNeighborhood(db, { name: "Builtville" });
  for (let number = 1; number <= count; number += 1) {
    const title = `Guide ${`${number}`.padStart(2, "0")}`;
    const publishedAt = new Date(NOW.getTime() - (count - number) * 60_000);
    await buildGuide(db, { title, neighborhoodSlug: slug, publishedAt });
  }
  return slug;
}

async function buildLarge(db: Database): Promise<string> {
  const { slug } = await buildNeighborhood(db, { name: "Builtville" });
  const description =
    "It has a description of the usual length, two sentences of it. The second one says as much again.";
  const many = Array.from({ length: MANY }, (_, index) => {
    const number = `${index + 1}`.padStart(3, "0");
    return {
      slug: `many-${number}`,
      name: `Many ${number}`,
      street: `${number} Main Street NW`,
      lat: 38.91,
      lng: -77.02,
    };
  });
  await db.insert(places).values(
    many.map((each) => ({
      ...each,
      categorySlug: "food" as const,
      type: "Diner",
      neighborhoodSlug: slug,
      description,
      attributes: {},
      status: "published" as const,
      createdAt: NOW,
      updatedAt: NOW,
    })),
  );
  return slug;
}

const PageComponent = z.custom<ComponentType<{ loaderData: unknown }>>((value) => typeof value === "function");
const Loader = z.custom<(given: object) => Promise<unknown>>((value) => typeof value === "function");

async function renderPage(db: Database, slug: string, query: string) {
  const site = buildSite(db, { viewer: null });
  const context = new RouterContextProvider();
  context.set(siteContext, site);
  const path = `/neighborhood/${slug}${query}`;
  const request = new Request(site.env.siteUrl + path);
  const loaderData = await Loader.parse(route.loader)({ context, request, params: { slug } });
  const page = () => createElement(PageComponent.parse(route.default), { loaderData });
  const Stub = createRoutesStub([{ path: "/neighborhood/:slug", Component: page }]);
  const html = renderToString(<Stub initialEntries={[path]} />);
  const bytes = Buffer.byteLength(html) + Buffer.byteLength(JSON.stringify(loaderData));
  return { html, bytes, words: html.replaceAll(/<[^>]*>/g, "") };
}

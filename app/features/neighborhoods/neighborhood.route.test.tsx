import { createElement, type ComponentType } from "react";
import { renderToString } from "react-dom/server";
import { createRoutesStub, RouterContextProvider } from "react-router";
import { expect } from "vitest";
import { z } from "zod";

import type { Database } from "#app/db/database.server.ts";
import { places } from "#app/db/schema/places.ts";
import { buildSite } from "#app/features/billing/billing-builders.ts";
import { siteContext } from "#app/platform/site.ts";
import { buildGuide, buildNeighborhood, NOW } from "#tests/builders.ts";
import { routeAnswer } from "#tests/route-answer.ts";
import { test } from "#tests/test-database.ts";

import * as route from "./neighborhood.route.tsx";

const MANY = 512;

/** Of the page and of what it is made from, which is sent with it; with all its places it was 1,400,000. */
const PAGE_BYTES_MAX = 250_000;

test("a neighborhood with 512 places sends a page of them, the way to the others and to a search among all", async ({
  db,
}) => {
  const slug = await buildLarge(db);

  const first = await shown(db, slug, "");
  const last = await shown(db, slug, "?page=13");

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

test("a page beyond the last leads to the last, and nonsense is the first", async ({ db }) => {
  const slug = await buildLarge(db);
  const ask = (query: string) =>
    routeAnswer(db, { route, path: `/neighborhood/${slug}${query}`, params: { slug }, person: null });

  expect(await ask("?page=14")).toBe(`/neighborhood/${slug}?page=13`);
  expect(await ask("?page=99999999999999999999")).toBe(200);
  expect(await ask("?page=x")).toBe(200);
});

test("a neighborhood with 13 guides shows 12 of them and leads to a list of all", async ({ db }) => {
  const slug = await buildWithGuides(db, 13);

  const own = await shown(db, slug, "");
  const first = await shown(db, slug, "?kind=guides");
  const last = await shown(db, slug, "?kind=guides&page=2");

  expect(own.words).toContain("All 13 guides");
  expect(own.html).toContain(`href="/neighborhood/${slug}?kind=guides"`);
  expect(own.words).not.toContain("Guide 01");
  expect(first.words).toContain("13 guides, the newest first");
  expect(first.html).toContain(`href="/neighborhood/${slug}?kind=guides&amp;page=2"`);
  expect(first.words).not.toContain("Guide 01");
  expect(last.words).toContain("Guide 01");
  expect(last.words).not.toContain("Guide 02");
  expect(last.html).toContain(`href="/neighborhood/${slug}?kind=guides"`);
});

test("a neighborhood with 12 guides shows them all on its page", async ({ db }) => {
  const { html, words } = await shown(db, await buildWithGuides(db, 12), "");

  expect(words).toContain("Guide 01");
  expect(html).not.toContain("kind=guides");
});

test("a list of guides ends at its last page, and leads back where there is none", async ({ db }) => {
  const slug = await buildWithGuides(db, 13);
  const { slug: bare } = await buildNeighborhood(db);
  const ask = (at: string, query: string) =>
    routeAnswer(db, { route, path: `/neighborhood/${at}${query}`, params: { slug: at }, person: null });

  expect(await ask(slug, "?kind=guides&page=3")).toBe(`/neighborhood/${slug}?kind=guides&page=2`);
  expect(await ask(slug, "?kind=guides&page=99999999999999999999")).toBe(200);
  expect(await ask(slug, "?kind=shops")).toBe(200);
  expect(await ask(bare, "?kind=guides")).toBe(`/neighborhood/${bare}`);
  expect(await ask("no-such-neighborhood", "?kind=guides")).toBe(404);
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

const Shown = z.custom<ComponentType<{ loaderData: unknown }>>((value) => typeof value === "function");
const Loader = z.custom<(given: object) => Promise<unknown>>((value) => typeof value === "function");

async function shown(db: Database, slug: string, query: string) {
  const site = buildSite(db, { viewer: null });
  const context = new RouterContextProvider();
  context.set(siteContext, site);
  const path = `/neighborhood/${slug}${query}`;
  const request = new Request(site.env.siteUrl + path);
  const loaderData = await Loader.parse(route.loader)({ context, request, params: { slug } });
  const page = () => createElement(Shown.parse(route.default), { loaderData });
  const Stub = createRoutesStub([{ path: "/neighborhood/:slug", Component: page }]);
  const html = renderToString(<Stub initialEntries={[path]} />);
  const bytes = Buffer.byteLength(html) + Buffer.byteLength(JSON.stringify(loaderData));
  return { html, bytes, words: html.replaceAll(/<[^>]*>/g, "") };
}

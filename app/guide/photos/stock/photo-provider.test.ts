import { describe, expect, test } from "vitest";

import { readEnv } from "#app/platform/env.server.ts";

import { guidePhotoQuery, neighborhoodPhotoQuery, placePhotoQuery } from "./page-photo-query.ts";
import { photoProviderFor, assertPhotoProviderAllowed } from "./photo-provider.ts";

const KEY = { PHOTOS_API_KEY: "a-key-of-the-provider" };

test("Pexels is searched at its API URL, and images come from its image host only", () => {
  expect(photoProviderFor(readEnv(KEY))).toMatchObject({
    searchUrl: "https://api.pexels.com/v1/search",
    imageOrigin: "https://images.pexels.com",
  });
  expect(photoProviderFor(readEnv({}))).toBeNull();
});

describe("PHOTOS_API_URL", () => {
  test.for<[string, boolean, boolean]>([
    ["https://api.pexels.com/v1", true, true],
    ["https://api.pexels.com:8443/v1", false, false],
    ["http://api.pexels.com/v1", false, false],
    ["https://api.pexels.com.evil.example/v1", false, false],
    ["https://evilpexels.com/v1", false, false],
    ["https://169.254.169.254/v1", false, false],
    ["http://127.0.0.1:4771/v1", true, false],
    ["http://localhost:4771/v1", true, false],
    ["http://10.0.0.1/v1", false, false],
  ])("%s: trial %s, production %s", ([address, inTrial, inProduction]) => {
    const env = readEnv({ PHOTOS_API_URL: address });
    const isAccepted = (build: "trial" | "production") => {
      try {
        assertPhotoProviderAllowed(env, build);
        return true;
      } catch (error) {
        expect(String(error)).toContain(`PHOTOS_API_URL: got "${address}", wants https on a Pexels host`);
        return false;
      }
    };

    expect([isAccepted("trial"), isAccepted("production")]).toEqual([inTrial, inProduction]);
  });
});

test("photo queries name the page's subject in Washington, and there are none without an API key", () => {
  const place = { name: "Zephyr & Wren", type: "Bookshop", category: "shopping" as const };
  const guide = { keywords: ["best pizza", "pizza"], category: { name: "Food & Dining" }, neighborhood: null };

  expect(placePhotoQuery(readEnv(KEY), place)).toEqual({
    query: "Zephyr & Wren Bookshop Washington DC",
    type: "business",
  });
  expect(placePhotoQuery(readEnv(KEY), { ...place, category: "food" })?.type).toBe("restaurant");
  expect(neighborhoodPhotoQuery(readEnv(KEY), { name: "Shaw" })).toEqual({
    query: "Shaw Washington DC",
    type: "neighborhood",
  });
  expect(guidePhotoQuery(readEnv(KEY), guide)).toEqual({ query: "best pizza Washington DC", type: "category" });
  expect(guidePhotoQuery(readEnv(KEY), { ...guide, keywords: [], neighborhood: { name: "Shaw" } })?.query).toBe(
    "Food & Dining Shaw Washington DC",
  );
  expect(placePhotoQuery(readEnv(KEY), { ...place, name: "x".repeat(120) })?.query).toHaveLength(120);
  expect(placePhotoQuery(readEnv({}), place)).toBeNull();
});

import { describe, expect } from "vitest";

import { picturePath, streetPlanPath } from "#illustrations/picture-url.ts";
import { buildNeighborhood, buildPlace } from "#tests/builders.ts";
import { ASK, NONE, test, ask } from "./fetch-photos-builders.ts";

describe("without a provider", () => {
  test("a neighborhood, category or place named in the query gets its drawing", async ({ db }) => {
    await buildNeighborhood(db, { slug: "quillon-heights", name: "Quillon Heights", aka: ["Old Quillon"] });
    const place = await buildPlace(db, { name: "Zephyr & Wren", type: "Bookshop", pictureSalt: 3 });

    const urls = [];
    for (const [query, type] of [
      ["Quillon Heights Washington DC", "neighborhood"],
      ["old quillon", "business"],
      ["Food & Dining in Washington, D.C.", "category"],
      ["Zephyr & Wren Bookshop Washington DC", "business"],
    ]) {
      const { body } = await ask({ db }, { query, type });
      expect(body).toMatchObject({ success: true, photos: [{ photographer: "Drawing by Rowhouse", kind: "drawing" }] });
      expect(body).not.toHaveProperty("message");
      urls.push(body["photos"][0]?.url);
    }

    expect(urls).toEqual([
      streetPlanPath("quillon-heights", "day"),
      streetPlanPath("quillon-heights", "day"),
      "/pictures/fronts/food-day.svg",
      picturePath({ kind: "places", slug: place.slug, salt: 3, crop: "hero" }),
    ]);
  });

  test("a type of place gets the drawing of a place of that type, never of a closed one", async ({ db }) => {
    const place = await buildPlace(db, { name: "Under the Clock", type: "Zitherhouse" });
    await buildPlace(db, { name: "Zitherhouse No. 1", type: "Zitherhouse", status: "closed", closedOn: "2026-01-02" });

    const { body } = await ask({ db }, { query: "zitherhouse", type: "restaurant" });

    expect(body).toMatchObject({
      photos: [{ url: picturePath({ kind: "places", slug: place.slug, salt: 0, crop: "hero" }) }],
    });
  });

  test.for(["zzqqxxyy", "Washington DC", "-", "'; drop table photos; --", "\u{1F3E0}", "the of and"])(
    "queries without a match get the home street of the season: %j",
    async (query, { db }) => {
      const { status, body } = await ask({ db }, { query, type: "business" });

      expect(status).toBe(200);
      expect(body).toMatchObject({
        success: true,
        message: NONE,
        photos: [{ url: "/pictures/street/winter-day.svg", photographer: "Drawing by Rowhouse" }],
      });
    },
  );

  test("the provider's URL is never requested", async ({ db, double }) => {
    await ask({ db, apiUrl: double.apiUrl, key: "" }, ASK);

    expect(double.requests).toEqual([]);
  });
});

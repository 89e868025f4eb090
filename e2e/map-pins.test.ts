import { describe, expect } from "vitest";
import { z } from "zod";
import { test, pinsIn } from "./live-map-page.ts";

describe("the pins' file", () => {
  test.for([
    "bbox=",
    "bbox=1,2,3",
    "bbox=a,b,c,d",
    "bbox=-77,38.9,-77.1,39",
    "bbox=-77.1,39,-77,38.9",
    "bbox=-181,38.9,-77,39",
    "bbox=NaN,NaN,NaN,NaN",
    `bbox=${"9".repeat(500)}`,
    "category=",
    "category=nonsense",
    "category=FOOD",
  ])("%s is refused with a reason", async (query, { guest }) => {
    const response = await guest.fetch(`/map/pins.json?${query}`);

    expect(response.status).toBe(400);
    expect(response.headers.get("content-type")).toBe("application/problem+json");
    expect(Problem.parse(await response.json()).detail).toMatch(/^(?:bbox|category): /);
  });

  test("is cached by its normalized parameters, and answers 304 to a client that has it", async ({ guest }) => {
    const first = await guest.fetch("/map/pins.json?category=food");
    const etag = first.headers.get("etag") ?? "";
    const again = await guest.fetch("/map/pins.json?utm_source=x&category=food", {
      headers: { "if-none-match": etag },
    });

    expect(first.headers.get("content-type")).toBe("application/geo+json");
    expect(etag).not.toBe("");
    expect(again.status).toBe(304);
  });

  test("contains what the page lists", async ({ guest }) => {
    const html = await guest.read("/map?category=health");

    expect(html).toContain(`${await pinsIn(guest, "category=health")} places`);
  });
});

const Problem = z.object({ status: z.literal(400), detail: z.string() });

import { gzipSync } from "node:zlib";

import { expect, test } from "vitest";

import { drawPicture } from "#illustrations/picture.ts";

import { shippedSeedData } from "./shipped-seed-data.ts";

/** The same budget as for every picture: 99 of 100 below the first limit, all below the second. */
const POSTER_BYTES_USUAL_MAX = 6_144;
const POSTER_BYTES_MAX = 8_192;

test("every neighborhood has a map poster of its own streets, within the size budget", () => {
  const { neighborhoods, streetPlans } = shippedSeedData();
  const posters = neighborhoods.flatMap(({ slug }) =>
    (["card", "hero", "thumb"] as const).map((crop) => {
      const map = streetPlans[slug];
      if (map === undefined) throw new Error(`${slug} has no street plan`);
      const { svg, composition } = drawPicture({
        kind: "neighborhood",
        slug,
        subject: "houses",
        neighborhood: slug,
        crop,
        salt: 0,
        map,
      });
      return { name: `${slug} as ${crop}`, svg, composition, bytes: gzipSync(svg, { level: 9 }).length };
    }),
  );
  const heavy = posters.filter(({ bytes }) => bytes > POSTER_BYTES_USUAL_MAX);

  expect(posters.length).toBeGreaterThan(3 * 55);
  expect(new Set(posters.map(({ composition }) => composition))).toEqual(new Set(["poster"]));
  expect(new Set(posters.map(({ svg }) => svg)).size).toBe(posters.length);
  expect(Math.max(...posters.map(({ bytes }) => bytes))).toBeLessThan(POSTER_BYTES_MAX);
  expect(heavy.length, heavy.map(({ name }) => name).join(", ")).toBeLessThanOrEqual(posters.length / 100);
});

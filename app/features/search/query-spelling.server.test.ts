import { expect } from "vitest";

import { buildPlace } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import { searchGround } from "./find-places.server.ts";
import { readingsOf } from "./query-spelling.server.ts";

test("no two readings of a query are the same, however many ways a word is known", async ({ db }) => {
  // A word of the language, and of an entry.
  await buildPlace(db, { name: "Tacos Zorble" });
  const { vocabulary } = await searchGround(db);

  for (const typed of ["taos", "taos plasant zorbel", "bakry"]) {
    const readings = (await readingsOf(db, typed, vocabulary)).map(({ query }) => query);
    expect(readings.length).toBeGreaterThan(0);
    expect(new Set(readings).size, typed).toBe(readings.length);
  }
});

import { expect } from "vitest";

import { buildPlace } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import { loadDirectory } from "../candidates/directory.server.ts";
import { findCorrections } from "./query-spelling.server.ts";

test("all corrections of a query are different, even if a word comes from both the language and an entry", async ({
  db,
}) => {
  // "tacos" is both a vocabulary word and an indexed word.
  await buildPlace(db, { name: "Tacos Zorble" });
  const { vocabulary } = await loadDirectory(db);

  for (const typed of ["taos", "taos plasant zorbel", "bakry"]) {
    const readings = (await findCorrections(db, typed, vocabulary)).map(({ query }) => query);
    expect(readings.length).toBeGreaterThan(0);
    expect(new Set(readings).size, typed).toBe(readings.length);
  }
});

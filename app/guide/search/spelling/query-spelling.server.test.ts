import { expect } from "vitest";

import { buildPlace } from "#tests/builders.ts";
import { countStatements } from "#tests/count-statements.ts";
import { test } from "#tests/test-database.ts";

import { loadDirectory } from "../candidates/directory.server.ts";
import { findCorrections } from "./query-spelling.server.ts";

test("all corrections of a query are different, even if a word comes from both the language and an entry", async ({
  db,
}) => {
  // "tacos" is both a vocabulary word and an indexed word.
  await buildPlace(db, { name: "Tacos Zorble" });
  const { vocabulary } = await loadDirectory(db);

  for (const typed of ["tacoss", "tacoss plasant zorbel", "bakry"]) {
    const readings = (await findCorrections(db, typed, vocabulary)).map(({ query }) => query);
    expect(readings.length).toBeGreaterThan(0);
    expect(new Set(readings).size, typed).toBe(readings.length);
  }
});

test("corrections need one statement, and none if all words are known to the language", async ({ db }) => {
  const { vocabulary } = await loadDirectory(db);
  const { db: counting, statements } = countStatements(db);

  await findCorrections(counting, "cheap coffee near me", vocabulary);
  expect(statements.count).toBe(0);
  await findCorrections(counting, "cheap zorbel wibbel blooming dale", vocabulary);
  expect(statements.count).toBe(1);
});

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

  for (const typed of ["tacoss", "tacoss plasant zorbel", "bakry"]) {
    const { vocabulary, wordLookup } = await loadDirectory(db, { query: typed });
    const readings = findCorrections(typed, vocabulary, wordLookup).map(({ query }) => query);
    expect(readings.length).toBeGreaterThan(0);
    expect(new Set(readings).size, typed).toBe(readings.length);
  }
});

test("corrections need no statement but the directory's, whatever the words", async ({ db }) => {
  const { db: counting, statements } = countStatements(db);

  for (const [typed, count] of [
    ["cheap coffee near me", 0],
    ["cheap zorbel wibbel blooming dale", 1],
  ] as const) {
    statements.count = 0;
    const { vocabulary, wordLookup } = await loadDirectory(counting, { query: typed });
    expect(findCorrections(typed, vocabulary, wordLookup)).toHaveLength(count);
    expect(statements.count).toBe(1);
  }
});

import { readFileSync } from "node:fs";

import { expect } from "vitest";
import { parse } from "yaml";
import { z } from "zod";

import { loadDirectory } from "#app/guide/search/candidates/directory.server.ts";

import { JudgedReading, describeMisreading } from "../bench/judged-readings.ts";
import { test } from "./test-database.ts";

const Judged = z.object({ parse: z.array(JudgedReading) });

/** The word for a dish is read as its cuisine, as "pho" is; the judge would search for the word instead. */
const ARGUABLE = ["injera in shaw open now"];

test("every judged query is read as judged, except the arguable ones", async ({ db }) => {
  const { parse: judged } = Judged.parse(parse(readFileSync("bench/judged-queries.yaml", "utf8")));

  const wrong = [];
  for (const reading of judged) {
    const { vocabulary, queryContext } = await loadDirectory(db, { query: reading.query });
    const isName = queryContext.isName === true;
    if (describeMisreading(reading, { vocabulary, isName }) !== null) wrong.push(reading.query);
  }

  expect(judged.length).toBeGreaterThanOrEqual(113);
  expect(wrong).toEqual(ARGUABLE);
});

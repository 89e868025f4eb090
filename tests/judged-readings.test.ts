import { readFileSync } from "node:fs";

import { expect } from "vitest";
import { parse } from "yaml";
import { z } from "zod";

import { searchGround, isPlaceName } from "#app/features/search/find-places.server.ts";

import { JudgedReading, misreading } from "../bench/judged-readings.ts";
import { test } from "./test-database.ts";

const Judged = z.object({ parse: z.array(JudgedReading) });

/** A word for a dish is taken for the kitchen it belongs to, as "pho" is; the judge would rather look for the word. */
const ARGUABLE = ["injera in shaw open now"];

test("every judged query is read as judged, but for what can be argued", async ({ db }) => {
  const { parse: judged } = Judged.parse(parse(readFileSync("bench/judged-queries.yaml", "utf8")));
  const { vocabulary } = await searchGround(db);

  const wrong = [];
  for (const reading of judged) {
    const isName = await isPlaceName(db, reading.query);
    if (misreading(reading, { vocabulary, isName }) !== null) wrong.push(reading.query);
  }

  expect(judged.length).toBeGreaterThanOrEqual(86);
  expect(wrong).toEqual(ARGUABLE);
});

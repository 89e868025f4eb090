import { readFileSync } from "node:fs";
import { join } from "node:path";

import { parse } from "yaml";

import { type DemoKind, DemoListStock, DemoPeople, type DemoPerson, DemoReviewStock } from "./demo-stock.ts";

/**
 * Reads people.yaml, reviews.yaml and lists.yaml.
 *
 * @throws ZodError if a file is invalid.
 */
export function readDemoFiles(folder: string): { people: DemoPerson[]; kinds: DemoKind[]; lists: DemoListStock } {
  const read = (name: string): unknown => parse(readFileSync(join(folder, name), "utf8"));
  return {
    people: DemoPeople.parse(read("people.yaml")),
    kinds: DemoReviewStock.parse(read("reviews.yaml")),
    lists: DemoListStock.parse(read("lists.yaml")),
  };
}

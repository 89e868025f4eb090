import { readFileSync } from "node:fs";
import { join } from "node:path";

import { parse } from "yaml";

import { DemoPeople, type DemoPerson, DemoVocabulary } from "./demo-vocabulary.ts";

/**
 * Reads people.yaml and words.yaml.
 *
 * @throws ZodError if a file is invalid.
 */
export function readDemoFiles(folder: string): { people: DemoPerson[]; words: DemoVocabulary } {
  const read = (name: string): unknown => parse(readFileSync(join(folder, name), "utf8"));
  return { people: DemoPeople.parse(read("people.yaml")), words: DemoVocabulary.parse(read("words.yaml")) };
}

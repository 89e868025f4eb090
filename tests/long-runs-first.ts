import { readFileSync } from "node:fs";

import { BaseSequencer, type TestSpecification } from "vitest/node";

/** What makes a file's run long in `npm run prove`: it reads the setting `PROVE`, or only runs there. */
const LONG_RUN = /["']PROVE["']/;

/**
 * Starts long runs before all other files, in Vitest's order (large files first, or slow ones where a run is known). One
 * that starts last keeps a single processor busy for minutes.
 */
export class LongRunsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) =>
      moduleId.endsWith(".prove.ts") || LONG_RUN.test(readFileSync(moduleId, "utf8"));
    const { long = [], short = [] } = Object.groupBy(sorted, (file) => (isLong(file) ? "long" : "short"));
    return [...long, ...short];
  }
}

import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that take longest, the longest first. Vitest goes by a file's size where it hasn't seen it run, as in a fresh clone. */
const LONGEST = [
  "links",
  "accessibility",
  "looks",
  "restart",
  "guide-editor",
  "import",
  "photo-upload",
  "map",
  "sessions",
];

/** A long file that begins last would keep one worker busy while the other has nothing left to do. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rest = await super.sort(files);
    const long = LONGEST.flatMap((name) => rest.filter(({ moduleId }) => moduleId.endsWith(`/${name}.test.ts`)));
    return [...new Set([...long, ...rest])];
  }
}

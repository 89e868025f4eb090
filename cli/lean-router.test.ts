import { expect, test } from "vitest";

import { withoutWork } from "./lean-router.ts";

test("a module keeps its names and loses its work", () => {
  const code =
    'import { a } from "./a.js";\nconst one = () => a;\nfunction two() {}\n//#endregion\nexport { one, two };\n';

  expect(withoutWork(code)).toBe("export function one() {}\nexport function two() {}\n");
});

test("a module that is written another way is refused", () => {
  expect(() => withoutWork("export const one = 1;\n")).toThrow("doesn't end with the list");
  expect(() => withoutWork("export { one as two };\n")).toThrow("doesn't end with the list");
});

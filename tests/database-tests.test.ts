import { expect, test } from "vitest";

import { databaseTests } from "./database-tests.ts";

test("what comes to the database runs on both, whether it names it or is led there", () => {
  const found = databaseTests();

  expect(found).toContain("app/db/instances.server.test.ts");
  expect(found).toContain("tests/schema.test.ts");
  expect(found).not.toContain("app/lib/slug.test.ts");
  expect(found.length).toBeGreaterThan(100);
});

import { expect, test } from "vitest";

import { changedValues } from "./changed-values.ts";

test("changed values are listed by path, and unchanged ones are left out", () => {
  const before = { phone: "1", hours: { monday: ["9-5"] }, name: "A" };
  const after = { phone: "2", hours: { monday: ["9-5", "18-22"], tuesday: [] }, name: "A", zip: "20009" };

  expect(changedValues(before, after)).toEqual([
    { path: "phone", before: "1", after: "2" },
    { path: "hours › monday", before: "9-5", after: "9-5\n18-22" },
    { path: "zip", before: null, after: "20009" },
  ]);
});

test("missing objects and plain values are compared too", () => {
  expect(changedValues(null, { role: "admin" })).toEqual([{ path: "role", before: null, after: "admin" }]);
  expect(changedValues("draft", "published")).toEqual([{ path: "", before: "draft", after: "published" }]);
  expect(changedValues(null, null)).toEqual([]);
});

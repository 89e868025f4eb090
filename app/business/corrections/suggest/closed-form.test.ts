import { expect, test } from "vitest";

import type { FormFields } from "#app/platform/read-form.ts";

import { parseClosedForm } from "./closed-form.ts";

test.for([
  ["madams-organ", "madams-organ"],
  ["/places/madams-organ", "madams-organ"],
  ["https://rowhouse.example/places/madams-organ?page=2#reviews", "madams-organ"],
  [" http://localhost:3000/places/madams-organ/ ", "madams-organ"],
] as const)("the other place is found in a link or slug: %s", ([other, slug]) => {
  expect(read({ closure: "duplicate", other }).report).toMatchObject({ closure: "duplicate", otherSlug: slug });
});

test("the new place is optional for a move and ignored for a permanent closure", () => {
  expect(read({ closure: "moved" }).report?.otherSlug).toBeNull();
  expect(read({ closure: "permanent", other: "madams-organ" }).report?.otherSlug).toBeNull();
});

test.for([
  ["nothing at all", { closure: "", basis: "" }, ["closure", "basis"]],
  ["an unknown value", { closure: "burnt" }, ["closure"]],
  ["a duplicate without the other place", { closure: "duplicate" }, ["other"]],
  ["a duplicate of another site's page", { closure: "duplicate", other: "https://evil.example/x?y" }, ["other"]],
  ["an invalid link", { closure: "moved", other: "somewhere else" }, ["other"]],
  ["501 characters", { note: "x".repeat(501) }, ["note"]],
  ["another way of knowing without a note", { basis: "other" }, ["note"]],
] as const)("%s is rejected, and the input is preserved", ([, wrong, fields]) => {
  const { report, problems, typed } = read(wrong);

  expect(report).toBeNull();
  expect(Object.keys(problems ?? {})).toEqual(fields);
  expect(typed).toMatchObject(wrong);
});

function read(changed: Record<string, string>) {
  const fields: Record<string, string> = { closure: "permanent", basis: "visit", ...changed };
  const form: FormFields = { text: (name) => fields[name] ?? "" };
  return parseClosedForm(form);
}

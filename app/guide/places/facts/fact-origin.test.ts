import { expect, test } from "vitest";

import { describeFreshness, distinctSources } from "./fact-origin.ts";

test.each([
  ["2025-02-28", "Checked Feb 28, 2025"],
  ["2026-11-03", "Checked Nov 3, 2026"],
  ["2016", "From a 2016 register, not checked since"],
  ["2016-08", "From a register of August 2016, not checked since"],
  ["2016-13", "Not checked"],
  [null, "Not checked"],
])("a source dated %s is described as: %s", (checkedOn, text) => {
  expect(describeFreshness({ checkedOn })).toBe(text);
});

test("a source of two facts is listed once", () => {
  const register = { sourceTitle: "Liquor licenses", license: "CC BY 4.0", checkedOn: "2025-02-28" };
  const own = { sourceTitle: "What the editors know", license: "Our own", checkedOn: null };

  expect(distinctSources({ address: register, phone: own, position: register })).toEqual([register, own]);
});

import { expect, test } from "vitest";

import { confirmationOf, describeFreshness, distinctSources, oldHoursNote } from "./fact-origin.ts";

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

test.each([
  ["2022-11-14", "As of Nov 14, 2022: check before you go"],
  ["2022-11", "As of November 2022: check before you go"],
  ["2021", "As of 2021: check before you go"],
  ["2026-03", null],
  ["2025", null],
  [null, null],
])("hours of %s, seen in November 2026, carry the note %s", (checkedOn, note) => {
  const origin = { sourceTitle: "Library hours", license: "CC BY 4.0", checkedOn };
  const now = new Date("2026-11-27T12:00:00Z");

  expect(oldHoursNote(origin, now)).toBe(note);
  expect(oldHoursNote({ ...origin, confirmed: "confirmed by a reader on Nov 21, 2026" }, now)).toBeNull();
});

test("what a place's own website says is confirmed by it, in the month in which it was read", () => {
  const origin = { sourceTitle: "The place’s own website", license: "none needed", isOwnWebsite: true };

  expect(describeFreshness({ ...origin, checkedOn: "2026-11-03" })).toBe("Confirmed by its website, Nov 2026");
  expect(describeFreshness({ ...origin, checkedOn: "2026-11-03", confirmed: "confirmed by a reader" })).toBe(
    "Confirmed by its website, Nov 2026, confirmed by a reader",
  );
  expect(confirmationOf({ ...origin, checkedOn: "2026-11-03" })).toBe("confirmed by its website, Nov 2026");
  expect(confirmationOf({ ...origin, isOwnWebsite: false, checkedOn: "2026-11-03" })).toBeNull();
});

test("a source of two facts is listed once", () => {
  const register = { sourceTitle: "Liquor licenses", license: "CC BY 4.0", checkedOn: "2025-02-28" };
  const own = { sourceTitle: "What the editors know", license: "Our own", checkedOn: null };

  expect(distinctSources({ address: register, phone: own, position: register })).toEqual([register, own]);
});

import { expect, test } from "vitest";

import { formatWeekdayInstant } from "#app/lib/format-time.ts";

import { parseGuideTime } from "./guide-time.ts";

test("a time that is skipped or repeated by daylight saving time is reported with its hour and day", () => {
  expect(parseGuideTime("2026-12-24T17:00", null)).toEqual({ at: new Date("2026-12-24T22:00:00Z"), problem: null });
  expect(parseGuideTime("2027-03-14T02:30", "first")).toMatchObject({
    problem: "never",
    text: expect.stringContaining("2:30 AM doesn’t exist on March 14, 2027"),
  });
  expect(parseGuideTime("2026-11-01T01:30", null)).toMatchObject({
    problem: "twice",
    text: expect.stringContaining("show 1:30 AM twice on November 1, 2026"),
  });
  expect(parseGuideTime("2026-11-01T01:30", "second").at).toEqual(new Date("2026-11-01T06:30:00Z"));
  expect(parseGuideTime("soon", null)).toMatchObject({ problem: "unread", at: null });
});

test("an instant is formatted in Washington time", () => {
  expect(formatWeekdayInstant(new Date("2026-11-24T01:05:00Z"))).toBe("Mon, Nov 23, 2026 at 8:05 PM");
  expect(formatWeekdayInstant(new Date("2026-07-04T16:00:00Z"))).toBe("Sat, Jul 4, 2026 at 12:00 PM");
});

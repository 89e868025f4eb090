import { describe, expect, test } from "vitest";

import { parseSchedule, parseTimeFields } from "./schedule-form.ts";

const NOW = new Date("2026-10-01T12:00:00Z");
const typed = (at: string, fold = "") => parseTimeFields({ at, fold });

describe("the time for sending an issue", () => {
  test("is refused if the clocks skip it, with the next valid time", () => {
    expect(parseSchedule(typed("2027-03-14T02:30"), NOW)).toMatchObject({ why: expect.stringContaining("03:30") });
  });

  test("needs a choice if it comes twice, and either is accepted", () => {
    const ambiguous = typed("2026-11-01T01:30");

    expect(ambiguous).toMatchObject({
      twice: { first: expect.stringContaining("EDT"), second: expect.stringContaining("EST") },
      fold: null,
    });
    expect(parseSchedule(ambiguous, NOW)).toMatchObject({ why: expect.stringContaining("which one") });
    expect(parseSchedule(typed("2026-11-01T01:30", "first"), NOW)).toEqual({
      sendAt: new Date("2026-11-01T05:30:00Z"),
    });
    expect(parseSchedule(typed("2026-11-01T01:30", "second"), NOW)).toEqual({
      sendAt: new Date("2026-11-01T06:30:00Z"),
    });
    expect(typed("2026-11-02T01:30", "second")).toMatchObject({ twice: null, fold: null });
  });

  test("must be in the future and within a year", () => {
    expect(parseSchedule(typed("2026-09-30T08:00"), NOW)).toMatchObject({ why: expect.stringContaining("past") });
    expect(parseSchedule(typed("2029-09-30T08:00"), NOW)).toMatchObject({ why: expect.stringContaining("year") });
    expect(parseSchedule(typed("soon"), NOW)).toMatchObject({ why: expect.stringContaining("day and time") });
  });
});

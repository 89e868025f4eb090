import { describe, expect, test } from "vitest";

import { readSchedule, typedTime } from "./schedule-form.ts";

const NOW = new Date("2026-10-01T12:00:00Z");
const typed = (at: string, fold = "") => typedTime({ at, fold });

describe("when an issue is to be sent", () => {
  test("is refused where the clocks leave it out, with the next", () => {
    expect(readSchedule(typed("2027-03-14T02:30"), NOW)).toMatchObject({ why: expect.stringContaining("03:30") });
  });

  test("is asked about where it comes twice, and either is taken", () => {
    const asked = typed("2026-11-01T01:30");

    expect(asked).toMatchObject({
      twice: { first: expect.stringContaining("EDT"), second: expect.stringContaining("EST") },
      fold: null,
    });
    expect(readSchedule(asked, NOW)).toMatchObject({ why: expect.stringContaining("which one") });
    expect(readSchedule(typed("2026-11-01T01:30", "first"), NOW)).toEqual({ sendAt: new Date("2026-11-01T05:30:00Z") });
    expect(readSchedule(typed("2026-11-01T01:30", "second"), NOW)).toEqual({
      sendAt: new Date("2026-11-01T06:30:00Z"),
    });
    expect(typed("2026-11-02T01:30", "second")).toMatchObject({ twice: null, fold: null });
  });

  test("lies ahead, and not years ahead", () => {
    expect(readSchedule(typed("2026-09-30T08:00"), NOW)).toMatchObject({ why: expect.stringContaining("past") });
    expect(readSchedule(typed("2029-09-30T08:00"), NOW)).toMatchObject({ why: expect.stringContaining("year") });
    expect(readSchedule(typed("soon"), NOW)).toMatchObject({ why: expect.stringContaining("day and a time") });
  });
});

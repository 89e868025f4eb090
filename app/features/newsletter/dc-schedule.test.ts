import { describe, expect, test } from "vitest";

import { dcFieldValue, readDcTime } from "./dc-schedule.ts";
import { readSchedule } from "./schedule-form.ts";

const NOW = new Date("2026-10-01T12:00:00Z");
const form = (fields: Record<string, string>) => ({ text: (name: string) => fields[name] ?? "" });

describe("a time in Washington", () => {
  test("is an instant, in summer as in winter, and reads the same the other way", () => {
    expect(readDcTime("2026-07-01T08:30", null)).toEqual({ kind: "at", at: new Date("2026-07-01T12:30:00Z") });
    expect(readDcTime("2026-12-01T08:30", null)).toEqual({ kind: "at", at: new Date("2026-12-01T13:30:00Z") });
    expect(dcFieldValue(new Date("2026-12-01T13:30:00Z"))).toBe("2026-12-01T08:30");
  });

  test("that the night clocks go forward leaves out is refused, with the next", () => {
    expect(readDcTime("2027-03-14T02:30", "first")).toEqual({ kind: "skipped", next: "03:30" });
    expect(readSchedule(form({ at: "2027-03-14T02:30" }), NOW)).toMatchObject({
      why: expect.stringContaining("03:30"),
    });
  });

  test("that comes twice asks which one, and takes either", () => {
    const asked = readSchedule(form({ at: "2026-11-01T01:30" }), NOW);

    expect(asked).toMatchObject({
      fold: { first: expect.stringContaining("EDT"), second: expect.stringContaining("EST") },
    });
    expect(readSchedule(form({ at: "2026-11-01T01:30", fold: "first" }), NOW)).toEqual({
      sendAt: new Date("2026-11-01T05:30:00Z"),
    });
    expect(readSchedule(form({ at: "2026-11-01T01:30", fold: "second" }), NOW)).toEqual({
      sendAt: new Date("2026-11-01T06:30:00Z"),
    });
  });

  test.for(["", "tomorrow", "2026-02-30T08:00", "2026-13-01T08:00", "2026-12-01T25:00", "2026-12-01", "9".repeat(60)])(
    "%j is none",
    (text) => {
      expect(readDcTime(text, null)).toEqual({ kind: "unreadable" });
    },
  );

  test("to send at lies ahead, and not years ahead", () => {
    expect(readSchedule(form({ at: "2026-09-30T08:00" }), NOW)).toMatchObject({ why: expect.stringContaining("past") });
    expect(readSchedule(form({ at: "2029-09-30T08:00" }), NOW)).toMatchObject({ why: expect.stringContaining("year") });
  });
});

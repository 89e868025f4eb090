import { expect, test } from "vitest";

import { describeCron, nextCronRun } from "./cron.ts";

const DC = "America/New_York";

test.for([
  ["* * * * *", "2026-11-23T12:00:30Z", "2026-11-23T12:01:00Z"],
  ["50 0 * * *", "2026-11-23T05:50:00Z", "2026-11-24T05:50:00Z"],
  ["*/15 * * * *", "2026-11-23T12:46:00Z", "2026-11-23T13:00:00Z"],
  ["5,35 4-6 * * *", "2026-11-23T09:05:00Z", "2026-11-23T09:35:00Z"],
  ["0 9 * * 1", "2026-11-23T15:00:00Z", "2026-11-30T14:00:00Z"],
  ["0 0 1 1 *", "2026-11-23T15:00:00Z", "2027-01-01T05:00:00Z"],
  ["0 0 29 2 *", "2026-11-23T15:00:00Z", "2028-02-29T05:00:00Z"],
  // Clocks go back on 1 November 2026: 1:30 comes twice and runs at the first.
  ["30 1 * * *", "2026-10-31T06:00:00Z", "2026-11-01T05:30:00Z"],
  // They go ahead on 14 March 2027, past 2:30.
  ["30 2 * * *", "2027-03-14T06:00:00Z", "2027-03-14T07:30:00Z"],
])("%s after %s is due at %s", ([cron = "", after = "", due = ""]) => {
  expect(nextCronRun(cron, new Date(after), DC)?.toISOString()).toBe(new Date(due).toISOString());
});

test.for(["", "* * * *", "60 * * * *", "a * * * *", "*/0 * * * *", "0 0 31 2 *"])(
  "%s is no line that is ever due",
  (cron) => {
    expect(nextCronRun(cron, new Date("2026-11-23T12:00:00Z"), DC)).toBeNull();
  },
);

test.for([
  ["* * * * *", "Every minute"],
  ["*/5 * * * *", "Every 5 minutes"],
  ["20 * * * *", "Every hour at 20 past"],
  ["50 0 * * *", "Every day at 12:50 AM"],
  ["0 9,21 * * *", "Every day at 9:00 AM and 9:00 PM"],
  ["0 12 * * 1", "Mondays at 12:00 PM"],
  ["0 0 1 * *", "0 0 1 * *"],
])("%s reads %s", ([cron = "", words = ""]) => {
  expect(describeCron(cron)).toBe(words);
});

import { expect, test } from "vitest";

import { describeTotal } from "./campaign-total.ts";

const TYPED = { startsOn: "2027-03-01", endsOn: "2027-03-14", per: "day", amount: "5" };

test.for([
  [{}, "14 days at $5 a day: $70"],
  [{ endsOn: "2027-03-01" }, "1 day at $5 a day: $5"],
  [{ per: "month", amount: "$60" }, "14 days at $60 for 30 days: $28"],
  // The clock changes within these days.
  [{ endsOn: "2027-03-30", amount: "1,000.50" }, "30 days at $1,000.50 a day: $30,015"],
  [{ amount: "" }, null],
  [{ amount: "-5" }, null],
  [{ endsOn: "2027-02-30" }, null],
  [{ endsOn: "2027-02-28" }, null],
] as const)("the total of a campaign is told before it is saved: %o", ([typed, words]) => {
  expect(describeTotal({ ...TYPED, ...typed })).toBe(words);
});

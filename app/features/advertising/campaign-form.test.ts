import { describe, expect, test } from "vitest";

import { readCampaign, type TypedCampaign } from "./campaign-form.ts";
import { readSlot } from "./slots.ts";

const OFFERED = ["category:food", "search:food", "neighborhood:shaw"] as const;
const FORM: TypedCampaign = {
  headline: " Brunch  on the patio ",
  body: "Pancakes until three.",
  slots: ["category:food"],
  startsOn: "2027-01-15",
  endsOn: "2027-01-28",
  per: "day",
  amount: "5",
};

function read(given: Partial<TypedCampaign> = {}) {
  return readCampaign({ ...FORM, ...given }, { today: "2027-01-13", offered: OFFERED });
}

describe("a campaign's form", () => {
  test("says what is bought: days times the day's budget, or a month's share", () => {
    expect(read()).toEqual({
      asked: {
        headline: "Brunch on the patio",
        body: "Pancakes until three.",
        shownOn: ["category:food"],
        startsOn: "2027-01-15",
        endsOn: "2027-01-28",
        budget: { per: "day", cents: 500 },
        totalCents: 7_000,
      },
    });
    expect(read({ per: "month", amount: "$60" })).toMatchObject({ asked: { totalCents: 2_800 } });
    expect(read({ amount: "1.25" })).toMatchObject({ asked: { totalCents: 1_750 } });
  });

  test.for<[Partial<TypedCampaign>, string, RegExp]>([
    [{ headline: "" }, "headline", /Write/],
    [{ body: "the BEST" }, "body", /small letters/],
    [{ slots: [] }, "slots", /at least one/],
    [{ slots: ["category:nope", "neighborhood:shaw';--"] }, "slots", /at least one/],
    [{ startsOn: "2027-01-12" }, "startsOn", /today or a day to come/],
    [{ startsOn: "2027-02-30" }, "startsOn", /Choose a day/],
    [{ startsOn: "tomorrow" }, "startsOn", /Choose a day/],
    [{ startsOn: "2027-03-15", endsOn: "2027-03-16" }, "startsOn", /next 60/],
    [{ endsOn: "2027-01-14" }, "endsOn", /before the first/],
    [{ endsOn: "2027-12-01" }, "endsOn", /at most 92 days; this one would have 321/],
    [{ amount: "0" }, "amount", /in dollars/],
    [{ amount: "-5" }, "amount", /in dollars/],
    [{ amount: "5.5" }, "amount", /in dollars/],
    [{ amount: "1e6" }, "amount", /in dollars/],
    [{ amount: "" }, "amount", /in dollars/],
    [{ per: "hour" }, "amount", /in dollars/],
    [{ amount: "0.50" }, "amount", /\$7 in all\. A campaign costs at least \$10/],
    [{ amount: "999999" }, "amount", /at most \$5,000/],
  ])("refuses %j at %s", ([given, field, why]) => {
    expect(read(given)).toEqual({ problems: { [field]: expect.stringMatching(why) } });
  });

  test("may be for today alone, and for as long as can be", () => {
    expect(read({ startsOn: "2027-01-13", endsOn: "2027-01-13", amount: "10" })).toMatchObject({
      asked: { totalCents: 1_000 },
    });
    expect(read({ startsOn: "2027-03-14", endsOn: "2027-06-13" })).toMatchObject({ asked: { totalCents: 46_000 } });
  });
});

test.for([
  "",
  "category",
  "category:",
  "category:nope",
  "search:shaw",
  "neighborhood:Shaw!",
  "neighborhood:a:b",
  "place:x",
  `neighborhood:${"a".repeat(200)}`,
  "category:food:food",
])("%s is no slot", (name) => {
  expect(readSlot(name)).toBeNull();
});

test("slots are known by their names", () => {
  expect(["category:food", "search:nightlife", "neighborhood:u-street"].map(readSlot)).toEqual([
    "category:food",
    "search:nightlife",
    "neighborhood:u-street",
  ]);
});

import { describe, expect, test } from "vitest";

import { parseCampaignForm, type CampaignFormValues } from "./campaign-form.ts";
import { parseSlot } from "../slots/slots.ts";

const OFFERED = ["category:food", "search:food", "neighborhood:shaw"] as const;
const FORM: CampaignFormValues = {
  headline: " Brunch  on the patio ",
  body: "Pancakes until three.",
  slots: ["category:food"],
  startsOn: "2027-01-15",
  endsOn: "2027-01-28",
  per: "day",
  amount: "5",
};

function parse(given: Partial<CampaignFormValues> = {}) {
  return parseCampaignForm({ ...FORM, ...given }, { today: "2027-01-13", offered: OFFERED });
}

describe("a campaign's form", () => {
  test("gives the total price: days times the daily budget, or a share of the monthly one", () => {
    expect(parse()).toEqual({
      campaign: {
        headline: "Brunch on the patio",
        body: "Pancakes until three.",
        slots: ["category:food"],
        startsOn: "2027-01-15",
        endsOn: "2027-01-28",
        budget: { per: "day", cents: 500 },
        totalCents: 7_000,
      },
    });
    expect(parse({ per: "month", amount: "$60" })).toMatchObject({ campaign: { totalCents: 2_800 } });
    expect(parse({ amount: "1.25" })).toMatchObject({ campaign: { totalCents: 1_750 } });
  });

  test.for<[Partial<CampaignFormValues>, string, RegExp]>([
    [{ headline: "" }, "headline", /Enter/],
    [{ body: "the BEST" }, "body", /capital letters/],
    [{ slots: [] }, "slots", /at least one/],
    [{ slots: ["category:nope", "neighborhood:shaw';--"] }, "slots", /at least one/],
    [{ startsOn: "2027-01-12" }, "startsOn", /today or a later date/],
    [{ startsOn: "2027-02-30" }, "startsOn", /Choose a date/],
    [{ startsOn: "tomorrow" }, "startsOn", /Choose a date/],
    [{ startsOn: "2027-03-15", endsOn: "2027-03-16" }, "startsOn", /next 60/],
    [{ endsOn: "2027-01-14" }, "endsOn", /on or after the first day/],
    [{ endsOn: "2027-12-01" }, "endsOn", /at most 92 days\. This would be 321/],
    [{ amount: "0" }, "amount", /in dollars/],
    [{ amount: "-5" }, "amount", /in dollars/],
    [{ amount: "5.5" }, "amount", /in dollars/],
    [{ amount: "1e6" }, "amount", /in dollars/],
    [{ amount: "" }, "amount", /in dollars/],
    [{ per: "hour" }, "amount", /in dollars/],
    [{ amount: "0.50" }, "amount", /\$7\. A campaign costs at least \$10/],
    [{ amount: "999999" }, "amount", /at most \$5,000/],
  ])("refuses %j at %s", ([given, field, why]) => {
    expect(parse(given)).toEqual({ problems: { [field]: expect.stringMatching(why) } });
  });

  test("can be for one day, and for the longest period", () => {
    expect(parse({ startsOn: "2027-01-13", endsOn: "2027-01-13", amount: "10" })).toMatchObject({
      campaign: { totalCents: 1_000 },
    });
    expect(parse({ startsOn: "2027-03-14", endsOn: "2027-06-13" })).toMatchObject({ campaign: { totalCents: 46_000 } });
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
])("%s isn't a slot", (name) => {
  expect(parseSlot(name)).toBeNull();
});

test("valid slot names are parsed", () => {
  expect(["category:food", "search:nightlife", "neighborhood:u-street"].map(parseSlot)).toEqual([
    "category:food",
    "search:nightlife",
    "neighborhood:u-street",
  ]);
});

import { expect, test } from "vitest";

import { recaseAddress, recaseName } from "./uppercase-text.ts";

test.for([
  ["1811 COLUMBIA ROAD NW", "1811 Columbia Road NW"],
  ["2461 18TH STREET NW", "2461 18th Street NW"],
  ["300 ST. MARY'S COURT SE", "300 St. Mary's Court SE"],
  ["1251 Saratoga AVE, NE", "1251 Saratoga AVE, NE"],
])("the address %s reads as %s", ([text, expected]) => {
  expect(recaseAddress(text ?? "")).toBe(expected);
});

test.for([
  ["FIXTURE MARKET", "Fixture Market"],
  ["CVS PHARMACY", "CVS Pharmacy"],
  ["DC 9", "DC 9"],
  ["JOE'S 14TH ST. DELI", "Joe's 14th ST. Deli"],
  ["Le Pain Quotidien", "Le Pain Quotidien"],
])("the name %s reads as %s", ([text, expected]) => {
  expect(recaseName(text ?? "")).toBe(expected);
});

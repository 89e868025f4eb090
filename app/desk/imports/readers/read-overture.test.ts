import { expect, test } from "vitest";

import { mapToCategory } from "../mapping/category-mapping.ts";
import { buildFeature } from "../import-builders.ts";
import { readOverture } from "./read-overture.ts";

/** What the reader says of a place with these properties. */
function read(properties: Record<string, unknown>) {
  const entry = readOverture(buildFeature({ categories: null, ...properties }));
  return "place" in entry ? entry.place : entry;
}

function kindOf(properties: Record<string, unknown>) {
  const place = read(properties);
  if ("skip" in place) throw new Error(place.skip);
  return mapToCategory("overture", place, new Map());
}

test("a place of schema 2.0.0 has the kinds of its taxonomy, the most specific first, and what else it is last", () => {
  const taxonomy = {
    primary: "gas_station_sushi",
    hierarchy: ["food_and_drink", "restaurant", "casual_eatery", "gas_station_sushi"],
    alternates: ["gas_station"],
  };

  expect(read({ taxonomy, basic_category: "casual_eatery" })).toMatchObject({
    kinds: ["gas_station_sushi", "casual_eatery", "restaurant", "gas_station"],
  });
  expect(kindOf({ taxonomy, basic_category: "casual_eatery" })).toEqual({ category: "food", type: "Restaurant" });
});

test.for<[hierarchy: string, type: string | null]>([
  ["health_care > outpatient_care_facility > dental_clinic", "Dental clinic"],
  ["cultural_and_historic > place_of_worship > muslim_place_of_worship", "House of worship"],
  ["food_and_drink > casual_eatery > dessert_shop > donut_shop", "Bakery"],
  ["services_and_business > financial_service > bank_or_credit_union > bank", "Bank"],
  ["food_and_drink > restaurant > african_restaurant > ethiopian_restaurant", "Ethiopian"],
  // Only "shopping" is known of it, which would make a store of a car dealer.
  ["shopping > vehicle_dealer > auto_dealer", null],
  ["shopping", "Store"],
])("%s is a %s", ([path, type]) => {
  const hierarchy = path.split(" > ");

  expect(kindOf({ taxonomy: { primary: hierarchy.at(-1), hierarchy } })?.type ?? null).toBe(type);
});

test("a place's date is the month in which its own record was updated, whatever Overture adds to it", () => {
  const record = { property: "", dataset: "Foursquare", update_time: "2025-03-07T08:00:00.000Z" };
  const status = { property: "/properties/operating_status", dataset: "Overture", update_time: "2026-11-18" };

  expect(read({ sources: [record, status] })).toMatchObject({ checkedOn: "2025-03" });
  expect(read({ sources: [status] })).toMatchObject({ checkedOn: "2026-11" });
  expect(read({ sources: [] })).toMatchObject({ checkedOn: null });
});

test("a row under a license that Overture's places don't have is left out", () => {
  const under = (license: string | null) => read({ sources: [{ property: "", dataset: "meta", license }] });

  for (const license of ["CDLA-Permissive-2.0", "Apache-2.0", "CC0-1.0", null]) {
    expect(under(license)).toMatchObject({ facts: { name: "Built Cafe" } });
  }
  for (const license of ["ODbL-1.0", "CC-BY-NC-4.0", "proprietary"]) {
    expect(under(license)).toEqual({ skip: "license", name: "Built Cafe" });
  }
});

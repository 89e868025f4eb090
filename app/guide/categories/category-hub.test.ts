import { expect, test } from "vitest";

import { PRICE_FILTERS, toggleValue } from "#app/guide/places/filters/place-filters.ts";
import { NO_HUB_FILTERS, activeFilters, changeHubFilters } from "./category-hub.ts";

const CATEGORY = { slug: "food", name: "Food & Dining", shortName: "Food", headline: "", description: "" } as const;
const FACETS = {
  categories: [],
  types: [{ value: "middle-eastern", label: "Middle Eastern", count: 4 }],
  neighborhoods: [{ value: "shaw", label: "Shaw", count: 9 }],
  prices: [],
  ratings: [],
  openNow: 0,
  attributes: [{ value: "wifi" as const, label: "Wi-Fi", count: 2 }],
};

test("each active filter can be removed alone, and that returns to the first page", () => {
  const filters = {
    ...NO_HUB_FILTERS,
    types: ["middle-eastern"],
    prices: ["$" as const, "$$" as const],
    openNow: true,
    page: 3,
  };

  expect(activeFilters({ category: CATEGORY, filters, facets: FACETS })).toEqual([
    { label: "Open now", hrefWithout: "/food?type=middle-eastern&price=$,$$" },
    { label: "$", hrefWithout: "/food?type=middle-eastern&price=$$&open=now" },
    { label: "$$", hrefWithout: "/food?type=middle-eastern&price=$&open=now" },
    { label: "Middle Eastern", hrefWithout: "/food?price=$,$$&open=now" },
  ]);
});

test("a type that no longer exists still has a removable chip", () => {
  const filters = { ...NO_HUB_FILTERS, types: ["hot-dogs"] };

  expect(activeFilters({ category: CATEGORY, filters, facets: FACETS })).toEqual([
    { label: "hot dogs", hrefWithout: "/food" },
  ]);
});

test("removing the position also removes sorting by distance", () => {
  const near = { lat: 38.9, lng: -77 };
  const filters = { ...NO_HUB_FILTERS, near, sort: "nearest" as const };

  expect(changeHubFilters(filters, { near: null })).toEqual(NO_HUB_FILTERS);
  expect(changeHubFilters(filters, { openNow: true }).sort).toBe("nearest");
});

test("toggling a value twice restores the list, in canonical order", () => {
  expect(toggleValue(["$$$"], "$", PRICE_FILTERS)).toEqual(["$", "$$$"]);
  expect(toggleValue(toggleValue(["$$$"], "$", PRICE_FILTERS), "$", PRICE_FILTERS)).toEqual(["$$$"]);
  expect(toggleValue(["shaw"], "dupont-circle")).toEqual(["dupont-circle", "shaw"]);
});

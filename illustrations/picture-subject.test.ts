import { expect, test } from "vitest";

import { pictureSubject } from "./picture-subject.ts";

const subject = (category: string, type: string) => pictureSubject({ category, type });

test.each([
  ["food", "Ethiopian", "ethiopian"],
  ["food", "Coffee", "coffee"],
  ["food", "Soul food", "chicken"],
  ["food", "Steakhouse", "steak"],
  ["food", "Wine bar", "wine-bar"],
  ["nightlife", "Jazz club", "music"],
  ["nightlife", "Rooftop bar", "rooftop"],
  ["nightlife", "Beer garden", "pub"],
  ["nightlife", "Gay bar", "nightlife"],
  ["shopping", "Bookshop", "bookshop"],
  ["shopping", "Hardware store", "hardware"],
  ["shopping", "Public market", "market"],
  ["shopping", "Wine shop", "liquor-store"],
  ["shopping", "Shopping center", "department-store"],
  ["shopping", "Museum shop", "gift"],
  ["services", "Hotel", "hotel"],
  ["services", "Post office", "post-office"],
  ["services", "House of worship", "worship"],
  ["services", "Embassy", "embassy"],
  ["services", "Dry cleaner", "laundry"],
  ["entertainment", "Art museum", "museum"],
  ["entertainment", "Memorial", "memorial"],
  ["entertainment", "Park", "park"],
  ["entertainment", "Theater", "theater"],
  ["entertainment", "Historic house", "historic-house"],
  ["entertainment", "Opera house", "music"],
  ["entertainment", "Stadium", "stadium"],
  ["health", "Hospital", "hospital"],
  ["health", "Pharmacy", "pharmacy"],
  ["health", "Indoor pool", "swimming"],
  ["health", "Eye care", "optician"],
  ["health", "Physical therapy", "gym"],
  ["home-services", "Landscaping", "landscaping"],
  ["home-services", "Locksmith", "locksmith"],
  ["home-services", "Heating and cooling", "heating-cooling"],
  ["education", "University", "campus"],
  ["education", "Library", "library"],
  ["education", "Charter school", "schoolhouse"],
  ["education", "Music school", "music-school"],
] as const)("in %s, %s is drawn as %s", (category, type, expected) => {
  expect(subject(category, type)).toBe(expected);
});

test("an unknown type uses its category's subject", () => {
  expect(subject("food", "Zyxwv")).toBe("restaurant");
  expect(subject("health", "Zyxwv")).toBe("clinic");
  expect(pictureSubject({ category: "home-services", type: null })).toBe("contractor");
});

test("an unknown category is a street of houses", () => {
  expect(subject("astronomy", "")).toBe("houses");
});

test("rules match from the start of words: Washington isn't a laundry, a dinner isn't an inn", () => {
  expect(subject("services", "Old Washington dinner")).toBe("coworking");
});

import { expect, test } from "vitest";

import { CATEGORY_SLUGS } from "#app/guide/places/facts/categories.ts";

import { isFoodEstablishment, isLocalBusiness, placeSchemaType } from "./place-schema-type.ts";

test("the words of a type take precedence over the category", () => {
  expect(placeSchemaType({ category: "entertainment", type: "Art museum" })).toBe("Museum");
  expect(placeSchemaType({ category: "services", type: "Hotel" })).toBe("Hotel");
  expect(placeSchemaType({ category: "health", type: "Dental clinic" })).toBe("Dentist");
  expect(placeSchemaType({ category: "education", type: "Public library" })).toBe("Library");
  expect(placeSchemaType({ category: "food", type: "Ethiopian" })).toBe("Restaurant");
});

test("with two trades in a type, the first wins", () => {
  expect(placeSchemaType({ category: "shopping", type: "Bookshop and cafe" })).toBe("BookStore");
  expect(placeSchemaType({ category: "nightlife", type: "Music venue and bakery" })).toBe("MusicVenue");
  expect(placeSchemaType({ category: "nightlife", type: "Brewery and restaurant" })).toBe("Brewery");
});

test("a longer match wins over a shorter one within it", () => {
  expect(placeSchemaType({ category: "nightlife", type: "Beer garden" })).toBe("BarOrPub");
  expect(placeSchemaType({ category: "shopping", type: "Museum shop" })).toBe("Store");
  expect(placeSchemaType({ category: "education", type: "Music school" })).toBe("EducationalOrganization");
  expect(placeSchemaType({ category: "nightlife", type: "Jazz club" })).toBe("MusicVenue");
});

test("parts of words don't match", () => {
  expect(placeSchemaType({ category: "food", type: "Barbecue" })).toBe("Restaurant");
  expect(placeSchemaType({ category: "services", type: "Parking" })).toBe("LocalBusiness");
});

test("a type without known words uses its category's type, and every category has one", () => {
  for (const category of CATEGORY_SLUGS) expect(placeSchemaType({ category, type: "Zzz" })).toMatch(/^[A-Z]\w+$/);
});

test("parks and museums aren't local businesses, shops and hospitals are", () => {
  expect(isLocalBusiness("Park")).toBe(false);
  expect(isLocalBusiness("Museum")).toBe(false);
  expect(isLocalBusiness("BookStore")).toBe(true);
  expect(isLocalBusiness("Hospital")).toBe(true);
  expect(isFoodEstablishment("Restaurant")).toBe(true);
  expect(isFoodEstablishment("BookStore")).toBe(false);
});

import { expect, test } from "vitest";

import { formatOpeningHours } from "#app/guide/places/hours/osm-opening-hours.ts";

import { parseSchemaOrgHours } from "./read-hours.ts";

const SUMMER = { validFrom: "2027-06-01", validThrough: "2027-08-31" };

const USUAL = { dayOfWeek: ["Monday", "Tuesday"], opens: "09:00", closes: "17:00" };

function read(openingHoursSpecification: object[], specialOpeningHoursSpecification: object[] = []) {
  const found = parseSchemaOrgHours({ openingHoursSpecification, specialOpeningHoursSpecification });
  return found?.hours === undefined || found.hours === null ? null : formatOpeningHours(found.hours);
}

test("a schema.org season keeps its own weekdays and split days, and a holiday in it takes precedence", () => {
  const noon = { ...SUMMER, dayOfWeek: ["Friday", "Saturday"], opens: "11:00", closes: "14:00" };
  const night = { ...SUMMER, dayOfWeek: "https://schema.org/Saturday", opens: "18:00", closes: "22:00" };
  const closed = { validFrom: "2027-07-04", validThrough: "2027-07-04", opens: "00:00", closes: "00:00" };

  expect(read([closed, USUAL, noon, night])).toBe(
    "Mo,Tu 09:00-17:00; 2027 Jun 01-2027 Aug 31 Fr 11:00-14:00; 2027 Jun 01-2027 Aug 31 Sa 11:00-14:00,18:00-22:00; 2027 Jul 04 off",
  );
});

test("a special day with two openings keeps both", () => {
  const day = { validFrom: "2027-12-24", validThrough: "2027-12-24" };

  expect(
    read(
      [{ dayOfWeek: ["Friday"], opens: "09:00", closes: "17:00" }],
      [
        { ...day, opens: "10:00", closes: "12:00" },
        { ...day, opens: "14:00", closes: "16:00" },
      ],
    ),
  ).toBe("Fr 09:00-17:00; 2027 Dec 24 10:00-12:00,14:00-16:00");
});

test.each([
  ["an opening on no day", { opens: "09:00", closes: "17:00" }],
  ["a season without an end", { validFrom: "2027-06-01", dayOfWeek: ["Monday"], opens: "09:00", closes: "17:00" }],
  [
    "a season that ends before it begins",
    { validFrom: "2027-06-01", validThrough: "2027-05-01", opens: "9", closes: "17" },
  ],
  ["a day that no week has", { ...SUMMER, dayOfWeek: ["Monday", "Funday"], opens: "09:00", closes: "17:00" }],
])("%s is not read", (_what, specification) => {
  expect(read([USUAL, specification])).toBeNull();
});

test("hours of a season alone don't cover the rest of the year, so they are not read", () => {
  expect(read([{ ...USUAL, ...SUMMER }])).toBeNull();
});

import { expect, test } from "vitest";

import { formatOpeningHours } from "#app/guide/places/hours/osm-opening-hours.ts";

import { parseHoursText, parseSchemaOrgHours, parseWeekHours } from "./read-hours.ts";

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
  ["a day without times", { dayOfWeek: "Wednesday" }],
  ["a day without a closing time", { dayOfWeek: "Wednesday", opens: "09:00" }],
  ["holidays of a season", { ...SUMMER, dayOfWeek: "PublicHolidays", opens: "09:00", closes: "12:00" }],
  ["a season without an end", { validFrom: "2027-06-01", dayOfWeek: ["Monday"], opens: "09:00", closes: "17:00" }],
  [
    "a season that ends before it begins",
    { validFrom: "2027-06-01", validThrough: "2027-05-01", opens: "9", closes: "17" },
  ],
  ["a day that no week has", { ...SUMMER, dayOfWeek: ["Monday", "Funday"], opens: "09:00", closes: "17:00" }],
])("%s is not read", (_what, specification) => {
  expect(read([USUAL, specification])).toBeNull();
});

test("hours of public holidays are read, and a form that nobody filled in isn't", () => {
  const holidays = { dayOfWeek: ["Saturday", "https://schema.org/PublicHolidays"], opens: "10:00", closes: "14:00" };
  const never = { dayOfWeek: ["Monday", "Tuesday"], opens: "00:00", closes: "00:00" };

  expect(read([USUAL, holidays])).toBe("Mo,Tu 09:00-17:00; Sa 10:00-14:00; PH 10:00-14:00");
  expect(read([never])).toBeNull();
});

test.each([
  [["Mo-Fr 09:00-17:00", "Sa 10:00-12:00"], "Mo-Fr 09:00-17:00; Sa 10:00-12:00"],
  [USUAL, "Mo,Tu 09:00-17:00"],
  [[USUAL, { dayOfWeek: "Friday", opens: "10:00", closes: "12:00" }], "Mo,Tu 09:00-17:00; Fr 10:00-12:00"],
  [["Mo-Fr 09:00-17:00", USUAL], null],
  [[5], null],
  ["Mo-Fr", null],
])("openingHours as text or as objects, %j, is read or counts as unread", (openingHours, hours) => {
  const found = parseSchemaOrgHours({ openingHours });

  expect(found?.hours == null ? found : formatOpeningHours(found.hours)).toBe(hours);
});

test("hours without a closing time are kept in words that people read", () => {
  expect(parseHoursText("Mo-Fr 10:00+")).toEqual({ hoursText: "Mon to Fri from 10 AM. Closing time not given." });
});

test("hours of a season alone don't cover the rest of the year, so they are not read", () => {
  expect(read([{ ...USUAL, ...SUMMER }])).toBeNull();
});

test.each([
  ["00:00", "24:00", "00:00-24:00"],
  ["00:00", "23:59:59", "00:00-24:00"],
  ["00:00", "00:00", "off"],
  ["00:00:00", "23:59", "00:00-24:00"],
  ["17:00", "23:59:59", "17:00-24:00"],
  ["9", "6", "09:00-18:00"],
  ["09:00:00", "18:00:00", "09:00-18:00"],
  ["10:00", "12:00", "10:00-12:00"],
  ["9:00 AM", "12 AM", "09:00-24:00"],
  ["18:00", "02:00", "18:00-02:00"],
])("schema.org’s %s to %s is read as people mean it", (opens, closes, hours) => {
  expect(read([USUAL, { dayOfWeek: "Friday", opens, closes }])).toBe(
    hours === "off" ? "Mo,Tu 09:00-17:00" : `Mo,Tu 09:00-17:00; Fr ${hours}`,
  );
});

test.each([
  ["9-5", "Mo-Su 09:00-17:00"],
  ["9:00-5:00", "Mo-Su 09:00-17:00"],
  ["1-5pm", "Mo-Su 13:00-17:00"],
  ["5-10 PM", "Mo-Su 17:00-22:00"],
  ["9-9", "Mo-Su 09:00-21:00"],
  ["7-3am", "Mo-Su 19:00-03:00"],
  ["noon-10pm", "Mo-Su 12:00-22:00"],
  ["24hrs", "24/7"],
  ["10:00-12:00,13:00-17:00", "Mo-Su 10:00-12:00,13:00-17:00"],
  ["5PM-close", null],
  ["5pm-12pm", null],
  ["5-10", null],
])("a day’s cell “%s” never means the wrong half of the day", (cell, hours) => {
  const day = {
    monday: cell,
    tuesday: cell,
    wednesday: cell,
    thursday: cell,
    friday: cell,
    saturday: cell,
    sunday: cell,
  };
  const week = parseWeekHours(day, "");

  expect(week?.hours == null ? null : formatOpeningHours(week.hours)).toBe(hours);
});

test.each([
  ["Mo-Fr 09:00-17:00; PH off", "Mo-Fr 09:00-17:00; PH off"],
  ["Mon-Fri 9am-5pm", "Mo-Fr 09:00-17:00"],
  ["9-5", "Mo-Su 09:00-17:00"],
  ["Mo-Fr 09:00-17:00; PH unknown", null],
  ["Su-Th 11:00-2:00", null],
  ["12:00-15:00; 17:00-21:00", null],
  ["Su-Th 11:00-10:00", null],
  ["Mo-Fr 9:00-5:00", null],
  ["Mo off", null],
  ["Su,PH off", null],
])("hours in one text, “%s”, are read or kept as text", (text, hours) => {
  const found = parseHoursText(text);

  expect(found.hours == null ? null : formatOpeningHours(found.hours)).toBe(hours);
  expect(found.hoursText).toBe(hours === null ? text : undefined);
});

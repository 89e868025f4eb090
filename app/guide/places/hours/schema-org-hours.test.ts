import { expect, test } from "vitest";

import { buildHours } from "./opening-hours-builders.ts";
import { openingHoursSpecification, specialOpeningHoursSpecification } from "./schema-org-hours.ts";

test("days with the same interval share an entry, a split day has two, and closed days have none", () => {
  expect(openingHoursSpecification(buildHours("Mo-We 11:00-14:00,17:00-22:00; Sa 17:00-22:00"))).toEqual([
    {
      "@type": "OpeningHoursSpecification",
      dayOfWeek: ["Monday", "Tuesday", "Wednesday"],
      opens: "11:00",
      closes: "14:00",
    },
    {
      "@type": "OpeningHoursSpecification",
      dayOfWeek: ["Monday", "Tuesday", "Wednesday", "Saturday"],
      opens: "17:00",
      closes: "22:00",
    },
  ]);
});

test("midnight, hours past midnight and whole days are written as search engines expect", () => {
  const timesOf = (text: string) =>
    openingHoursSpecification(buildHours(text)).map(({ opens, closes }) => `${opens} ${closes}`);

  expect(timesOf("Sa 18:00-24:00")).toEqual(["18:00 00:00"]);
  expect(timesOf("Sa 18:00-02:00")).toEqual(["18:00 02:00"]);
  expect(timesOf("24/7")).toEqual(["00:00 23:59"]);
  expect(timesOf("off")).toEqual([]);
});

test("upcoming exceptions have dates, consecutive days are grouped, and closed days are midnight to midnight", () => {
  const hours = buildHours(
    "Mo-Su 10:00-18:00; PH off; Dec 24-26 off; 2026 Nov 27 10:00-14:00,16:00-24:00; 2026 Nov 20 off",
  );

  expect(specialOpeningHoursSpecification(hours, "2026-11-21", 60)).toEqual(
    [
      ["2026-11-26", "2026-11-26", "00:00", "00:00"],
      ["2026-11-27", "2026-11-27", "10:00", "14:00"],
      ["2026-11-27", "2026-11-27", "16:00", "00:00"],
      ["2026-12-24", "2026-12-26", "00:00", "00:00"],
      ["2027-01-01", "2027-01-01", "00:00", "00:00"],
      ["2027-01-18", "2027-01-18", "00:00", "00:00"],
    ].map(([validFrom, validThrough, opens, closes]) => ({
      "@type": "OpeningHoursSpecification",
      validFrom,
      validThrough,
      opens,
      closes,
    })),
  );
});

test("without upcoming exceptions there are no special hours", () => {
  expect(specialOpeningHoursSpecification(buildHours("24/7; 2026 Nov 20 off"), "2026-11-21", 30)).toEqual([]);
});

import fc from "fast-check";
import { expect, test } from "vitest";

import { anyHours, buildHours } from "#app/guide/places/hours/opening-hours-builders.ts";
import { formatOpeningHours } from "#app/guide/places/hours/osm-opening-hours.ts";
import { WEEKDAYS } from "#app/lib/dc-time.ts";

import { gridFields, type GridValues, HOLIDAYS_FIELD, TICKED } from "./grid-fields.ts";
import { parseHoursForm } from "./hours-form.ts";
import { copyMonday, hoursToGrid, parseGrid } from "./hours-grid.ts";

const RUNS = process.env.PROVE === "1" ? 5_000 : 300;

test("a text fills the days, is cleared then, and what it leaves out is closed", () => {
  const filled = send({ fill: "yes", text: "Mon–Fri 9–5, Sat 10–2" });

  expect(filled).toMatchObject({
    step: "filled",
    typed: {
      text: "",
      grid: { "monday-from": "09:00", "monday-to": "17:00", "saturday-to": "14:00", "sunday-closed": TICKED },
    },
  });
});

test("Monday is copied to all days, with its second hours and its checkboxes", () => {
  const split = send({
    copy: "yes",
    "monday-from": "11:00",
    "monday-to": "14:00",
    "monday-from2": "17:00",
    "sunday-closed": TICKED,
  });

  expect(split).toMatchObject({
    typed: { grid: { "sunday-from": "11:00", "sunday-from2": "17:00", "sunday-closed": "" } },
  });
  expect(copyMonday({ "monday-closed": TICKED })["friday-closed"]).toBe(TICKED);
});

test.for([
  ["the days", { ...everyDay("09:00", "17:00"), [HOLIDAYS_FIELD]: TICKED }, "Mo-Su 09:00-17:00; PH off"],
  ["the days, past midnight", everyDay("17:00", "02:00"), "Mo-Su 17:00-02:00"],
  ["the days, until midnight", everyDay("17:00", "00:00"), "Mo-Su 17:00-24:00"],
  ["the text alone", { text: "Mon-Fri 9-5; Dec 25 off" }, null],
  ["the text alone, with special days", { text: "Mo-Fr 09:00-17:00; Dec 25 off" }, "Mo-Fr 09:00-17:00; Dec 25 off"],
  ["both, if they agree", { ...everyDay("09:00", "17:00"), text: "daily 9-5" }, "Mo-Su 09:00-17:00"],
] as const)("hours are read from %s", ([, values, osm]) => {
  const read = send({ basis: "visit", ...values });

  expect(read.step).toBe(osm === null ? "refused" : "read");
  if (read.step !== "read" || osm === null) return;
  expect(read.edit).toEqual({
    changes: [{ field: "hours", before: null, after: buildHours(osm) }],
    descriptionNote: "",
    basis: "visit",
    note: "",
  });
});

test.for([
  ["nothing", {}, "text", /Type the hours/],
  ["an unclear text", { text: "5-10" }, "text", /“5-10” could be/],
  ["an unclear text beside days", { ...everyDay("09:00", "17:00"), text: "by appt" }, "text", /or remove it/],
  ["a text that says otherwise", { ...everyDay("09:00", "17:00"), text: "daily 9-6" }, "text", /something else/],
  [
    "a day without hours",
    { ...everyDay("09:00", "17:00"), "friday-from": "", "friday-to": "" },
    "friday",
    /check Closed/,
  ],
  ["no closing time", { ...everyDay("09:00", "17:00"), "friday-to": "" }, "friday", /closing time/],
  ["no opening time", { ...everyDay("09:00", "17:00"), "friday-from": "" }, "friday", /opening time/],
  ["equal times", { ...everyDay("09:00", "17:00"), "friday-to": "09:00" }, "friday", /the same/],
  ["times and closed", { ...everyDay("09:00", "17:00"), "friday-closed": TICKED }, "friday", /uncheck Closed/],
  [
    "overlapping hours",
    { ...everyDay("09:00", "17:00"), "friday-from2": "16:00", "friday-to2": "18:00" },
    "friday",
    /overlap/,
  ],
  ["a forged time", { ...everyDay("09:00", "17:00"), "friday-from": "9 <b>" }, "friday", /opening time/],
  ["no basis", { ...everyDay("09:00", "17:00"), basis: "" }, "basis", /how you know/],
  ["another basis without a note", { ...everyDay("09:00", "17:00"), basis: "other" }, "note", /in a few words/],
  ["501 characters of note", { ...everyDay("09:00", "17:00"), note: "x".repeat(501) }, "note", /You wrote 501/],
] as const)("%s is refused at its field, and what was typed stays", ([, values, field, message]) => {
  const given = { basis: "visit", ...values };
  const read = send(given);

  expect(read.step === "refused" ? read.problems[field] : read.step).toMatch(message);
  const { text, grid, basis, note } = read.typed;
  expect({ ...grid, text, basis, note }).toMatchObject(given);
});

test("days aren't filled in from nothing, and what was typed stays", () => {
  const read = send({ ...everyDay("09:00", "17:00"), basis: "visit", fill: "yes" });

  expect(read).toMatchObject({ step: "refused", problems: { text: "Type the hours here first." } });
  expect(read.typed).toMatchObject({ grid: everyDay("09:00", "17:00"), basis: "visit" });
});

test("all days closed isn't opening hours, and closed and 24 hours exclude each other", () => {
  const closed = Object.fromEntries(WEEKDAYS.map((day) => [gridFields(day).closed, TICKED]));

  expect(parseGrid(closed).problems?.["monday"]).toMatch(/report that instead/);
  expect(parseGrid({ ...closed, "monday-all-day": TICKED }).problems?.["monday"]).toMatch(/not both/);
});

test("the grid shows any hours that fit and gives the same back", () => {
  let fitCount = 0;
  fc.assert(
    fc.property(anyHours(["2026-11-26"]), ({ weekly }) => {
      const hours = { weekly, exceptions: [] };
      const grid = hoursToGrid(hours);
      if (grid === null || formatOpeningHours(hours) === "off") return;
      fitCount += 1;
      expect(parseGrid(grid)).toEqual({ hours, problems: null });
    }),
    { seed: 20_261_128, numRuns: RUNS },
  );
  expect(fitCount).toBeGreaterThan(10);
  expect(hoursToGrid(buildHours("Mo-Su 09:00-17:00; Dec 25 off"))).toBeNull();
});

function send(values: GridValues) {
  return parseHoursForm({ text: (name) => values[name] ?? "" }, null);
}

function everyDay(from: string, to: string): Record<string, string> {
  return Object.fromEntries(
    WEEKDAYS.flatMap((day) => [
      [gridFields(day).from, from],
      [gridFields(day).to, to],
    ]),
  );
}

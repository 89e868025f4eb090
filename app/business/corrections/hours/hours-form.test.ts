import { expect, test } from "vitest";

import { buildHours } from "#app/guide/places/hours/opening-hours-builders.ts";
import { WEEKDAYS } from "#app/lib/dc-time.ts";

import { type HoursValues, rowFields, TICKED } from "./hours-fields.ts";
import { parseHoursForm } from "./hours-form.ts";

test("a text fills the days, is cleared then, and what it leaves out is closed", () => {
  const filled = send({ fill: "yes", hoursText: "Mon–Fri 9–5, Sat 10–2" });

  expect(filled).toMatchObject({
    step: "filled",
    typed: {
      hours: {
        hoursText: "",
        "monday-from": "09:00",
        "monday-to": "17:00",
        "saturday-to": "14:00",
        "sunday-closed": TICKED,
      },
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
    typed: { hours: { "sunday-from": "11:00", "sunday-from2": "17:00", "sunday-closed": "" } },
  });
  expect(send({ copy: "yes", "monday-closed": TICKED }).typed.hours["friday-closed"]).toBe(TICKED);
});

test.for([
  ["the days", { ...everyDay("09:00", "17:00"), "holidays-closed": TICKED }, "Mo-Su 09:00-17:00; PH off"],
  ["the days, past midnight", everyDay("17:00", "02:00"), "Mo-Su 17:00-02:00"],
  ["the days, until midnight", everyDay("17:00", "00:00"), "Mo-Su 17:00-24:00"],
  ["the text alone", { hoursText: "Mon-Fri 9-5; Dec 25 off" }, null],
  [
    "the text alone, with special days",
    { hoursText: "Mo-Fr 09:00-17:00; Dec 25 off" },
    "Mo-Fr 09:00-17:00; Dec 25 off",
  ],
  ["both, if they agree", { ...everyDay("09:00", "17:00"), hoursText: "daily 9-5" }, "Mo-Su 09:00-17:00"],
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
  ["nothing", {}, "hoursText", /Type the hours/],
  ["an unclear text", { hoursText: "5-10" }, "hoursText", /“5-10” could be/],
  ["an unclear text beside days", { ...everyDay("09:00", "17:00"), hoursText: "by appt" }, "hoursText", /or remove it/],
  [
    "a text that says otherwise",
    { ...everyDay("09:00", "17:00"), hoursText: "daily 9-6" },
    "hoursText",
    /something else/,
  ],
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
  const { hours, basis, note } = read.typed;
  expect({ ...hours, basis, note }).toMatchObject(given);
});

test("days aren't filled in from nothing, and what was typed stays", () => {
  const read = send({ ...everyDay("09:00", "17:00"), basis: "visit", fill: "yes" });

  expect(read).toMatchObject({ step: "refused", problems: { hoursText: "Type the hours here first." } });
  expect(read.typed).toMatchObject({ hours: everyDay("09:00", "17:00"), basis: "visit" });
});

test("special days of a text come after those of the form", () => {
  const own = { specialCount: "1", "special0-kind": "once", "special0-first": "2027-12-24", "special0-closed": TICKED };
  const filled = send({ fill: "yes", hoursText: "Mo-Fr 09:00-17:00; Dec 31 off", ...own });

  expect(filled.typed.hours).toMatchObject({
    ...own,
    specialCount: "3",
    "special1-kind": "yearly",
    "special1-first": "Dec 31",
    "special1-closed": TICKED,
  });
});

function send(values: HoursValues) {
  return parseHoursForm({ text: (name) => values[name] ?? "" }, "entertainment");
}

function everyDay(from: string, to: string): Record<string, string> {
  return Object.fromEntries(
    WEEKDAYS.flatMap((day) => [
      [rowFields(day).spans[0]?.from, from],
      [rowFields(day).spans[0]?.to, to],
    ]),
  );
}

import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { formatInterval } from "#app/lib/format-time.ts";

import { anyHours, buildHours } from "./opening-hours-builders.ts";
import { OpeningHoursSchema } from "./opening-hours.ts";
import { formatOpeningHours, OPENING_HOURS_TEXT_MAX } from "./osm-opening-hours.ts";
import { type HoursHint, readTypedDay, readTypedHours, readTypedWeekdays } from "./typed-hours.ts";

const RUNS = process.env.PROVE === "1" ? 20_000 : 400;
const SEED = 20_261_128;

function read(text: string, hint: HoursHint = null): string {
  const found = readTypedHours(text, hint);
  return found.ok ? formatOpeningHours(found.hours) : `unclear: ${found.reason}`;
}

function readDay(text: string, hint: HoursHint = null): string {
  const found = readTypedDay(text, hint);
  if (!found.ok) return `unclear: ${found.reason}`;
  return found.intervals.map(({ opens, closes }) => `${opens}-${closes}`).join(",") || "off";
}

test.for([
  // The usual ways.
  ["Mon-Fri 9-5, Sat 10am–2pm", "Mo-Fr 09:00-17:00; Sa 10:00-14:00"],
  ["Mon–Fri 9–5, Sat 10–2", "Mo-Fr 09:00-17:00; Sa 10:00-14:00"],
  ["daily 11 to 11", "Mo-Su 11:00-23:00"],
  ["24/7", "24/7"],
  ["open 24 hours", "24/7"],
  ["24hrs", "24/7"],
  ["24 hours a day, 7 days a week", "24/7"],
  ["Open 24 hrs daily", "24/7"],
  ["M-Th 4pm-12am; F-Sa til 2", "Mo-Th 16:00-24:00; Fr,Sa 16:00-02:00"],
  ["weekdays 8:30-17:00", "Mo-Fr 08:30-17:00"],
  ["noon-midnight", "Mo-Su 12:00-24:00"],
  ["noon to midnight daily", "Mo-Su 12:00-24:00"],
  ["Mo-Fr 09:00-17:00; PH off", "Mo-Fr 09:00-17:00; PH off"],
  ["9-5, closed Mondays", "Tu-Su 09:00-17:00"],
  ["closed Mondays, Tue-Sun 11am-10pm", "Tu-Su 11:00-22:00"],
  ["Closed Sun & Mon, Tue-Sat 9-5", "Tu-Sa 09:00-17:00"],
  ["Mon-Sat 10:00am - 9:00pm (EST)", "Mo-Sa 10:00-21:00"],
  ["Daily 11am–2am", "Mo-Su 11:00-02:00"],
  ["9 to 5", "Mo-Su 09:00-17:00"],
  ["9a-5p", "Mo-Su 09:00-17:00"],
  ["7am-2pm, 5-9pm", "Mo-Su 07:00-14:00,17:00-21:00"],
  ["11:30 AM – 2:30 PM, 5:00 – 10:00 PM", "Mo-Su 11:30-14:30,17:00-22:00"],
  ["M-F 9-5", "Mo-Fr 09:00-17:00"],
  ["noon-10pm", "Mo-Su 12:00-22:00"],
  ["17-22", "Mo-Su 17:00-22:00"],
  ["9-17", "Mo-Su 09:00-17:00"],
  ["9-9", "Mo-Su 09:00-21:00"],
  ["10-10", "Mo-Su 10:00-22:00"],
  ["Mon. - Fri.: 8 a.m. to 6 p.m.", "Mo-Fr 08:00-18:00"],
  ["Monday through Friday, 8:30 AM until 5:30 PM", "Mo-Fr 08:30-17:30"],
  ["mon thru thurs 7-3", "Mo-Th 07:00-15:00"],
  [
    "Monday to Thursday 11-10; Friday and Saturday 11-11; Sunday 12-9",
    "Mo-Th 11:00-22:00; Fr,Sa 11:00-23:00; Su 12:00-21:00",
  ],
  ["Tues, Thurs & Sat 10-6", "Tu,Th,Sa 10:00-18:00"],
  ["Tue/Thu 10-6", "Tu,Th 10:00-18:00"],
  ["Mon + Wed 10-6", "Mo,We 10:00-18:00"],
  ["MWF 9-5", "Mo,We,Fr 09:00-17:00"],
  ["TTh 10-4", "Tu,Th 10:00-16:00"],
  ["M, W, F 9-5; T, Th 10-6", "Mo,We,Fr 09:00-17:00; Tu,Th 10:00-18:00"],
  ["Mon Wed Fri 9-5", "Mo,We,Fr 09:00-17:00"],
  ["Mon, Tue, and Wed 9-5", "Mo-We 09:00-17:00"],
  ["weekends 10-4", "Sa,Su 10:00-16:00"],
  ["Fridays 5pm-1am", "Fr 17:00-01:00"],
  ["Fri-Mon 10am-6pm", "Mo,Fr-Su 10:00-18:00"],
  ["every day 8am to 8pm", "Mo-Su 08:00-20:00"],
  ["7 days a week, 10-8", "Mo-Su 10:00-20:00"],
  ["Open 7 days 10am-8pm", "Mo-Su 10:00-20:00"],
  // Times before days.
  ["9-5 Mon-Fri", "Mo-Fr 09:00-17:00"],
  ["11am-2am daily", "Mo-Su 11:00-02:00"],
  ["9am-5pm weekdays; 10am-2pm Sat", "Mo-Fr 09:00-17:00; Sa 10:00-14:00"],
  ["9-5 M-F, 10-2 Sat", "Mo-Fr 09:00-17:00; Sa 10:00-14:00"],
  ["9-5 Mon-Fri, Sat 10-2", "Mo-Fr 09:00-17:00; Sa 10:00-14:00"],
  ["9-5 daily, closed Wed", "Mo,Tu,Th-Su 09:00-17:00"],
  ["9-5 daily except Sunday", "Mo-Sa 09:00-17:00"],
  ["daily except Sunday 9-5", "Mo-Sa 09:00-17:00"],
  // Days that differ.
  ["Daily 9-5, Sat 10-2", "Mo-Fr,Su 09:00-17:00; Sa 10:00-14:00"],
  ["Mon-Fri 9-5 Sat 10-2 Sun closed", "Mo-Fr 09:00-17:00; Sa 10:00-14:00"],
  ["Mon-Fri 9-5; Sat, Sun: closed", "Mo-Fr 09:00-17:00"],
  ["weekends closed; Sat 10-2; weekdays 9-5", "Mo-Fr 09:00-17:00; Sa 10:00-14:00"],
  ["closed Sunday; daily 9-5", "Mo-Sa 09:00-17:00"],
  ["Mon-Fri 11am-2pm; Mon-Fri 5-9pm", "Mo-Fr 11:00-14:00,17:00-21:00"],
  ["Tue-Sat 11:30am-2:30pm; Tue-Sun 4:30-9pm", "Tu-Sa 11:30-14:30,16:30-21:00; Su 16:30-21:00"],
  ["12:00-15:00; 17:00-21:00", "Mo-Su 12:00-15:00,17:00-21:00"],
  ["11-2 and 5-10", "Mo-Su 11:00-14:00,17:00-22:00"],
  ["Mon-Fri 7am-10am, 11am-3pm & 5pm-10pm", "Mo-Fr 07:00-10:00,11:00-15:00,17:00-22:00"],
  // Holidays.
  ["Mon-Fri 9-5, closed holidays", "Mo-Fr 09:00-17:00; PH off"],
  ["Mon-Fri 9-5, closed on federal holidays", "Mo-Fr 09:00-17:00; PH off"],
  ["Mon-Sat 9-5, Sun & holidays 10-4", "Mo-Sa 09:00-17:00; Su 10:00-16:00; PH 10:00-16:00"],
  ["Mon-Fri 9-5, closed weekends and holidays", "Mo-Fr 09:00-17:00; PH off"],
  // Halves of the day.
  ["9-5pm", "Mo-Su 09:00-17:00"],
  ["9am-5", "Mo-Su 09:00-17:00"],
  ["8:30-5", "Mo-Su 08:30-17:00"],
  ["8.30-5.30", "Mo-Su 08:30-17:30"],
  ["1-5pm", "Mo-Su 13:00-17:00"],
  ["1-5", "Mo-Su 13:00-17:00"],
  ["5-10pm", "Mo-Su 17:00-22:00"],
  ["5-2am", "Mo-Su 17:00-02:00"],
  ["7-3am", "Mo-Su 19:00-03:00"],
  ["4-10", "Mo-Su 16:00-22:00"],
  ["12-8", "Mo-Su 12:00-20:00"],
  ["12-12", "Mo-Su 12:00-24:00"],
  ["Sun 12-4", "Su 12:00-16:00"],
  ["6-6", "Mo-Su 06:00-18:00"],
  ["11-2pm", "Mo-Su 11:00-14:00"],
  ["5pm-2", "Mo-Su 17:00-02:00"],
  ["8pm-12", "Mo-Su 20:00-24:00"],
  ["Sun 9-10am", "Su 09:00-10:00"],
  ["930-5", "Mo-Su 09:30-17:00"],
  ["0900-1700", "Mo-Su 09:00-17:00"],
  ["1030am-3pm", "Mo-Su 10:30-15:00"],
  ["12 noon - 12 midnight", "Mo-Su 12:00-24:00"],
  ["Fri 10pm-4am", "Fr 22:00-04:00"],
  ["22:00-06:00", "Mo-Su 22:00-06:00"],
  ["18:00-2:00", "Mo-Su 18:00-02:00"],
  ["Mon-Thu 17:00-00:00", "Mo-Th 17:00-24:00"],
  // As websites write them.
  [
    "Monday: 9:00 AM – 5:00 PM\nTuesday: 9:00 AM – 5:00 PM\nWednesday: Closed\nThursday: 9:00 AM – 5:00 PM\nFriday: 11:30 AM – 2:30 PM, 5:00 – 10:00 PM\nSaturday: Open 24 hours\nSunday: Closed",
    "Mo,Tu,Th 09:00-17:00; Fr 11:30-14:30,17:00-22:00; Sa 00:00-24:00",
  ],
  ["Mon-Fri\n9am - 5pm\nSat\n10am - 2pm", "Mo-Fr 09:00-17:00; Sa 10:00-14:00"],
  ["Hours: Mon-Fri 9:00am-5:00pm | Sat 10:00am-2:00pm", "Mo-Fr 09:00-17:00; Sa 10:00-14:00"],
  ["HOURS\nMON\u2014FRI: 11AM\u201410PM\nSAT\u2014SUN: 10AM\u201411PM", "Mo-Fr 11:00-22:00; Sa,Su 10:00-23:00"],
  ["Mon\u00A0\u2013\u00A0Fri\u00A09\u202FAM\u2009\u2013\u20095\u202FPM", "Mo-Fr 09:00-17:00"],
  ["We're open Tuesday through Sunday from 11 to 7.", "Tu-Su 11:00-19:00"],
  // OpenStreetMap's own.
  ["Mo-Su 11:00-14:00,17:00-22:00; PH off; Dec 25 off", "Mo-Su 11:00-14:00,17:00-22:00; PH off; Dec 25 off"],
  ["off; Apr-Oct Sa,Su 12:00-20:00", "off; Apr 01-Oct 31 Sa,Su 12:00-20:00"],
  ["Sa 10:00-12:00", "Sa 10:00-12:00"],
  ["Mo-Fr 9:00-12:00", "Mo-Fr 09:00-12:00"],
  ["Mo-Fr 9:00-5:00", "Mo-Fr 09:00-17:00"],
  ["Fr,Sa 17:00-02:00", "Fr,Sa 17:00-02:00"],
] as const)("“%s” is read as %s", ([text, osm]) => {
  expect(read(text)).toBe(osm);
});

test.for([
  ["", "no hours"],
  ["5-10", "“5-10” could be 5 AM to 10 AM or 5 PM to 10 PM. Add AM or PM"],
  ["Mon 5-9", "Add AM or PM"],
  ["6-2", "6 AM to 2 PM or 6 PM to 2 AM"],
  ["8-12", "8 AM to 12 PM or 8 PM to 12 AM"],
  ["9am-12", "Add AM or PM"],
  ["11-2", "11 AM to 2 PM or 11 PM to 2 AM"],
  ["11-2am", "Add AM or PM"],
  ["noon-2", "12 PM to 2 PM or 12 PM to 2 AM"],
  ["8-10pm", "8 PM to 10 PM or 8 AM to 10 PM"],
  ["7-10", "Add AM or PM"],
  ["6-12pm", "noon or midnight"],
  ["5pm-12pm", "would end the next day"],
  ["11am-10am", "would end the next day"],
  ["09:00-05:00", "would end the next day"],
  ["Su-Th 11:00-2:00", "Add AM or PM"],
  ["Su 5:00-9:00", "Add AM or PM"],
  ["9am-9am", "are the same"],
  ["9-5, 4-6", "isn’t after"],
  ["9am-5pm, 4pm-6pm", "overlap"],
  ["9", "“9”|ends where"],
  ["9-", "ends where"],
  ["Mon-Fri", "ends where"],
  ["9 to 5 to 7", "“to 7”"],
  ["13pm-14pm", "“13pm” is not a time"],
  ["25-26", "“25” is not a time"],
  ["9:75-10", "“9:75” is not a time"],
  ["5PM-close", "“close”"],
  ["11am till late", "“late”"],
  ["M-F 9-5, Sat by appt", "“by appt”"],
  ["by appointment only", "“by appointment”"],
  ["dawn to dusk", "“dawn to dusk” is"],
  ["dawn to 5pm", "“dawn” is"],
  ["dawn – dusk daily", "“dawn – dusk” is"],
  ["täglich 9-17", "“täglich” is"],
  ["9-17 diário", "“diário” is"],
  ["Mon-Fri 9-5 (kitchen till 10)", "“kitchen” is"],
  ["happy hour 4-7", "“happy hour”"],
  ["Mon-Fri 9-5, closed major holidays", "“major holidays”"],
  ["S 9-5", "“S” is"],
  ["Funday 9-5", "“Funday” is"],
  ["sunset-2am", "“sunset"],
  ["closed", "No day has hours"],
  ["Mo off", "No day has hours"],
  ["closed Mondays", "No day has hours"],
  ["closed on holidays", "hours of the other days"],
  ["til 2", "“til 2”"],
  ["Mon-Fri 11-2 & 5-9; Sat til 2", "til 2"],
  ["9-5, Sat 10-2", "Some of the times have no days"],
  ["Mon-Fri 9-5, Fri-Sat 9-9", "hours of Fri are given twice"],
  ["Mon 9-5; Mon 10-6", "hours of Mon are given twice"],
  ["Mon 9-5; Mon closed", "hours of Mon are given twice"],
  ["daily 5-10pm; Sat 11am-2pm", "hours of Sat are given twice"],
  ["Closed Sun, Mon, Wed 9-5", "“Wed 9-5”|is not understood here"],
  ["9-5 Mon, Tue, Wed 10-6", "is not understood here"],
  ["Mon-Wed-Fri 9-5", "is not understood here"],
  ["Mon-Fri 9-5; Sun[1] 10-2", "“[1]"],
  ["<script>alert(1)</script>", "“<script"],
  ["😀 9-5", "“😀"],
  ["Mo-Fr 10:00+", "Open-ended times"],
  ["Mo-Fr sunrise-sunset", "Sunrise and sunset"],
  [`9-5 ${"x".repeat(OPENING_HOURS_TEXT_MAX)}`, "at most 500 characters"],
] as const)("“%s” is refused with its reason", ([text, reason]) => {
  expect(read(text)).toMatch(new RegExp(`^unclear: .*(?:${reason.replaceAll(/[[\]().+]/g, String.raw`\$&`)})`, "s"));
});

describe("what the place is", () => {
  test.for([
    ["11-2", "day", "Mo-Su 11:00-14:00"],
    ["5-10", "day", /^unclear/],
    ["5-10", "dining", "Mo-Su 17:00-22:00"],
    ["5-10", "night", "Mo-Su 17:00-22:00"],
    ["5-2", "dining", /5 AM to 2 PM or 5 PM to 2 AM/],
    ["5-2", "night", "Mo-Su 17:00-02:00"],
    ["9-2", "night", "Mo-Su 21:00-02:00"],
    ["10-2", "night", /10 AM to 2 PM or/],
    ["9-5", "night", /^unclear/],
    ["9-5", "day", "Mo-Su 09:00-17:00"],
    ["8pm-2", "day", /^unclear/],
  ] as const)("decides between readings: “%s” of a %s place", ([text, hint, expected]) => {
    expect(read(text, hint)).toMatch(expected);
  });
});

test.for([
  ["9-5", "09:00-17:00"],
  ["Closed", "off"],
  ["x", "off"],
  ["24 hours", "00:00-24:00"],
  ["12:00AM-12:00AM", "00:00-24:00"],
  ["00:00-24:00", "00:00-24:00"],
  ["12 PM to 11 AM", "12:00-11:00"],
  ["11-2; 5-10", "11:00-14:00,17:00-22:00"],
  ["9:00 AM to 5:00 PM", "09:00-17:00"],
  ["09:00:00-17:30:00", "09:00-17:30"],
  ["", "unclear: There are no hours in it"],
  ["Mon 9-5", "unclear: Write only times here, without days"],
  ["9-5; closed", "unclear: Write only times here, without days"],
  ["holidays 9-5", "unclear: Write only times here, without days"],
] as const)("one day’s “%s” is read as %s", ([text, expected]) => {
  expect(readDay(text)).toBe(expected);
});

test.for([
  ["Mon to Fri", 5],
  ["Saturdays & Sundays", 2],
  ["weekends", 2],
  ["T-Th", 3],
  ["daily except Mon", 6],
  ["m", null],
  ["", null],
  ["Mon 9-5", null],
  ["holidays", null],
  ["Someday", null],
] as const)("weekdays alone: “%s”", ([text, count]) => {
  expect(readTypedWeekdays(text)?.length ?? null).toBe(count);
});

test("formatting any day and reading it gives the same", { timeout: 60_000 }, () => {
  fc.assert(
    fc.property(anyHours(["2026-11-26"]), ({ weekly: { monday } }) => {
      const text = monday.length === 0 ? "Closed" : monday.map(formatInterval).join(", ");
      expect(readTypedDay(text)).toEqual({ ok: true, intervals: monday });
    }),
    { numRuns: RUNS, seed: SEED },
  );
});

/** "11:00-10:00" is until 10 PM for whoever types it; opening_hours would end it the next morning. */
function untilEvening(text: string): string {
  const evening: Record<string, string> = { "10": "22", "11": "23", "12": "00" };
  return text.replaceAll(/\b(1[0-2]:\d\d)-(1[0-2]):(\d\d)/g, (span, opens: string, hour: string, minute: string) =>
    `${hour}:${minute}` < opens ? `${opens}-${evening[hour]}:${minute}`.replace("-00:00", "-24:00") : span,
  );
}

test("formatting any week and reading it gives the same, unless it looks like a slip", { timeout: 60_000 }, () => {
  let readCount = 0;
  fc.assert(
    fc.property(anyHours(["2026-11-26", "2026-12-24", "2028-02-29"]), (hours) => {
      const text = formatOpeningHours(hours);
      fc.pre(text.length <= OPENING_HOURS_TEXT_MAX);
      const found = readTypedHours(text);
      if (!found.ok) {
        const all = [...Object.values(hours.weekly), ...hours.exceptions.map(({ intervals }) => intervals)].flat();
        expect(all.length === 0 || all.some(({ opens, closes }) => closes < opens && closes > "03:00"), text).toBe(
          true,
        );
        return;
      }
      readCount += 1;
      const meant = untilEvening(text);
      expect(formatOpeningHours(found.hours)).toBe(meant);
      if (meant === text) expect(found.hours).toEqual(hours);
    }),
    { numRuns: RUNS, seed: SEED },
  );

  expect(readCount).toBeGreaterThan(RUNS / 10);
});

test(
  "any text gives valid hours or a reason, and hours mean the same when they are formatted",
  { timeout: 60_000 },
  () => {
    const part = fc.constantFrom(
      ..."Mon|Tue-Fri|daily|weekends|closed|9-5|10am-2pm|noon|5-10|24 hours|till 2|,|;|&|\n|except|holidays|M|off|-|17:00|[x]".split(
        "|",
      ),
    );
    const anyText = fc.oneof(
      fc.array(part, { maxLength: 10 }).map((parts) => parts.join(" ")),
      fc.string({ unit: "grapheme", maxLength: 60 }),
    );
    fc.assert(
      fc.property(anyText, (text) => {
        const found = readTypedHours(text);
        if (!found.ok) {
          expect(found.reason).not.toBe("");
          return;
        }
        expect(OpeningHoursSchema.parse(found.hours)).toEqual(found.hours);
        expect(buildHours(formatOpeningHours(found.hours))).toEqual(found.hours);
      }),
      { numRuns: RUNS * 5, seed: SEED },
    );
  },
);

import { expect, test } from "vitest";

import { formatOpeningHours } from "#app/guide/places/hours/osm-opening-hours.ts";
import type { HoursHint } from "#app/guide/places/hours/typed-clock.ts";

import { readPageHours } from "./page-hours.ts";

function read(lines: string[], hint: HoursHint = null): string[] | null {
  return readPageHours(lines, hint)?.map(formatOpeningHours) ?? null;
}

test.for([
  [["Hours", "Mon-Fri 9am-5pm", "Sat 10am-2pm", "1213 U St NW"], "Mo-Fr 09:00-17:00; Sa 10:00-14:00"],
  [["Hours: Mon-Fri 9am-5pm, Sat 10am-2pm"], "Mo-Fr 09:00-17:00; Sa 10:00-14:00"],
  [["Welcome", "Open daily 11am to 10pm", "Call us"], "Mo-Su 11:00-22:00"],
  [["Opening hours", "Monday", "Closed", "Tuesday – Sunday", "11:00 AM – 9:00 PM"], "Tu-Su 11:00-21:00"],
  [["Hours of operation", "Mo-Su 08:00-20:00"], "Mo-Su 08:00-20:00"],
  [["Zebra Bar", "Hours", "Mon-Sun 5pm-2am", "© 2026"], "Mo-Su 17:00-02:00"],
  [["Hours", "Mon-Fri 9am-5pm", "(202) 555-0143"], "Mo-Fr 09:00-17:00"],
  [["Hours", "Mon-Fri 9am-5pm", "Sat-Sun 10am-4pm", "Visit", "Hours", "Mon-Fri 9am-5pm"], null],
] as const)("%j is read", ([lines, week]) => {
  if (week !== null) expect(read([...lines])).toEqual([week]);
  else expect(read([...lines])).toHaveLength(2);
});

test.for([
  // Something else has hours too.
  [["Hours", "Mon-Fri 9am-5pm", "Brunch on weekends"]],
  [["Hours", "Mon-Fri 9am-5pm", "Kitchen closes at 9"]],
  [["Open daily 4pm-2am", "Happy hour 4-7"]],
  [["Lunch hours", "Mon-Fri 11am-2pm"]],
  [["Summer hours", "Mon-Sun 9am-9pm"]],
  [["Pharmacy hours", "Mon-Fri 9am-6pm"]],
  [["Holiday hours", "Mon-Fri 9am-6pm"]],
  // Words that aren't understood, beside hours.
  [["Hours", "Mon-Fri 9am-5pm", "Sat 10am-2pm by appointment"]],
  [["Hours", "Mon-Thu from 9:00 AM, ask us", "Fri-Sun 9am-5pm, closed Mon"]],
  // Two ways to read it.
  [["Hours", "Mon-Sun 6-12"]],
  // A part of the week.
  [["We are open", "Sat 10am-2pm"]],
])("%j is left out", ([lines = []]) => {
  expect(read(lines)).toBeNull();
});

test.for([
  [["Story time", "Mon-Fri 9am-10am"]],
  [["Join us on Friday at 7pm"]],
  [["Open since 1958"]],
  [["Hours"]],
  [["12", "34", "2026"]],
  [[]],
])("%j has no hours", ([lines = []]) => {
  expect(read(lines)).toEqual([]);
});

test("the kind of place decides what a time without AM or PM means", () => {
  expect(read(["Hours", "Mon-Sun 5-10"], "dining")).toEqual(["Mo-Su 17:00-22:00"]);
  expect(read(["Hours", "Mon-Sun 5-10"])).toBeNull();
});

import { expect, test } from "vitest";

import { formatOpeningHours } from "./osm-opening-hours.ts";
import { readSourceHours } from "./source-hours.ts";

function read(text: string): string {
  const found = readSourceHours(text);
  if (found.state === "unread") return found.state;
  if (found.state === "read") return formatOpeningHours(found.hours);
  return `doubtful: ${found.likely === null ? null : formatOpeningHours(found.likely)}`;
}

test.for([
  // Rules that would take lunch away.
  ["12:00-15:00; 17:00-21:00", "doubtful: Mo-Su 12:00-15:00,17:00-21:00"],
  ["11:30-14:30;17:30-23:00", "doubtful: Mo-Su 11:30-14:30,17:30-23:00"],
  ["Mo-Fr 8:30-12:30; Mo-Fr 14:30-19:00", "doubtful: Mo-Fr 08:30-12:30,14:30-19:00"],
  ["Mo-Th, Su 11:30-14:45; Mo-Th, Su 17:00-21:30", "doubtful: Mo-Th,Su 11:30-14:45,17:00-21:30"],
  ["Tu-Sa 11:30-14:30; Tu-Su 16:30-21:00", "doubtful: Tu-Sa 11:30-14:30,16:30-21:00; Su 16:30-21:00"],
  ["Mo-Sa 11:30-14:30; Tu-Su 17:00-22:00", "doubtful: Mo 11:30-14:30; Tu-Sa 11:30-14:30,17:00-22:00; Su 17:00-22:00"],
  ["Mo-Fr 08:00-12:00; We 14:00-18:00", "doubtful: Mo,Tu,Th,Fr 08:00-12:00; We 08:00-12:00,14:00-18:00"],
  // A clock of twelve hours.
  ["Su-Th 11:00-10:00", "doubtful: Mo-Th,Su 11:00-22:00"],
  ["Su-Fr 11:30-9:00, Sa 4:30-9:00", "doubtful: Mo-Fr,Su 11:30-21:00; Sa 16:30-21:00"],
  ["Mo-Sa 11:30-11:00", "doubtful: Mo-Sa 11:30-23:00"],
  ["Tu-Su 11:30-14:30,17:30-9:00", "doubtful: Tu-Su 11:30-14:30,17:30-21:00"],
  ["Mo-Fr 9:00-5:00", "doubtful: Mo-Fr 09:00-17:00"],
  ["Su-Th 11:00-2:00", "doubtful: Mo-Th,Su 11:00-14:00"],
  // As they say.
  ["Mo-Su 10:00-18:00; Sa 12:00-16:00", "Mo-Fr,Su 10:00-18:00; Sa 12:00-16:00"],
  ["Mo-Fr 11:00-14:00; Fr 11:00-14:00,17:00-22:00", "Mo-Th 11:00-14:00; Fr 11:00-14:00,17:00-22:00"],
  ["PH,Su-We 12:00-01:00, Th-Sa 12:00-02:00", "Mo-We,Su 12:00-01:00; Th-Sa 12:00-02:00; PH 12:00-01:00"],
  ["Fr,Sa 17:00-02:00", "Fr,Sa 17:00-02:00"],
  ["Mon-Sat 10:00am - 9:00pm", "Mo-Sa 10:00-21:00"],
  ["M-F 9-5", "Mo-Fr 09:00-17:00"],
  // Nothing is wrong with these, but they can't be computed with.
  ["17:00+", "unread"],
  ["Mo off", "unread"],
  ["Mo-Fr 09:00-17:00; PH unknown", "unread"],
  ["Mo-Fr 10:00-18:00, Apr 01-Oct 31 We,Sa 10:00-20:00", "unread"],
  ["sunrise-sunset", "unread"],
] as const)("a source’s “%s” is %s", ([text, expected]) => {
  expect(read(text)).toBe(expected);
});

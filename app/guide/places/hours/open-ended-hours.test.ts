import { expect, test } from "vitest";

import { describeOpenEnd } from "./open-ended-hours.ts";

test.for([
  ["17:00+", "Every day from 5 PM. Closing time not given."],
  ["Mo-Fr 17:00+", "Mon to Fri from 5 PM. Closing time not given."],
  [
    "Tu-Th 12:00-15:00,17:30+; Fr,Sa 12:00+; Su off",
    "Tue to Thu 12 PM to 3 PM and from 5:30 PM; Fri, Sat from 12 PM. Closing time not given.",
  ],
  ["Mo-Fr 17:00-02:00+", null],
  ["Mo-Fr 17:00+; PH off", null],
  ["Mo-Fr 12:00-15:00; Mo-Fr 17:00+", null],
  ["(sunrise+01:00)-18:00", null],
  ["Mo-Fr 09:00-17:00", null],
  ["5+ rooms", null],
] as const)("“%s” is put into words as %s", ([text, words]) => {
  expect(describeOpenEnd(text)).toBe(words);
});

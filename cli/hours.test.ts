import { expect, test } from "vitest";

import { hoursCommand } from "./hours.ts";

test.each([
  [["read", "Mon-Fri 9-5, Sat 10am–2pm"], 0, "Mo-Fr 09:00-17:00; Sa 10:00-14:00"],
  [["read", "5-10"], 1, "unclear: “5-10” could be 5 AM to 10 AM or 5 PM to 10 PM. Add AM or PM"],
  [["read", "5-10", "--kind", "restaurant"], 0, "Mo-Su 17:00-22:00"],
  [["read", "9-2", "--kind", "nightlife"], 0, "Mo-Su 21:00-02:00"],
  [["read", "11-2", "--kind", "Bookstore"], 0, "Mo-Su 11:00-14:00"],
  [["read", "5-10", "--kind", "Roller rink"], 1, /^unclear: /],
  [["read"], 2, /^Usage: /],
  [["write", "9-5"], 2, /^Usage: /],
  [["read", "9-5", "--kind"], 2, /^Usage: /],
  [["read", "9-5", "10-6"], 2, /^Usage: /],
] as const)("hours %j exits with %i", (words, code, line) => {
  const lines: string[] = [];

  expect(hoursCommand(words, (each) => lines.push(each))).toBe(code);
  if (typeof line === "string") expect(lines).toEqual([line]);
  else expect(lines.join("\n")).toMatch(line);
});

import { expect, test } from "vitest";

import { formatCsv } from "./csv.ts";

test("cells stay separate whatever they contain", () => {
  expect(formatCsv([["a,b", 'say "so"', "two\r\nlines", 7, null]])).toBe('"a,b","say ""so""","two\r\nlines",7,\r\n');
});

test.each(["=1+1", "+1", "-1", "@sum(a1)", "\tx", "|cmd", "%x"])("%j is a text to a spreadsheet", (text) => {
  expect(formatCsv([[text]]).replaceAll('"', "")).toBe(`'${text}\r\n`);
});

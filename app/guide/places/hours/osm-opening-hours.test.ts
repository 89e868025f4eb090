import fc from "fast-check";
import { expect, test, vi } from "vitest";

import { anyHours, buildHours } from "./opening-hours-builders.ts";
import { OpeningHoursSchema } from "./opening-hours.ts";
import { TOKEN, TokenReader } from "./osm-hours-tokens.ts";
import { formatOpeningHours, OPENING_HOURS_TEXT_MAX, parseOpeningHours } from "./osm-opening-hours.ts";

const RUNS = process.env.PROVE === "1" ? 20_000 : 400;
const SEED = 20_261_121;

function rejectionReason(text: string): string | null {
  const parsed = parseOpeningHours(text);
  return parsed.ok ? null : parsed.reason;
}

test.each([
  ["24/7", "24/7"],
  ["00:00-24:00", "24/7"],
  ["off", "off"],
  ["closed", "off"],
  ["10:00-18:00", "Mo-Su 10:00-18:00"],
  ["Mo-Fr 09:00-17:00", "Mo-Fr 09:00-17:00"],
  ["mo-fr 9:00-17:00;", "Mo-Fr 09:00-17:00"],
  ["Mo–Fr 09:00–17:00", "Mo-Fr 09:00-17:00"],
  ["Mo,We,Fr 09:00-17:00", "Mo,We,Fr 09:00-17:00"],
  ["Mo-We,Sa: 09:00-17:00", "Mo-We,Sa 09:00-17:00"],
  ["Fr-Mo 10:00-18:00", "Mo,Fr-Su 10:00-18:00"],
  ["Mo-Fr 11:00-14:00,17:00-22:00", "Mo-Fr 11:00-14:00,17:00-22:00"],
  ["Mo-Fr 17:00-22:00, 11:00-14:00", "Mo-Fr 11:00-14:00,17:00-22:00"],
  ["Mo-Su 10:00-18:00; We off", "Mo,Tu,Th-Su 10:00-18:00"],
  ["Mo-Su 10:00-18:00; Sa 12:00-16:00", "Mo-Fr,Su 10:00-18:00; Sa 12:00-16:00"],
  ["Mo-Fr 09:00-17:00, Sa 10:00-12:00", "Mo-Fr 09:00-17:00; Sa 10:00-12:00"],
  ["Mo 09:00-12:00, Mo 14:00-17:00", "Mo 09:00-12:00,14:00-17:00"],
  ["Sa 18:00-02:00", "Sa 18:00-02:00"],
  ["Sa 18:00-26:00", "Sa 18:00-02:00"],
  ["Sa 18:00-00:00", "Sa 18:00-24:00"],
  ["24/7; Dec 25 off", "24/7; Dec 25 off"],
  ["24/7; 2026 Nov 26 off", "24/7; 2026 Nov 26 off"],
  ["24/7; Dec 25: 10:00-14:00", "24/7; Dec 25 10:00-14:00"],
  ["24/7; Dec 24,25,Jan 1 off", "24/7; Dec 24 off; Dec 25 off; Jan 01 off"],
  ["24/7; Dec 24-26 off", "24/7; Dec 24-Dec 26 off"],
  ["24/7; Dec 24-Jan 2 off", "24/7; Dec 24-Jan 02 off"],
  ["24/7; Jan-Feb off", "24/7; Jan 01-Feb 29 off"],
  ["24/7; 2027 Feb off", "24/7; 2027 Feb 01-2027 Feb 28 off"],
  ["24/7; 2026 Dec 24-Jan 2,5 off", "24/7; 2026 Dec 24-2027 Jan 02 off; 2027 Jan 05 off"],
  ["24/7; 2026 Dec 24-2027 Jan 2 off", "24/7; 2026 Dec 24-2027 Jan 02 off"],
  ["off; Apr-Oct: Mo-Fr 10:00-18:00", "off; Apr 01-Oct 31 Mo-Fr 10:00-18:00"],
  ["off; Apr-Oct Su,Sa: 9:00-13:00", "off; Apr 01-Oct 31 Sa,Su 09:00-13:00"],
  ["24/7; Apr-Oct Mo-Su 10:00-18:00", "24/7; Apr 01-Oct 31 10:00-18:00"],
  ["24/7; Jan,Mar Fr-Mo off", "24/7; Jan 01-Jan 31 Mo,Fr-Su off; Mar 01-Mar 31 Mo,Fr-Su off"],
  ["24/7; 2026 Dec 1-24 Sa 10:00-22:00", "24/7; 2026 Dec 01-2026 Dec 24 Sa 10:00-22:00"],
  ["Mo-Fr 09:00-17:00; PH off", "Mo-Fr 09:00-17:00; PH off"],
  ["Mo-Fr 09:00-17:00, PH off", "Mo-Fr 09:00-17:00; PH off"],
  ["Mo-Fr 09:00-17:00; PH 10:00-14:00", "Mo-Fr 09:00-17:00; PH 10:00-14:00"],
  ["Mo-Fr 09:00-17:00; Sa,Su,PH 10:00-14:00", "Mo-Fr 09:00-17:00; Sa,Su 10:00-14:00; PH 10:00-14:00"],
  ["PH,Su-We 12:00-01:00, Th-Sa 12:00-02:00", "Mo-We,Su 12:00-01:00; Th-Sa 12:00-02:00; PH 12:00-01:00"],
  ["Su,Mo,PH 13:00-21:00; Fr,Sa 13:00-22:00", "Mo,Su 13:00-21:00; Fr,Sa 13:00-22:00; PH 13:00-21:00"],
  ["Mo-We 10:00-18:00, PH,Sa-Su 10:00-17:00", "Mo-We 10:00-18:00; Sa,Su 10:00-17:00; PH 10:00-17:00"],
  ["Mo-Fr 09:00-17:00; PH open", "Mo-Fr 09:00-17:00"],
  ['24/7; Dec 25 off "Merry; quiet, (day)"', '24/7; Dec 25 off "Merry; quiet, (day)"'],
])("%s is parsed as %s", (text, canonical) => {
  const parsed = parseOpeningHours(text);

  expect(parsed.ok ? formatOpeningHours(parsed.hours) : parsed.reason).toBe(canonical);
  expect(parseOpeningHours(canonical)).toEqual(parsed);
});

test("parsed hours have the stored shape", () => {
  const interval = { opens: "18:00", closes: "02:00" };

  expect(buildHours('Sa 18:00-02:00; PH off; Dec 25 off; 2026 Nov 26 18:00-02:00 "Thanksgiving"')).toEqual({
    weekly: { monday: [], tuesday: [], wednesday: [], thursday: [], friday: [], saturday: [interval], sunday: [] },
    exceptions: [
      { days: { kind: "public-holidays" }, intervals: [], note: null },
      { days: { kind: "yearly", from: "12-25", through: "12-25" }, intervals: [], note: null },
      {
        days: { kind: "dates", from: "2026-11-26", through: "2026-11-26" },
        intervals: [interval],
        note: "Thanksgiving",
      },
    ],
  });
});

test.each([
  ["Su[1] 10:00-12:00", "Nth weekdays"],
  ["Mo-Fr sunrise-sunset", "Sunrise and sunset"],
  ["Mo-Fr 10:00-sunset", "Sunrise and sunset"],
  ["Mo-Fr (sunrise+01:00)-18:00", "Sunrise and sunset"],
  ["Mo-Fr 10:00+", "Open-ended times"],
  ["Mo-Fr 10:00-16:00/90", "Repeated times"],
  ['Mo-Fr 10:00-16:00 || "on appointment"', "Fallback hours"],
  ["week 1-10 Mo 10:00-12:00", "Week numbers"],
  ["easter off", "Easter"],
  ["SH off", "School holidays"],
  ["Mo-Fr unknown", "unknown hours"],
  ["off; Apr-Oct: PH 10:00-18:00", "Holidays of a season"],
  ["off; Apr-Oct Sa,PH 10:00-18:00", "Holidays of a season"],
  ['Mo-Fr 10:00-18:00 "by appointment"', "A note on the usual hours"],
])("%s is rejected with the unsupported part", (text, part) => {
  expect(rejectionReason(text)).toContain(part);
});

test.each([
  ["", "The text ends where"],
  ["   ", "The text ends where"],
  [";", "“;”"],
  ["Mo-Fr", "The text ends where"],
  ["Mo-", "The text ends where"],
  ["Mo-Fr 10:00", "The text ends where"],
  ["Mo-Fr 10:00-18:00,", "The text ends where"],
  ["Mo-Fr 10-18", "“10”"],
  ["Mo-Fr 10:00-18:00 Sa 10:00-12:00", "“sa”"],
  ["Mo-Fr 9am-5pm", "“9”"],
  ["Sat 10:00-12:00", "“sat”"],
  ["Mo-Fr 10:00-18:60", "“18:60” is not a time"],
  ["Mo-Fr 10:00-18:5", "“18:5” is not a time"],
  ["Mo-Fr 25:00-26:00", "09:00"],
  ["Mo-Fr 10:00-34:00", "less than a day"],
  ["Mo-Fr 10:00-99:00", "less than a day"],
  ["Mo-Fr 10:00-10:00", "times are the same"],
  ["Mo-Fr 00:00-00:00", "times are the same"],
  ["Mo-Fr 10:00-14:00,12:00-16:00", "overlap"],
  ["24/7; 25 Dec off", "Write dates as"],
  ["24/7; Feb 30 off", "date doesn’t exist"],
  ["24/7; 2026 Feb 29 off", "date doesn’t exist"],
  ["24/7; Dec 26-24 off", "comes before"],
  ["24/7; 2026 Dec 2-2026 Dec 1 off", "before the first"],
  ["24/7; Dec 24-2027 Jan 2 off", "needs the year"],
  ["24/7; 2026 Dec 24,Jan 2 off", "year of each date"],
  ["24/7; Dec-Jan 2 off", "both ends"],
  ['24/7; Dec 25 off "unfinished', "is not understood"],
  ["Mo-Fr 10:00-18:00; ☃", "“☃”"],
])("%j is rejected with a reason", (text, part) => {
  expect(rejectionReason(text)).toContain(part);
});

test("exceptions without usual hours are rejected, since unknown hours don't mean closed", () => {
  expect(rejectionReason("Dec 25 off")).toContain("usual hours");
  expect(rejectionReason("PH off")).toContain("usual hours");
  expect(rejectionReason("Apr-Oct: Mo-Fr 10:00-18:00")).toContain("usual hours");
  expect(rejectionReason("off; Jun-Aug 10:00-20:00")).toBeNull();
  for (const text of ["Mo off", "Su,PH off", "Sa,Su off", "PH open"]) {
    expect(rejectionReason(text)).toContain("usual hours");
  }
  expect(rejectionReason("Mo-Su off")).toBeNull();
});

test("usual hours after an exception are rejected, since the grammar would let them override it", () => {
  expect(rejectionReason("PH off; Mo-Fr 09:00-17:00")).toContain("must come before");
  expect(rejectionReason("Dec 25 off; 24/7")).toContain("must come before");
});

test("usual hours after a season's weekdays are rejected, since they may be meant for the season", () => {
  expect(rejectionReason("off; Apr-Oct Mo-Fr 10:00-18:00, Sa 10:00-14:00")).toContain("must come before");
  expect(rejectionReason("off; Apr-Oct Mo-Fr 10:00-18:00; Sa 10:00-14:00")).toContain("must come before");
});

test.each([
  "12:00-15:00; 17:00-21:00",
  "Mo-Th, Su 11:30-14:45; Mo-Th, Su 17:00-21:30",
  "Tu-Sa 11:30-14:30; Tu-Su 16:30-21:00",
  "Mo-Sa 11:30-14:30; Tu-Su 17:00-22:00",
  "Mo-Fr 08:00-12:00; We 14:00-18:00",
  "Mo-Su 11:00-14:00; Fr 22:00-02:00",
])("%s is rejected, since by the letter it drops hours", (text) => {
  expect(parseOpeningHours(text)).toMatchObject({ ok: false, dropsHours: true });
});

test("holiday hours added with a comma are rejected", () => {
  expect(rejectionReason("Mo-Fr 09:00-17:00, PH 10:00-12:00")).toContain("Write ;");
});

test("text over 500 characters is rejected, and so is text whose canonical form is longer", () => {
  const padded = `24/7${" ".repeat(OPENING_HOURS_TEXT_MAX - 4)}`;
  const days = `Jan ${Array.from({ length: 28 }, (_, i) => i + 1).join(",")} 10:00-12:00,14:00-16:00`;

  expect(rejectionReason(padded)).toBeNull();
  expect(rejectionReason(`${padded} `)).toContain("at most 500 characters");
  expect(days.length).toBeLessThan(120);
  expect(rejectionReason(`off; ${days}`)).toContain("at most 500 characters");
});

test("the token pattern can't backtrack", () => {
  const atoms = TOKEN.source.match(/(?:\[(?:\\.|[^\]\\])*\]|\\.|.)[*+]?/g) ?? [];

  expect(atoms.filter((atom) => /.[*+]$/.test(atom))).toEqual(["\\s+", "[A-Za-z]+", "\\d+", '[^"]*']);
  expect(TOKEN.source, "a repeated group or a back reference").not.toMatch(/\)[*+?{]|\\[1-9k]/);
  expect(TOKEN.sticky, "matching never skips ahead").toBe(true);
});

test.each([
  "Mo,",
  "Mo 10:00-11:00,",
  "Jan 1,",
  '"',
  " ",
  "((((",
  "1",
  "a",
  "24/",
  "Mo-Su 00:00-24:00;",
  "PH off;",
  "off,",
])("parsing a repetition of %j takes a number of steps linear in the length", (part) => {
  for (const prefix of ["", "24/7; "]) {
    const [half, whole] = [OPENING_HOURS_TEXT_MAX / 2, OPENING_HOURS_TEXT_MAX].map((length) =>
      stepsToRead((prefix + part.repeat(length)).slice(0, length)),
    );

    // Twice the text takes twice the steps. Quadratic parsing would take four times as many.
    expect(whole).toBeLessThanOrEqual(2.5 * (half ?? 0) + CUT_RULE_STEPS);
  }
});

/** Tolerance for a last rule that is cut off somewhere. */
const CUT_RULE_STEPS = 150;

/** Number of times the parser looked at a token. */
function stepsToRead(text: string): number {
  const peek = vi.spyOn(TokenReader.prototype, "peek");
  parseOpeningHours(text);
  const steps = peek.mock.calls.length;
  peek.mockRestore();
  return steps;
}

test("formatting and parsing any hours gives the same hours", { timeout: 60_000 }, () => {
  const days = ["2026-11-26", "2026-12-24", "2026-12-31", "2027-01-02", "2028-02-29"];
  fc.assert(
    fc.property(anyHours(days), (hours) => {
      const text = formatOpeningHours(hours);
      fc.pre(text.length <= OPENING_HOURS_TEXT_MAX);
      expect(parseOpeningHours(text)).toEqual({ ok: true, hours });
    }),
    { numRuns: RUNS, seed: SEED },
  );
});

test("any text is rejected or parsed to valid hours that survive formatting and parsing", { timeout: 60_000 }, () => {
  const oneOf = (texts: string) => fc.constantFrom(...texts.split("|"));
  const anyToken = oneOf('[1]|+|:|-|,|;|; |, | |"|"note"|29|31|1|0|2026|10:00|26:00|Mo|Sa|PH|SH|24/7|off|Jan|Feb');
  const anyDays = oneOf(
    "|Mo|Sa-Mo|Mo-Fr|Sa,PH|PH|Feb 29|Feb|2026 Feb|Jan 31,30|Dec 24-Jan 1|2026 Dec 24-Jan 1,2|Dec 24,25",
  );
  const anyTimes = oneOf('off|closed "note"|24/7|10:00-12:00|18:00-26:00|9:00-10:00,22:00-00:00|10:00-12:00 "note"');
  const anyRule = fc
    .tuple(anyDays, anyTimes, oneOf("; |;|, |,"))
    .map(([days, times, mark]) => `${days} ${times}${mark}`);
  const anyText = fc.oneof(
    fc.array(anyToken, { maxLength: 14 }).map((tokens) => tokens.join("")),
    fc.array(anyRule, { maxLength: 4 }).map((rules) => `Mo-Su 10:00-18:00; ${rules.join("")}`),
    fc.string({ unit: "grapheme" }),
  );
  let parsedCount = 0;
  fc.assert(
    fc.property(anyText, (text) => {
      const parsed = parseOpeningHours(text);
      if (!parsed.ok) {
        expect(parsed.reason).not.toBe("");
        return;
      }
      parsedCount += 1;
      expect(OpeningHoursSchema.parse(parsed.hours)).toEqual(parsed.hours);
      expect(parseOpeningHours(formatOpeningHours(parsed.hours))).toEqual(parsed);
    }),
    { numRuns: RUNS * 5, seed: SEED },
  );

  expect(parsedCount).toBeGreaterThan(RUNS / 4);
});

/** The days of a month in Washington up to today, and as many of the month before. */
export type ComparedMonths = {
  current: { from: string; to: string };
  former: { from: string; to: string };
};

/** @param today "2026-11-23", in Washington. */
export function comparedMonths(today: string): ComparedMonths {
  const to = Temporal.PlainDate.from(today);
  const from = to.with({ day: 1 });
  const formerFrom = from.subtract({ months: 1 });
  // A shorter month has no 31st: it is compared as a whole.
  const formerTo = formerFrom.with({ day: Math.min(to.day, formerFrom.daysInMonth) });
  const span = (first: Temporal.PlainDate, last: Temporal.PlainDate) => ({
    from: first.toString(),
    to: last.toString(),
  });
  return { current: span(from, to), former: span(formerFrom, formerTo) };
}

/** "+12%", "-3%", "0%"; null where nothing was before, so that nothing can be compared. */
export function growthWords(current: number, former: number): string | null {
  if (former === 0) return null;
  const percent = Math.round(((current - former) / former) * 100);
  return `${percent > 0 ? "+" : ""}${new Intl.NumberFormat("en-US").format(percent)}%`;
}

/** "Nov 1–23 against Oct 1–23" */
export function comparedWords({ current, former }: ComparedMonths): string {
  return `${spanWords(current)} against ${spanWords(former)}`;
}

function spanWords({ from, to }: ComparedMonths["current"]): string {
  const date = (day: string) => new Date(`${day}T12:00:00Z`);
  const words = from === to ? day.format(date(from)) : day.formatRange(date(from), date(to));
  // A line may end behind a dash and at most spaces, and "23" alone on the next one tells nobody anything.
  return words
    .replaceAll(/\s*–\s*/g, `${NARROW_NO_BREAK_SPACE}–${WORD_JOINER}${NARROW_NO_BREAK_SPACE}`)
    .replace(" ", NO_BREAK_SPACE);
}

const NO_BREAK_SPACE = "\u00A0";
const NARROW_NO_BREAK_SPACE = "\u202F";
/** In front of any other space a line may still end behind a dash. */
const WORD_JOINER = "\u2060";

const day = new Intl.DateTimeFormat("en-US", { timeZone: "UTC", month: "short", day: "numeric" });

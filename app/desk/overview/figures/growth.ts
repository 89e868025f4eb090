import { formatShortSpan } from "#app/lib/format-time.ts";

/** This month in Washington up to today, and the same number of days of the previous month. */
export type ComparedMonths = {
  current: { from: string; to: string };
  former: { from: string; to: string };
};

/** @param today "2026-11-23", in Washington. */
export function comparedMonths(today: string): ComparedMonths {
  const to = Temporal.PlainDate.from(today);
  const from = to.with({ day: 1 });
  const formerFrom = from.subtract({ months: 1 });
  // A shorter previous month is compared as a whole.
  const formerTo = formerFrom.with({ day: Math.min(to.day, formerFrom.daysInMonth) });
  const span = (first: Temporal.PlainDate, last: Temporal.PlainDate) => ({
    from: first.toString(),
    to: last.toString(),
  });
  return { current: span(from, to), former: span(formerFrom, formerTo) };
}

/** "+12%", "-3%", "0%"; null when the previous month had none. */
export function formatGrowth(current: number, former: number): string | null {
  if (former === 0) return null;
  const percent = Math.round(((current - former) / former) * 100);
  return `${percent > 0 ? "+" : ""}${new Intl.NumberFormat("en-US").format(percent)}%`;
}

/** "Nov 1–23 vs. Oct 1–23" */
export function formatComparison({ current, former }: ComparedMonths): string {
  return `${formatSpan(current)} vs. ${formatSpan(former)}`;
}

function formatSpan(days: ComparedMonths["current"]): string {
  // Prevents a line break after the dash, which would leave "23" alone on the next line.
  return formatShortSpan(days)
    .replaceAll(/\s*–\s*/g, `${NARROW_NO_BREAK_SPACE}–${WORD_JOINER}${NARROW_NO_BREAK_SPACE}`)
    .replace(" ", NO_BREAK_SPACE);
}

const NO_BREAK_SPACE = "\u00A0";
const NARROW_NO_BREAK_SPACE = "\u202F";
/** Without it, a line may still break between the dash and the space. */
const WORD_JOINER = "\u2060";

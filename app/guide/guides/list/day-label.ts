const TIME_ZONE = "America/New_York";

const shortDay = new Intl.DateTimeFormat("en-US", { timeZone: TIME_ZONE, month: "short", day: "numeric" });
const shortDayOfYear = new Intl.DateTimeFormat("en-US", {
  timeZone: TIME_ZONE,
  month: "short",
  day: "numeric",
  year: "numeric",
});
const year = new Intl.DateTimeFormat("en-US", { timeZone: TIME_ZONE, year: "numeric" });

/** "Nov 21", and "Nov 21, 2025" when the year isn't this one; the day in Washington. */
export function formatDay(at: Date, now: Date): string {
  return (year.format(at) === year.format(now) ? shortDay : shortDayOfYear).format(at);
}

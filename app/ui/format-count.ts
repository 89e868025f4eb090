const NUMBER = new Intl.NumberFormat("en-US");
const SHORT_NUMBER = new Intl.NumberFormat("en-US", { notation: "compact", maximumFractionDigits: 1 });

/** "1 place", "1,204 places". The plural is the noun and an s unless given. */
export function pluralize(count: number, noun: string, plural = `${noun}s`): string {
  return `${NUMBER.format(count)} ${count === 1 ? noun : plural}`;
}

/** How exact a count is: counted, estimated from a sample, or a lower bound. */
export type CountPrecision = "exact" | "about" | "at-least";

/** "1,204", "about 1,200" or "2,000+"; "few if any" when a sample has none. */
export function formatCount(count: number, precision: CountPrecision = "exact"): string {
  if (count === 0 && precision !== "exact") return "few if any";
  return `${precision === "about" ? "about " : ""}${formatFullCount(count)}${precision === "at-least" ? "+" : ""}`;
}

/** "12.4K", for large numbers. */
export function formatShortCount(count: number): string {
  return SHORT_NUMBER.format(count);
}

/** "48,210" */
export function formatFullCount(count: number): string {
  return NUMBER.format(count);
}

import { formatOpeningHours } from "#app/guide/places/hours/osm-opening-hours.ts";
import { hoursHintOf } from "#app/guide/places/hours/typed-clock.ts";
import { readTypedHours } from "#app/guide/places/hours/typed-hours.ts";

const USAGE = `Usage: npm run --silent cli -- hours read TEXT [--kind KIND]

  Prints the hours as OpenStreetMap's opening_hours, or "unclear:" and what can't be read. KIND is a category or type, such as
  nightlife or restaurant, and decides between readings of a time without AM or PM.`;

/** `hours read TEXT [--kind KIND]`. Exits with 1 if the text is unclear, and with 2 if the command is wrong. */
export function hoursCommand(words: readonly string[], print: (line: string) => void): number {
  const [verb, text, flag, kind = "", ...more] = words;
  const isFlagRight = flag === undefined || (flag === "--kind" && kind !== "");
  if (verb !== "read" || text === undefined || !isFlagRight || more.length > 0) {
    print(USAGE);
    return 2;
  }
  const read = readTypedHours(text, hoursHintOf(kind));
  print(read.ok ? formatOpeningHours(read.hours) : `unclear: ${read.reason}`);
  return read.ok ? 0 : 1;
}

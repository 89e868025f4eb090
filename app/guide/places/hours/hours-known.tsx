import { formatFullCount, pluralize } from "#app/ui/format-count.ts";

/** Of how many of the counted places the hours are known. */
export type HoursCoverage = { known: number; total: number };

/** Wherever somebody asks for open places: how many the answer can know of. */
export function HoursKnownNote({ hoursKnown }: { hoursKnown: HoursCoverage | null }) {
  if (hoursKnown === null || hoursKnown.known === hoursKnown.total) return null;
  const { known, total } = hoursKnown;
  return (
    <p className="hours-known text-row text-muted">
      Hours are known for {formatFullCount(known)} of {pluralize(total, "place")}.{" "}
      <span>Others may be open too, so call first.</span>
    </p>
  );
}

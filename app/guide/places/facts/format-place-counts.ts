import { formatFullCount, pluralize } from "#app/ui/format-count.ts";

/** "1,140 places, 160 described"; the second number only where it differs. */
export function formatPlaceCounts({
  placeCount,
  describedCount,
}: {
  placeCount: number;
  describedCount: number;
}): string {
  const all = pluralize(placeCount, "place");
  return describedCount === placeCount ? all : `${all}, ${formatFullCount(describedCount)} described`;
}

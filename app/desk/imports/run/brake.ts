import type { ImportEffect } from "#app/db/columns/import-columns.ts";
import { formatFullCount } from "#app/ui/format-count.ts";

/** A run by itself changes at most this share of the published places. */
const CHANGING_SHARE_MAX = 0.03;

/** In a small directory three in a hundred are a handful, so this many may always change. */
const CHANGING_MIN = 30;

/** Less than this share of a source's linked records in a file with everything: the file is broken, or the source is. */
const PRESENT_SHARE_MIN = 0.5;

/**
 * Why a run shouldn't start by itself, as sentences for an editor. Null: nothing speaks against it.
 *
 * @param effect What the run would do; null when it isn't measured.
 */
export function describeBrake(effect: ImportEffect | null): string | null {
  if (effect === null) return null;
  const { published, changing, linked, missing, isFirst = false } = effect;
  const reasons: string[] = [];
  if (changing > Math.max(CHANGING_MIN, published * CHANGING_SHARE_MAX)) {
    reasons.push(`It would change ${formatFullCount(changing)} of ${formatFullCount(published)} published places.`);
    if (isFirst)
      reasons.push("It’s the first import from this source, so many changes can be right: check some of them.");
  }
  if (linked - missing < linked * PRESENT_SHARE_MIN) {
    reasons.push(
      `It has only ${formatFullCount(linked - missing)} of the ${formatFullCount(linked)} entries that we know from this source.`,
    );
  }
  return reasons.length === 0 ? null : reasons.join(" ");
}

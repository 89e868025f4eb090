import { DAY_MS } from "#app/lib/duration.ts";
import { formatLongDay } from "#app/lib/format-time.ts";

/** How long a deleted account can be restored. */
export const DELETION_GRACE_DAYS = 7;

/** What a user types to confirm that they want to delete their account. */
export const DELETE_CONFIRMATION = "delete";

/** When a deleted account can no longer be restored. */
export function purgeAt(deletedAt: Date): Date {
  return new Date(deletedAt.getTime() + DELETION_GRACE_DAYS * DAY_MS);
}

/** Accounts that were deleted at this time or earlier can no longer be restored. */
export function purgeCutoff(now: Date): Date {
  return new Date(now.getTime() - DELETION_GRACE_DAYS * DAY_MS);
}

/** "November 29, 2026", in America/New_York. */
export function purgeDateLabel(deletedAt: Date): string {
  return formatLongDay(purgeAt(deletedAt));
}

const DAY_MS = 24 * 60 * 60_000;

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
  return dateFormat.format(purgeAt(deletedAt));
}

const dateFormat = new Intl.DateTimeFormat("en-US", {
  timeZone: "America/New_York",
  month: "long",
  day: "numeric",
  year: "numeric",
});

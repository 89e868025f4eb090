const DAY_MS = 24 * 60 * 60_000;

/** How long a deleted account can be restored. */
export const WAY_BACK_DAYS = 7;

/** What a user types to confirm that they want to delete their account. */
export const DELETE_WORD = "delete";

/** When a deleted account can no longer be restored. */
export function goneAt(deletedAt: Date): Date {
  return new Date(deletedAt.getTime() + WAY_BACK_DAYS * DAY_MS);
}

/** Accounts that were deleted at this time or earlier can no longer be restored. */
export function goneBefore(now: Date): Date {
  return new Date(now.getTime() - WAY_BACK_DAYS * DAY_MS);
}

/** "November 29, 2026", in America/New_York. */
export function goneOnLabel(deletedAt: Date): string {
  return dateFormat.format(goneAt(deletedAt));
}

const dateFormat = new Intl.DateTimeFormat("en-US", {
  timeZone: "America/New_York",
  month: "long",
  day: "numeric",
  year: "numeric",
});

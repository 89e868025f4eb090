const DAY_MS = 24 * 60 * 60_000;

/** How long a deleted account can be had back. */
export const WAY_BACK_DAYS = 7;

/** What whoever deletes their account types, so that nobody does it by a slip of the finger. */
export const DELETE_WORD = "delete";

/** From when on a deleted account is gone for good. */
export function goneAt(deletedAt: Date): Date {
  return new Date(deletedAt.getTime() + WAY_BACK_DAYS * DAY_MS);
}

/** Accounts deleted then or before are gone for good now. */
export function goneBefore(now: Date): Date {
  return new Date(now.getTime() - WAY_BACK_DAYS * DAY_MS);
}

/** "November 29, 2026", in Washington. */
export function goneOnLabel(deletedAt: Date): string {
  return day.format(goneAt(deletedAt));
}

const day = new Intl.DateTimeFormat("en-US", {
  timeZone: "America/New_York",
  month: "long",
  day: "numeric",
  year: "numeric",
});

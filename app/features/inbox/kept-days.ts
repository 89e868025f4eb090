/* Retention of messages to the editors, in days. The privacy page states the same numbers. */

/** Hashes of the sender's network and email address, which the daily limits count by. */
export const TRACES_DAYS_KEPT = 60;
/** Messages marked as spam; long enough to correct a mistake. */
export const SPAM_DAYS_KEPT = 30;
/** Answered and closed messages. */
export const MESSAGES_DAYS_KEPT = 365;

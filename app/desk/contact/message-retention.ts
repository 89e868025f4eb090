/* Retention of messages to the editors, in days. */

/** Hashes of the sender's network and email address, which the daily limits count by. */
export const SENDER_HASH_RETENTION_DAYS = 60;
/** Messages marked as spam; long enough to correct a mistake. */
export const SPAM_RETENTION_DAYS = 30;
/** Answered and closed messages. */
export const MESSAGE_RETENTION_DAYS = 365;

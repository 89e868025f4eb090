/* Retention times of subscriber data in days. */

/** Unconfirmed addresses: a little longer than the confirmation link is valid. */
export const UNCONFIRMED_RETENTION_DAYS = 7;
/** Unsubscribed addresses: the time to resubscribe with the link in a mail. */
export const UNSUBSCRIBED_RETENTION_DAYS = 30;
/** Bounced addresses: nothing is sent there during this time. */
export const BOUNCED_RETENTION_DAYS = 180;
/** Deleted drafts: the time to restore them. */
export const DELETED_RETENTION_DAYS = 30;
/** Deliveries: who was sent which issue. */
export const DELIVERIES_RETENTION_DAYS = 90;

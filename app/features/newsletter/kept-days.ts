/* Retention times of subscriber data in days. The privacy page states them too. */

/** Unconfirmed addresses: a little longer than the confirmation link is valid. */
export const UNCONFIRMED_DAYS_KEPT = 7;
/** Unsubscribed addresses: the time to resubscribe with the link in a mail. */
export const UNSUBSCRIBED_DAYS_KEPT = 30;
/** Bounced addresses: nothing is sent there during this time. */
export const BOUNCED_DAYS_KEPT = 180;
/** Deleted drafts: the time to restore them. */
export const DELETED_DAYS_KEPT = 30;
/** Deliveries: who was sent which issue. */
export const DELIVERIES_DAYS_KEPT = 90;

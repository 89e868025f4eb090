/* How long what is kept of subscribers, in days; the privacy page says these too. */

/** An address that nobody confirmed: a little longer than the question counts. */
export const UNCONFIRMED_DAYS_KEPT = 7;
/** One that was unsubscribed: so long its person can undo it by the link in their mail. */
export const UNSUBSCRIBED_DAYS_KEPT = 30;
/** One that doesn't exist: so long nothing goes there. */
export const BOUNCED_DAYS_KEPT = 180;
/** A draft that an editor deleted: so long it can be brought back. */
export const DELETED_DAYS_KEPT = 30;
/** Who was sent which issue. */
export const DELIVERIES_DAYS_KEPT = 90;

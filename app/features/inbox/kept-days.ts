/* How long what is kept of messages to the editors, in days; the privacy page says these too. */

/** Of which network and mailbox a message came: for the limits of a day, and a while. */
export const TRACES_DAYS_KEPT = 60;
/** What an editor says is spam: so long for whoever was wrong about it. */
export const SPAM_DAYS_KEPT = 30;
/** What is answered or closed. */
export const MESSAGES_DAYS_KEPT = 365;

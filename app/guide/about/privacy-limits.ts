/** The periods and limits that the privacy page names. */
export type PrivacyLimits = Record<
  | "reporterDays"
  | "browserIdDays"
  | "claimDays"
  | "invitationDays"
  | "draftDays"
  | "mailDays"
  | "notificationDays"
  | "accountDays"
  | "accountRestoreMinutes"
  | "unconfirmedDays"
  | "unsubscribedDays"
  | "bouncedDays"
  | "deliveryDays"
  | "messageDays"
  | "spamDays"
  | "senderHashDays"
  | "dailySponsoredStats"
  | "termVisitors"
  | "detailDays"
  | "countDays",
  number
>;

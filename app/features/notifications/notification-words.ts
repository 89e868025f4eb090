import type { Notification } from "./notification.server.ts";

/** What a notification says, and the page it leads to. */
export type NotificationWords = { title: string; text: string; to: string };

const CORRECTION_OUTCOMES = {
  approved: "was found right",
  rejected: "was not taken over",
  answered: "was looked into",
};

/** Worded on the server, whenever it is read: nothing of it is stored but the facts. */
export function notificationWords(told: Notification): NotificationWords {
  const { slug, name } = told.place;
  switch (told.kind) {
    case "review-approved":
      return {
        title: `Your review of ${name} is published`,
        text: "A moderator has read it. Its stars count from now on.",
        to: `/places/${slug}#reviews`,
      };
    case "review-rejected":
      return {
        title: `Your review of ${name} is not published`,
        text: `A moderator wrote: “${told.reason}” You can change it; it is then read again.`,
        to: `/places/${slug}/review`,
      };
    case "report-decided":
      return told.outcome === "removed"
        ? {
            title: `A review of ${name} that you reported is taken away`,
            text: "A moderator has read your report and agreed with it. Thank you.",
            to: `/places/${slug}#reviews`,
          }
        : {
            title: `A review of ${name} that you reported stays`,
            text: "A moderator has read your report, and the review keeps to the rules.",
            to: `/places/${slug}#reviews`,
          };
    case "correction-decided":
      return {
        title: `Your correction of ${name} ${CORRECTION_OUTCOMES[told.outcome]}`,
        text: told.reason === "" ? "An editor has looked at it. Thank you." : `An editor wrote: “${told.reason}”`,
        to: `/corrections/${told.key}`,
      };
  }
}

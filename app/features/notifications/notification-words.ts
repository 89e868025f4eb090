import type { Notification } from "./notification.server.ts";

/** What a notification says, and the page it leads to. */
export type NotificationWords = { title: string; text: string; to: string };

const CORRECTION_OUTCOMES = {
  approved: "was found right",
  rejected: "was not taken over",
  answered: "was looked into",
};

const day = new Intl.DateTimeFormat("en-US", { timeZone: "America/New_York", month: "long", day: "numeric" });

/** Worded on the server, whenever it is read: nothing of it is stored but the facts. */
export function notificationWords(told: Notification): NotificationWords {
  if (told.kind === "payment-failed") {
    return {
      title: `Your payment for ${told.plan} failed`,
      text: `Your membership goes on until ${day.format(new Date(told.graceEndsAt))}. Give another card before then to keep it.`,
      to: "/subscription",
    };
  }
  if (told.kind === "membership-ended") {
    return {
      title: `Your ${told.plan} membership has ended`,
      text: "The payment didn’t come. What you saved and wrote is yours as before.",
      to: "/subscription",
    };
  }
  if (told.kind === "question-answered") {
    return {
      title: "An editor has answered your question",
      text: "The answer stands below what you asked.",
      to: `/ask/${told.question}`,
    };
  }
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
    case "photo-removed":
      return {
        title: `A photo of ${name} was taken off`,
        text: `A moderator wrote: “${told.reason}”`,
        to: `/business/${slug}/photos`,
      };
    case "photo-report-decided":
      return photoReportWords(told);
    case "correction-decided":
      return {
        title: `Your correction of ${name} ${CORRECTION_OUTCOMES[told.outcome]}`,
        text: told.reason === "" ? "An editor has looked at it. Thank you." : `An editor wrote: “${told.reason}”`,
        to: `/corrections/${told.key}`,
      };
  }
}

function photoReportWords({
  place,
  outcome,
}: Extract<Notification, { kind: "photo-report-decided" }>): NotificationWords {
  const to = `/places/${place.slug}`;
  return outcome === "removed"
    ? {
        title: `A photo of ${place.name} that you reported is taken off`,
        text: "A moderator has read your report and agreed with it. Thank you.",
        to,
      }
    : {
        title: `A photo of ${place.name} that you reported stays`,
        text: "A moderator has read your report, and the photo keeps to the rules.",
        to,
      };
}

import { formatMonthAndDay } from "#app/lib/format-time.ts";
import { formatDollars } from "#app/lib/money.ts";
import { pluralize } from "#app/ui/format-count.ts";

import type { Notification } from "./notification.server.ts";

/** The text of a notification, and the page it links to. */
export type NotificationText = { title: string; text: string; to: string };

const CORRECTION_OUTCOMES = {
  approved: "was accepted",
  rejected: "was not accepted",
  answered: "was reviewed",
};

const PEOPLE_CHANGE_TEXTS = {
  claimed: "Another owner was verified.",
  joined: "A manager accepted an invitation.",
  left: "A member of the team left or was removed.",
  "handed-over": "An owner transferred ownership.",
};

const REMOVAL_TEXTS = {
  removed: "An owner removed you. What you wrote and changed stays.",
  released: "Its last owner gave it up, so it has no owner here now.",
  replaced: "An editor approved someone else’s claim. If that is wrong, claim it again.",
};

const CLOSURE_LABELS = {
  permanent: "permanently closed",
  temporary: "temporarily closed",
  moved: "moved",
  duplicate: "a duplicate, and its page now redirects to the other listing",
};

const SUBMISSION_OUTCOMES = {
  published: "is now listed",
  refused: "was not accepted",
  duplicate: "was already listed",
};

const OWNER_EDIT_OUTCOMES = {
  approved: "are published",
  "in-part": "are partly published",
  rejected: "were not accepted",
};

/** Formatted on the server when it is read; the database stores only the facts. */
export function formatNotification(notification: Notification): NotificationText {
  return "place" in notification ? formatPlaceNotification(notification) : formatOtherNotification(notification);
}

type PlaceNotification = Extract<Notification, { place: unknown }>;

function formatPlaceNotification(notification: PlaceNotification): NotificationText {
  const { slug, name } = notification.place;
  switch (notification.kind) {
    case "review-approved":
      return {
        title: `Your review of ${name} is published`,
        text: "An editor approved it. Its stars now count toward the rating.",
        to: `/places/${slug}#reviews`,
      };
    case "review-rejected":
      return {
        title: `Your review of ${name} is not published`,
        text: `An editor wrote: “${notification.reason}” You can edit it and send it again.`,
        to: `/places/${slug}/review`,
      };
    case "report-decided":
      return notification.outcome === "removed"
        ? {
            title: `A review of ${name} that you reported was removed`,
            text: "An editor read your report and agreed. Thank you.",
            to: `/places/${slug}#reviews`,
          }
        : {
            title: `A review of ${name} that you reported stays up`,
            text: "An editor read your report and found that the review follows the rules.",
            to: `/places/${slug}#reviews`,
          };
    case "photo-removed":
      return {
        title: `A photo of ${name} was removed`,
        text: `An editor wrote: “${notification.reason}”`,
        to: `/business/${slug}/photos`,
      };
    case "photo-report-decided":
      return formatPhotoReport(notification);
    case "correction-decided":
      return {
        title: `Your correction of ${name} ${CORRECTION_OUTCOMES[notification.outcome]}`,
        text: editorText(notification.reason),
        to: `/corrections/${notification.key}`,
      };
    case "place-question-asked":
    case "place-question-answered":
    case "place-question-decided":
    case "place-question-report-decided":
      return formatQuestionNotification(notification);
    default:
      return formatBusinessNotification(notification);
  }
}

function formatOtherNotification(notification: Exclude<Notification, PlaceNotification>): NotificationText {
  switch (notification.kind) {
    case "payment-failed":
      return {
        title: `Your payment for ${notification.plan} failed`,
        text: `Your membership stays active until ${formatMonthAndDay(new Date(notification.graceEndsAt))}. Update your card before then to keep it.`,
        to: "/subscription",
      };
    case "membership-ended":
      return {
        title: `Your ${notification.plan} membership has ended`,
        text: "We didn’t receive your payment. Everything you saved and wrote stays yours.",
        to: "/subscription",
      };
    case "decision-undone":
      return {
        title: "An editor undid a decision",
        text: `We had told you: “${notification.title}”. We’re reviewing it again and will let you know what we decide.`,
        to: notification.to,
      };
    case "question-answered":
      return {
        title: "An editor answered your question",
        text: "The answer is below your question.",
        to: `/ask/${notification.question}`,
      };
    case "search-alert":
      return {
        title: `New on Rowhouse: ${notification.query}`,
        text: `We added ${pluralize(notification.count, "place")} that ${notification.count === 1 ? "matches" : "match"}. This search alert is done.`,
        to: `/search?${new URLSearchParams({ q: notification.query })}`,
      };
    case "submission-decided":
      return {
        title: `${notification.name} ${SUBMISSION_OUTCOMES[notification.fate]}`,
        text: editorText(notification.reason),
        to: `/submissions/${notification.key}`,
      };
  }
}

type BusinessNotification = Extract<
  Notification,
  {
    kind:
      | "review-answered"
      | "place-reviewed"
      | "place-closed"
      | "place-taken-off"
      | "place-put-back"
      | "claim-granted"
      | "claim-rejected"
      | "people-changed"
      | "owner-role-given"
      | "place-left"
      | "owner-edit-decided"
      | "campaign-decided"
      | "campaign-payment-returned";
  }
>;

function formatBusinessNotification(notification: BusinessNotification): NotificationText {
  const { slug, name } = notification.place;
  switch (notification.kind) {
    case "review-answered":
      return {
        title: `${name} replied to your review`,
        text: "The reply is below your review.",
        to: `/places/${slug}#reviews`,
      };
    case "place-reviewed":
      return {
        title: `${name} has a new review with ${notification.stars} ${notification.stars === 1 ? "star" : "stars"}`,
        text: "You can post a public reply.",
        to: `/business/${slug}/reviews?show=unanswered`,
      };
    case "place-closed":
    case "place-taken-off":
    case "place-put-back":
      return formatListingNotification(notification);
    case "claim-granted":
      return {
        title: `You now manage ${name}`,
        text: "Check its details, reply to reviews, and invite people who help you.",
        to: `/business/${slug}`,
      };
    case "claim-rejected":
      return {
        title: `Your claim for ${name} was not approved`,
        text: `An editor wrote: “${notification.reason}” You can add more details, or prove it another way.`,
        to: `/places/${slug}/claim`,
      };
    case "people-changed":
      return {
        title: `The people who manage ${name} have changed`,
        text: PEOPLE_CHANGE_TEXTS[notification.change],
        to: `/business/${slug}/people`,
      };
    case "owner-role-given":
      return {
        title: `You are now ${notification.role === "owner" ? "an owner" : "a manager"} of ${name}`,
        text:
          notification.role === "owner"
            ? "You can manage everything about it."
            : "You can manage everything except its people.",
        to: `/business/${slug}`,
      };
    case "place-left":
      return {
        title: `You no longer manage ${name}`,
        text: REMOVAL_TEXTS[notification.how],
        to: `/places/${slug}/claim`,
      };
    case "owner-edit-decided":
      return {
        title: `Your changes to ${name} ${OWNER_EDIT_OUTCOMES[notification.outcome]}`,
        text: editorText(notification.reason),
        to: `/business/${slug}/edit`,
      };
    case "campaign-decided":
      return formatCampaignNotification(notification);
    case "campaign-payment-returned":
      return {
        title: `Your payment of ${formatDollars(notification.amountCents)} for ${name} will be refunded`,
        text: "Its campaign was already paid for, or was deleted or changed before the payment arrived.",
        to: `/business/${slug}/campaigns`,
      };
  }
}

/** Closures, removals and restores of a listing. */
function formatListingNotification(
  notification: Extract<Notification, { kind: "place-closed" | "place-taken-off" | "place-put-back" }>,
): NotificationText {
  const { slug, name } = notification.place;
  switch (notification.kind) {
    case "place-closed":
      return {
        title: `${name} is marked as ${CLOSURE_LABELS[notification.closure]}`,
        text: `${notification.reason === "" ? "An editor checked it." : editorText(notification.reason)} If that is wrong, contact us.`,
        to: `/places/${slug}`,
      };
    case "place-taken-off":
      return {
        title: `${name} was removed from the site`,
        text: "An admin deleted its listing. What you wrote there is saved. If that is wrong, contact us.",
        to: "/contact",
      };
    case "place-put-back":
      return {
        title: `${name} is back on the site`,
        text: "An admin restored its listing.",
        to: `/business/${slug}`,
      };
  }
}

type QuestionNotification = Extract<PlaceNotification, { kind: `place-question-${string}` }>;

function formatQuestionNotification(notification: QuestionNotification): NotificationText {
  const { slug, name } = notification.place;
  const page = `/places/${slug}/questions`;
  switch (notification.kind) {
    case "place-question-asked":
      return {
        title: `New question about ${name}`,
        text: "Your answer appears on the listing, for everyone with the same question.",
        to: `/business/${slug}/questions`,
      };
    case "place-question-answered":
      return {
        title: notification.isBusiness ? `${name} answered your question` : `New answer to your question about ${name}`,
        text: "The answer is below your question.",
        to: `${page}?question=${notification.question}`,
      };
    case "place-question-decided":
      return notification.outcome === "published"
        ? {
            title: `Your ${notification.about} about ${name} is published`,
            text: "An editor approved it.",
            to: `${page}?question=${notification.question}`,
          }
        : {
            title: `Your ${notification.about} about ${name} is not published`,
            text: `An editor wrote: “${notification.reason}”`,
            to: page,
          };
    case "place-question-report-decided":
      return notification.outcome === "removed"
        ? {
            title: `The ${notification.about} about ${name} that you reported was removed`,
            text: "An editor read your report and agreed. Thank you.",
            to: page,
          }
        : {
            title: `The ${notification.about} about ${name} that you reported stays up`,
            text: "An editor read your report and found that it follows the rules.",
            to: page,
          };
  }
}

const CAMPAIGN_OUTCOMES = {
  approved: "is approved",
  over: "is over",
  spent: "has used its whole budget",
  owner: "was ended",
  place: "has ended",
  rejected: "was not approved",
  undecided: "has ended",
  stopped: "was stopped by an editor",
  disputed: "has ended",
  provider: "has ended",
  restored: "continues",
  settled: "is settled",
};

function formatCampaignNotification({
  place: { slug, name },
  campaign,
  outcome,
  reason,
  refundCents,
}: Extract<Notification, { kind: "campaign-decided" }>): NotificationText {
  const parts = [
    outcome === "approved" && "It runs from its first day.",
    outcome === "undecided" && "Its days were over before an editor could review it. We’re sorry.",
    outcome === "disputed" && "Its payment is disputed, so the bank decides about the money.",
    outcome === "restored" && "The bank decided in your favor, so it continues as before the dispute.",
    outcome === "settled" &&
      "The bank closed the dispute and left the payment with us, but the campaign’s time is over.",
    outcome === "provider" && "It was paid for in test mode, without real money, and test mode is over.",
    outcome === "place" && "The place is no longer listed or has no owner.",
    reason !== "" && `An editor wrote: “${reason}”`,
    refundCents > 0 && `We’ll refund the unspent ${formatDollars(refundCents)} to the card.`,
  ];
  return {
    title: `Your campaign for ${name} ${CAMPAIGN_OUTCOMES[outcome]}`,
    text: parts.filter((part) => part !== false).join(" ") || "See its report for the results.",
    to: `/business/${slug}/campaigns/${campaign}`,
  };
}

function editorText(reason: string): string {
  return reason === "" ? "An editor reviewed it. Thank you." : `An editor wrote: “${reason}”`;
}

function formatPhotoReport({
  place,
  outcome,
}: Extract<Notification, { kind: "photo-report-decided" }>): NotificationText {
  const to = `/places/${place.slug}`;
  return outcome === "removed"
    ? {
        title: `A photo of ${place.name} that you reported was removed`,
        text: "An editor read your report and agreed. Thank you.",
        to,
      }
    : {
        title: `A photo of ${place.name} that you reported stays up`,
        text: "An editor read your report and found that the photo follows the rules.",
        to,
      };
}

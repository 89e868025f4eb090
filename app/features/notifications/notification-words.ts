import { dollars } from "#app/lib/money.ts";

import type { Notification } from "./notification.server.ts";

/** What a notification says, and the page it leads to. */
export type NotificationWords = { title: string; text: string; to: string };

const CORRECTION_OUTCOMES = {
  approved: "was found right",
  rejected: "was not taken over",
  answered: "was looked into",
};

const PEOPLE_CHANGES = {
  claimed: "They have shown that it is theirs too.",
  joined: "They took up an invitation.",
  left: "Somebody has left, or was taken out.",
  "handed-over": "An owner has handed it over.",
};

const WAYS_OUT = {
  removed: "An owner has taken you out. What you wrote and changed stays.",
  released: "Its last owner has given it up, so nobody runs it here now.",
  replaced: "An editor has looked at a claim and given it to somebody else. Answer there if that is wrong.",
};

const CLOSURES = {
  permanent: "closed for good",
  temporary: "closed for now",
  moved: "moved elsewhere",
  duplicate: "listed twice, and its listing leads to the other one",
};

const SUBMISSION_FATES = {
  published: "is in the guide",
  refused: "was not taken over",
  duplicate: "was in the guide already",
};

const OWNER_EDIT_OUTCOMES = {
  approved: "are on its page",
  "in-part": "are on its page in part",
  rejected: "were not taken over",
};

const day = new Intl.DateTimeFormat("en-US", { timeZone: "America/New_York", month: "long", day: "numeric" });

/** Worded on the server, whenever it is read: nothing of it is stored but the facts. */
export function notificationWords(told: Notification): NotificationWords {
  return "place" in told ? placeWords(told) : otherWords(told);
}

type PlaceTold = Extract<Notification, { place: unknown }>;

function placeWords(told: PlaceTold): NotificationWords {
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
        text: editorWords(told.reason),
        to: `/corrections/${told.key}`,
      };
    case "place-question-asked":
    case "place-question-answered":
    case "place-question-decided":
    case "place-question-report-decided":
      return questionWords(told);
    default:
      return businessWords(told);
  }
}

function otherWords(told: Exclude<Notification, PlaceTold>): NotificationWords {
  switch (told.kind) {
    case "payment-failed":
      return {
        title: `Your payment for ${told.plan} failed`,
        text: `Your membership goes on until ${day.format(new Date(told.graceEndsAt))}. Give another card before then to keep it.`,
        to: "/subscription",
      };
    case "membership-ended":
      return {
        title: `Your ${told.plan} membership has ended`,
        text: "The payment didn’t come. What you saved and wrote is yours as before.",
        to: "/subscription",
      };
    case "decision-undone":
      return {
        title: "An editor has taken a decision back",
        text: `We had told you: “${told.title}”. It is looked at again, and you hear from us once it is decided anew.`,
        to: told.to,
      };
    case "question-answered":
      return {
        title: "An editor has answered your question",
        text: "The answer stands below what you asked.",
        to: `/ask/${told.question}`,
      };
    case "submission-decided":
      return {
        title: `${told.name} ${SUBMISSION_FATES[told.fate]}`,
        text: editorWords(told.reason),
        to: `/submissions/${told.key}`,
      };
  }
}

type BusinessTold = Extract<
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

function businessWords(told: BusinessTold): NotificationWords {
  const { slug, name } = told.place;
  switch (told.kind) {
    case "review-answered":
      return {
        title: `${name} has answered your review`,
        text: "Its answer stands below what you wrote.",
        to: `/places/${slug}#reviews`,
      };
    case "place-reviewed":
      return {
        title: `${name} has a new review with ${told.stars} ${told.stars === 1 ? "star" : "stars"}`,
        text: "Your reply stands below it, for everybody to read.",
        to: `/business/${slug}/reviews?show=unanswered`,
      };
    case "place-closed":
    case "place-taken-off":
    case "place-put-back":
      return standingWords(told);
    case "claim-granted":
      return {
        title: `You run ${name} here now`,
        text: "Look over its facts, answer its reviews, and let in whoever helps you.",
        to: `/business/${slug}`,
      };
    case "claim-rejected":
      return {
        title: `Your claim to ${name} was not granted`,
        text: `An editor wrote: “${told.reason}” You can send more, or prove it another way.`,
        to: `/places/${slug}/claim`,
      };
    case "people-changed":
      return {
        title: `The people who run ${name} have changed`,
        text: PEOPLE_CHANGES[told.change],
        to: `/business/${slug}/people`,
      };
    case "owner-role-given":
      return {
        title: `You are ${told.role === "owner" ? "an owner" : "a manager"} of ${name} now`,
        text: told.role === "owner" ? "You may do everything for it here." : "You may do all but say who else runs it.",
        to: `/business/${slug}`,
      };
    case "place-left":
      return { title: `You no longer run ${name} here`, text: WAYS_OUT[told.how], to: `/places/${slug}/claim` };
    case "owner-edit-decided":
      return {
        title: `Your changes of ${name} ${OWNER_EDIT_OUTCOMES[told.outcome]}`,
        text: editorWords(told.reason),
        to: `/business/${slug}/edit`,
      };
    case "campaign-decided":
      return campaignWords(told);
    case "campaign-payment-returned":
      return {
        title: `Your payment of ${dollars(told.amountCents)} for ${name} goes back`,
        text: "Its campaign was paid for already, or was deleted or changed before the payment came. It pays for nothing.",
        to: `/business/${slug}/campaigns`,
      };
  }
}

/** Whether a listing is on the site, and as what. */
function standingWords(
  told: Extract<Notification, { kind: "place-closed" | "place-taken-off" | "place-put-back" }>,
): NotificationWords {
  const { slug, name } = told.place;
  switch (told.kind) {
    case "place-closed":
      return {
        title: `${name} is marked as ${CLOSURES[told.closure]}`,
        text: `${told.reason === "" ? "An editor has found it so." : editorWords(told.reason)} If that is wrong, write to us from the contact page.`,
        to: `/places/${slug}`,
      };
    case "place-taken-off":
      return {
        title: `${name} was taken off the site`,
        text: "An admin has deleted its listing. What you wrote there is kept. If that is wrong, write to us.",
        to: "/contact",
      };
    case "place-put-back":
      return {
        title: `${name} is on the site again`,
        text: "An admin has restored its listing, as it was.",
        to: `/business/${slug}`,
      };
  }
}

type QuestionTold = Extract<PlaceTold, { kind: `place-question-${string}` }>;

function questionWords(told: QuestionTold): NotificationWords {
  const { slug, name } = told.place;
  const page = `/places/${slug}/questions`;
  switch (told.kind) {
    case "place-question-asked":
      return {
        title: `Somebody has a question about ${name}`,
        text: "Your answer stands on the listing, for everybody who wonders the same.",
        to: `/business/${slug}/questions`,
      };
    case "place-question-answered":
      return {
        title: told.isBusiness
          ? `${name} has answered your question`
          : `Somebody has answered your question about ${name}`,
        text: "The answer stands below what you asked.",
        to: `${page}?question=${told.question}`,
      };
    case "place-question-decided":
      return told.outcome === "published"
        ? {
            title: `Your ${told.about} about ${name} is published`,
            text: "A moderator has read it.",
            to: `${page}?question=${told.question}`,
          }
        : {
            title: `Your ${told.about} about ${name} is not published`,
            text: `A moderator wrote: “${told.reason}”`,
            to: page,
          };
    case "place-question-report-decided":
      return told.outcome === "removed"
        ? {
            title: `The ${told.about} about ${name} that you reported is taken away`,
            text: "A moderator has read your report and agreed with it. Thank you.",
            to: page,
          }
        : {
            title: `The ${told.about} about ${name} that you reported stays`,
            text: "A moderator has read your report, and it keeps to the rules.",
            to: page,
          };
  }
}

const CAMPAIGN_OUTCOMES = {
  approved: "is approved",
  over: "is over",
  spent: "has delivered everything",
  owner: "was ended",
  place: "has ended",
  rejected: "was not approved",
  undecided: "has ended",
  stopped: "was stopped by an editor",
  disputed: "has ended",
  provider: "has ended",
  restored: "goes on",
  settled: "is settled",
};

function campaignWords({
  place: { slug, name },
  campaign,
  outcome,
  reason,
  owedCents,
}: Extract<Notification, { kind: "campaign-decided" }>): NotificationWords {
  const parts = [
    outcome === "approved" && "It is shown from its first day on.",
    outcome === "undecided" && "Its days were over before an editor could look at it, for which we are sorry.",
    outcome === "disputed" && "Its payment is disputed, so the bank decides where that money goes.",
    outcome === "restored" && "The bank has decided for you, so it is as it was before the dispute.",
    outcome === "settled" && "The bank has left the payment as it was, and the campaign can’t go on any more.",
    outcome === "provider" && "It was paid in test mode, where no money moves, and that is over.",
    outcome === "place" && "The place isn’t listed any more, or nobody runs it.",
    reason !== "" && `An editor wrote: “${reason}”`,
    owedCents > 0 && `${dollars(owedCents)} that it didn’t deliver go back to the card.`,
  ];
  return {
    title: `Your campaign for ${name} ${CAMPAIGN_OUTCOMES[outcome]}`,
    text: parts.filter((part) => part !== false).join(" ") || "Its report says what it has brought.",
    to: `/business/${slug}/campaigns/${campaign}`,
  };
}

function editorWords(reason: string): string {
  return reason === "" ? "An editor has looked at it. Thank you." : `An editor wrote: “${reason}”`;
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

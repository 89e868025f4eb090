import { DELETION_GRACE_DAYS } from "#app/people/accounts/standing/account-restore.ts";
import { SIGN_IN_TO_SUBSCRIBE } from "#app/people/membership/billing-messages.ts";
import type { Notice, NoticeCode } from "#app/platform/notice.ts";

import type { Viewer } from "#app/platform/viewer.ts";

/** The text of a notice, and the form of its Undo button. */
export type NoticeText = {
  title: string;
  text: string | null;
  isProblem: boolean;
  undo: { action: string; fields: Record<string, string> } | null;
};

/** Runs on the server, so that browsers don't download the texts of other notices. */
export function describeNotice({ code, item }: Notice, viewer: Pick<Viewer, "name" | "role"> | null): NoticeText {
  // "Logged in as" is the specification's text.
  const greeting = viewer === null ? null : `Logged in as ${viewer.name} (${viewer.role})`;
  const message = (title: string, text: string | null = null) => ({ title, text, isProblem: false, undo: null });
  switch (code) {
    case "signed-in":
      return message("Signed in successfully", greeting);
    case "signed-out":
      return message("Signed out successfully");
    case "sign-out-failed":
      return { ...message("Error signing out", "Please try again."), isProblem: true };
    case "session-ended":
      return message("Browser signed out.");
    case "sessions-ended":
      return message("Other browsers signed out.");
    case "signed-out-everywhere":
      return message("Signed out successfully", "You’re signed out in every browser.");
    case "saved":
      return { ...message("Saved."), undo: saveForm(item, "unsave") };
    case "unsaved":
      return { ...message("Removed from saved."), undo: saveForm(item, "save") };
    case "signed-in-saved":
      return {
        ...message("Signed in successfully", `${greeting ?? "Welcome"}. Your choice is saved.`),
        undo: saveForm(item, "unsave"),
      };
    case "list-created":
      return message("List created.");
    case "changes-saved":
      return message("Changes saved.");
    case "list-deleted":
      return message("List deleted.");
    case "list-link-renewed":
      return message("New link created.", "The old link no longer works.");
    case "list-entry-added":
      return message("Added to the list.");
    case "list-entry-removed":
      return message("Removed from the list.");
    case "list-copied":
      return message("Copied to your lists.", "Only you can see it until you share it.");
    case "list-copied-before":
      return message("You already have a copy.", "This is your copy.");
    case "list-own":
      return message("This is your own list.");
    case "lists-full":
      return { ...message("Not copied.", "You’ve reached the list limit of your membership."), isProblem: true };
    case "list-unavailable":
      return { ...message("Not copied.", "That list is no longer shared."), isProblem: true };
    case "save-removed":
      return message("Removed.");
    case "pick-dismissed":
      return { ...message("We won’t suggest it again."), undo: pickForm(item) };
    case "pick-restored":
      return message("We may suggest it again.");
    case "profile-saved":
      return message("Changes saved.");
    case "search-alert-created":
      return message("Alert created.", "We’ll email you once, when we add a place that matches.");
    case "account-deleted":
      return message("Your account is deleted.", `Sign in within ${DELETION_GRACE_DAYS} days to restore it.`);
    case "account-restored":
      return message("Your account is restored.", "Everything is where you left it.");
    case "sign-in-to-subscribe":
      return message(SIGN_IN_TO_SUBSCRIBE);
    case "saves-full":
      return { ...message("Not saved.", "You’ve reached the limit. Remove something first."), isProblem: true };
    default:
      return placeNotice(code);
  }
}

type PlaceCode = Extract<NoticeCode, `fact-${string}` | `place-${string}` | `review-reply-${string}`>;

/** Notices about places and on the pages of a listing's managers. */
function placeNotice(code: PlaceCode): NoticeText {
  const message = (title: string, text: string | null = null) => ({ title, text, isProblem: false, undo: null });
  switch (code) {
    case "fact-confirmed":
      return message("Thank you.", "The page now shows your confirmation.");
    case "fact-confirmed-before":
      return message("You already confirmed this.", "Confirmations count once a month.");
    case "fact-changed":
      return { ...message("Not confirmed.", "It was just changed. Please check it again."), isProblem: true };
    case "place-campaign-ended":
      return message("The campaign has ended.", "We’ll refund what wasn’t delivered.");
    case "place-claimed":
      return message("You manage this listing now.", "Keep it up to date under Listing.");
    case "place-edit-sent":
      return message("Changes sent for review.", "The listing stays as it is until an editor approves them.");
    case "place-saved-and-sent":
      return message("Changes saved.", "Those that need approval wait for an editor.");
    case "place-edit-withdrawn":
      return message("Changes withdrawn.", "The listing stays as it is.");
    case "place-invitation-sent":
      return message("Invitation sent.", "The email has a link to accept it.");
    case "place-unchanged":
      return message("Nothing changed.", "The listing already says all of that.");
    case "place-people-changed":
      return message("Changes saved.");
    case "place-left":
      return message("You no longer manage this listing.");
    case "review-reply-saved":
      return message("Your reply is published.");
    case "review-reply-deleted":
      return message("Your reply is deleted.");
  }
}

function saveForm(item: string | null, action: "save" | "unsave"): NoticeText["undo"] {
  return item === null ? null : { action: "/saves", fields: { item, do: action } };
}

function pickForm(item: string | null): NoticeText["undo"] {
  return item === null ? null : { action: "/member/dashboard", fields: { item, do: "restore" } };
}

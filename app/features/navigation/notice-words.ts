import { WAY_BACK_DAYS } from "#app/features/accounts/way-back.ts";
import { SIGN_IN_TO_SUBSCRIBE } from "#app/features/billing/billing-messages.ts";
import type { Notice, NoticeCode } from "#app/platform/notice.ts";

import type { Viewer } from "#app/platform/viewer.ts";

/** What the page says, and the form that takes it back: where it is sent and its fields. */
export type NoticeWords = {
  title: string;
  text: string | null;
  isProblem: boolean;
  undo: { action: string; fields: Record<string, string> } | null;
};

/** Worded on the server: no visitor fetches the words of what didn't happen. */
export function noticeWords({ code, item }: Notice, viewer: Pick<Viewer, "name" | "role"> | null): NoticeWords {
  const greeting = viewer === null ? null : `Logged in as ${viewer.name} (${viewer.role})`;
  const said = (title: string, text: string | null = null) => ({ title, text, isProblem: false, undo: null });
  switch (code) {
    case "signed-in":
      return said("Signed in successfully", greeting);
    case "signed-out":
      return said("Signed out successfully");
    case "sign-out-failed":
      return { ...said("Error signing out", "Please try again."), isProblem: true };
    case "session-ended":
      return said("Signed out there.");
    case "sessions-ended":
      return said("Signed out everywhere else.");
    case "signed-out-everywhere":
      return said("Signed out successfully", "No browser is signed in any more.");
    case "saved":
      return { ...said("Saved."), undo: saveForm(item, "unsave") };
    case "unsaved":
      return { ...said("No longer saved."), undo: saveForm(item, "save") };
    case "signed-in-saved":
      return {
        ...said("Signed in successfully", `${greeting ?? "Welcome"}. What you chose is saved.`),
        undo: saveForm(item, "unsave"),
      };
    case "list-made":
      return said("List made.");
    case "changes-kept":
      return said("Changes kept.");
    case "list-deleted":
      return said("List deleted.");
    case "list-link-renewed":
      return said("New link made.", "The old one leads nowhere now.");
    case "list-entry-added":
      return said("Added to the list.");
    case "list-entry-removed":
      return said("Taken out of the list.");
    case "list-copied":
      return said("Copied to your lists.", "Only you see it until you share it.");
    case "list-copied-before":
      return said("You have copied it already.", "This is your copy.");
    case "list-own":
      return said("This list is your own.");
    case "lists-full":
      return { ...said("Not copied.", "You have as many lists as your membership holds."), isProblem: true };
    case "list-gone":
      return { ...said("Not copied.", "That list isn’t shared any more."), isProblem: true };
    case "save-removed":
      return said("Removed.");
    case "pick-dismissed":
      return { ...said("It won’t be picked again."), undo: pickForm(item) };
    case "pick-restored":
      return said("It may be picked again.");
    case "profile-kept":
      return said("Changes kept.");
    case "account-deleted":
      return said("Your account is deleted.", `Sign in within ${WAY_BACK_DAYS} days if you want it back.`);
    case "account-restored":
      return said("Your account is yours again.", "Everything is where you left it.");
    case "sign-in-to-subscribe":
      return said(SIGN_IN_TO_SUBSCRIBE);
    case "saves-full":
      return { ...said("Not saved.", "There is no room for more: take something out first."), isProblem: true };
    default:
      return placeWords(code);
  }
}

type PlaceCode = Extract<NoticeCode, `fact-${string}` | `place-${string}` | `review-reply-${string}`>;

/** Of what is done to a place, and on the pages of one that somebody runs. */
function placeWords(code: PlaceCode): NoticeWords {
  const said = (title: string, text: string | null = null) => ({ title, text, isProblem: false, undo: null });
  switch (code) {
    case "fact-confirmed":
      return said("Thank you.", "The page says now that somebody has looked.");
    case "fact-confirmed-before":
      return said("You have said so already.", "It counts once a month.");
    case "fact-changed":
      return { ...said("Not confirmed.", "It was changed meanwhile: look at it again."), isProblem: true };
    case "place-campaign-ended":
      return said("The campaign has ended.", "What wasn’t delivered goes back.");
    case "place-claimed":
      return said("You run it here now.", "Keep its facts right under Listing.");
    case "place-edit-sent":
      return said("Sent to an editor.", "Until they agree the listing says what it did before.");
    case "place-edit-withdrawn":
      return said("Withdrawn.", "The listing stays as it is.");
    case "place-invitation-sent":
      return said("Invited.", "If anybody reads at that address, they have a link now.");
    case "place-unchanged":
      return said("Nothing was changed.", "The listing says all of that already.");
    case "place-people-changed":
      return said("Changes kept.");
    case "place-left":
      return said("You no longer run it.");
    case "review-reply-kept":
      return said("Your reply is published.");
    case "review-reply-deleted":
      return said("Your reply is deleted.");
  }
}

function saveForm(item: string | null, doing: "save" | "unsave"): NoticeWords["undo"] {
  return item === null ? null : { action: "/saves", fields: { item, do: doing } };
}

function pickForm(item: string | null): NoticeWords["undo"] {
  return item === null ? null : { action: "/member/dashboard", fields: { item, do: "restore" } };
}

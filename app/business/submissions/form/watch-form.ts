import type { SubmissionHints } from "../submission.ts";
import type { ListingFormValues } from "./listing-form.ts";
import { watchDraft } from "./watch-draft.ts";
import { watchHints } from "./watch-hints.ts";

type Watch = {
  isSignedIn: boolean;
  isFresh: boolean;
  hasDraft: boolean;
  onHints: (hints: SubmissionHints) => void;
  onRestored: (fields: ListingFormValues) => void;
};

/** Saves drafts and loads hints. Returns a function that stops both. */
export function watchForm(form: HTMLFormElement, { onHints, onRestored, ...draft }: Watch): () => void {
  const stops = [watchDraft(form, { ...draft, onRestored }), watchHints(form, onHints)];
  return () => {
    for (const stop of stops) stop();
  };
}

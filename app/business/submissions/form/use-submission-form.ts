import { type RefObject, useCallback, useEffect, useState } from "react";

import { DRAFT_KEY, type SubmissionHints } from "../submission.ts";
import type { ListingFormValues } from "./listing-form.ts";

type LiveForm = {
  /** Hints for what is being typed; null before the first request. */
  hints: SubmissionHints | null;
  /** The draft from this browser; null without one, or when the form was opened with values. */
  restored: ListingFormValues | null;
  /** Deletes the draft in this browser. */
  deleteDraft: () => void;
};

/**
 * Saves drafts of the form and loads hints for it. The code is loaded when the visitor starts to fill in the form or has a
 * draft, so that others don't download it. The form works without it.
 *
 * @param isFresh The form wasn't refused. `hasDraft`: it was opened with a draft from the server.
 */
export function useSubmissionForm(
  form: RefObject<HTMLFormElement | null>,
  { isSignedIn, isFresh, hasDraft }: { isSignedIn: boolean; isFresh: boolean; hasDraft: boolean },
): LiveForm {
  const [hints, setHints] = useState<SubmissionHints | null>(null);
  const [restored, setRestored] = useState<ListingFormValues | null>(null);
  useEffect(() => {
    const element = form.current;
    if (element === null) return undefined;
    let isUnmounted = false;
    let stop = () => {};
    // Until that code is there: somebody may type and go back at once.
    const store = () => storeDraft(element);
    const watch = () => {
      element.removeEventListener("focusin", watch);
      element.addEventListener("input", store);
      void import("./watch-form.ts").then(
        ({ watchForm }) => {
          element.removeEventListener("input", store);
          if (!isUnmounted)
            stop = watchForm(element, { isSignedIn, isFresh, hasDraft, onHints: setHints, onRestored: setRestored });
        },
        () => {},
      );
    };
    if (!isFresh || hasLocalDraft() || element.contains(document.activeElement)) watch();
    else element.addEventListener("focusin", watch);
    return () => {
      isUnmounted = true;
      element.removeEventListener("focusin", watch);
      element.removeEventListener("input", store);
      stop();
    };
  }, [form, isSignedIn, isFresh, hasDraft]);
  const deleteDraft = useCallback(() => {
    void import("./watch-draft.ts").then(({ deleteLocalDraft: deleteLocal }) => deleteLocal());
    setRestored(null);
  }, []);
  return { hints, restored, deleteDraft };
}

function storeDraft(form: HTMLFormElement): void {
  try {
    localStorage.setItem(DRAFT_KEY, JSON.stringify({ fields: Object.fromEntries(new FormData(form)) }));
  } catch {
    // The browser blocks local storage, or it is full.
  }
}

function hasLocalDraft(): boolean {
  try {
    return localStorage.getItem(DRAFT_KEY) !== null;
  } catch {
    // The browser blocks local storage.
    return false;
  }
}

import { type RefObject, useCallback, useEffect, useState } from "react";

import { DRAFT_KEY, type Hints } from "./submission.ts";
import type { TypedListing } from "./typed-listing.ts";

type LiveForm = {
  /** What the site knows of what is being typed; null: nothing was asked yet. */
  hints: Hints | null;
  /** What was filled in before in this browser; null: nothing, or the form had something in it already. */
  restored: TypedListing | null;
  /** Throws away what is kept of it. */
  forget: () => void;
};

/**
 * A form that keeps what is filled in, and says what the site knows of it. What watches it is fetched when somebody begins
 * to fill it in, or has before: who only looks doesn't pay for it, and the form works without it.
 *
 * @param isFresh The form didn't come back from being refused. `hasDraft`: it came with a draft of the server's.
 */
export function useLiveForm(
  form: RefObject<HTMLFormElement | null>,
  { isSignedIn, isFresh, hasDraft }: { isSignedIn: boolean; isFresh: boolean; hasDraft: boolean },
): LiveForm {
  const [hints, setHints] = useState<Hints | null>(null);
  const [restored, setRestored] = useState<TypedListing | null>(null);
  useEffect(() => {
    const element = form.current;
    if (element === null) return undefined;
    let isGone = false;
    let stop = () => {};
    const watch = () => {
      element.removeEventListener("focusin", watch);
      void import("./watch-form.ts").then(
        ({ watchForm }) => {
          if (!isGone)
            stop = watchForm(element, { isSignedIn, isFresh, hasDraft, onHints: setHints, onRestored: setRestored });
        },
        () => {},
      );
    };
    if (!isFresh || hasCopy() || element.contains(document.activeElement)) watch();
    else element.addEventListener("focusin", watch);
    return () => {
      isGone = true;
      element.removeEventListener("focusin", watch);
      stop();
    };
  }, [form, isSignedIn, isFresh, hasDraft]);
  const forget = useCallback(() => {
    void import("./watch-draft.ts").then(({ forgetDraft }) => forgetDraft());
    setRestored(null);
  }, []);
  return { hints, restored, forget };
}

function hasCopy(): boolean {
  try {
    return localStorage.getItem(DRAFT_KEY) !== null;
  } catch {
    // A browser that keeps nothing.
    return false;
  }
}

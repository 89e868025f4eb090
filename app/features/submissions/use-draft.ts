import { type RefObject, useCallback, useEffect, useState } from "react";

import { DRAFT_PATH } from "./submission.ts";
import type { TypedListing } from "./typed-listing.ts";

/** Under this name the browser keeps what a guest has filled in; the privacy page names it too. */
const STORED_AS = "rowhouse-submission";

const STORE_PAUSE_MS = 400;
/** The server is told less often. */
const SAVE_PAUSE_MS = 3_000;

/** What is no draft: how the form was opened, and what nobody fills in. */
const NOT_KEPT = new Set(["stamp", "fax", "distinct"]);

type Draft = {
  /** What was filled in before in this browser; null: nothing, or the form had something in it already. */
  restored: TypedListing | null;
  /** Throws away what is kept. */
  forget: () => void;
};

/**
 * Keeps what is filled in: in the browser, and for whoever is signed in on the server too. A form that was opened empty
 * is filled with what was kept.
 *
 * @param isFresh The form came neither back from being refused nor with a draft of the server's.
 */
export function useDraft(
  form: RefObject<HTMLFormElement | null>,
  { isSignedIn, isFresh }: { isSignedIn: boolean; isFresh: boolean },
): Draft {
  const [restored, setRestored] = useState<TypedListing | null>(null);
  useEffect(() => {
    const element = form.current;
    if (element === null) return undefined;
    const frame = requestAnimationFrame(() => {
      const kept = storedDraft();
      if (isFresh && kept !== null && isUntouched(element)) setRestored(kept);
    });
    let storeTimer: ReturnType<typeof setTimeout> | undefined;
    let saveTimer: ReturnType<typeof setTimeout> | undefined;
    const keepSoon = () => {
      clearTimeout(storeTimer);
      storeTimer = setTimeout(() => store(fieldsOf(element)), STORE_PAUSE_MS);
      if (!isSignedIn) return;
      clearTimeout(saveTimer);
      saveTimer = setTimeout(() => save(fieldsOf(element)), SAVE_PAUSE_MS);
    };
    // What was sent is no draft any more, unless it comes back: then it stands in the form again and is kept anew.
    const drop = () => {
      clearTimeout(storeTimer);
      clearTimeout(saveTimer);
      if (navigator.onLine) localStorage.removeItem(STORED_AS);
    };
    if (!isFresh) keepSoon();
    element.addEventListener("input", keepSoon);
    element.addEventListener("submit", drop);
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(storeTimer);
      clearTimeout(saveTimer);
      element.removeEventListener("input", keepSoon);
      element.removeEventListener("submit", drop);
    };
  }, [form, isSignedIn, isFresh]);
  const forget = useCallback(() => {
    localStorage.removeItem(STORED_AS);
    setRestored(null);
  }, []);
  return { restored, forget };
}

function fieldsOf(form: HTMLFormElement): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [name, value] of new FormData(form)) {
    if (typeof value === "string" && !NOT_KEPT.has(name)) fields[name] = value;
  }
  return fields;
}

function store(fields: Record<string, string>): void {
  try {
    localStorage.setItem(STORED_AS, JSON.stringify(fields));
  } catch {
    // A browser that keeps nothing, or is full: the form works all the same.
  }
}

function save(fields: Record<string, string>): void {
  void fetch(DRAFT_PATH, {
    method: "POST",
    headers: { accept: "application/json" },
    body: new URLSearchParams(fields),
  }).catch(() => {});
}

function storedDraft(): TypedListing | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(STORED_AS) ?? "null");
    if (typeof kept !== "object" || kept === null) return null;
    const fields = Object.entries(kept).filter((entry): entry is [string, string] => typeof entry[1] === "string");
    return fields.some(([name, value]) => name !== "specialCount" && value !== "") ? Object.fromEntries(fields) : null;
  } catch {
    return null;
  }
}

/** Nobody has typed or chosen anything since the page came. */
function isUntouched(form: HTMLFormElement): boolean {
  return Array.from(form.elements).every((element) => {
    if (element instanceof HTMLInputElement) {
      return element.type === "radio"
        ? element.checked === element.defaultChecked
        : element.value === element.defaultValue;
    }
    if (element instanceof HTMLTextAreaElement) return element.value === element.defaultValue;
    if (element instanceof HTMLSelectElement) return element.value === "";
    return true;
  });
}

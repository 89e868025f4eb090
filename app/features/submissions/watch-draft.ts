import { DRAFT_KEY, DRAFT_PATH } from "./submission.ts";
import type { TypedListing } from "./typed-listing.ts";

const STORE_PAUSE_MS = 400;
/** The server is told less often. */
const SAVE_PAUSE_MS = 3_000;

/** What is no draft: how the form was opened, and what nobody fills in. */
const NOT_KEPT = new Set(["stamp", "fax", "distinct"]);

type Watch = {
  isSignedIn: boolean;
  /** The form came neither back from being refused nor with a draft of the server's. */
  isFresh: boolean;
  /** Told what was filled in before in this browser, if nobody has touched the form since. */
  onRestored: (kept: TypedListing) => void;
};

/** Keeps what is filled in: in the browser, and for whoever is signed in on the server too. */
export function watchDraft(form: HTMLFormElement, { isSignedIn, isFresh, onRestored }: Watch): () => void {
  const kept = storedDraft();
  const isTouched = !isUntouched(form);
  if (isFresh && kept !== null && !isTouched) onRestored(kept);
  let storeTimer: ReturnType<typeof setTimeout> | undefined;
  let saveTimer: ReturnType<typeof setTimeout> | undefined;
  const keepSoon = () => {
    clearTimeout(storeTimer);
    storeTimer = setTimeout(() => store(fieldsOf(form)), STORE_PAUSE_MS);
    if (!isSignedIn) return;
    clearTimeout(saveTimer);
    saveTimer = setTimeout(() => save(fieldsOf(form)), SAVE_PAUSE_MS);
  };
  // What was sent is no draft any more, unless it comes back: then it stands in the form again and is kept anew.
  const drop = () => {
    clearTimeout(storeTimer);
    clearTimeout(saveTimer);
    if (navigator.onLine) forgetDraft();
  };
  if (!isFresh || isTouched) keepSoon();
  form.addEventListener("input", keepSoon);
  form.addEventListener("submit", drop);
  return () => {
    clearTimeout(storeTimer);
    clearTimeout(saveTimer);
    form.removeEventListener("input", keepSoon);
    form.removeEventListener("submit", drop);
  };
}

export function forgetDraft(): void {
  localStorage.removeItem(DRAFT_KEY);
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
    localStorage.setItem(DRAFT_KEY, JSON.stringify(fields));
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
    const kept: unknown = JSON.parse(localStorage.getItem(DRAFT_KEY) ?? "null");
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

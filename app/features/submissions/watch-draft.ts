import { DRAFT_KEY, DRAFT_PATH } from "./submission.ts";
import type { TypedListing } from "./typed-listing.ts";

const STORE_PAUSE_MS = 400;
/** The server is told less often. */
const SAVE_PAUSE_MS = 3_000;

/** What is no draft: how the form was opened, and what nobody fills in. */
const NOT_KEPT = new Set(["stamp", "fax", "distinct"]);

type Watch = {
  isSignedIn: boolean;
  /** The form didn't come back from being refused. */
  isFresh: boolean;
  /** It came with a draft of the server's, which knows all but what this browser could not send. */
  hasDraft: boolean;
  /** Told what was filled in before in this browser, if nobody has touched the form since. */
  onRestored: (kept: TypedListing) => void;
};

/** Keeps what is filled in: in the browser, and for whoever is signed in on the server too. */
export function watchDraft(form: HTMLFormElement, { isSignedIn, isFresh, hasDraft, onRestored }: Watch): () => void {
  const kept = storedDraft();
  const isTouched = !isUntouched(form);
  const isHereAlready = kept === null || (hasDraft && (kept.isSaved || isSame(kept.fields, fieldsOf(form))));
  if (isFresh && !isHereAlready && !isTouched) onRestored(kept.fields);
  let storeTimer: ReturnType<typeof setTimeout> | undefined;
  let saveTimer: ReturnType<typeof setTimeout> | undefined;
  const keepSoon = () => {
    clearTimeout(storeTimer);
    storeTimer = setTimeout(() => store({ fields: fieldsOf(form) }), STORE_PAUSE_MS);
    if (!isSignedIn) return;
    clearTimeout(saveTimer);
    saveTimer = setTimeout(() => void save(fieldsOf(form)), SAVE_PAUSE_MS);
  };
  // The copy stays until a page of the site says that what was sent has arrived: it may never do.
  const send = () => {
    clearTimeout(storeTimer);
    clearTimeout(saveTimer);
    store({ fields: fieldsOf(form), isSent: true });
  };
  if (!isFresh || isTouched) keepSoon();
  form.addEventListener("input", keepSoon);
  form.addEventListener("submit", send);
  return () => {
    clearTimeout(storeTimer);
    clearTimeout(saveTimer);
    form.removeEventListener("input", keepSoon);
    form.removeEventListener("submit", send);
  };
}

export function forgetDraft(): void {
  localStorage.removeItem(DRAFT_KEY);
}

/** Where a submission of this name is seen to have arrived: its copy is no draft any more. */
export function dropSent(name: string): void {
  const kept = storedDraft();
  if (kept?.isSent === true && kept.fields["name"]?.trim() === name) forgetDraft();
}

function fieldsOf(form: HTMLFormElement): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [name, value] of new FormData(form)) {
    if (typeof value === "string" && !NOT_KEPT.has(name)) fields[name] = value;
  }
  return fields;
}

/** `isSaved`: the server has the same. `isSent`: it was sent to the editors, and may have arrived. */
type Kept = { fields: TypedListing; isSaved?: boolean; isSent?: boolean };

function store(kept: Kept): void {
  try {
    localStorage.setItem(DRAFT_KEY, JSON.stringify(kept));
  } catch {
    // A browser that keeps nothing, or is full: the form works all the same.
  }
}

async function save(fields: TypedListing): Promise<void> {
  const response = await fetch(DRAFT_PATH, {
    method: "POST",
    headers: { accept: "application/json" },
    body: new URLSearchParams(fields),
  }).catch(() => null);
  const kept = storedDraft();
  // What was typed since is only here.
  if (response?.ok === true && kept !== null && isSame(kept.fields, fields)) store({ ...kept, isSaved: true });
}

function storedDraft(): Kept | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(DRAFT_KEY) ?? "null");
    if (typeof kept !== "object" || kept === null || !("fields" in kept)) return null;
    const fields = Object.entries(kept.fields ?? {}).filter(
      (entry): entry is [string, string] => typeof entry[1] === "string",
    );
    if (!fields.some(([name, value]) => name !== "specialCount" && value !== "")) return null;
    const isSaved = "isSaved" in kept && kept.isSaved === true;
    return { fields: Object.fromEntries(fields), isSaved, isSent: "isSent" in kept && kept.isSent === true };
  } catch {
    return null;
  }
}

/** Both are made in the form's own order. */
function isSame(one: TypedListing, other: TypedListing): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Nobody has typed or chosen anything since the page came. */
function isUntouched(form: HTMLFormElement): boolean {
  return Array.from(form.elements).every((element) => {
    if (element instanceof HTMLInputElement) {
      return element.type === "radio" || element.type === "checkbox"
        ? element.checked === element.defaultChecked
        : element.value === element.defaultValue;
    }
    if (element instanceof HTMLTextAreaElement) return element.value === element.defaultValue;
    if (element instanceof HTMLSelectElement) {
      const opened = [...element.options].find(({ defaultSelected }) => defaultSelected) ?? element.options[0];
      return element.selectedOptions[0] === opened;
    }
    return true;
  });
}

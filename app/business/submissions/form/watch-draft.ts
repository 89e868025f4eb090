import { DRAFT_KEY, DRAFT_PATH } from "../submission.ts";
import type { ListingFormValues } from "./listing-form.ts";

const STORE_PAUSE_MS = 400;
/** Saves to the server are less frequent. */
const SAVE_PAUSE_MS = 3_000;

/** Fields that don't belong in a draft: the stamp, the bot trap and the answer about similar places. */
const EXCLUDED_FIELDS = new Set(["stamp", "fax", "distinct"]);

type Watch = {
  isSignedIn: boolean;
  /** The form wasn't refused. */
  isFresh: boolean;
  /** It was opened with a draft from the server, which lacks only what this browser couldn't send. */
  hasDraft: boolean;
  /** Called with this browser's draft, if the form is still untouched. */
  onRestored: (fields: ListingFormValues) => void;
};

/** Saves what is typed: in the browser, and for members on the server too. */
export function watchDraft(form: HTMLFormElement, { isSignedIn, isFresh, hasDraft, onRestored }: Watch): () => void {
  const draft = readLocalDraft();
  const isTouched = !isUntouched(form);
  const isShownAlready = draft === null || (hasDraft && (draft.isSaved || isSame(draft.fields, fieldsOf(form))));
  if (isFresh && !isShownAlready && !isTouched) onRestored(draft.fields);
  let storeTimer: ReturnType<typeof setTimeout> | undefined;
  let saveTimer: ReturnType<typeof setTimeout> | undefined;
  const saveSoon = () => {
    clearTimeout(storeTimer);
    storeTimer = setTimeout(() => writeLocalDraft({ fields: fieldsOf(form) }), STORE_PAUSE_MS);
    if (!isSignedIn) return;
    clearTimeout(saveTimer);
    saveTimer = setTimeout(() => void saveOnServer(fieldsOf(form)), SAVE_PAUSE_MS);
  };
  // The local draft stays until the submission's page confirms that it arrived, because sending can fail.
  const send = () => {
    clearTimeout(storeTimer);
    clearTimeout(saveTimer);
    writeLocalDraft({ fields: fieldsOf(form), isSent: true });
  };
  if (!isFresh || isTouched) saveSoon();
  form.addEventListener("input", saveSoon);
  form.addEventListener("submit", send);
  return () => {
    clearTimeout(storeTimer);
    clearTimeout(saveTimer);
    form.removeEventListener("input", saveSoon);
    form.removeEventListener("submit", send);
  };
}

export function deleteLocalDraft(): void {
  localStorage.removeItem(DRAFT_KEY);
}

/** Deletes the local draft of a submission that has arrived. */
export function deleteSentDraft(name: string): void {
  const draft = readLocalDraft();
  if (draft?.isSent === true && draft.fields["name"]?.trim() === name) deleteLocalDraft();
}

function fieldsOf(form: HTMLFormElement): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [name, value] of new FormData(form)) {
    if (typeof value === "string" && !EXCLUDED_FIELDS.has(name)) fields[name] = value;
  }
  return fields;
}

/** `isSaved`: the server has the same draft. `isSent`: the form was sent and may have arrived. */
type LocalDraft = { fields: ListingFormValues; isSaved?: boolean; isSent?: boolean };

function writeLocalDraft(draft: LocalDraft): void {
  try {
    localStorage.setItem(DRAFT_KEY, JSON.stringify(draft));
  } catch {
    // Local storage is blocked or full; the form works without it.
  }
}

async function saveOnServer(fields: ListingFormValues): Promise<void> {
  const response = await fetch(DRAFT_PATH, {
    method: "POST",
    headers: { accept: "application/json" },
    body: new URLSearchParams(fields),
  }).catch(() => null);
  const draft = readLocalDraft();
  // Newer typing is only in this browser.
  if (response?.ok === true && draft !== null && isSame(draft.fields, fields))
    writeLocalDraft({ ...draft, isSaved: true });
}

function readLocalDraft(): LocalDraft | null {
  try {
    const draft: unknown = JSON.parse(localStorage.getItem(DRAFT_KEY) ?? "null");
    if (typeof draft !== "object" || draft === null || !("fields" in draft)) return null;
    const fields = Object.entries(draft.fields ?? {}).filter(
      (entry): entry is [string, string] => typeof entry[1] === "string",
    );
    if (!fields.some(([name, value]) => name !== "specialCount" && value !== "")) return null;
    const isSaved = "isSaved" in draft && draft.isSaved === true;
    return { fields: Object.fromEntries(fields), isSaved, isSent: "isSent" in draft && draft.isSent === true };
  } catch {
    return null;
  }
}

/** Both have the form's field order. */
function isSame(one: ListingFormValues, other: ListingFormValues): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Whether nothing was typed or chosen since the page loaded. */
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

import { Autosave } from "#app/ui/use-autosave.ts";

import { DRAFT_KEY, DRAFT_PATH } from "../submission.ts";
import type { ListingFormValues } from "./listing-form.ts";

/** Fields that don't belong in a draft: the stamp, the step, the bot trap and the answer about similar places. */
const EXCLUDED_FIELDS = new Set(["stamp", "step", "fax", "distinct"]);

/** Fields that are never empty. */
const NEVER_EMPTY = /^special(?:Count|\d+-kind)$/;

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
  const autosave = new Autosave<Record<string, string>, { kind: "saved" | "refused" | "offline" }>({
    read: () => fieldsOf(form),
    send: async (fields) => (isSignedIn ? saveOnServer(fields) : { kind: "saved" }),
    onResult: () => {},
  });
  // At once, because somebody who goes back within a second must not lose it.
  const change = () => {
    writeLocalDraft({ fields: fieldsOf(form) });
    autosave.change();
  };
  // The local draft stays until the submission's page confirms that it arrived, because sending can fail.
  const send = () => {
    autosave.settle();
    writeLocalDraft({ fields: fieldsOf(form), isSent: true });
  };
  const stop = autosave.listen();
  if (!isFresh || isTouched) change();
  form.addEventListener("input", change);
  form.addEventListener("submit", send);
  return () => {
    stop();
    form.removeEventListener("input", change);
    form.removeEventListener("submit", send);
  };
}

export function deleteLocalDraft(): void {
  localStorage.removeItem(DRAFT_KEY);
}

/** Deletes the local draft of a submission that has arrived. */
export function deleteSentDraft(name: string): void {
  const draft = readLocalDraft();
  if (draft?.isSent === true && lettersOf(draft.fields["name"] ?? "") === lettersOf(name)) deleteLocalDraft();
}

/** The site normalizes spaces and quotes of a name. */
function lettersOf(name: string): string {
  return name.normalize().replaceAll(/[^\p{L}\p{N}]/gu, "");
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

async function saveOnServer(fields: Record<string, string>): Promise<{ kind: "saved" | "refused" | "offline" }> {
  const response = await fetch(DRAFT_PATH, {
    method: "POST",
    headers: { accept: "application/json" },
    body: new URLSearchParams(fields),
  }).catch(() => null);
  if (response === null || response.status >= 502) return { kind: "offline" };
  if (!response.ok) return { kind: "refused" };
  const draft = readLocalDraft();
  // Newer typing is only in this browser.
  if (draft !== null && isSame(draft.fields, fields)) writeLocalDraft({ ...draft, isSaved: true });
  return { kind: "saved" };
}

function readLocalDraft(): LocalDraft | null {
  try {
    const draft: unknown = JSON.parse(localStorage.getItem(DRAFT_KEY) ?? "null");
    if (typeof draft !== "object" || draft === null || !("fields" in draft)) return null;
    const fields = Object.entries(draft.fields ?? {}).filter(
      (entry): entry is [string, string] => typeof entry[1] === "string",
    );
    if (!fields.some(([name, value]) => !NEVER_EMPTY.test(name) && value !== "")) return null;
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

import { isIssueSaveResponse, type IssueSaveResponse } from "./issue-save-response.ts";
import { saveIssuePath } from "../newsletter-paths.ts";

/** Each save writes to the audit log, so it waits for a pause in typing. */
const SAVE_PAUSE_MS = 2_500;
/** Interval of retries while the site can't be reached. */
const RETRY_MS = 10_000;

export type IssueSaveState =
  /** Nothing was typed yet. */
  | { kind: "untouched" }
  /** There are changes that only the button saves. */
  | { kind: "by-hand" }
  | { kind: "unsaved" }
  | { kind: "saving" }
  | { kind: "saved"; at: number }
  | { kind: "offline" }
  /** `newest`: another editor's conflicting version. `isRepeat`: a further conflict after the editor chose to overwrite. */
  | { kind: "refused"; why: string; newest: number | null; isRepeat: boolean };

/** Whether a field belongs to the issue's text, unlike the fields for testing and scheduling. */
export function isIssueTextField(name: string): boolean {
  return ["subject", "preview", "neighborhood", "intro"].includes(name) || /^note-\d+$/.test(name);
}

type AutosaveListeners = {
  state: (state: IssueSaveState) => void;
  /** When the saved issue was last changed; the preview's version. */
  seen: (seenAt: number) => void;
};

/** Saves a draft soon after something was typed, one save at a time. */
export class IssueAutosave {
  readonly #issueId: string;
  readonly #listeners: AutosaveListeners;
  #version: number;
  /** The saved notes, by the names of their hidden fields. */
  readonly #savedNotes = new Map<string, string>();
  #running: Promise<void> | null = null;
  #isDirty = false;
  /** A save without an answer, which may have arrived. */
  #unanswered: FormData | null = null;
  /** In a conflict nothing is saved until the editor chooses a version. */
  #isStopped = false;
  /** The running save overwrites another editor's version. */
  #isOverwriting = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(issue: { id: string; version: number }, listeners: AutosaveListeners) {
    this.#issueId = issue.id;
    this.#version = issue.version;
    this.#listeners = listeners;
  }

  handleInput(form: HTMLFormElement): void {
    this.#isDirty = true;
    if (this.#isStopped) return;
    this.#listeners.state({ kind: "unsaved" });
    this.#saveIn(form, SAVE_PAUSE_MS);
  }

  /** When the connection is back. */
  resume(form: HTMLFormElement): void {
    if (this.#isDirty) this.#save(form);
  }

  /** After a conflict: overwrites the other editor's version. */
  overwriteWithMine(form: HTMLFormElement, newest: number): void {
    this.#version = newest;
    this.#isStopped = false;
    this.#isOverwriting = true;
    this.#save(form);
  }

  dispose(): void {
    clearTimeout(this.#timer);
  }

  /**
   * Before the form is submitted: updates its hidden fields to the last saved state.
   *
   * @returns The running save to wait for, or null.
   */
  prepareSubmit(form: HTMLFormElement): Promise<void> | null {
    clearTimeout(this.#timer);
    if (this.#running !== null) return this.#running;
    for (const [name, value] of this.#savedFields()) {
      const field = form.elements.namedItem(name);
      if (field instanceof HTMLInputElement) field.value = value;
    }
    return null;
  }

  #saveIn(form: HTMLFormElement, ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#save(form), ms);
  }

  #save(form: HTMLFormElement): void {
    if (this.#running !== null || this.#isStopped) return;
    clearTimeout(this.#timer);
    this.#running = this.#saveNow(form).finally(() => {
      this.#running = null;
    });
  }

  async #saveNow(form: HTMLFormElement): Promise<void> {
    // Resending an unanswered save is no conflict if it arrived. Later changes are saved after it.
    this.#isDirty = this.#unanswered !== null;
    const body = this.#unanswered ?? this.#formDataOf(form);
    this.#unanswered = null;
    this.#listeners.state({ kind: "saving" });
    const answer = await sendForm(this.#issueId, body);
    if (answer === null) {
      this.#unanswered = body;
      this.#isDirty = true;
      this.#listeners.state({ kind: "offline" });
      this.#saveIn(form, RETRY_MS);
    } else if (typeof answer === "string") {
      this.#isDirty = true;
      this.#listeners.state({ kind: "refused", why: answer, newest: null, isRepeat: false });
    } else this.#applyAnswer(form, answer);
  }

  #applyAnswer(form: HTMLFormElement, { version, newest, why, notes, seenAt, savedAt }: IssueSaveResponse): void {
    this.#version = version;
    for (const { itemId, was } of notes) this.#savedNotes.set(`was-${itemId}`, was);
    this.#listeners.seen(seenAt);
    const isRepeat = this.#isOverwriting;
    this.#isOverwriting = false;
    if (why !== null) {
      this.#isDirty = true;
      this.#isStopped = newest !== version;
      this.#listeners.state({ kind: "refused", why, newest: this.#isStopped ? newest : null, isRepeat });
    } else if (this.#isDirty) {
      this.#listeners.state({ kind: "unsaved" });
      this.#saveIn(form, SAVE_PAUSE_MS);
    } else this.#listeners.state({ kind: "saved", at: savedAt });
  }

  /** The form's values with the last saved state in the hidden fields. */
  #formDataOf(form: HTMLFormElement): FormData {
    const body = new FormData(form);
    for (const [name, value] of this.#savedFields()) if (body.has(name)) body.set(name, value);
    return body;
  }

  #savedFields(): [string, string][] {
    return [["version", String(this.#version)], ...this.#savedNotes];
  }
}

/** @returns Null if the site can't be reached; a string for an error message. */
async function sendForm(issueId: string, body: FormData): Promise<IssueSaveResponse | string | null> {
  const response = await fetch(saveIssuePath(issueId), { method: "POST", body, redirect: "manual" }).catch(() => null);
  if (response === null || response.status >= 502) return null;
  // A redirect to the sign-in page: the session has ended.
  if (response.type === "opaqueredirect") return "You’re signed out. Sign in in another tab, then continue here.";
  const answer: unknown = await response.json().catch(() => null);
  return isIssueSaveResponse(answer) ? answer : "We couldn’t save it. Press Save.";
}

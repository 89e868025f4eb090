import { isIssueSaved, type IssueSaved } from "./issue-saved.ts";
import { saveIssuePath } from "./newsletter-paths.ts";

/** Each save is a line in the audit log, so it waits until somebody stops to think. */
const SAVE_PAUSE_MS = 2_500;
/** While the site can't be reached it is tried again so often. */
const RETRY_MS = 10_000;

export type IssueSaveState =
  /** Nothing was typed yet. */
  | { kind: "untouched" }
  /** Something was typed that only the button saves. */
  | { kind: "by-hand" }
  | { kind: "unsaved" }
  | { kind: "saving" }
  | { kind: "saved"; at: number }
  | { kind: "offline" }
  /**
   * `newest`: the version that somebody else has made of it meanwhile, which must be decided about. `isAgain`: one was
   * decided about, and now there is another.
   */
  | { kind: "refused"; why: string; newest: number | null; isAgain: boolean };

/** Whether a field is one of the issue's own, and not of what is done with it. */
export function isIssueWord(name: string): boolean {
  return ["subject", "preview", "neighborhood", "intro"].includes(name) || /^note-\d+$/.test(name);
}

type Tells = {
  state: (state: IssueSaveState) => void;
  /** When the issue that was saved was last changed: what its preview shows. */
  seen: (seenAt: number) => void;
};

/** Saves a draft soon after something was typed, one save at a time. */
export class IssueAutosave {
  readonly #issueId: string;
  readonly #tell: Tells;
  #version: number;
  /** The notes as they are kept, by the names of their fields. */
  readonly #was = new Map<string, string>();
  #running: Promise<void> | null = null;
  #isDirty = false;
  /** What was sent and never answered: it may have arrived. */
  #lost: FormData | null = null;
  /** In a conflict nothing is saved until somebody has said which words are to stay. */
  #isStopped = false;
  /** What stands here is being saved over what somebody else saved. */
  #isOver = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(issue: { id: string; version: number }, tell: Tells) {
    this.#issueId = issue.id;
    this.#version = issue.version;
    this.#tell = tell;
  }

  typed(form: HTMLFormElement): void {
    this.#isDirty = true;
    if (this.#isStopped) return;
    this.#tell.state({ kind: "unsaved" });
    this.#saveIn(form, SAVE_PAUSE_MS);
  }

  /** When the line is back. */
  goOn(form: HTMLFormElement): void {
    if (this.#isDirty) this.#save(form);
  }

  /** After a conflict: what stands here is saved over what somebody else saved. */
  keepMine(form: HTMLFormElement, newest: number): void {
    this.#version = newest;
    this.#isStopped = false;
    this.#isOver = true;
    this.#save(form);
  }

  leave(): void {
    clearTimeout(this.#timer);
  }

  /**
   * Before the form is sent: it says what the last save has made of the issue.
   *
   * @returns The save that it has to wait for, if one is on its way.
   */
  send(form: HTMLFormElement): Promise<void> | null {
    clearTimeout(this.#timer);
    if (this.#running !== null) return this.#running;
    for (const [name, value] of this.#known()) {
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
    // The same words again are no conflict, should they have arrived; those that were written since go after them.
    this.#isDirty = this.#lost !== null;
    const words = this.#lost ?? this.#wordsOf(form);
    this.#lost = null;
    this.#tell.state({ kind: "saving" });
    const answer = await sendWords(this.#issueId, words);
    if (answer === null) {
      this.#lost = words;
      this.#isDirty = true;
      this.#tell.state({ kind: "offline" });
      this.#saveIn(form, RETRY_MS);
    } else if (typeof answer === "string") {
      this.#isDirty = true;
      this.#tell.state({ kind: "refused", why: answer, newest: null, isAgain: false });
    } else this.#take(form, answer);
  }

  #take(form: HTMLFormElement, { version, newest, why, notes, seenAt, savedAt }: IssueSaved): void {
    this.#version = version;
    for (const { itemId, was } of notes) this.#was.set(`was-${itemId}`, was);
    this.#tell.seen(seenAt);
    const isAgain = this.#isOver;
    this.#isOver = false;
    if (why !== null) {
      this.#isDirty = true;
      this.#isStopped = newest !== version;
      this.#tell.state({ kind: "refused", why, newest: this.#isStopped ? newest : null, isAgain });
    } else if (this.#isDirty) {
      this.#tell.state({ kind: "unsaved" });
      this.#saveIn(form, SAVE_PAUSE_MS);
    } else this.#tell.state({ kind: "saved", at: savedAt });
  }

  /** What stands in the form, made from what is kept. */
  #wordsOf(form: HTMLFormElement): FormData {
    const words = new FormData(form);
    for (const [name, value] of this.#known()) if (words.has(name)) words.set(name, value);
    return words;
  }

  #known(): [string, string][] {
    return [["version", String(this.#version)], ...this.#was];
  }
}

/** @returns Null when the site can't be reached; a text when it says why not. */
async function sendWords(issueId: string, body: FormData): Promise<IssueSaved | string | null> {
  const response = await fetch(saveIssuePath(issueId), { method: "POST", body, redirect: "manual" }).catch(() => null);
  if (response === null || response.status >= 502) return null;
  // A page to sign in at: the session has ended.
  if (response.type === "opaqueredirect") return "You are signed out. Sign in in another tab, then go on here.";
  const answer: unknown = await response.json().catch(() => null);
  return isIssueSaved(answer) ? answer : "It could not be saved. Press Save.";
}

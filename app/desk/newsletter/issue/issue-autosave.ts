import { collectFormData } from "#app/desk/editor/document/collect-form.ts";

import { isIssueSaveResponse } from "./issue-save-response.ts";
import { saveIssuePath } from "../newsletter-paths.ts";

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

/** `seenAt`: when the saved issue was last changed; the preview's version. */
export type IssueSaveResult = {
  kind: "saved" | "offline" | "refused" | "conflict";
  state: IssueSaveState;
  seenAt?: number;
};

/** Whether a field belongs to the issue's text, unlike the fields for testing and scheduling. */
export function isIssueTextField(name: string): boolean {
  return ["subject", "preview", "neighborhood", "intro"].includes(name) || /^note-\d+$/.test(name);
}

/** The saves of one open issue, and the saved state that the next one is based on. */
export class IssueSaves {
  readonly #issueId: string;
  #version: number;
  /** The saved notes, by the names of their hidden fields. */
  readonly #savedNotes = new Map<string, string>();
  /** The next save overwrites another editor's version. */
  #isOverwriting = false;

  constructor(issue: { id: string; version: number }) {
    this.#issueId = issue.id;
    this.#version = issue.version;
  }

  overwrite(newest: number): void {
    this.#version = newest;
    this.#isOverwriting = true;
  }

  /** The form's values with the last saved state in the hidden fields. */
  read(form: HTMLFormElement): FormData {
    const body = collectFormData(form);
    for (const [name, value] of this.#savedFields()) if (body.has(name)) body.set(name, value);
    return body;
  }

  /** Updates the hidden fields of a form that is submitted. */
  fillIn(form: HTMLFormElement): void {
    for (const [name, value] of this.#savedFields()) {
      const field = form.elements.namedItem(name);
      if (field instanceof HTMLInputElement) field.value = value;
    }
  }

  #savedFields(): [string, string][] {
    return [["version", String(this.#version)], ...this.#savedNotes];
  }

  async send(body: FormData): Promise<IssueSaveResult> {
    const response = await fetch(saveIssuePath(this.#issueId), { method: "POST", body, redirect: "manual" }).catch(
      () => null,
    );
    if (response === null || response.status >= 502) return { kind: "offline", state: { kind: "offline" } };
    // A redirect to the sign-in page: the session has ended.
    if (response.type === "opaqueredirect") {
      return refused("You’re signed out. Sign in in another tab, then continue here.");
    }
    const answer: unknown = await response.json().catch(() => null);
    if (!isIssueSaveResponse(answer)) return refused("We couldn’t save it. Press Save.");
    const { version, newest, why, notes, seenAt, savedAt } = answer;
    const isRepeat = this.#isOverwriting;
    this.#isOverwriting = false;
    this.#version = version;
    for (const { itemId, was } of notes) this.#savedNotes.set(`was-${itemId}`, was);
    if (why === null) return { kind: "saved", state: { kind: "saved", at: savedAt }, seenAt };
    const isConflict = newest !== version;
    const state = { kind: "refused" as const, why, newest: isConflict ? newest : null, isRepeat };
    return { kind: isConflict ? "conflict" : "refused", state, seenAt };
  }
}

function refused(why: string): IssueSaveResult {
  return { kind: "refused", state: { kind: "refused", why, newest: null, isRepeat: false } };
}

import { type FormEvent, type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";

import type { GuideDocument } from "#app/db/columns/guide-document-columns.ts";

import { type Autosave, useAutosave } from "#app/ui/use-autosave.ts";

import { editorPath, saveDraftPath } from "../editing-paths.ts";
import { collectFormData } from "../document/collect-form.ts";
import { guideFormFields } from "./guide-form.ts";
import {
  type GuideFields,
  localCopyKey,
  deleteLocalCopy,
  readGuideFields,
  storeLocalCopy,
  type StoredCopy,
} from "./local-copy.ts";
import { mergeGuides, type Preference } from "./merge-guides.ts";
import type { EditorRefusal } from "./editor-page-data.ts";
import type { SaveResponse } from "./save-response.ts";

export type SaveState =
  /** `mergedWith`: the editor whose changes were merged in; null for another window of one's own. */
  | { kind: "saved"; at: string | null; mergedWith?: string | null }
  | { kind: "unsaved" }
  | { kind: "saving" }
  /** The copy in the browser has it. */
  | { kind: "offline" }
  | { kind: "refused"; why: string }
  /** `why`: why the other version can't be loaded yet. `merging`: what both changed; null if the text before isn't known. */
  | { kind: "conflict"; answer: ConflictResponse; why: string | null; merging: GuideMerging | null };

type ConflictResponse = Extract<SaveResponse, { outcome: "conflict" }>;

/** What is needed to settle a conflict: the fields before both changes, theirs, and the version of theirs. */
export type GuideMerging = { base: GuideFields; theirs: GuideFields; version: number };

type GuideAutosaveOptions = {
  id: number;
  form: RefObject<HTMLFormElement | null>;
  version: number;
  /** The draft of that version; null if it isn't known. */
  document: GuideDocument | null;
  first: SaveState;
  /** Puts merged fields into the form. */
  onMerged: (fields: GuideFields) => void;
  onSaved: (answer: Extract<SaveResponse, { outcome: "saved" }>) => void;
};

/** The initial state. A refused page has unsaved text, and a page in a conflict must not save automatically. */
export function initialSaveState(savedAt: string | null, refused: EditorRefusal | null): SaveState {
  if (refused === null || refused.storedAs === "saved") return { kind: "saved", at: savedAt };
  if (refused.storedAs === "no") return { kind: "unsaved" };
  const { version, savedBy, isOwn, diff } = refused;
  const answer = { outcome: "conflict" as const, version, savedBy, isOwn, diff, theirs: null };
  return { kind: "conflict", answer, why: null, merging: null };
}

/** Matches no saved version, so that a save with it becomes a conflict, which is stored in the history. */
const NO_VERSION = 0;

/** Saves changes of a guide, and keeps a copy in the browser until the site has them. */
export function useGuideAutosave(options: GuideAutosaveOptions) {
  const { id, form, version: opened, document, first, onMerged, onSaved } = options;
  const [state, setState] = useState(first);
  const [version, setVersion] = useState(opened);
  const [session] = useState(() => {
    const isConflict = first.kind === "conflict";
    const base = isConflict || document === null ? null : guideFormFields(document);
    return new SavingSession(id, { version: isConflict ? NO_VERSION : opened, base });
  });
  const storeCopy = useCallback(
    (element = form.current) => {
      if (element !== null) {
        storeLocalCopy(session.copy, { version: session.version, entries: collectFormData(element) });
      }
    },
    [form, session],
  );
  const autosave = useAutosave<FormData, SaveResult>(
    {
      read: () => (form.current === null ? null : collectFormData(form.current)),
      send: (fields) => session.sendMerging(fields, { form: () => form.current, onMerged }),
      onUnsaved: () =>
        setState((last) => (last.kind === "conflict" || last.kind === "offline" ? last : { kind: "unsaved" })),
      onSaving: () => setState({ kind: "saving" }),
      onResult: (result, isDirty) => {
        if (result.kind !== "saved") return setState(result);
        const { version: saved, savedAt } = result.answer;
        setVersion(saved);
        onSaved(result.answer);
        if (!isDirty) deleteCopy(autosave, session);
        const { mergedWith } = result;
        setState(
          isDirty
            ? { kind: "unsaved" }
            : { kind: "saved", at: savedAt, ...(mergedWith !== undefined && { mergedWith }) },
        );
      },
      store: storeCopy,
    },
    { isDirty: first.kind === "unsaved", isStopped: first.kind === "conflict" },
  );
  useLeaving({ autosave, session, form, storeCopy });
  useSaveKey(autosave);
  const choices = choicesOf({ id, autosave, session, form, setState, setVersion, onMerged });
  /** Whether the form was just saved for a submit. That goes on then, also if the save failed. */
  const isFlushed = useRef(false);

  /** The local copy stays until a page shows that the form has arrived. */
  const submitting = (event: FormEvent<HTMLFormElement>) => {
    if (autosave.isDirty || autosave.running !== null) storeCopy(event.currentTarget);
    if (!isFlushed.current && !autosave.isStopped) {
      // Saving merges what others have saved, which a submitted form can't.
      autosave.saveNow();
      isFlushed.current = true;
    } else if (isFlushed.current && autosave.isStopped) {
      isFlushed.current = false;
      return event.preventDefault();
    }
    if (autosave.delaysSubmit(event)) return;
    isFlushed.current = false;
    for (const [name, value] of session.numberedFields({ hasVersion: !autosave.isStopped })) {
      const field = event.currentTarget.elements.namedItem(name);
      if (field instanceof HTMLInputElement) field.value = value;
    }
  };
  return { state, version, changed: autosave.change, saveNow: autosave.saveNow, submitting, ...choices };
}

type ChoiceContext = Pick<GuideAutosaveOptions, "id" | "form" | "onMerged"> & {
  autosave: Autosave<FormData, SaveResult>;
  session: SavingSession;
  setState: (change: (last: SaveState) => SaveState) => void;
  setVersion: (version: number) => void;
};

/** The editor's choices: which version to use after a conflict, and restoring a local copy. */
function choicesOf({ id, autosave, session, form, setState, setVersion, onMerged }: ChoiceContext) {
  /** After a conflict in some places: what is kept there. Everything else of both versions is merged. */
  const settle = ({ base, theirs, version }: GuideMerging, preference: Preference) => {
    if (form.current === null) return;
    const mine = readGuideFields(collectFormData(form.current));
    onMerged(mergeGuides({ base, theirs, mine }, preference).fields);
    session.rebase(version, theirs);
    autosave.overwrite();
  };
  /** After a conflict: overwrites the other version with this one. */
  const overwrite = (over: number) => {
    session.rebase(over, null);
    autosave.overwrite();
  };
  /** After a conflict: stores this version in the history, then loads the other one. */
  const loadNewest = async () => {
    if (form.current === null) return;
    const result = await session.send(collectFormData(form.current), { isMerged: false });
    if (result.kind === "saved" || result.kind === "conflict") {
      autosave.discard();
      deleteCopy(autosave, session);
      location.assign(editorPath(id));
      return;
    }
    const reason = result.kind === "offline" ? "We can’t reach the site." : result.why;
    const why = `Your version isn’t in the history yet. ${reason} Try again in a moment.`;
    setState((last) => (last.kind === "conflict" ? { ...last, why } : last));
  };
  /** Continues with a local copy and the version that it is based on. */
  const goOnFrom = (restored: StoredCopy) => {
    session.rebase(restored.version, restored.version === session.version ? session.base : null);
    setVersion(restored.version);
    storeLocalCopy(session.copy, { version: restored.version, entries: Object.entries(restored.fields) });
    deleteLocalCopy(restored.name);
    autosave.restart();
  };
  return { settle, overwrite, loadNewest: () => void loadNewest(), goOnFrom };
}

type LeaveContext = {
  autosave: Autosave<FormData, SaveResult>;
  session: SavingSession;
  form: RefObject<HTMLFormElement | null>;
  storeCopy: (element?: HTMLFormElement | null) => void;
};

/** Stores unsaved changes when the page closes, and saves them when the editor is left by client-side navigation. */
function useLeaving({ autosave, session, form, storeCopy }: LeaveContext): void {
  useEffect(() => {
    const hide = () => {
      if (autosave.isDirty) storeCopy();
    };
    addEventListener("pagehide", hide);
    return () => removeEventListener("pagehide", hide);
  }, [autosave, storeCopy]);
  // A layout effect, because its cleanup runs while the form's fields still exist.
  useLayoutEffect(() => {
    const element = form.current;
    return () => {
      autosave.settle();
      if (!autosave.isDirty || element === null) return;
      storeCopy(element);
      const last = collectFormData(element);
      void (autosave.running ?? Promise.resolve()).then(async () => {
        if (autosave.isStopped) return;
        const { kind } = await session.send(last, { isMerged: false });
        if (kind === "saved") deleteLocalCopy(session.copy);
      });
    };
  }, [autosave, session, form, storeCopy]);
}

/** Ctrl+S, or Cmd+S, saves the guide and not the web page. */
function useSaveKey(autosave: Autosave<FormData, SaveResult>): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "s" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      autosave.saveNow();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [autosave]);
}

/** Deletes the browser's copy, once the site has saved it. */
function deleteCopy(autosave: Autosave<FormData, SaveResult>, { copy }: SavingSession): void {
  autosave.settle();
  deleteLocalCopy(copy);
}

type SaveResult =
  | { kind: "saved"; answer: Extract<SaveResponse, { outcome: "saved" }>; mergedWith?: string | null }
  | Extract<SaveState, { kind: "offline" | "refused" | "conflict" }>;

type MergeTarget = { form: () => HTMLFormElement | null; onMerged: (fields: GuideFields) => void };

/** Others would have to save this often within a second. */
const MERGES_MAX = 3;

/** The saves of one open editor. They are numbered, so that the site can detect a delayed one. */
class SavingSession {
  readonly copy: string;
  readonly #id: number;
  #version: number;
  /** The fields of that version; null if they aren't known, and then nothing can be merged. */
  #base: GuideFields | null;
  readonly #window = crypto.randomUUID();
  #saves = 0;

  constructor(id: number, { version, base }: { version: number; base: GuideFields | null }) {
    this.#id = id;
    this.#version = version;
    this.#base = base;
    this.copy = localCopyKey(id, this.#window);
  }

  /** The version that the text is based on. */
  get version(): number {
    return this.#version;
  }

  get base(): GuideFields | null {
    return this.#base;
  }

  rebase(version: number, base: GuideFields | null): void {
    this.#version = version;
    this.#base = base;
  }

  /** The hidden fields of the next save. */
  numberedFields({ hasVersion }: { hasVersion: boolean }): [string, string][] {
    this.#saves += 1;
    return [
      ["window", this.#window],
      ["save", String(this.#saves)],
      ...(hasVersion ? [["version", String(this.#version)] satisfies [string, string]] : []),
    ];
  }

  /**
   * Saves the form. If somebody else has saved in the meantime, merges their changes into the form and saves both. In a
   * conflict that only the editor can decide, the history gets this version.
   */
  async sendMerging(fields: FormData, { form, onMerged }: MergeTarget): Promise<SaveResult> {
    let sent = fields;
    let mergedWith: string | null | undefined;
    for (let tries = 0; tries < MERGES_MAX; tries += 1) {
      const base = this.#base;
      const element = form();
      const canMerge = base !== null && element !== null;
      const result = await this.send(sent, { isMerged: canMerge });
      if (result.kind === "saved") {
        this.rebase(result.answer.version, readGuideFields(sent));
        return mergedWith === undefined ? result : { ...result, mergedWith };
      }
      const { theirs: document, version, isOwn, savedBy } = result.kind === "conflict" ? result.answer : NO_ANSWER;
      if (result.kind !== "conflict" || document === null || !canMerge) return result;
      const theirs = guideFormFields(document);
      const merged = mergeGuides({ base, theirs, mine: readGuideFields(collectFormData(element)) });
      if (merged.conflicts.length > 0) {
        await this.send(collectFormData(element), { isMerged: false });
        return { ...result, merging: { base, theirs, version } };
      }
      onMerged(merged.fields);
      mergedWith = isOwn ? null : (savedBy ?? "someone else");
      this.rebase(version, theirs);
      sent = collectFormData(element);
    }
    return this.send(sent, { isMerged: false });
  }

  /** `isMerged`: a conflict is merged here, so that the history needs no copy of this version. */
  async send(fields: FormData, { isMerged }: { isMerged: boolean }): Promise<SaveResult> {
    for (const [name, value] of this.numberedFields({ hasVersion: true })) fields.set(name, value);
    fields.delete("picture-file");
    fields.delete("cover-file");
    fields.set("merges", isMerged ? "yes" : "");
    const response = await fetch(saveDraftPath(this.#id), { method: "POST", body: fields, redirect: "manual" }).catch(
      () => null,
    );
    if (response === null || response.status >= 502) return { kind: "offline" };
    // A redirect to the sign-in page: the session has expired.
    if (response.type === "opaqueredirect") {
      return { kind: "refused", why: "You’re signed out. Sign in in another tab, then continue here." };
    }
    const answer = await readAnswer(response);
    if (answer === null) return { kind: "refused", why: "We couldn’t save. Your changes are stored in this browser." };
    if ("detail" in answer) return { kind: "refused", why: answer.detail };
    return answer.outcome === "saved"
      ? { kind: "saved", answer }
      : { kind: "conflict", answer, why: null, merging: null };
  }
}

const NO_ANSWER = { theirs: null, version: NO_VERSION, isOwn: false, savedBy: null };

async function readAnswer(response: Response): Promise<SaveResponse | { detail: string } | null> {
  try {
    const answer: unknown = await response.json();
    return isAnswer(answer) ? answer : null;
  } catch {
    // An HTML page from a proxy between the browser and the site.
    return null;
  }
}

function isAnswer(answer: unknown): answer is SaveResponse | { detail: string } {
  if (typeof answer !== "object" || answer === null) return false;
  if ("outcome" in answer) return answer.outcome === "saved" || answer.outcome === "conflict";
  return "detail" in answer && typeof answer.detail === "string";
}

import { type FormEvent, type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";

import { editorPath, saveDraftPath } from "../editing-paths.ts";
import { collectFormData } from "../document/collect-form.ts";
import { localCopyKey, deleteLocalCopy, storeLocalCopy, type StoredCopy } from "./local-copy.ts";
import type { EditorRefusal } from "./editor-page-data.ts";
import type { SaveResponse } from "./save-response.ts";

const COPY_PAUSE_MS = 400;
const SAVE_PAUSE_MS = 1_500;
/** How often a save is retried while the site can't be reached. */
const RETRY_MS = 10_000;

export type SaveState =
  | { kind: "saved"; at: string | null }
  | { kind: "unsaved" }
  | { kind: "saving" }
  /** The copy in the browser has it. */
  | { kind: "offline" }
  | { kind: "refused"; why: string }
  /** `why`: why the other version can't be loaded yet. */
  | { kind: "conflict"; answer: Extract<SaveResponse, { outcome: "conflict" }>; why: string | null };

type AutosaveOptions = {
  id: number;
  form: RefObject<HTMLFormElement | null>;
  version: number;
  first: SaveState;
  onSaved: (answer: Extract<SaveResponse, { outcome: "saved" }>) => void;
};

type AutosaveState = {
  version: number;
  /** The save in progress. */
  running: Promise<void> | null;
  /** How many saves this session has sent. Saves are numbered, so that the site can detect a delayed one. */
  saves: number;
  isDirty: boolean;
  /** A save that was sent without an answer; it may have arrived. */
  unanswered: FormData | null;
  /** Set in a conflict: nothing is saved until the editor has chosen a version. */
  stopped: boolean;
};
type Timers = { copy?: ReturnType<typeof setTimeout>; save?: ReturnType<typeof setTimeout> };

/** The initial state. A refused page has unsaved text, and a page in a conflict must not save automatically. */
export function initialSaveState(savedAt: string | null, refused: EditorRefusal | null): SaveState {
  if (refused === null || refused.storedAs === "saved") return { kind: "saved", at: savedAt };
  if (refused.storedAs === "no") return { kind: "unsaved" };
  const { version, savedBy, isOwn, diff } = refused;
  return { kind: "conflict", answer: { outcome: "conflict", version, savedBy, isOwn, diff }, why: null };
}

/** Matches no saved version, so that a save with it becomes a conflict, which is stored in the history. */
const NO_VERSION = 0;

/** Saves changes after a short pause, one save at a time, and keeps a copy in the browser until then. */
export function useAutosave({ id, form, version: opened, first, onSaved }: AutosaveOptions) {
  const [state, setState] = useState(first);
  const [version, setVersion] = useState(opened);
  const [window] = useState(() => crypto.randomUUID());
  const copy = localCopyKey(id, window);
  const now = useRef<AutosaveState>({
    version: first.kind === "conflict" ? NO_VERSION : opened,
    running: null,
    saves: 0,
    isDirty: first.kind === "unsaved",
    unanswered: null,
    stopped: first.kind === "conflict",
  });
  const timers = useRef<Timers>({});
  const deleteCopy = useCallback(() => {
    clearTimeout(timers.current.copy);
    deleteLocalCopy(copy);
  }, [copy]);
  const set = useCallback((change: Partial<AutosaveState>) => {
    Object.assign(now.current, change);
  }, []);
  const again = useRef<() => void>(() => {});
  const saveIn = useCallback((ms: number) => {
    clearTimeout(timers.current.save);
    timers.current.save = setTimeout(() => again.current(), ms);
  }, []);
  const save = useSaving({ id, window, form, now, set, saveIn, deleteCopy, onSaved, setState, setVersion });
  useEffect(() => {
    again.current = save;
  });
  const storeCopy = useCallback(
    (element: HTMLFormElement | null) => {
      clearTimeout(timers.current.copy);
      if (element !== null) storeLocalCopy(copy, { version: now.current.version, entries: collectFormData(element) });
    },
    [copy],
  );
  const changed = useCallback(() => {
    set({ isDirty: true });
    setState((last) => (last.kind === "conflict" || last.kind === "offline" ? last : { kind: "unsaved" }));
    clearTimeout(timers.current.copy);
    timers.current.copy = setTimeout(() => storeCopy(form.current), COPY_PAUSE_MS);
    saveIn(SAVE_PAUSE_MS);
  }, [form, storeCopy, saveIn, set]);

  const choices = useChoices({ id, window, form, copy, now, set, deleteCopy, changed, save, setState, setVersion });
  const submitting = useSubmitting({ window, now, timers, storeCopy });
  useLeaving({ id, window, form, copy, now, timers, storeCopy });
  useRetryWhenOnline(now, timers, save);
  return { state, version, changed, submitting, ...choices };
}

type SaveContext = Omit<ChoiceContext, "copy" | "changed" | "save"> &
  Pick<AutosaveOptions, "onSaved"> & { saveIn: (ms: number) => void };

/** Saves the form unless a save is in progress, and retries after a failure. */
function useSaving({
  id,
  window,
  form,
  now,
  set,
  saveIn,
  deleteCopy,
  onSaved,
  setState,
  setVersion,
}: SaveContext): () => void {
  const onSavedRef = useRef(onSaved);
  const saveNow = useCallback(
    async (element: HTMLFormElement): Promise<void> => {
      const at = now.current;
      set({ isDirty: false });
      setState(() => ({ kind: "saving" }));
      // An unanswered save is sent again unchanged: if it has arrived, this is no conflict. Newer changes follow after it.
      const { unanswered } = at;
      const words = unanswered ?? collectFormData(element);
      const outcome = await sendWords(id, numbered(at, { words, version: at.version, window }));
      const isDirty = at.isDirty || unanswered !== null;
      set({ isDirty, unanswered: outcome.kind === "offline" ? words : null, stopped: outcome.kind === "conflict" });
      if (outcome.kind === "saved") {
        set({ version: outcome.answer.version });
        setVersion(outcome.answer.version);
        onSavedRef.current(outcome.answer);
        if (!isDirty) deleteCopy();
        const { savedAt } = outcome.answer;
        setState(() => (isDirty ? { kind: "unsaved" } : { kind: "saved", at: savedAt }));
      } else {
        set({ isDirty: true });
        setState(() => outcome);
      }
      if (outcome.kind === "offline") saveIn(RETRY_MS);
      else if (isDirty && outcome.kind !== "conflict") saveIn(SAVE_PAUSE_MS);
    },
    [id, window, now, set, saveIn, deleteCopy, setState, setVersion],
  );
  const save = useCallback((): void => {
    const at = now.current;
    if (form.current === null || at.running !== null || at.stopped) return;
    set({ running: saveNow(form.current).finally(() => set({ running: null })) });
  }, [form, now, set, saveNow]);

  useEffect(() => {
    onSavedRef.current = onSaved;
  });
  return save;
}

type ChoiceContext = Pick<AutosaveOptions, "id" | "form"> & {
  /** The id of this editor session. */
  window: string;
  copy: string;
  now: RefObject<AutosaveState>;
  set: (change: Partial<AutosaveState>) => void;
  /** Deletes the browser's copy, once the site has saved it. */
  deleteCopy: () => void;
  changed: () => void;
  save: () => void;
  setState: (change: (last: SaveState) => SaveState) => void;
  setVersion: (version: number) => void;
};

/** The editor's choices: which version to use after a conflict, and restoring a local copy. */
function useChoices({
  id,
  window,
  form,
  copy,
  now,
  set,
  deleteCopy,
  changed,
  save,
  setState,
  setVersion,
}: ChoiceContext) {
  /** After a conflict: overwrites the other version with this one. */
  const keepMine = (over: number) => {
    set({ version: over, stopped: false });
    save();
  };
  /** After a conflict: stores this version in the history, then loads the other one. */
  const takeTheirs = async () => {
    if (form.current === null) return;
    const { current: at } = now;
    const words = collectFormData(form.current);
    const outcome = await sendWords(id, numbered(at, { words, version: at.version, window }));
    if (outcome.kind === "saved" || outcome.kind === "conflict") {
      set({ isDirty: false });
      deleteCopy();
      location.assign(editorPath(id));
      return;
    }
    const reason = outcome.kind === "offline" ? "We can’t reach the site." : outcome.why;
    const why = `Your version isn’t in the history yet. ${reason} Try again in a moment.`;
    setState((last) => (last.kind === "conflict" ? { ...last, why } : last));
  };
  /** Continues with a local copy and the version that it is based on. */
  const goOnFrom = (restored: StoredCopy) => {
    set({ version: restored.version, unanswered: null });
    setVersion(restored.version);
    storeLocalCopy(copy, { version: restored.version, entries: Object.entries(restored.fields) });
    deleteLocalCopy(restored.name);
    changed();
  };
  return { keepMine, takeTheirs: () => void takeTheirs(), goOnFrom };
}

type SubmitContext = {
  window: string;
  now: RefObject<AutosaveState>;
  timers: RefObject<Timers>;
  storeCopy: (element: HTMLFormElement) => void;
};

/** Submitting the form waits for a save in progress. The local copy stays until a page shows that the form has arrived. */
function useSubmitting({ window, now, timers, storeCopy }: SubmitContext) {
  return (event: FormEvent<HTMLFormElement>) => {
    const { currentTarget: element, nativeEvent } = event;
    const at = now.current;
    clearTimeout(timers.current.save);
    if (at.isDirty || at.running !== null) storeCopy(element);
    if (at.running === null) {
      at.saves += 1;
      const sent = { window, save: String(at.saves), ...(at.stopped ? {} : { version: String(at.version) }) };
      for (const [name, value] of Object.entries(sent)) {
        const field = element.elements.namedItem(name);
        if (field instanceof HTMLInputElement) field.value = value;
      }
      return;
    }
    event.preventDefault();
    const submitter = nativeEvent instanceof SubmitEvent ? nativeEvent.submitter : null;
    void at.running.then(() => element.requestSubmit(submitter));
  };
}

type LeaveContext = Pick<AutosaveOptions, "id" | "form"> & {
  window: string;
  copy: string;
  now: RefObject<AutosaveState>;
  timers: RefObject<Timers>;
  storeCopy: (element: HTMLFormElement | null) => void;
};

/** Stores unsaved changes when the page closes, and saves them when the editor is left by client-side navigation. */
function useLeaving({ id, window, form, copy, now, timers, storeCopy }: LeaveContext): void {
  useEffect(() => {
    const hide = () => {
      if (now.current.isDirty) storeCopy(form.current);
    };
    addEventListener("pagehide", hide);
    return () => removeEventListener("pagehide", hide);
  }, [form, now, storeCopy]);
  // A layout effect, because its cleanup runs while the form's fields still exist.
  useLayoutEffect(() => {
    const element = form.current;
    const { current: at } = now;
    const { current: waiting } = timers;
    return () => {
      clearTimeout(waiting.save);
      if (!at.isDirty || element === null) return;
      storeCopy(element);
      if (at.stopped) return;
      const last = collectFormData(element);
      void (at.running ?? Promise.resolve()).then(async () => {
        if (at.stopped) return;
        const outcome = await sendWords(id, numbered(at, { words: last, version: at.version, window }));
        if (outcome.kind === "saved") deleteLocalCopy(copy);
      });
    };
  }, [id, window, form, copy, now, timers, storeCopy]);
}

function useRetryWhenOnline(now: RefObject<AutosaveState>, timers: RefObject<Timers>, save: () => void): void {
  useEffect(() => {
    const { current } = timers;
    const saveIfDirty = () => {
      if (now.current.isDirty) save();
    };
    addEventListener("online", saveIfDirty);
    return () => {
      removeEventListener("online", saveIfDirty);
      clearTimeout(current.copy);
      clearTimeout(current.save);
    };
  }, [now, timers, save]);
}

type SaveOutcome =
  | { kind: "saved"; answer: Extract<SaveResponse, { outcome: "saved" }> }
  | Extract<SaveState, { kind: "offline" | "refused" | "conflict" }>;

type SaveRequest = { words: FormData; version: number; window: string };

/** Adds the save's number. */
function numbered(at: AutosaveState, sending: SaveRequest): SaveRequest & { save: number } {
  at.saves += 1;
  return { ...sending, save: at.saves };
}

async function sendWords(
  id: number,
  { words, version, window, save }: SaveRequest & { save: number },
): Promise<SaveOutcome> {
  words.set("version", String(version));
  words.set("window", window);
  words.set("save", String(save));
  words.delete("picture-file");
  const response = await fetch(saveDraftPath(id), { method: "POST", body: words, redirect: "manual" }).catch(
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
  return answer.outcome === "saved" ? { kind: "saved", answer } : { kind: "conflict", answer, why: null };
}

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

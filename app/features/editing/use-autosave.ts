import { type FormEvent, type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";

import { editorPath, savePath } from "./editing-paths.ts";
import { collected } from "./guide-collect.ts";
import { copyName, forgetLocalCopy, keepLocalCopy, type KeptCopy } from "./local-copy.ts";
import type { EditorRefusal } from "./opened-editor.ts";
import type { SaveAnswer } from "./save-answer.ts";

const COPY_PAUSE_MS = 400;
const SAVE_PAUSE_MS = 1_500;
/** While the site can't be reached it is tried again so often. */
const RETRY_MS = 10_000;

export type SaveState =
  | { kind: "saved"; at: string | null }
  | { kind: "unsaved" }
  | { kind: "saving" }
  /** The browser keeps it meanwhile. */
  | { kind: "offline" }
  | { kind: "refused"; why: string }
  /** `why`: for what reason one can't go on with theirs yet. */
  | { kind: "conflict"; answer: Extract<SaveAnswer, { outcome: "conflict" }>; why: string | null };

type Autosave = {
  id: number;
  form: RefObject<HTMLFormElement | null>;
  version: number;
  first: SaveState;
  onSaved: (answer: Extract<SaveAnswer, { outcome: "saved" }>) => void;
};

type Now = {
  version: number;
  /** The save that is on its way. */
  running: Promise<void> | null;
  /** How many saves this window has sent: each has its number, so that the site knows a late one. */
  saves: number;
  isDirty: boolean;
  /** What was sent and never answered: it may have arrived. */
  lost: FormData | null;
  /** In a conflict nothing is saved until somebody has said which text is to stay. */
  stopped: boolean;
};
type Timers = { copy?: ReturnType<typeof setTimeout>; save?: ReturnType<typeof setTimeout> };

/** How a page begins: one that was refused has what the site doesn't, and one in a conflict must not save by itself. */
export function firstState(savedAt: string | null, refused: EditorRefusal | null): SaveState {
  if (refused === null || refused.kept === "saved") return { kind: "saved", at: savedAt };
  if (refused.kept === "no") return { kind: "unsaved" };
  const { version, savedBy, isOwn, diff } = refused;
  return { kind: "conflict", answer: { outcome: "conflict", version, savedBy, isOwn, diff }, why: null };
}

/** No version that a conflict can be about: what is sent with it is kept in the history. */
const NO_VERSION = 0;

/** Saves what is written soon after it is, one save at a time, and keeps a copy in the browser until it is. */
export function useAutosave({ id, form, version: opened, first, onSaved }: Autosave) {
  const [state, setState] = useState(first);
  const [version, setVersion] = useState(opened);
  const [window] = useState(() => crypto.randomUUID());
  const copy = copyName(id, window);
  const now = useRef<Now>({
    version: first.kind === "conflict" ? NO_VERSION : opened,
    running: null,
    saves: 0,
    isDirty: first.kind === "unsaved",
    lost: null,
    stopped: first.kind === "conflict",
  });
  const timers = useRef<Timers>({});
  const forget = useCallback(() => {
    clearTimeout(timers.current.copy);
    forgetLocalCopy(copy);
  }, [copy]);
  const set = useCallback((change: Partial<Now>) => {
    Object.assign(now.current, change);
  }, []);
  const again = useRef<() => void>(() => {});
  const saveIn = useCallback((ms: number) => {
    clearTimeout(timers.current.save);
    timers.current.save = setTimeout(() => again.current(), ms);
  }, []);
  const save = useSaving({ id, window, form, now, set, saveIn, forget, onSaved, setState, setVersion });
  useEffect(() => {
    again.current = save;
  });
  const keep = useCallback(
    (element: HTMLFormElement | null) => {
      clearTimeout(timers.current.copy);
      if (element !== null) keepLocalCopy(copy, { version: now.current.version, entries: collected(element) });
    },
    [copy],
  );
  const changed = useCallback(() => {
    set({ isDirty: true });
    setState((last) => (last.kind === "conflict" || last.kind === "offline" ? last : { kind: "unsaved" }));
    clearTimeout(timers.current.copy);
    timers.current.copy = setTimeout(() => keep(form.current), COPY_PAUSE_MS);
    saveIn(SAVE_PAUSE_MS);
  }, [form, keep, saveIn, set]);

  const choices = useChoices({ id, window, form, copy, now, set, forget, changed, save, setState, setVersion });
  const submitting = useSubmitting({ window, now, timers, keep });
  useLeaving({ id, window, form, copy, now, timers, keep });
  // When the line is back.
  useGoingOn(now, timers, save);
  return { state, version, changed, submitting, ...choices };
}

type Saving = Omit<Choosing, "copy" | "changed" | "save"> &
  Pick<Autosave, "onSaved"> & { saveIn: (ms: number) => void };

/** Saves what stands in the form, unless that is being done, and again when it could not be. */
function useSaving({ id, window, form, now, set, saveIn, forget, onSaved, setState, setVersion }: Saving): () => void {
  const told = useRef(onSaved);
  const saveNow = useCallback(
    async (element: HTMLFormElement): Promise<void> => {
      const at = now.current;
      set({ isDirty: false });
      setState(() => ({ kind: "saving" }));
      // The same words again are no conflict, should they have arrived; those that were written since go after them.
      const { lost } = at;
      const words = lost ?? collected(element);
      const outcome = await sendWords(id, numbered(at, { words, version: at.version, window }));
      const isDirty = at.isDirty || lost !== null;
      set({ isDirty, lost: outcome.kind === "offline" ? words : null, stopped: outcome.kind === "conflict" });
      if (outcome.kind === "saved") {
        set({ version: outcome.answer.version });
        setVersion(outcome.answer.version);
        told.current(outcome.answer);
        if (!isDirty) forget();
        const { savedAt } = outcome.answer;
        setState(() => (isDirty ? { kind: "unsaved" } : { kind: "saved", at: savedAt }));
      } else {
        set({ isDirty: true });
        setState(() => outcome);
      }
      if (outcome.kind === "offline") saveIn(RETRY_MS);
      else if (isDirty && outcome.kind !== "conflict") saveIn(SAVE_PAUSE_MS);
    },
    [id, window, now, set, saveIn, forget, setState, setVersion],
  );
  const save = useCallback((): void => {
    const at = now.current;
    if (form.current === null || at.running !== null || at.stopped) return;
    set({ running: saveNow(form.current).finally(() => set({ running: null })) });
  }, [form, now, set, saveNow]);

  useEffect(() => {
    told.current = onSaved;
  });
  return save;
}

type Choosing = Pick<Autosave, "id" | "form"> & {
  /** This window's own id. */
  window: string;
  copy: string;
  now: RefObject<Now>;
  set: (change: Partial<Now>) => void;
  /** Once the site has what is here. */
  forget: () => void;
  changed: () => void;
  save: () => void;
  setState: (change: (last: SaveState) => SaveState) => void;
  setVersion: (version: number) => void;
};

/** What somebody decides on: which text stays, and which comes back. */
function useChoices({ id, window, form, copy, now, set, forget, changed, save, setState, setVersion }: Choosing) {
  /** After a conflict: what is here is saved over what somebody else saved. */
  const keepMine = (over: number) => {
    set({ version: over, stopped: false });
    save();
  };
  /** After a conflict: what is here, the last words too, goes into the history; then the page shows what they wrote. */
  const takeTheirs = async () => {
    if (form.current === null) return;
    const { current: at } = now;
    const words = collected(form.current);
    const outcome = await sendWords(id, numbered(at, { words, version: at.version, window }));
    if (outcome.kind === "saved" || outcome.kind === "conflict") {
      set({ isDirty: false });
      forget();
      location.assign(editorPath(id));
      return;
    }
    const reason = outcome.kind === "offline" ? "The site can’t be reached." : outcome.why;
    const why = `Yours is not in the history yet. ${reason} Then choose again.`;
    setState((last) => (last.kind === "conflict" ? { ...last, why } : last));
  };
  /** What the browser has kept is what is written now, from the version that it was written from. */
  const goOnFrom = (kept: KeptCopy) => {
    set({ version: kept.version, lost: null });
    setVersion(kept.version);
    keepLocalCopy(copy, { version: kept.version, entries: Object.entries(kept.fields) });
    forgetLocalCopy(kept.name);
    changed();
  };
  return { keepMine, takeTheirs: () => void takeTheirs(), goOnFrom };
}

type Submitting = {
  window: string;
  now: RefObject<Now>;
  timers: RefObject<Timers>;
  keep: (element: HTMLFormElement) => void;
};

/** A form that is sent waits for the save that is on its way, and is kept until a page shows that it has arrived. */
function useSubmitting({ window, now, timers, keep }: Submitting) {
  return (event: FormEvent<HTMLFormElement>) => {
    const { currentTarget: element, nativeEvent } = event;
    const at = now.current;
    clearTimeout(timers.current.save);
    if (at.isDirty || at.running !== null) keep(element);
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

type Leaving = Pick<Autosave, "id" | "form"> & {
  window: string;
  copy: string;
  now: RefObject<Now>;
  timers: RefObject<Timers>;
  keep: (element: HTMLFormElement | null) => void;
};

/** The last words are kept when the page goes, and sent when it is only another page of the site that comes. */
function useLeaving({ id, window, form, copy, now, timers, keep }: Leaving): void {
  useEffect(() => {
    const hide = () => {
      if (now.current.isDirty) keep(form.current);
    };
    addEventListener("pagehide", hide);
    return () => removeEventListener("pagehide", hide);
  }, [form, now, keep]);
  // While its fields are still there.
  useLayoutEffect(() => {
    const element = form.current;
    const { current: at } = now;
    const { current: waiting } = timers;
    return () => {
      clearTimeout(waiting.save);
      if (!at.isDirty || element === null) return;
      keep(element);
      if (at.stopped) return;
      const last = collected(element);
      void (at.running ?? Promise.resolve()).then(async () => {
        if (at.stopped) return;
        const outcome = await sendWords(id, numbered(at, { words: last, version: at.version, window }));
        if (outcome.kind === "saved") forgetLocalCopy(copy);
      });
    };
  }, [id, window, form, copy, now, timers, keep]);
}

function useGoingOn(now: RefObject<Now>, timers: RefObject<Timers>, save: () => void): void {
  useEffect(() => {
    const { current } = timers;
    const goOn = () => {
      if (now.current.isDirty) save();
    };
    addEventListener("online", goOn);
    return () => {
      removeEventListener("online", goOn);
      clearTimeout(current.copy);
      clearTimeout(current.save);
    };
  }, [now, timers, save]);
}

type Outcome =
  | { kind: "saved"; answer: Extract<SaveAnswer, { outcome: "saved" }> }
  | Extract<SaveState, { kind: "offline" | "refused" | "conflict" }>;

type Sending = { words: FormData; version: number; window: string };

/** A save with its number. */
function numbered(at: Now, sending: Sending): Sending & { save: number } {
  at.saves += 1;
  return { ...sending, save: at.saves };
}

async function sendWords(id: number, { words, version, window, save }: Sending & { save: number }): Promise<Outcome> {
  words.set("version", String(version));
  words.set("window", window);
  words.set("save", String(save));
  words.delete("picture-file");
  const response = await fetch(savePath(id), { method: "POST", body: words, redirect: "manual" }).catch(() => null);
  if (response === null || response.status >= 502) return { kind: "offline" };
  // A page to sign in at: the session has ended.
  if (response.type === "opaqueredirect") {
    return { kind: "refused", why: "You are signed out. Sign in in another tab, then go on here." };
  }
  const answer = await answerOf(response);
  if (answer === null) return { kind: "refused", why: "It could not be saved. The browser keeps it meanwhile." };
  if ("detail" in answer) return { kind: "refused", why: answer.detail };
  return answer.outcome === "saved" ? { kind: "saved", answer } : { kind: "conflict", answer, why: null };
}

async function answerOf(response: Response): Promise<SaveAnswer | { detail: string } | null> {
  try {
    const answer: unknown = await response.json();
    return isAnswer(answer) ? answer : null;
  } catch {
    // A page of something between us and the site.
    return null;
  }
}

function isAnswer(answer: unknown): answer is SaveAnswer | { detail: string } {
  if (typeof answer !== "object" || answer === null) return false;
  if ("outcome" in answer) return answer.outcome === "saved" || answer.outcome === "conflict";
  return "detail" in answer && typeof answer.detail === "string";
}

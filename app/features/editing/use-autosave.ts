import { type RefObject, useCallback, useEffect, useRef, useState } from "react";

import { savePath } from "./editing-paths.ts";
import { forgetLocalCopy, keepLocalCopy } from "./local-copy.ts";
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
  | { kind: "conflict"; answer: Extract<SaveAnswer, { outcome: "conflict" }> };

type Autosave = {
  id: number;
  form: RefObject<HTMLFormElement | null>;
  version: number;
  savedAt: string | null;
  onSaved: (answer: Extract<SaveAnswer, { outcome: "saved" }>) => void;
};

type Timers = { copy?: ReturnType<typeof setTimeout>; save?: ReturnType<typeof setTimeout> };

/** Saves what is written soon after it is, one save at a time, and keeps a copy in the browser until it is. */
export function useAutosave({ id, form, version: first, savedAt, onSaved }: Autosave) {
  const [state, setState] = useState<SaveState>({ kind: "saved", at: savedAt });
  const [version, setVersion] = useState(first);
  const now = useRef({ version: first, isSaving: false, isDirty: false, stopped: false });
  const timers = useRef<Timers>({});
  const told = useRef(onSaved);

  const again = useRef<() => void>(() => {});
  const save = useCallback(async (): Promise<void> => {
    const element = form.current;
    const at = now.current;
    if (element === null || at.isSaving || at.stopped) return;
    at.isSaving = true;
    at.isDirty = false;
    setState({ kind: "saving" });
    const sent = new FormData(element);
    sent.set("version", String(at.version));
    sent.delete("picture-file");
    const outcome = await send(id, sent);
    at.isSaving = false;
    if (outcome.kind === "saved") {
      at.version = outcome.answer.version;
      setVersion(at.version);
      told.current(outcome.answer);
      if (!at.isDirty) forgetLocalCopy(id);
    }
    if (outcome.kind === "conflict") at.stopped = true;
    if (outcome.kind === "offline") timers.current.save = setTimeout(() => again.current(), RETRY_MS);
    else if (at.isDirty && !at.stopped) timers.current.save = setTimeout(() => again.current(), SAVE_PAUSE_MS);
    if (outcome.kind === "saved")
      setState(at.isDirty ? { kind: "unsaved" } : { kind: "saved", at: outcome.answer.savedAt });
    else setState(outcome);
  }, [id, form]);

  useEffect(() => {
    told.current = onSaved;
    again.current = () => void save();
  });

  const changed = useCallback(() => {
    const { current } = timers;
    now.current.isDirty = true;
    setState((last) => (last.kind === "conflict" || last.kind === "offline" ? last : { kind: "unsaved" }));
    clearTimeout(current.copy);
    clearTimeout(current.save);
    current.copy = setTimeout(() => {
      if (form.current !== null) keepLocalCopy(id, { version: now.current.version, form: form.current });
    }, COPY_PAUSE_MS);
    current.save = setTimeout(() => void save(), SAVE_PAUSE_MS);
  }, [id, form, save]);

  /** After a conflict: what is here is saved over what somebody else saved. */
  const keepMine = useCallback(
    (over: number) => {
      now.current.version = over;
      now.current.stopped = false;
      void save();
    },
    [save],
  );

  // When the line is back.
  useGoingOn(now, timers, save);
  return { state, version, changed, keepMine };
}

function useGoingOn(now: RefObject<{ isDirty: boolean }>, timers: RefObject<Timers>, save: () => Promise<void>): void {
  useEffect(() => {
    const { current } = timers;
    const goOn = () => {
      if (now.current.isDirty) void save();
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

async function send(id: number, body: FormData): Promise<Outcome> {
  const response = await fetch(savePath(id), { method: "POST", body, redirect: "manual" }).catch(() => null);
  if (response === null || response.status >= 502) return { kind: "offline" };
  // A page to sign in at: the session has ended.
  if (response.type === "opaqueredirect") {
    return { kind: "refused", why: "You are signed out. Sign in in another tab, then go on here." };
  }
  const answer = await answerOf(response);
  if (answer === null) return { kind: "refused", why: "It could not be saved. The browser keeps it meanwhile." };
  if ("detail" in answer) return { kind: "refused", why: answer.detail };
  return answer.outcome === "saved" ? { kind: "saved", answer } : { kind: "conflict", answer };
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

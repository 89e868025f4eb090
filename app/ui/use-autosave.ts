import { type FormEvent, useEffect, useState } from "react";

/** How long typing pauses before a copy is stored in the browser. */
const STORE_PAUSE_MS = 400;
/** How long typing pauses before a save: some are recorded in the audit log. */
const SAVE_PAUSE_MS = 2_500;
/** How often a save is retried while the site can't be reached. */
const RETRY_MS = 10_000;

/**
 * What became of a save.
 *
 * "offline": it may have arrived. "refused": the next change may be saved. "conflict": nothing is saved until somebody
 * chooses a version.
 */
type SaveResult = { kind: "saved" | "offline" | "refused" | "conflict" };

type AutosaveOptions<Body, Result extends SaveResult> = {
  /** What is to be saved; null when the form is gone. */
  read: () => Body | null;
  send: (body: Body) => Promise<Result>;
  /** Something was changed. */
  onUnsaved?: () => void;
  onSaving?: () => void;
  /** `isDirty`: something was changed while the save was under way, and is saved next. */
  onResult: (result: Result, isDirty: boolean) => void;
  /** Stores a copy in the browser. */
  store?: () => void;
};

/** Saves changes after a pause, one save at a time, and retries while the site can't be reached. */
export class Autosave<Body, Result extends SaveResult> {
  #options: AutosaveOptions<Body, Result>;
  #isDirty: boolean;
  #isStopped: boolean;
  #running: Promise<void> | null = null;
  /** A save that was sent without an answer. It may have arrived, so it is sent again unchanged: that is no conflict. */
  #unanswered: Body | null = null;
  #saveTimer: ReturnType<typeof setTimeout> | undefined;
  #storeTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: AutosaveOptions<Body, Result>, { isDirty = false, isStopped = false } = {}) {
    this.#options = options;
    this.#isDirty = isDirty;
    this.#isStopped = isStopped;
  }

  update(options: AutosaveOptions<Body, Result>): void {
    this.#options = options;
  }

  get isDirty(): boolean {
    return this.#isDirty;
  }

  /** In a conflict. */
  get isStopped(): boolean {
    return this.#isStopped;
  }

  get running(): Promise<void> | null {
    return this.#running;
  }

  /** Retries when the connection is back. Returns how to stop. */
  readonly listen = (): (() => void) => {
    const resume = () => {
      if (this.#isDirty) this.save();
    };
    addEventListener("online", resume);
    return () => {
      removeEventListener("online", resume);
      this.settle();
    };
  };

  readonly change = (): void => {
    this.#isDirty = true;
    this.#options.onUnsaved?.();
    clearTimeout(this.#storeTimer);
    this.#storeTimer = setTimeout(() => this.#options.store?.(), STORE_PAUSE_MS);
    this.#saveIn(SAVE_PAUSE_MS);
  };

  save(): void {
    if (this.#running !== null || this.#isStopped) return;
    // Reading may find input that isn't marked as a change yet.
    const body = this.#unanswered ?? this.#options.read();
    clearTimeout(this.#saveTimer);
    if (body === null) return;
    this.#running = this.#save(body).finally(() => {
      this.#running = null;
    });
  }

  /** Saves now, as somebody asked for it. A save that is under way is followed by another. */
  readonly saveNow = (): void => {
    this.change();
    this.save();
  };

  /** After a conflict: a version was chosen, and the next save has it. */
  overwrite(): void {
    this.#isStopped = false;
    this.save();
  }

  /** Continues with other content. */
  restart(): void {
    this.#unanswered = null;
    this.change();
  }

  /** Nothing is left to save. */
  discard(): void {
    this.#isDirty = false;
    this.settle();
  }

  /** Cancels what waits for a pause. */
  settle(): void {
    clearTimeout(this.#saveTimer);
    clearTimeout(this.#storeTimer);
  }

  /** A form that is submitted waits for the running save, which it would conflict with. Returns whether it waits. */
  delaysSubmit(event: FormEvent<HTMLFormElement>): boolean {
    clearTimeout(this.#saveTimer);
    if (this.#running === null) return false;
    event.preventDefault();
    const { currentTarget: form, nativeEvent } = event;
    const submitter = nativeEvent instanceof SubmitEvent ? nativeEvent.submitter : null;
    void this.#running.then(() => form.requestSubmit(submitter));
    return true;
  }

  #saveIn(ms: number): void {
    clearTimeout(this.#saveTimer);
    this.#saveTimer = setTimeout(() => this.save(), ms);
  }

  async #save(body: Body): Promise<void> {
    // Changes since an unanswered save are saved after it.
    this.#isDirty = this.#unanswered !== null;
    this.#options.onSaving?.();
    const result = await this.#options.send(body);
    const { kind } = result;
    const isDirty = this.#isDirty;
    this.#unanswered = kind === "offline" ? body : null;
    this.#isStopped = kind === "conflict";
    this.#isDirty = isDirty || kind !== "saved";
    this.#options.onResult(result, isDirty);
    if (kind === "offline") this.#saveIn(RETRY_MS);
    else if (isDirty && kind !== "conflict") this.#saveIn(SAVE_PAUSE_MS);
  }
}

/** An autosave for as long as the component is shown. The options may change with each render. */
export function useAutosave<Body, Result extends SaveResult>(
  options: AutosaveOptions<Body, Result>,
  opened: { isDirty?: boolean; isStopped?: boolean } = {},
): Autosave<Body, Result> {
  const [autosave] = useState(() => new Autosave<Body, Result>(options, opened));
  useEffect(() => {
    autosave.update(options);
  });
  useEffect(() => autosave.listen(), [autosave]);
  return autosave;
}

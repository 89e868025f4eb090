import { AsyncLocalStorage } from "node:async_hooks";

/** No answer takes longer than this. Each statement has a limit too, but a page asks several. */
export const ANSWER_MS_MAX = 10_000;

/** `write`: a commit, or a change outside of a transaction. `rollback`: what takes changes back. */
export type StatementKind = "read" | "write" | "rollback";

/** Thrown to whoever waits for an answer that takes too long, and into the work for it once that asks the database. */
export class AnswerTooLate extends Error {
  constructor() {
    super("The answer took too long");
    this.name = "AnswerTooLate";
  }
}

/** A request's body, as far as it has arrived: Node's `IncomingMessage` is one. */
export type ArrivingBody = { complete: boolean; once: (event: "end", listener: () => void) => unknown };

const answers = new AsyncLocalStorage<AnswerTime>();

/**
 * The time that one answer may take. It counts from when the request's body has arrived, and again after each wait for
 * somebody else's server: those have limits of their own.
 *
 * @see docs/decisions/0052-outages-503-and-answer-time.md
 */
export class AnswerTime {
  readonly #msMax: number | null;
  readonly #body: ArrivingBody | null;
  #endsAt = 0;
  #isOver = false;
  #mayHaveSaved = false;
  #waits = 0;

  /** @param given.msMax Null for what may take as long as it does. */
  constructor({ body = null, msMax = ANSWER_MS_MAX }: { body?: ArrivingBody | null; msMax?: number | null } = {}) {
    this.#body = body;
    this.#msMax = msMax;
    body?.once("end", () => this.#beginAnew());
    this.#beginAnew();
  }

  /** Of the answer that the caller works for; undefined in jobs and commands. */
  static current(): AnswerTime | undefined {
    return answers.getStore();
  }

  /** Whether something may have been saved for this answer: if it fails now, nobody can say that nothing was. */
  get mayHaveSaved(): boolean {
    return this.#mayHaveSaved;
  }

  /** What was saved so far is nothing that whoever asks has sent. */
  forgetSaved(): void {
    this.#mayHaveSaved = false;
  }

  /**
   * Called before each statement.
   *
   * @throws AnswerTooLate when the time is over: the transaction that it belongs to rolls back.
   */
  beforeStatement(kind: StatementKind): void {
    if (kind === "rollback") return;
    if (this.#isOver) throw new AnswerTooLate();
    if (kind === "write") this.#mayHaveSaved = true;
  }

  /**
   * Does the work for the answer, and waits for it until the time is over. It goes on then, but its next statement, or the
   * commit of its transaction, is refused.
   *
   * @throws AnswerTooLate
   */
  async make<Result>(work: () => Promise<Result>): Promise<Result> {
    const over = Promise.withResolvers<never>();
    let timer: NodeJS.Timeout | undefined;
    const look = () => {
      if (this.#waits > 0 || this.#body?.complete === false) this.#beginAnew();
      const leftMs = this.#endsAt - performance.now();
      if (leftMs > 0) {
        timer = setTimeout(look, leftMs).unref();
        return;
      }
      this.#isOver = true;
      over.reject(new AnswerTooLate());
    };
    if (this.#msMax !== null) look();
    try {
      return await Promise.race([answers.run(this, work), over.promise]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Waits for somebody else's server. */
  async waitFor<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#waits += 1;
    try {
      return await work();
    } finally {
      this.#waits -= 1;
      this.#beginAnew();
    }
  }

  #beginAnew(): void {
    if (this.#msMax !== null) this.#endsAt = performance.now() + this.#msMax;
  }
}

/** Waits for somebody else's server: the time of the answer that this is done for, if it is one, doesn't count meanwhile. */
export function waitForOthers<Result>(work: () => Promise<Result>): Promise<Result> {
  return AnswerTime.current()?.waitFor(work) ?? work();
}

import { AsyncLocalStorage } from "node:async_hooks";

import type { StatementKind } from "#app/db/database.server.ts";

/** No answer may take longer. Each statement has a limit too, but a page runs several. */
export const ANSWER_MS_MAX = 10_000;

/** Thrown to the caller when an answer takes too long, and into its work at the next database statement. */
export class AnswerTimeoutError extends Error {
  constructor() {
    super("The answer took too long");
    this.name = "AnswerTooLate";
  }
}

/** A request's body, as far as it has arrived: Node's `IncomingMessage` is one. */
export type ArrivingBody = { complete: boolean; once: (event: "end", listener: () => void) => unknown };

const answers = new AsyncLocalStorage<AnswerDeadline>();

/**
 * The deadline of one answer. The time starts when the request's body has arrived, and again after each wait for an external
 * server, which has a limit of its own.
 *
 * @see docs/decisions/0052-outages-503-and-answer-time.md
 */
export class AnswerDeadline {
  readonly #msMax: number | null;
  readonly #body: ArrivingBody | null;
  #endsAt = 0;
  #isOver = false;
  #mayHaveSaved = false;
  #waits = 0;

  /** @param given.msMax Null: no limit. */
  constructor({ body = null, msMax = ANSWER_MS_MAX }: { body?: ArrivingBody | null; msMax?: number | null } = {}) {
    this.#body = body;
    this.#msMax = msMax;
    body?.once("end", () => this.#restart());
    this.#restart();
  }

  /** The deadline of the current request; undefined in jobs and commands. */
  static current(): AnswerDeadline | undefined {
    return answers.getStore();
  }

  /** Whether something may have been saved for this answer, so that a failure can't claim that nothing was. */
  get mayHaveSaved(): boolean {
    return this.#mayHaveSaved;
  }

  /** Call it when nothing saved so far came from the request. */
  resetSaved(): void {
    this.#mayHaveSaved = false;
  }

  /**
   * Called before each statement.
   *
   * @throws AnswerTimeoutError after the deadline, so that the transaction rolls back.
   */
  beforeStatement(kind: StatementKind): void {
    if (kind === "rollback") return;
    if (this.#isOver) throw new AnswerTimeoutError();
    if (kind === "write") this.#mayHaveSaved = true;
  }

  /**
   * Runs the work for the answer and waits until the deadline. After that the work continues, but its next statement or
   * commit is refused.
   *
   * @throws AnswerTimeoutError
   */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    const timedOut = Promise.withResolvers<never>();
    let timer: NodeJS.Timeout | undefined;
    const check = () => {
      if (this.#waits > 0 || this.#body?.complete === false) this.#restart();
      const leftMs = this.#endsAt - performance.now();
      if (leftMs > 0) {
        timer = setTimeout(check, leftMs).unref();
        return;
      }
      this.#isOver = true;
      timedOut.reject(new AnswerTimeoutError());
    };
    if (this.#msMax !== null) check();
    try {
      return await Promise.race([answers.run(this, work), timedOut.promise]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Waits for an external server. */
  async waitFor<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#waits += 1;
    try {
      return await work();
    } finally {
      this.#waits -= 1;
      this.#restart();
    }
  }

  #restart(): void {
    if (this.#msMax !== null) this.#endsAt = performance.now() + this.#msMax;
  }
}

/** Waits for an external server. The wait doesn't count toward the deadline of the current answer, if there is one. */
export function waitForExternal<Result>(work: () => Promise<Result>): Promise<Result> {
  return AnswerDeadline.current()?.waitFor(work) ?? work();
}

/** Runs heavy work piece after piece and refuses what would wait too long: better a quick "try later" than a pile. */
export class RenderQueue {
  readonly #waitingMax: number;
  #waiting = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor(waitingMax: number) {
    this.#waitingMax = waitingMax;
  }

  /** The work's result; "busy" when the queue is full. A failure is the caller's own and does not stop the queue. */
  async run<Result>(work: () => Promise<Result>): Promise<Result | "busy"> {
    if (this.#waiting >= this.#waitingMax) return "busy";
    this.#waiting += 1;
    const turn = this.#last.then(work).finally(() => {
      this.#waiting -= 1;
    });
    this.#last = turn.catch(() => {});
    return turn;
  }
}

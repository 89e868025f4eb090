/** Runs heavy work one task at a time. A full queue refuses new work at once. */
export class RenderQueue {
  readonly #waitingMax: number;
  #waiting = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor(waitingMax: number) {
    this.#waitingMax = waitingMax;
  }

  /** The work's result, or "busy" when the queue is full. A failure rejects for its caller only. */
  async run<Result>(work: () => Promise<Result>): Promise<Result | "busy"> {
    if (this.#waiting >= this.#waitingMax) return "busy";
    this.#waiting += 1;
    const task = this.#last.then(work).finally(() => {
      this.#waiting -= 1;
    });
    this.#last = task.catch(() => {});
    return task;
  }
}

/** Work that is under way, shared by all who ask for the same. */
export class SharedRuns<Result> {
  readonly #running = new Map<string, Promise<Result>>();
  readonly #runsMax: number;

  constructor(runsMax: number) {
    this.#runsMax = runsMax;
  }

  /** The result of the run with this key, started if there is none. Null when as many as allowed are running. */
  run(key: string, work: () => Promise<Result>): Promise<Result> | null {
    const running = this.#running.get(key);
    if (running !== undefined) return running;
    if (this.#running.size >= this.#runsMax) return null;
    const started = work().finally(() => this.#running.delete(key));
    this.#running.set(key, started);
    return started;
  }
}

import { setTimeout as sleep } from "node:timers/promises";

import { Pool, type PoolClient } from "pg";

/** Between a failed attempt and the next one. A server that recovers has better things to do than refuse connections. */
const PAUSE_MS = 100;

/** The pool's error when all its connections are in use, which says nothing about the server. */
const ALL_IN_USE = "timeout exceeded when trying to connect";

type ConnectCallback = (
  error: Error | undefined,
  client: PoolClient | undefined,
  release: (error?: Error | boolean) => void,
) => void;

/**
 * A pool that spaces out its attempts while the server accepts no connection: whatever asks for one meanwhile waits for
 * the next attempt, and fails with it or goes on after it.
 *
 * The wait is before the pool, never inside a connection: its timeout destroys the socket of a connection, and one that
 * hasn't begun to connect would neither fail nor give back its place in the pool.
 */
export class PacedPool extends Pool {
  /** When the last attempt failed, by `performance.now()`; null while the server accepts connections. */
  #failedAt: number | null = null;
  #nextAttempt: Promise<void> | null = null;

  override connect(): Promise<PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<PoolClient> | void {
    const connecting = this.#connect();
    if (callback === undefined) return connecting;
    connecting.then(
      (client) => callback(undefined, client, (error) => client.release(error)),
      (error: Error) => callback(error, undefined, () => {}),
    );
  }

  async #connect(): Promise<PoolClient> {
    if (this.#failedAt !== null) {
      this.#nextAttempt ??= this.#tryAgain(this.#failedAt).finally(() => {
        this.#nextAttempt = null;
      });
      await this.#nextAttempt;
    }
    return this.#attempt();
  }

  async #tryAgain(failedAt: number): Promise<void> {
    await sleep(Math.max(0, failedAt + PAUSE_MS - performance.now()));
    const client = await this.#attempt();
    client.release();
  }

  async #attempt(): Promise<PoolClient> {
    try {
      const client = await super.connect();
      this.#failedAt = null;
      return client;
    } catch (error) {
      const isRefused = !(error instanceof Error && error.message === ALL_IN_USE) && !this.ending;
      if (isRefused) this.#failedAt = performance.now();
      throw error;
    }
  }
}

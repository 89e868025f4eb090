import { Client } from "pg";

/** Long enough that a server that recovers isn't kept busy, short enough that nobody notices it once it is back. */
const PAUSE_MS = 250;

/**
 * A class of connections for one pool. After the server has refused one because it isn't there or is starting, further
 * ones fail at once with the same error for 250 ms. PostgreSQL starts a process to refuse a connection: hundreds a
 * second, one for each statement of the waiting visitors, would delay its recovery by seconds.
 *
 * @param now A clock in milliseconds.
 */
export function clientWithPause(now: () => number = () => performance.now()): typeof Client {
  let refusal: Error | null = null;
  let refusedAt = 0;
  return class extends Client {
    override connect(): Promise<Client>;
    override connect(callback: ConnectCallback): void;
    override connect(callback?: ConnectCallback): Promise<Client> | void {
      const connected = this.#connect();
      if (callback === undefined) return connected;
      connected.then(
        (client) => callback(null, client),
        (error: Error) => callback(error),
      );
    }

    async #connect(): Promise<Client> {
      if (refusal !== null && now() - refusedAt < PAUSE_MS) throw refusal;
      try {
        return await super.connect();
      } catch (error) {
        refusal = error instanceof Error && isRefusal(error) ? error : null;
        refusedAt = now();
        throw error;
      }
    }
  };
}

type ConnectCallback = ((error: Error) => void) & ((error: null, client: Client) => void);

/** 57P03, cannot_connect_now: it is starting, stopping or recovering. ENOENT: its socket is missing. */
const REFUSALS = new Set(["57P03", "ECONNREFUSED", "ENOENT"]);

function isRefusal(error: Error): boolean {
  return "code" in error && typeof error.code === "string" && REFUSALS.has(error.code);
}

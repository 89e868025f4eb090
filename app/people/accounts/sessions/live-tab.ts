import { type LiveState, parseLiveState } from "./live-state.ts";
import { fetchLiveState, openLiveStream, STREAM_SILENCE_MS_MAX } from "./live-stream.ts";
import { REFRESH_AHEAD_MS, SESSION_TICK_MS } from "./session-lifetime.ts";

/** Name of the leader's lock and of the channel between tabs. */
const NAME = "rowhouse-session";

/**
 * Keeps a tab informed about its session. One tab per browser leads: it holds the event stream and broadcasts to the
 * others, because browsers allow six connections per host.
 */
export class LiveTab {
  readonly #onState: (state: LiveState) => void;
  readonly #channel = new BroadcastChannel(NAME);
  readonly #post = this.#channel.postMessage.bind(this.#channel);
  readonly #interval: ReturnType<typeof setInterval>;
  #state: LiveState | null = null;
  /** Milliseconds, by this machine's clock. */
  #endsAt = Number.POSITIVE_INFINITY;
  #receivedAt = Date.now();
  #stopLeading: (() => void) | null = null;
  #isStopped = false;

  constructor(onState: (state: LiveState) => void) {
    this.#onState = onState;
    this.#channel.addEventListener("message", this.#receive);
    document.addEventListener("visibilitychange", this.#tick);
    this.#interval = setInterval(this.#tick, SESSION_TICK_MS);
    this.#requestLeadership();
    // The leader may have received a newer state since this page was rendered.
    this.#post("ask");
  }

  stop(): void {
    this.#isStopped = true;
    clearInterval(this.#interval);
    document.removeEventListener("visibilitychange", this.#tick);
    this.#channel.close();
    this.#stopLeading?.();
  }

  /** When the leader closes, the tab that has waited longest takes over. */
  #requestLeadership(): void {
    // There are no Web Locks over plain http from another machine (trials only). Then each tab polls for itself.
    if (this.#stopLeading !== null || !("locks" in navigator)) return;
    const waiting = new AbortController();
    this.#stopLeading = () => waiting.abort();
    const lead = () =>
      new Promise<void>((done) => {
        const close = openLiveStream({ onState: this.#broadcast, onBeat: this.#beat });
        this.#stopLeading = () => {
          close();
          done();
        };
      });
    // Rejects only when aborted.
    navigator.locks.request(NAME, { signal: waiting.signal }, lead).catch(() => {});
  }

  readonly #broadcast = (state: LiveState): void => {
    // A response may arrive after the page was left.
    if (this.#isStopped) return;
    this.#post(state);
    this.#apply(state);
  };

  readonly #beat = (): void => {
    this.#receivedAt = Date.now();
    this.#post("beat");
  };

  readonly #receive = ({ data }: MessageEvent<unknown>): void => {
    if (data === "beat") this.#receivedAt = Date.now();
    else if (data === "ask") this.#answer();
    else {
      const state = parseLiveState(data);
      if (state !== null) this.#apply(state);
    }
  };

  #answer(): void {
    if (this.#state?.isSignedIn === true && this.#stopLeading !== null) {
      this.#post({ ...this.#state, endsInMs: this.#endsAt - Date.now() });
    }
  }

  #apply(state: LiveState): void {
    this.#state = state;
    this.#receivedAt = Date.now();
    this.#endsAt = state.isSignedIn ? this.#receivedAt + state.endsInMs : Number.POSITIVE_INFINITY;
    if (state.isSignedIn) this.#requestLeadership();
    else {
      // The user may sign in again in another tab, which then leads.
      this.#stopLeading?.();
      this.#stopLeading = null;
    }
    this.#onState(state);
  }

  /** Fetches the state if nothing was received lately, and extends a session that is about to expire. */
  readonly #tick = (): void => {
    if (document.visibilityState !== "visible") return;
    const now = Date.now();
    const isExpiringSoon = this.#endsAt - now <= REFRESH_AHEAD_MS;
    const isSilent = now - this.#receivedAt > STREAM_SILENCE_MS_MAX;
    // A signed-out user may have signed in again in another tab.
    const isSignedOut = this.#state?.isSignedIn === false;
    if (!isExpiringSoon && !isSilent && !isSignedOut) return;
    void fetchLiveState(isExpiringSoon ? "POST" : "GET").then((state) => {
      if (state === null) return;
      // Once signed out, keep the first reason: it is the most specific.
      if (state.isSignedIn || this.#state?.isSignedIn !== false) this.#broadcast(state);
    });
  };
}

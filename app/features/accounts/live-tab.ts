import { type LiveState, readLiveState } from "./live-state.ts";
import { askLiveState, openLiveStream, SILENCE_MS_MAX } from "./live-stream.ts";
import { REFRESH_AHEAD_MS, SESSION_TICK_MS } from "./session-life.ts";

/** Of the lock that one tab holds, and of the channel on which it tells the others. */
const NAME = "rowhouse-session";

/**
 * What one tab knows of its session. Of all tabs of a browser one holds a stream of events and tells the others: browsers
 * allow six connections to a host, and tabs are many. While in sight, a tab looks every half a minute whether it has heard
 * anything lately, and asks by itself if not; and it keeps a session alive that is about to end for want of use.
 */
export class LiveTab {
  readonly #onState: (state: LiveState) => void;
  readonly #channel = new BroadcastChannel(NAME);
  readonly #say = this.#channel.postMessage.bind(this.#channel);
  readonly #ticking: ReturnType<typeof setInterval>;
  #state: LiveState | null = null;
  /** By this machine's clock. */
  #endsAt = Number.POSITIVE_INFINITY;
  #heardAt = Date.now();
  #stopLeading: (() => void) | null = null;
  #isStopped = false;

  constructor(onState: (state: LiveState) => void) {
    this.#onState = onState;
    this.#channel.addEventListener("message", this.#hear);
    document.addEventListener("visibilitychange", this.#tick);
    this.#ticking = setInterval(this.#tick, SESSION_TICK_MS);
    this.#queueToLead();
    // Whichever tab leads may have heard something since this page was made.
    this.#say("ask");
  }

  stop(): void {
    this.#isStopped = true;
    clearInterval(this.#ticking);
    document.removeEventListener("visibilitychange", this.#tick);
    this.#channel.close();
    this.#stopLeading?.();
  }

  /** Whichever tab has waited longest leads when the one that leads is closed. */
  #queueToLead(): void {
    // Over plain http from another machine, where only trials run, there are no locks: then each tab asks by itself.
    if (this.#stopLeading !== null || !("locks" in navigator)) return;
    const waiting = new AbortController();
    this.#stopLeading = () => waiting.abort();
    const lead = () =>
      new Promise<void>((done) => {
        const close = openLiveStream({ onState: this.#tell, onBeat: this.#beat });
        this.#stopLeading = () => {
          close();
          done();
        };
      });
    // Rejected only when it was told to wait no longer.
    navigator.locks.request(NAME, { signal: waiting.signal }, lead).catch(() => {});
  }

  readonly #tell = (state: LiveState): void => {
    // The answer to what was asked may come after the page was left.
    if (this.#isStopped) return;
    this.#say(state);
    this.#take(state);
  };

  readonly #beat = (): void => {
    this.#heardAt = Date.now();
    this.#say("beat");
  };

  readonly #hear = ({ data }: MessageEvent<unknown>): void => {
    if (data === "beat") this.#heardAt = Date.now();
    else if (data === "ask") this.#answer();
    else {
      const state = readLiveState(data);
      if (state !== null) this.#take(state);
    }
  };

  #answer(): void {
    if (this.#state?.isSignedIn === true && this.#stopLeading !== null) {
      this.#say({ ...this.#state, endsInMs: this.#endsAt - Date.now() });
    }
  }

  #take(state: LiveState): void {
    this.#state = state;
    this.#heardAt = Date.now();
    this.#endsAt = state.isSignedIn ? this.#heardAt + state.endsInMs : Number.POSITIVE_INFINITY;
    if (state.isSignedIn) this.#queueToLead();
    else {
      // Somebody may sign in anew in another tab, which then leads.
      this.#stopLeading?.();
      this.#stopLeading = null;
    }
    this.#onState(state);
  }

  readonly #tick = (): void => {
    if (document.visibilityState !== "visible") return;
    const now = Date.now();
    const isNearItsEnd = this.#endsAt - now <= REFRESH_AHEAD_MS;
    const isSilent = now - this.#heardAt > SILENCE_MS_MAX;
    // Who was signed out may have signed in again, in another tab.
    const isOut = this.#state?.isSignedIn === false;
    if (!isNearItsEnd && !isSilent && !isOut) return;
    void askLiveState(isNearItsEnd ? "POST" : "GET").then((state) => {
      if (state === null) return;
      // Why they were is known better by who said it first.
      if (state.isSignedIn || this.#state?.isSignedIn !== false) this.#tell(state);
    });
  };
}

import { STREAM_HEARTBEAT_MS } from "#app/platform/stream-heartbeat.ts";

import { EVENTS_PATH, type LiveState, parseLiveState, SESSION_PATH } from "./live-state.ts";

const RETRY_MS_MIN = 1_000;
const RETRY_MS_MAX = 60_000;

/** Two heartbeats and a margin. After this long without an event the connection counts as dead. */
export const STREAM_SILENCE_MS_MAX = 2 * STREAM_HEARTBEAT_MS + 5_000;

type Listener = { onState: (state: LiveState) => void; onBeat: () => void };

/**
 * Keeps an event stream open. Reconnects with exponential backoff, and stops once the session has ended.
 *
 * @returns A function that closes the stream.
 */
export function openLiveStream({ onState, onBeat }: Listener): () => void {
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let isClosed = false;

  const restartSilenceTimer = () => {
    clearTimeout(timer);
    timer = setTimeout(retryLater, STREAM_SILENCE_MS_MAX);
  };
  const connect = () => {
    source = new EventSource(EVENTS_PATH);
    source.addEventListener("state", ({ data }: MessageEvent<string>) => {
      failures = 0;
      restartSilenceTimer();
      const state = parseLiveState(JSON.parse(data));
      if (state !== null) onState(state);
    });
    source.addEventListener("beat", () => {
      restartSilenceTimer();
      onBeat();
    });
    source.addEventListener("error", retryLater);
    restartSilenceTimer();
  };
  function retryLater() {
    // The browser's built-in reconnect has no backoff limit and doesn't notice that a session has ended.
    source?.close();
    clearTimeout(timer);
    if (isClosed) return;
    timer = setTimeout(() => void reconnect(), retryMs(failures));
    failures += 1;
  }
  const reconnect = async () => {
    const state = await fetchLiveState("GET");
    if (isClosed) return;
    if (state === null) return retryLater();
    onState(state);
    if (state.isSignedIn) connect();
  };
  const reconnectNow = () => {
    if (source?.readyState !== EventSource.CLOSED) return;
    clearTimeout(timer);
    void reconnect();
  };

  addEventListener("online", reconnectNow);
  connect();
  return () => {
    isClosed = true;
    removeEventListener("online", reconnectNow);
    clearTimeout(timer);
    source?.close();
  };
}

/** Fetches the state of this page's session; null if the server can't be reached. `POST` also extends the session. */
export async function fetchLiveState(method: "GET" | "POST"): Promise<LiveState | null> {
  try {
    const response = await fetch(SESSION_PATH, { method, cache: "no-store" });
    return response.ok ? parseLiveState(await response.json()) : null;
  } catch {
    // Offline, or the server is restarting.
    return null;
  }
}

/** Exponential backoff with jitter, so that thousands of browsers don't reconnect at once. */
function retryMs(failures: number): number {
  const waitMs = Math.min(RETRY_MS_MAX, RETRY_MS_MIN * 2 ** failures);
  return waitMs * (0.5 + Math.random() / 2);
}

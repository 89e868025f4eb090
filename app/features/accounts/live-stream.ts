import { STREAM_BEAT_MS } from "#app/platform/stream-beat.ts";

import { EVENTS_PATH, type LiveState, readLiveState, SESSION_PATH } from "./live-state.ts";

const RETRY_MS_MIN = 1_000;
const RETRY_MS_MAX = 60_000;

/** Two beats and a little: after such a silence the other side is taken for gone. */
export const SILENCE_MS_MAX = 2 * STREAM_BEAT_MS + 5_000;

type Listener = { onState: (state: LiveState) => void; onBeat: () => void };

/**
 * Keeps a stream of events open: a break, a restart of the server or a long silence is followed by another try, each later
 * than the last. Before each try the state is asked for, so a session that has ended meanwhile is told and ends it all.
 *
 * @returns What closes it.
 */
export function openLiveStream({ onState, onBeat }: Listener): () => void {
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let isClosed = false;

  const heard = () => {
    clearTimeout(timer);
    timer = setTimeout(retryLater, SILENCE_MS_MAX);
  };
  const connect = () => {
    source = new EventSource(EVENTS_PATH);
    source.addEventListener("state", ({ data }: MessageEvent<string>) => {
      failures = 0;
      heard();
      const state = readLiveState(JSON.parse(data));
      if (state !== null) onState(state);
    });
    source.addEventListener("beat", () => {
      heard();
      onBeat();
    });
    source.addEventListener("error", retryLater);
    heard();
  };
  function retryLater() {
    // The browser's own way of trying again knows neither a limit nor the end of a session.
    source?.close();
    clearTimeout(timer);
    if (isClosed) return;
    timer = setTimeout(() => void tryAgain(), retryMs(failures));
    failures += 1;
  }
  const tryAgain = async () => {
    const state = await askLiveState("GET");
    if (isClosed) return;
    if (state === null) return retryLater();
    onState(state);
    if (state.isSignedIn) connect();
  };
  const tryNow = () => {
    if (source?.readyState !== EventSource.CLOSED) return;
    clearTimeout(timer);
    void tryAgain();
  };

  addEventListener("online", tryNow);
  connect();
  return () => {
    isClosed = true;
    removeEventListener("online", tryNow);
    clearTimeout(timer);
    source?.close();
  };
}

/** The state of this page's session; null when the server can't be asked. `POST` keeps the session alive besides. */
export async function askLiveState(method: "GET" | "POST"): Promise<LiveState | null> {
  try {
    const response = await fetch(SESSION_PATH, { method, cache: "no-store" });
    return response.ok ? readLiveState(await response.json()) : null;
  } catch {
    // Offline, or the server is starting again.
    return null;
  }
}

/** Each wait is twice the last, less a part by chance: thousands of browsers must not come back all at once. */
function retryMs(failures: number): number {
  const longest = Math.min(RETRY_MS_MAX, RETRY_MS_MIN * 2 ** failures);
  return longest * (0.5 + Math.random() / 2);
}

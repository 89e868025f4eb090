/** Each open stream says so this often, so that both ends notice when the other is gone. Source: the specification. */
export const STREAM_BEAT_MS = 25_000;

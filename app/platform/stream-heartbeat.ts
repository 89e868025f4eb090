/** How often each stream sends a heartbeat, so that both ends notice a lost connection. Source: the specification. */
export const STREAM_HEARTBEAT_MS = 25_000;

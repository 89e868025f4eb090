import type { IncomingMessage, ServerResponse } from "node:http";

/** More than any form accepts, so that someone who uploads too many photos still gets the error message. */
const DISCARDED_BYTES_MAX = 64 * 1024 * 1024;

/**
 * Drains the rest of a request body after the answer, within the server's request timeout. A browser that is cut off while
 * sending would show its own error page instead of the answer.
 */
export function drainUnreadBody({ incoming, outgoing }: { incoming: IncomingMessage; outgoing: ServerResponse }): void {
  outgoing.once("finish", () => {
    if (incoming.readableEnded) return;
    // The adapter to a web stream stops reading once the web stream isn't read.
    incoming.removeAllListeners("data");
    let bytes = 0;
    incoming.on("data", ({ byteLength }: Buffer) => {
      bytes += byteLength;
      if (bytes > DISCARDED_BYTES_MAX) incoming.socket.destroySoon();
    });
    incoming.resume();
  });
}

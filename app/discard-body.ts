import type { IncomingMessage, ServerResponse } from "node:http";

/**
 * Reads on, for nobody, what is left of a request when its answer is sent, so that the connection can be used again. What
 * makes it a web stream stops reading once nobody reads that; the connection was then closed half a second after the
 * answer, and whoever used it again just then was told nothing. How much is read, and how long, the listener bounds.
 */
export function discardUnread({ incoming, outgoing }: { incoming: IncomingMessage; outgoing: ServerResponse }): void {
  outgoing.once("finish", () => {
    if (incoming.readableEnded) return;
    incoming.removeAllListeners("data");
    incoming.resume();
  });
}

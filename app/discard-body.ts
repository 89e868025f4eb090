import type { IncomingMessage, ServerResponse } from "node:http";

/** More than any form of ours takes, so that whoever sends a photo too many hears why. */
const DISCARDED_BYTES_MAX = 64 * 1024 * 1024;

/**
 * Reads on, for nobody, what is left of a request when its answer is sent, so that whoever sends it gets to read the answer
 * and can use the connection again: a browser that is cut off while it sends shows its own error page. How long it may
 * take is the server's limit for a request.
 */
export function discardUnread({ incoming, outgoing }: { incoming: IncomingMessage; outgoing: ServerResponse }): void {
  outgoing.once("finish", () => {
    if (incoming.readableEnded) return;
    // What makes it a web stream stops reading once nobody reads that.
    incoming.removeAllListeners("data");
    let bytes = 0;
    incoming.on("data", ({ byteLength }: Buffer) => {
      bytes += byteLength;
      if (bytes > DISCARDED_BYTES_MAX) incoming.socket.destroySoon();
    });
    incoming.resume();
  });
}

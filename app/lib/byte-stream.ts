import type { Readable } from "node:stream";

/** A web stream of a Node stream. Canceling it destroys the source. */
export function toByteStream(source: Readable): ReadableStream<Uint8Array> {
  const parts: AsyncIterator<Buffer> = source[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await parts.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
    cancel() {
      source.destroy();
    },
  });
}

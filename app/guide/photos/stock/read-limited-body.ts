/**
 * Reads a response body of at most `bytesMax` bytes, without trusting its Content-Length.
 *
 * @returns Null when the body is longer.
 * @throws The network's error when the connection breaks or times out.
 */
export async function readLimitedBody(response: Response, bytesMax: number): Promise<Uint8Array | null> {
  if (response.body === null) return new Uint8Array();
  const reader = response.body.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const chunk: Uint8Array = part.value;
    length += chunk.byteLength;
    if (length > bytesMax) {
      await reader.cancel();
      return null;
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

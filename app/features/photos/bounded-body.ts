/**
 * Reads an answer's body, but no more of it than `bytesMax`; what it claims of its length counts for nothing.
 *
 * @returns Null when it is longer.
 * @throws What the connection throws when it breaks or its time is up.
 */
export async function readBounded(response: Response, bytesMax: number): Promise<Uint8Array | null> {
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

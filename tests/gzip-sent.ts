/** Bytes of a file as a browser that takes gzip alone receives them, without headers. */
export async function gzipBytesSent(url: string): Promise<number> {
  const response = await fetch(url, { headers: { "accept-encoding": "gzip" } });
  await response.arrayBuffer();
  const bytes = Number(response.headers.get("content-length"));
  if (response.headers.get("content-encoding") !== "gzip" || !(bytes > 0)) {
    throw new Error(`${url} came uncompressed or without its length`);
  }
  return bytes;
}

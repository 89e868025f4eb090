import { connect } from "node:net";

/**
 * Requests URLs repeatedly on raw keep-alive sockets and counts the responses, which need a Content-Length. `nextPath`
 * returns the path of each request when they differ.
 */
export async function requestsPerSecond(
  url: string,
  options: { connections: number; seconds: number; headers?: Record<string, string>; nextPath?: () => string },
): Promise<number> {
  const { hostname, port, pathname, search } = new URL(url);
  const headers = Object.entries({ host: `${hostname}:${port}`, ...options.headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  const { nextPath } = options;
  const requestOf = (path: string, more = "") => Buffer.from(`GET ${path} HTTP/1.1\r\n${headers.join("")}${more}\r\n`);
  const same = requestOf(pathname + search);
  let sent = 0;
  // Each from another visitor, as behind a proxy: one address may have only so many pages rendered.
  const nextRequest =
    nextPath === undefined ? () => same : () => requestOf(nextPath(), `x-forwarded-for: ${visitorAddress(sent++)}\r\n`);
  const until = performance.now() + options.seconds * 1000;
  const counts = await Promise.all(
    Array.from({ length: options.connections }, () => askUntil(until, { nextRequest, hostname, port: Number(port) })),
  );
  return counts.reduce((sum, count) => sum + count, 0) / options.seconds;
}

/** One of 65,536 addresses, in a network that is reserved for benchmarks (RFC 2544). */
export function visitorAddress(index: number): string {
  return `198.18.${(index >> 8) & 255}.${index & 255}`;
}

function askUntil(
  until: number,
  target: { nextRequest: () => Buffer; hostname: string; port: number },
): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect(target.port, target.hostname);
    let count = 0;
    let missing = 0;
    let head = "";
    socket.setNoDelay(true);
    socket.on("error", reject);
    socket.on("connect", () => socket.write(target.nextRequest()));
    socket.on("data", (bytes: Buffer) => {
      let body = bytes.length;
      if (missing === 0) {
        head += bytes.toString("latin1");
        const end = head.indexOf("\r\n\r\n");
        if (end === -1) return;
        if (!head.startsWith("HTTP/1.1 200")) return void socket.destroy(new Error(head.slice(0, 80)));
        missing = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
        body = head.length - end - 4;
        head = "";
      }
      missing -= body;
      if (missing > 0) return;
      count += 1;
      missing = 0;
      if (performance.now() < until) socket.write(target.nextRequest());
      else socket.end(() => resolve(count));
    });
  });
}

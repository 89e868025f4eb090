import { fork } from "node:child_process";
import { createServer } from "node:http";

/** Node adds these itself, and the request id differs for each response. */
const NOT_COPIED = ["date", "connection", "keep-alive", "x-request-id"];

/**
 * Starts a `node:http` server, in its own process like the site, that sends the headers of `answer` and as many bytes.
 */
export async function startBareServer(answer: Response): Promise<{ url: string; stop: () => void }> {
  const headers = [...answer.headers].filter(([name]) => !NOT_COPIED.includes(name)).flat();
  const child = fork(import.meta.filename, ["bare", ...headers], { stdio: "inherit" });
  const port = await new Promise<number>((resolve) => child.once("message", (message) => resolve(Number(message))));
  return { url: `http://127.0.0.1:${port}/`, stop: () => child.kill() };
}

if (process.argv[2] === "bare") {
  const headers = process.argv.slice(3);
  const body = Buffer.alloc(Number(headers[headers.indexOf("content-length") + 1]), "x");
  const server = createServer((_request, response) => {
    response.writeHead(200, headers).end(body);
  });
  server.listen(0, "127.0.0.1", () => {
    const address = server.address();
    process.send?.(typeof address === "object" ? address?.port : 0);
  });
}

import { once } from "node:events";
import { createServer } from "node:net";

/** A port on which nothing listens now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  await server[Symbol.asyncDispose]();
  if (address === null || typeof address === "string") throw new Error("The system gave no port");
  return address.port;
}

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

import { onTestFinished } from "vitest";

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** A server on this machine until the end of the test. @returns Its origin. */
export async function startFaultyServer(listener: Listener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(
    () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port");
  return `http://127.0.0.1:${address.port}`;
}

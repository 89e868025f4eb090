import { connect, createServer, type Socket } from "node:net";

/** A way to a database server that a test can close: an address to give to a site in its place. */
export type DatabaseGate = {
  url: string;
  /** Passes everything on, as from the beginning. */
  open: () => void;
  /** Ends every connection, and each new one at once: a server that is down. */
  shut: () => void;
  /** Takes every new connection and says nothing: a server that hangs. */
  hush: () => void;
  close: () => Promise<void>;
};

export async function openGate(databaseUrl: string): Promise<DatabaseGate> {
  const { hostname, port } = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let state: "open" | "shut" | "silent" = "open";
  const gate = createServer((socket) => {
    keep(sockets, socket);
    if (state === "shut") socket.destroy();
    if (state === "open") pass(socket, keep(sockets, connect(Number(port === "" ? 5432 : port), hostname)));
  });
  await new Promise<void>((resolve) => gate.listen(0, "127.0.0.1", resolve));
  const change = (to: typeof state) => {
    state = to;
    for (const socket of sockets) socket.destroy();
  };
  const url = new URL(databaseUrl);
  url.hostname = "127.0.0.1";
  url.port = String(portOf(gate.address()));
  return {
    url: url.href,
    open: () => change("open"),
    shut: () => change("shut"),
    hush: () => change("silent"),
    close: () => {
      change("shut");
      return new Promise((resolve) => gate.close(() => resolve()));
    },
  };
}

function keep(sockets: Set<Socket>, socket: Socket): Socket {
  sockets.add(socket);
  // Whoever uses a connection that breaks is told by its own end of it.
  socket.on("error", () => {});
  socket.on("close", () => sockets.delete(socket));
  return socket;
}

function pass(one: Socket, other: Socket): void {
  one.pipe(other).pipe(one);
  one.on("close", () => other.destroy());
  other.on("close", () => one.destroy());
}

function portOf(address: ReturnType<ReturnType<typeof createServer>["address"]>): number {
  if (address === null || typeof address === "string") throw new Error("The system gave no port");
  return address.port;
}

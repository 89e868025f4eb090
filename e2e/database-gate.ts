import { connect, createServer, type Socket } from "node:net";

/** On a network that is this slow a statement takes 3 s there and back. */
const SLOW_MS = 1_500;

/** A way to a database server that a test can close: an address to give to a site in its place. */
export type DatabaseGate = {
  url: string;
  /** Passes everything on, as from the beginning. */
  open: () => void;
  /** Ends every connection, and each new one at once: a server that is down. */
  shut: () => void;
  /** Ends every connection, takes every new one and says nothing: a server that hangs. */
  hush: () => void;
  /** Passes nothing on and ends nothing: a network that is gone. */
  hang: () => void;
  /** Passes each packet on so much later. */
  slow: () => void;
  close: () => Promise<void>;
};

type State = "open" | "shut" | "silent" | "slow";

export async function openGate(databaseUrl: string): Promise<DatabaseGate> {
  const { hostname, port } = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let state: State = "open";
  const gate = createServer((socket) => {
    keep(sockets, socket);
    if (state === "shut") socket.destroy();
    if (state === "silent" || state === "shut") return;
    const server = keep(sockets, connect(Number(port === "" ? 5432 : port), hostname));
    const stateNow = () => state;
    pass(socket, server, stateNow);
    pass(server, socket, stateNow);
  });
  await new Promise<void>((resolve) => gate.listen(0, "127.0.0.1", resolve));
  const cutAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  const change = (to: State) => {
    state = to;
    cutAll();
  };
  const url = new URL(databaseUrl);
  url.hostname = "127.0.0.1";
  url.port = String(portOf(gate.address()));
  return {
    url: url.href,
    open: () => change("open"),
    shut: () => change("shut"),
    hush: () => change("silent"),
    hang: () => {
      state = "silent";
    },
    slow: () => {
      state = "slow";
    },
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

function pass(from: Socket, to: Socket, stateNow: () => State): void {
  from.setNoDelay(true);
  from.on("data", (bytes) => {
    const state = stateNow();
    if (state === "open") to.write(bytes);
    // Written to a connection that has ended meanwhile it is lost, as it would be.
    if (state === "slow") setTimeout(() => to.write(bytes), SLOW_MS);
  });
  from.on("close", () => to.destroySoon());
}

function portOf(address: ReturnType<ReturnType<typeof createServer>["address"]>): number {
  if (address === null || typeof address === "string") throw new Error("The system gave no port");
  return address.port;
}

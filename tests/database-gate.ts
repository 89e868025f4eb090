import { connect, createServer, type Socket } from "node:net";

/** With this delay, a statement takes a 3 s round trip. */
const SLOW_MS = 1_500;

/** A proxy in front of a database server that a test can interrupt. Sites get its URL in place of the server's. */
export type DatabaseGate = {
  url: string;
  /** How many connections were tried so far. */
  triedCount: () => number;
  /** Forwards everything, as at the beginning. */
  open: () => void;
  /** Ends every connection, and each new one at once: the server is down. */
  shut: () => void;
  /** Ends every connection, then accepts new ones without answering: the server hangs. */
  hush: () => void;
  /** Forwards nothing and ends nothing: the network is gone. */
  hang: () => void;
  /** Delays each packet. */
  slow: () => void;
  close: () => Promise<void>;
};

type State = "open" | "shut" | "silent" | "slow";

export async function openDatabaseGate(databaseUrl: string): Promise<DatabaseGate> {
  const { hostname, port } = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let state: State = "open";
  let triedCount = 0;
  const gate = createServer((socket) => {
    track(sockets, socket);
    triedCount += 1;
    if (state === "shut") socket.destroy();
    if (state === "silent" || state === "shut") return;
    const server = track(sockets, connect(Number(port === "" ? 5432 : port), hostname));
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
    triedCount: () => triedCount,
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

function track(sockets: Set<Socket>, socket: Socket): Socket {
  sockets.add(socket);
  // The other side notices a broken connection by its own end of it.
  socket.on("error", () => {});
  socket.on("close", () => sockets.delete(socket));
  return socket;
}

function pass(from: Socket, to: Socket, stateNow: () => State): void {
  from.setNoDelay(true);
  from.on("data", (bytes) => {
    const state = stateNow();
    if (state === "open") to.write(bytes);
    // If the connection has ended in the meantime, the data is lost, as on a real network.
    if (state === "slow") setTimeout(() => to.write(bytes), SLOW_MS);
  });
  from.on("close", () => to.destroySoon());
}

function portOf(address: ReturnType<ReturnType<typeof createServer>["address"]>): number {
  if (address === null || typeof address === "string") throw new Error("The system gave no port");
  return address.port;
}

import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";

import { Pool } from "pg";
import { expect, onTestFinished, test } from "vitest";

import { clientWithPause } from "./connection-pause.server.ts";

test("a server that is starting is asked once for each pause, and the statements between fail with its error", async () => {
  let attempts = 0;
  const server = createServer((socket) => {
    attempts += 1;
    socket.on("error", () => {});
    socket.once("data", () => socket.end(errorResponse("57P03", "the database system is starting up")));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  let now = 0;
  const pool = poolOf(server.address(), () => now);

  for (let statement = 0; statement < 50; statement += 1) {
    await expect(pool.query("select 1")).rejects.toMatchObject({ code: "57P03" });
  }
  expect(attempts).toBe(1);
  now = 250;
  await expect(pool.query("select 1")).rejects.toMatchObject({ code: "57P03" });
  expect(attempts).toBe(2);
});

test("another error, like a wrong password, pauses nothing", async () => {
  let attempts = 0;
  const server = createServer((socket) => {
    attempts += 1;
    socket.on("error", () => {});
    socket.once("data", () => socket.end(errorResponse("28P01", "password authentication failed")));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const pool = poolOf(server.address(), () => 0);

  for (let statement = 0; statement < 3; statement += 1) {
    await expect(pool.query("select 1")).rejects.toMatchObject({ code: "28P01" });
  }
  expect(attempts).toBe(3);
});

function poolOf(address: AddressInfo | string | null, now: () => number): Pool {
  if (address === null || typeof address === "string") throw new Error("The server has no port");
  const pool = new Pool({
    Client: clientWithPause(now),
    host: "127.0.0.1",
    port: address.port,
    user: "rowhouse",
    database: "rowhouse",
  });
  pool.on("error", () => {});
  onTestFinished(() => pool.end());
  return pool;
}

/** An ErrorResponse of PostgreSQL's protocol. */
function errorResponse(code: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0C${code}\0M${message}\0\0`);
  const head = Buffer.alloc(5);
  head.write("E");
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

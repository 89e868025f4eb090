import { once } from "node:events";
import { chmodSync, rmSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";

import { z } from "zod";

import { SettingError } from "#app/lib/setting-error.ts";

import { DATABASE_COMMANDS } from "./database-commands.ts";
import type { CommandInput } from "./with-database.ts";

const REQUEST_BYTES_MAX = 64 * 1024;

/** Whoever opens the socket says at once what it wants, or a stop of the server would wait for it. */
const REQUEST_MS_MAX = 5_000;

const Request = z.object({ name: z.string().max(40), words: z.array(z.string().max(4_096)).max(50) });
const Answer = z.union([z.object({ line: z.string() }), z.object({ code: z.number().int() })]);

/**
 * Lets commands run inside this server, which holds the embedded database, by a socket that only this user may open.
 *
 * @returns What closes it.
 */
export async function openCommandSocket(dataDir: string, served: Served): Promise<() => Promise<void>> {
  const path = socketPath(dataDir);
  // Whoever holds the database owns the socket; what lies there is from a process that was killed.
  rmSync(path, { force: true });
  const server = createServer((socket) => void answer(socket, served));
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(path, resolve);
  });
  chmodSync(path, 0o600);
  return () => new Promise((resolve) => server.close(() => resolve()));
}

/** Has the running server do a command, and shows what it prints. */
export async function runThroughServer(dataDir: string, request: z.infer<typeof Request>): Promise<number> {
  const socket = connect(socketPath(dataDir));
  await once(socket, "connect").catch((cause: unknown) => {
    throw new SettingError(`DATA_DIR: ${dataDir} is held by another command; try again when it is done`, { cause });
  });
  socket.write(`${JSON.stringify(request)}\n`);
  for await (const text of createInterface({ input: socket })) {
    const said = Answer.parse(JSON.parse(text));
    if ("code" in said) return said.code;
    console.log(said.line);
  }
  throw new Error("The server ended before the command was done");
}

type Served = Pick<CommandInput, "opened" | "servedBy">;

async function answer(socket: Socket, served: Served): Promise<void> {
  const say = (said: z.infer<typeof Answer>) => socket.writable && socket.write(`${JSON.stringify(said)}\n`);
  socket.on("error", () => socket.destroy());
  socket.setTimeout(REQUEST_MS_MAX, () => socket.destroy());
  try {
    const request = Request.parse(JSON.parse(await firstLine(socket)));
    socket.setTimeout(0);
    const command = DATABASE_COMMANDS[request.name];
    if (command === undefined)
      throw new Error(`This server knows no command "${request.name}"; is it of another version?`);
    say({ code: await command({ ...served, words: request.words, print: (line) => say({ line }) }) });
  } catch (error) {
    say({ line: error instanceof Error ? error.message : String(error) });
    say({ code: 1 });
  }
  socket.end();
}

async function firstLine(socket: Socket): Promise<string> {
  let text = "";
  for await (const part of socket.iterator({ destroyOnReturn: false })) {
    text += String(part);
    if (text.includes("\n")) return text.slice(0, text.indexOf("\n"));
    if (text.length > REQUEST_BYTES_MAX) throw new Error("The command is too long");
  }
  throw new Error("The command was cut short");
}

function socketPath(dataDir: string): string {
  return join(dataDir, "commands.sock");
}

import { expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { findViewer, startSession } from "#app/people/accounts/sessions/sessions.server.ts";
import { buildUser } from "#tests/builders.ts";
import { test, workerDatabase } from "#tests/test-database.ts";

import { grantAdmin, restore, suspend } from "./people.ts";
import type { DatabaseCommand } from "./with-database.ts";

test("grant-admin makes a user an admin by email address in any case", async ({ db }) => {
  const { id } = await buildUser(db, { email: "ada@example.com" });
  const token = await startSession(db, { userId: id, browser: "A browser", now: new Date() });

  const outcome = await run(db, grantAdmin, ["Ada@Example.com"]);

  expect(outcome).toEqual({ code: 0, said: "Ada@Example.com is now an admin." });
  expect((await findViewer(db, token, new Date()))?.role).toBe("admin");
  expect(await run(db, grantAdmin, ["ada@example.com"])).toMatchObject({
    code: 0,
    said: expect.stringContaining("already"),
  });
});

test("suspend signs a user out at once, and restore lets them sign in again", async ({ db }) => {
  const { id } = await buildUser(db, { email: "mia@example.com" });
  const token = await startSession(db, { userId: id, browser: "A browser", now: new Date() });

  expect(await run(db, suspend, ["mia@example.com"])).toMatchObject({ code: 0 });
  expect(await findViewer(db, token, new Date())).toBeNull();
  expect(await run(db, grantAdmin, ["mia@example.com"])).toMatchObject({ code: 1 });
  expect((await run(db, suspend, ["mia@example.com"])).said).toContain("already suspended");

  expect((await run(db, restore, ["mia@example.com"])).said).toContain("can sign in again");
  expect((await run(db, restore, ["mia@example.com"])).said).toContain("is not suspended");
  const newToken = await startSession(db, { userId: id, browser: "A browser", now: new Date() });
  expect(await findViewer(db, newToken, new Date())).not.toBeNull();
});

test.for([
  { words: ["nobody@example.com"], code: 1 },
  { words: ["gone@example.com"], code: 1 },
  { words: [], code: 2 },
  { words: ["ada"], code: 2 },
  { words: ["ada@example.com", "ben@example.com"], code: 2 },
])("$words is refused with a message and exit code $code", async ({ words, code }, { db }) => {
  await buildUser(db, { email: "gone@example.com", deletedAt: new Date() });

  for (const command of [grantAdmin, suspend, restore]) {
    const outcome = await run(db, command, words);
    expect(outcome.code).toBe(code);
    expect(outcome.said).toMatch(code === 2 ? /^Usage: / : /^No user has signed in with/);
  }
});

async function run(db: Database, command: DatabaseCommand, words: string[]): Promise<{ code: number; said: string }> {
  const lines: string[] = [];
  const opened = { ...(await workerDatabase()), db };
  const code = await command({ opened, args: words, print: (line) => lines.push(line) });
  return { code, said: lines.join("\n") };
}

import { eq } from "drizzle-orm";
import { expect, test } from "vitest";

import { notifications } from "#app/db/schema/notifications.ts";
import { users } from "#app/db/schema/accounts.ts";
import { endSessionsOf, startSession } from "#app/features/accounts/sessions.server.ts";
import { buildUser, NOW } from "#tests/builders.ts";
import { migratedDatabase } from "#tests/fresh-database.ts";
import { silentLog } from "#tests/silent-log.ts";

import { PEOPLE_CHANNEL, PersonStreams, type StreamState, STREAMS_PER_PERSON_MAX } from "./person-streams.server.ts";

test("whatever changes for a person is heard by every instance, and nothing is said of what concerns nobody", async () => {
  const [one, other] = await migratedDatabase();
  const heard = new Set<string>();
  await other.listen(PEOPLE_CHANNEL, { onMessage: (personId) => heard.add(personId), onGap: () => {} });
  const { db } = one;
  const change: Record<string, (userId: string) => Promise<unknown>> = {
    role: (id) => db.update(users).set({ role: "admin" }).where(eq(users.id, id)),
    suspension: (id) => db.update(users).set({ suspendedAt: NOW }).where(eq(users.id, id)),
    deletion: (id) => db.update(users).set({ deletedAt: NOW }).where(eq(users.id, id)),
    "the row": (id) => db.delete(users).where(eq(users.id, id)),
    "a session's end": async (userId) => {
      await startSession(db, { userId, browser: "A browser", now: NOW });
      await endSessionsOf(db, userId);
    },
    "a notification": (userId) => db.insert(notifications).values({ userId, kind: "x", about: {}, toldAt: NOW }),
  };
  const quiet = await buildUser(db);
  const changed = new Map<string, string>();
  for (const [what, act] of Object.entries(change)) {
    const { id } = await buildUser(db);
    changed.set(id, what);
    await db.update(users).set({ name: "Another name" }).where(eq(users.id, quiet.id));
    await startSession(db, { userId: quiet.id, browser: "A browser", now: NOW });
    await act(id);
  }

  await until(() => heard.size >= changed.size);

  expect([...heard].map((id) => changed.get(id) ?? "nothing").toSorted()).toEqual(Object.keys(change).toSorted());
});

test("a stream sends the state at once and at each change, and ends with the last word", async () => {
  const streams = newStreams();
  const states = [state({ json: "1" }), state({ json: "2" }), state({ json: "3", isLast: true })];
  const sent = read(streams.open({ personId: "mia", read: async () => states.shift() ?? state({ json: "none" }) }));

  await until(() => sent.text.includes("data: 1"));
  streams.tell("ben");
  streams.tell("mia");
  await until(() => sent.text.includes("data: 2"));
  streams.tell("mia");
  await sent.done;

  expect(sent.text).toBe("event: state\ndata: 1\n\nevent: state\ndata: 2\n\nevent: state\ndata: 3\n\n");
  expect(streams.count).toBe(0);
});

test("a change in the middle of a reading is read once more", async () => {
  const streams = newStreams();
  const gate = Promise.withResolvers<void>();
  let value = "old";
  const sent = read(
    streams.open({
      personId: "mia",
      read: async () => {
        const json = value;
        await gate.promise;
        return state({ json });
      },
    }),
  );

  value = "new";
  streams.tell("mia");
  streams.tell("mia");
  gate.resolve();
  await until(() => sent.text.includes("new"));

  expect(sent.text).toBe("event: state\ndata: old\n\nevent: state\ndata: new\n\n");
});

test("nobody holds more than their share, and what is left is free again", async () => {
  const streams = newStreams();
  const open = () => streams.open({ personId: "mia", read: async () => state({}) });
  const opened = Array.from({ length: STREAMS_PER_PERSON_MAX }, () => open());

  expect(open()).toBe("person-full");
  expect(typeof streams.open({ personId: "ben", read: async () => state({}) })).toBe("object");
  const [first] = opened;
  if (first === undefined || typeof first === "string") throw new Error("It was not opened");
  await first.cancel();
  expect(typeof open()).toBe("object");
  expect(streams.count).toBe(STREAMS_PER_PERSON_MAX + 1);
});

test("whoever reads nothing is cut off, and others are not", async () => {
  const streams = newStreams();
  const deaf = streams.open({ personId: "mia", read: async () => state({}) });
  const sent = read(streams.open({ personId: "mia", read: async () => state({}) }));

  for (let times = 1; times <= 40; times += 1) {
    streams.tell("mia");
    await until(() => sent.text.split("event: state").length > times);
  }

  expect([typeof deaf, streams.count]).toEqual(["object", 1]);
});

test("a reading that fails ends its stream, and closing ends all and opens no more", async () => {
  const streams = newStreams();
  const failing = read(streams.open({ personId: "mia", read: () => Promise.reject(new Error("no database")) }));
  await failing.done;
  expect(failing.text).toBe("");
  const well = read(streams.open({ personId: "mia", read: async () => state({}) }));
  await until(() => well.text !== "");

  streams.close();
  await well.done;

  expect(streams.count).toBe(0);
  expect(streams.open({ personId: "mia", read: async () => state({}) })).toBe("full");
});

test("after a gap every stream is told anew", async () => {
  const streams = newStreams();
  const sent = ["mia", "ben"].map((personId) =>
    read(streams.open({ personId, read: async () => state({ json: personId }) })),
  );

  await until(() => sent.every(({ text }) => text !== ""));
  await streams.tellAll();
  await until(() => sent.every(({ text }) => text.split("event: state").length === 3));

  expect(sent.map(({ text }) => text)).toEqual(
    ["mia", "ben"].map((person) => `event: state\ndata: ${person}\n\n`.repeat(2)),
  );
});

function newStreams(): PersonStreams {
  return new PersonStreams({ now: () => NOW, log: silentLog() });
}

function state(given: Partial<StreamState>): StreamState {
  return { json: "{}", until: null, isLast: false, ...given };
}

/** Reads a stream as a browser does: what has come so far, and a promise of its end. */
function read(stream: ReturnType<PersonStreams["open"]>): { text: string; done: Promise<void> } {
  if (typeof stream === "string") throw new Error(`It was not opened: ${stream}`);
  const sent = { text: "", done: Promise.resolve() };
  const decoder = new TextDecoder();
  sent.done = (async () => {
    for await (const bytes of stream) sent.text += decoder.decode(bytes);
  })();
  return sent;
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5));
}

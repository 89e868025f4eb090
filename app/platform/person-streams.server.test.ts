import { eq } from "drizzle-orm";
import { expect, test } from "vitest";

import { notifications } from "#app/db/schema/notifications.ts";
import { users } from "#app/db/schema/accounts.ts";
import { endUserSessions, startSession } from "#app/people/accounts/sessions/sessions.server.ts";
import { buildUser, NOW } from "#tests/builders.ts";
import { migratedDatabase } from "#tests/fresh-database.ts";
import { silentLog } from "#tests/silent-log.ts";

import { PEOPLE_CHANNEL, PersonStreams, type StreamState, STREAMS_PER_PERSON_MAX } from "./person-streams.server.ts";

test("every instance receives a person's state changes, and no message about irrelevant changes", async () => {
  const [one, other] = await migratedDatabase();
  const received = new Set<string>();
  await other.listen(PEOPLE_CHANNEL, { onMessage: (personId) => received.add(personId), onGap: () => {} });
  const { db } = one;
  const change: Record<string, (userId: string) => Promise<unknown>> = {
    role: (id) => db.update(users).set({ role: "admin" }).where(eq(users.id, id)),
    suspension: (id) => db.update(users).set({ suspendedAt: NOW }).where(eq(users.id, id)),
    deletion: (id) => db.update(users).set({ deletedAt: NOW }).where(eq(users.id, id)),
    "the row": (id) => db.delete(users).where(eq(users.id, id)),
    "a session's end": async (userId) => {
      await startSession(db, { userId, browser: "A browser", now: NOW });
      await endUserSessions(db, userId);
    },
    "a notification": (userId) => db.insert(notifications).values({ userId, kind: "x", about: {}, notifiedAt: NOW }),
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

  await until(() => received.size >= changed.size);

  expect([...received].map((id) => changed.get(id) ?? "nothing").toSorted()).toEqual(Object.keys(change).toSorted());
});

test("a stream sends the state at once and after each change, and ends after the final state", async () => {
  const streams = newStreams();
  const states = [state({ json: "1" }), state({ json: "2" }), state({ json: "3", isLast: true })];
  const sent = read(streams.open({ personId: "mia", read: async () => states.shift() ?? state({ json: "none" }) }));

  await until(() => sent.text.includes("data: 1"));
  streams.notify("ben");
  streams.notify("mia");
  await until(() => sent.text.includes("data: 2"));
  streams.notify("mia");
  await sent.done;

  expect(sent.text).toBe("event: state\ndata: 1\n\nevent: state\ndata: 2\n\nevent: state\ndata: 3\n\n");
  expect(streams.count).toBe(0);
});

test("a change during a read causes one more read", async () => {
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
  streams.notify("mia");
  streams.notify("mia");
  gate.resolve();
  await until(() => sent.text.includes("new"));

  expect(sent.text).toBe("event: state\ndata: old\n\nevent: state\ndata: new\n\n");
});

test("a person has a limited number of streams, and a closed one is available again", async () => {
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

test("a client that reads nothing is disconnected, and others are not", async () => {
  const streams = newStreams();
  const unreadStream = streams.open({ personId: "mia", read: async () => state({}) });
  const sent = read(streams.open({ personId: "mia", read: async () => state({}) }));

  for (let times = 1; times <= 40; times += 1) {
    streams.notify("mia");
    await until(() => sent.text.split("event: state").length > times);
  }

  expect([typeof unreadStream, streams.count]).toEqual(["object", 1]);
});

test("a failed read ends its stream, and closing ends all streams and opens no more", async () => {
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

test("after a gap every stream gets the state again", async () => {
  const streams = newStreams();
  const sent = ["mia", "ben"].map((personId) =>
    read(streams.open({ personId, read: async () => state({ json: personId }) })),
  );

  await until(() => sent.every(({ text }) => text !== ""));
  await streams.notifyAll();
  await until(() => sent.every(({ text }) => text.split("event: state").length === 3));

  expect(sent.map(({ text }) => text)).toEqual(
    ["mia", "ben"].map((person) => `event: state\ndata: ${person}\n\n`.repeat(2)),
  );
});

function newStreams(): PersonStreams {
  return new PersonStreams({ now: () => NOW, log: silentLog() });
}

function state(given: Partial<StreamState>): StreamState {
  return { json: "{}", validUntil: null, isLast: false, ...given };
}

/** Reads a stream as a browser does: the text so far, and a promise of its end. */
function read(stream: ReturnType<PersonStreams["open"]>): { text: string; done: Promise<void> } {
  if (typeof stream === "string") throw new Error(`It was not opened: ${stream}`);
  const sent = { text: "", done: Promise.resolve() };
  const decoder = new TextDecoder();
  sent.done = (async () => {
    for await (const bytes of stream) sent.text += decoder.decode(bytes);
  })();
  return sent;
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
}

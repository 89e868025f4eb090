import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { auditEntries } from "#app/db/schema/audit.ts";
import { contactMessages, contactReplies, deletedMessageHashes } from "#app/db/schema/contact.ts";
import { mails } from "#app/db/schema/mail.ts";
import { queryRows } from "#tests/query-rows.ts";
import { sendDueMails } from "#app/core/mail/outbox.server.ts";
import { DAY_MS } from "#app/lib/duration.ts";
import { buildUser, NOW } from "#tests/builders.ts";
import { HOSTILE_NAMES } from "#tests/hostile-texts.ts";
import { type MailServer, startMailServer } from "#tests/mail-server.ts";
import { silentLog } from "#tests/silent-log.ts";
import { test } from "#tests/test-database.ts";

import { parseContact, type ContactFormValues } from "./contact-form.ts";
import {
  assignMessage,
  countMessagesByState,
  deleteMessages,
  deleteExpiredMessages,
  listMessages,
  replyToMessage,
  setMessageState,
  setMessageStates,
} from "./messages.server.ts";
import { SPAM_RETENTION_DAYS } from "./message-retention.ts";
import {
  CONFIRMATIONS_PER_ADDRESS_DAY_MAX,
  GUEST_MESSAGES_PER_DAY_MAX,
  MEMBER_MESSAGES_PER_DAY_MAX,
  submitContactMessage,
} from "./send-contact.server.ts";

const TYPED: ContactFormValues = {
  name: "Mia",
  email: "mia@example.com",
  topic: "guide",
  message: "Where is the library?",
};

let server: MailServer;
beforeAll(async () => {
  server = await startMailServer();
});
afterAll(() => server.close());

describe("the contact form", () => {
  test.for<[Partial<ContactFormValues>, string]>([
    [{ name: " " }, "name"],
    [{ name: "x".repeat(81) }, "name"],
    [{ email: "mia" }, "email"],
    [{ email: "mia@example.com\r\nBcc: eve@example.com" }, "email"],
    [{ email: "mia@example.com,eve@example.com" }, "email"],
    [{ topic: "gold" }, "topic"],
    [{ message: "Hi" }, "message"],
    [{ message: "x".repeat(5_001) }, "message"],
    [{ message: "http://a.example http://b.example http://c.example http://d.example" }, "message"],
  ])("rejects an invalid value at its field: %j", ([typed, field]) => {
    const { contact, problems } = parseContact({ ...TYPED, ...typed });

    expect(contact).toBeNull();
    expect(Object.keys(problems ?? {})).toEqual([field]);
  });

  test("removes line breaks that could inject a mail header", () => {
    expect(parseContact({ ...TYPED, name: "Mia\r\nBcc: eve@example.com" }).contact?.name).toBe(
      "Mia Bcc: eve@example.com",
    );
  });

  test.for(HOSTILE_NAMES)("stores hostile input as plain text: %j", async (typed, { db }) => {
    const { contact } = parseContact({ ...TYPED, name: typed, message: `Message: ${typed}` });
    if (contact === null) throw new Error("It was refused");

    expect(await send(db, { contact })).toBe("sent");
    expect((await all(db)).items).toHaveLength(1);
  });
});

describe("sending a message", () => {
  test("stores a message once and mails one confirmation that quotes none of the sender's input", async ({ db }) => {
    expect([await send(db), await send(db)]).toEqual(["sent", "sent"]);

    expect((await all(db)).items).toMatchObject([{ name: "Mia", state: "open" }]);
    const [mail, ...more] = await db.select().from(mails);
    expect(more).toEqual([]);
    expect(`${mail?.subject} ${mail?.bodyText} ${mail?.bodyHtml}`).not.toMatch(/Mia|library/);
  });

  test("stops at the daily limit per network and per member", async ({ db }) => {
    const member = await buildUser(db);
    const outcomes = async (userId: string | null, network: string, count: number) => {
      const results: string[] = [];
      for (let number = 0; number < count; number += 1) {
        const contact = { ...CONTACT, body: `Question number ${number}` };
        results.push(await send(db, { contact, userId, network }));
      }
      return results.filter((outcome) => outcome === "sent").length;
    };

    expect(await outcomes(null, "a", GUEST_MESSAGES_PER_DAY_MAX + 2)).toBe(GUEST_MESSAGES_PER_DAY_MAX);
    expect(await outcomes(null, "b", 1)).toBe(1);
    expect(await outcomes(member.id, "a", MEMBER_MESSAGES_PER_DAY_MAX + 2)).toBe(MEMBER_MESSAGES_PER_DAY_MAX);
  });

  test("takes a lock per sender and per email address, so that concurrent messages can't pass the limits", async ({
    db,
  }) => {
    await send(db);

    const locks = await queryRows(
      db,
      sql`select objid from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()`,
    );
    expect(locks).toHaveLength(2);
  });

  test("counts deleted messages toward the daily limits, by hashes that are removed after a day", async ({ db }) => {
    const { id: by } = await buildUser(db, { role: "admin" });
    const sendAndDelete = async (number: number) => {
      const contact = { ...CONTACT, body: `Cheap zwiebelfisch ${number}` };
      const outcome = await send(db, { contact });
      await deleteMessages(db, { ids: (await all(db)).items.map(({ id }) => id), by, now: NOW });
      return outcome;
    };
    for (let number = 0; number < GUEST_MESSAGES_PER_DAY_MAX; number += 1) {
      expect(await sendAndDelete(number)).toBe("sent");
    }

    expect(await sendAndDelete(0)).toBe("sent");
    expect(await sendAndDelete(99)).toBe("too-many");

    expect(await db.$count(contactMessages)).toBe(0);
    expect(await db.$count(mails)).toBe(CONFIRMATIONS_PER_ADDRESS_DAY_MAX);
    expect(JSON.stringify(await db.select().from(deletedMessageHashes))).not.toMatch(/zwiebelfisch|Mia|example/);
    await deleteExpiredMessages(db, new Date(NOW.getTime() + DAY_MS));
    expect(await db.$count(deletedMessageHashes)).toBe(0);
  });

  test("accepts the same message again a day after editors deleted it", async ({ db }) => {
    const { id: by } = await buildUser(db, { role: "admin" });
    const deleteAll = async (now: Date) =>
      deleteMessages(db, { ids: (await all(db)).items.map(({ id }) => id), by, now });
    const nextDay = new Date(NOW.getTime() + DAY_MS + 60_000);
    await send(db);
    await deleteAll(NOW);

    expect(await send(db, { now: new Date(NOW.getTime() + DAY_MS - 60_000) })).toBe("sent");
    expect(await db.$count(contactMessages)).toBe(0);
    expect(await send(db, { now: nextDay })).toBe("sent");
    expect(await db.$count(contactMessages)).toBe(1);

    await deleteAll(nextDay);
    expect(await db.select().from(deletedMessageHashes)).toMatchObject([{ sentAt: nextDay }]);
  });

  test("limits confirmations to one email address, from any sender", async ({ db }) => {
    for (let number = 0; number < 4; number += 1) {
      const contact = { ...CONTACT, body: `Question number ${number}`, email: `mia+${number}@example.com` };
      await send(db, { contact, network: String(number) });
    }

    expect(await db.$count(mails)).toBe(CONFIRMATIONS_PER_ADDRESS_DAY_MAX);
    expect(await db.$count(contactMessages)).toBe(4);
  });
});

describe("the messages for admins", () => {
  test("filters by state, search text and assigned editor", async ({ db }) => {
    const ada = await buildUser(db, { role: "admin" });
    const mia = await buildUser(db);
    await send(db);
    await send(db, { contact: { ...CONTACT, name: "Sam 100%", body: "A question about 50_000 things" } });
    const [first] = (await all(db)).items.filter(({ name }) => name === "Mia");
    const change = { id: first?.id ?? "", by: ada.id, now: NOW };

    expect(await assignMessage(db, { ...change, assignedTo: mia.id })).toBe(false);
    expect(await assignMessage(db, { ...change, assignedTo: ada.id })).toBe(true);
    expect(await setMessageState(db, { ...change, state: "closed" })).toBe(true);

    const found = async (filter: Partial<Parameters<typeof listMessages>[1]>) =>
      (await listMessages(db, { state: "all", searchText: "", assignedTo: null, page: 1, ...filter })).items.map(
        ({ name }) => name,
      );
    expect(await found({ state: "open" })).toEqual(["Sam 100%"]);
    expect(await found({ state: "closed" })).toEqual(["Mia"]);
    expect(await found({ searchText: "LIBRARY" })).toEqual(["Mia"]);
    expect(await found({ searchText: "100%" })).toEqual(["Sam 100%"]);
    expect(await found({ searchText: "50_000" })).toEqual(["Sam 100%"]);
    expect(await found({ searchText: "%" })).toEqual(["Sam 100%"]);
    expect(await found({ assignedTo: ada.id })).toEqual(["Mia"]);
  });

  test("marks messages as spam and back, and deletes them without leaving their text in the audit log", async ({
    db,
  }) => {
    const { id: by } = await buildUser(db, { role: "admin" });
    await send(db);
    await send(db, { contact: { ...CONTACT, name: "Sam", body: "Cheap zwiebelfisch for you" } });
    const ids = (await all(db)).items.map(({ id }) => id);
    const spam = idOfFirst((await all(db)).items.filter(({ name }) => name === "Sam"));
    const missingId = "00000000-0000-4000-8000-000000000099";

    expect(await setMessageStates(db, { ids: [spam, spam, missingId], state: "spam", by, now: NOW })).toBe(1);
    expect(await setMessageStates(db, { ids: [spam], state: "spam", by, now: NOW })).toBe(0);
    expect((await all(db)).items.map(({ name }) => name)).toEqual(["Mia"]);
    expect(await countMessagesByState(db)).toMatchObject({ open: 1, spam: 1 });
    expect(await setMessageStates(db, { ids: [spam], state: "open", by, now: NOW })).toBe(1);
    expect(await deleteMessages(db, { ids: [...ids, missingId], by, now: NOW })).toBe(2);
    expect(await deleteMessages(db, { ids, by, now: NOW })).toBe(0);

    expect(await db.$count(contactMessages)).toBe(0);
    const rows = (await db.select().from(auditEntries)).filter(({ subjectKind }) => subjectKind === "message");
    expect(rows.map(({ action }) => action).toSorted()).toEqual([
      "message.delete",
      "message.delete",
      "message.state",
      "message.state",
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/zwiebelfisch|library|Sam|example\.com/);
  });

  test("deletes spam after its own, shorter retention", async ({ db }) => {
    const { id: by } = await buildUser(db, { role: "admin" });
    await send(db);
    const id = idOfFirst((await all(db)).items);
    await setMessageStates(db, { ids: [id], state: "spam", by, now: NOW });

    await deleteExpiredMessages(db, new Date(NOW.getTime() + SPAM_RETENTION_DAYS * DAY_MS));
    expect(await db.$count(contactMessages)).toBe(1);
    await deleteExpiredMessages(db, new Date(NOW.getTime() + SPAM_RETENTION_DAYS * DAY_MS + 1));
    expect(await db.$count(contactMessages)).toBe(0);
  });

  test("mails a reply once, to one recipient, in the message's thread, even if the form is sent twice", async ({
    db,
  }) => {
    const ada = await buildUser(db, { role: "admin" });
    await send(db, { contact: { ...CONTACT, name: 'Eve", <eve@example.com>, x' } });
    const id = idOfFirst((await all(db)).items);
    const reply = { id, by: ada.id, seenCount: 0, now: NOW };
    const formKey = crypto.randomUUID();
    const body = "On G Street.\nBcc: all@example.com";

    expect(await replyToMessage(db, { ...reply, body, formKey })).toBe("sent");
    expect(await replyToMessage(db, { ...reply, body, formKey })).toBe("sent-before");
    expect(
      await replyToMessage(db, {
        ...reply,
        body: "Since 1972.",
        seenCount: 1,
        formKey: crypto.randomUUID(),
        now: new Date(NOW.getTime() + 1),
      }),
    ).toBe("sent");
    server.accepted.length = 0;
    await sendDueMails(db, {
      settings: server.settings,
      siteUrl: "https://rowhouse.example",
      now: () => new Date(NOW.getTime() + 2),
      log: silentLog(),
    });

    const raws = server.accepted.map(({ raw }) => raw.replaceAll(/\r\n[ \t]+/g, " "));
    const idOf = (raw: string) => /^Message-ID: (<[^>]+>)/im.exec(raw)?.[1] ?? "";
    const received = raws.find((raw) => raw.includes("Subject: Your message to Rowhouse")) ?? "";
    const first = raws.find((raw) => raw.includes("On G Street.")) ?? "";
    const second = raws.find((raw) => raw.includes("Since 1972.")) ?? "";
    expect(raws).toHaveLength(3);
    expect(first).toContain(`In-Reply-To: ${idOf(received)}`);
    expect(second).toContain(`In-Reply-To: ${idOf(first)}`);
    expect(second).toContain(`References: ${idOf(received)} ${idOf(first)}`);
    expect(first).toContain("Subject: Re: Your message to Rowhouse");
    expect(first).toContain("Auto-Submitted: no");
    expect(first).toContain("> Where is the library?");
    expect(server.accepted.every(({ to }) => to.join() === "mia@example.com")).toBe(true);
    expect(first.split("\r\n\r\n")[0]).not.toMatch(/^(?:bcc|cc):/im);
    expect((await all(db)).items[0]?.state).toBe("answered");
  });

  test("refuses a changed reply from a used form, and a reply from an editor who hasn't seen the latest reply", async ({
    db,
  }) => {
    const [ada, bea] = [await buildUser(db, { role: "admin" }), await buildUser(db, { role: "admin" })];
    await send(db);
    const id = idOfFirst((await all(db)).items);
    const formKey = crypto.randomUUID();
    const reply = (input: { by: string; body: string; formKey: string; seenCount: number }) =>
      replyToMessage(db, { id, now: NOW, ...input });

    expect(await reply({ by: ada.id, body: "On G Street.", formKey, seenCount: 0 })).toBe("sent");
    expect(await reply({ by: ada.id, body: "On F Street.", formKey, seenCount: 0 })).toBe("sent-otherwise");
    const beasReply = { by: bea.id, body: "On H Street.", formKey: crypto.randomUUID() };
    expect(await reply({ ...beasReply, seenCount: 0 })).toBe("answered");
    expect(await db.$count(contactReplies)).toBe(1);
    expect(await reply({ ...beasReply, seenCount: 1 })).toBe("sent");
  });

  test("keeps a reply after its editor's account is deleted, and deletes messages with their sender's account", async ({
    db,
  }) => {
    const [ada, mia] = [await buildUser(db, { role: "admin" }), await buildUser(db)];
    await send(db, { userId: mia.id });
    const id = idOfFirst((await all(db)).items);
    await replyToMessage(db, { id, by: ada.id, body: "Here.", formKey: crypto.randomUUID(), seenCount: 0, now: NOW });

    await db.delete(users).where(eq(users.id, ada.id));
    expect(await db.$count(contactReplies)).toBe(1);
    await db.delete(users).where(eq(users.id, mia.id));
    expect([await db.$count(contactMessages), await db.$count(contactReplies)]).toEqual([0, 0]);
  });

  test("clears old sender hashes, later deletes settled messages, and never deletes open ones", async ({ db }) => {
    await send(db);
    await send(db, { contact: { ...CONTACT, name: "Sam" } });
    const id = idOfFirst((await all(db)).items.filter(({ name }) => name === "Sam"));
    const { id: by } = await buildUser(db, { role: "admin" });
    await setMessageState(db, { id, by, state: "closed", now: NOW });

    await deleteExpiredMessages(db, new Date(NOW.getTime() + 61 * DAY_MS));
    const rows = await db.select().from(contactMessages);
    expect(rows.map(({ ipHash, emailHash, digest }) => [ipHash, emailHash, digest])).toEqual([
      [null, null, null],
      [null, null, null],
    ]);
    await deleteExpiredMessages(db, new Date(NOW.getTime() + 366 * DAY_MS));
    expect((await all(db)).items.map(({ name }) => name)).toEqual(["Mia"]);
  });
});

const CONTACT = { name: "Mia", email: "mia@example.com", topic: "guide", body: "Where is the library?" } as const;

function send(
  db: Database,
  {
    contact = CONTACT,
    userId = null,
    network = "a",
    now = NOW,
  }: {
    contact?: Parameters<typeof submitContactMessage>[1]["contact"];
    userId?: string | null;
    network?: string;
    now?: Date;
  } = {},
) {
  const ipHash = Buffer.from(network.padStart(32, "0")).toString("hex");
  return submitContactMessage(db, { contact, sender: { userId, ipHash }, now });
}

function all(db: Database) {
  return listMessages(db, { state: "all", searchText: "", assignedTo: null, page: 1 });
}

function idOfFirst(messages: { id: string }[]): string {
  const [first] = messages;
  if (first === undefined) throw new Error("There is no such message");
  return first.id;
}

import { expect } from "vitest";

import { mails } from "#app/db/schema/mail.ts";
import { notifications } from "#app/db/schema/notifications.ts";
import { DAY_MS } from "#app/lib/duration.ts";
import { buildUser, NOW } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import {
  countUnread,
  deleteOldNotifications,
  listNotifications,
  markRead,
  NOTIFICATIONS_PER_PERSON_MAX,
  notifyUser,
} from "./notifications.server.ts";

const PLACE = { slug: "2-amys", name: "2 Amys" };
const FIRST_PAGE = { page: 1, count: 20 };

test("a notification is stored as facts and formatted when it is read", async ({ db }) => {
  const { id: userId } = await buildUser(db);
  await notifyUser(db, { userId, notification: { kind: "review-approved", place: PLACE }, now: NOW });
  const later = new Date(NOW.getTime() + DAY_MS);
  const reason = "It is about the place <b>next door</b>.";
  await notifyUser(db, { userId, notification: { kind: "review-rejected", place: PLACE, reason }, now: later });

  const { items, total } = await listNotifications(db, { userId, ...FIRST_PAGE });

  expect(total).toBe(2);
  expect(items).toMatchObject([
    { title: "Your review of 2 Amys is not published", to: "/places/2-amys/review", isRead: false },
    {
      title: "Your review of 2 Amys is published",
      to: "/places/2-amys#reviews",
      notifiedLabel: "Jan 13, 2027, 12:00 PM",
    },
  ]);
  expect(items[0]?.text).toContain(reason);
  expect(JSON.stringify((await db.select().from(notifications)).map(({ about }) => about))).not.toContain("published");
});

test("a user who wants mail gets each notification by mail once, with its link", async ({ db }) => {
  const wantingMail = { hasEmailNotifications: true, email: "mia@example.com" };
  const [mia, ben] = [
    await buildUser(db, { ...wantingMail, name: "Mia" }),
    await buildUser(db, { email: "ben@example.com" }),
  ];
  const deletedUser = await buildUser(db, { ...wantingMail, email: "gone@example.com", deletedAt: NOW });
  const suspendedUser = await buildUser(db, { ...wantingMail, email: "out@example.com", suspendedAt: NOW });
  const noAddress = await buildUser(db, { hasEmailNotifications: true });
  for (const { id: userId } of [mia, ben, deletedUser, suspendedUser, noAddress]) {
    await notifyUser(db, {
      userId,
      notification: { kind: "review-rejected", place: PLACE, reason: "<b>Next door</b>" },
      now: NOW,
    });
  }

  const sent = await db.select().from(mails);
  expect(sent).toMatchObject([
    { userId: mia.id, toAddress: "mia@example.com", subject: "Your review of 2 Amys is not published" },
  ]);
  expect(sent[0]?.bodyText).toContain("%SITE_URL%/places/2-amys/review");
  expect(sent[0]?.bodyHtml).not.toContain("<b>Next door");
});

test("a failed payment isn't mailed here too, because billing mails it", async ({ db }) => {
  const { id: userId } = await buildUser(db, { hasEmailNotifications: true, email: "mia@example.com" });
  const notification = { kind: "payment-failed", plan: "VIP", graceEndsAt: NOW.toISOString() } as const;
  await notifyUser(db, { userId, notification: notification, now: NOW });

  expect([await countUnread(db, userId), await db.$count(mails)]).toEqual([1, 0]);
});

test("users see and mark only their own notifications", async ({ db }) => {
  const [mia, ben] = [await buildUser(db), await buildUser(db)];
  await notifyUser(db, { userId: mia.id, notification: { kind: "review-approved", place: PLACE }, now: NOW });
  const [ownNotification] = (await listNotifications(db, { userId: mia.id, ...FIRST_PAGE })).items;

  await markRead(db, { userId: ben.id, id: ownNotification?.id ?? "", now: NOW });
  await markRead(db, { userId: ben.id, id: null, now: NOW });

  expect((await listNotifications(db, { userId: ben.id, ...FIRST_PAGE })).items).toEqual([]);
  expect([await countUnread(db, mia.id), await countUnread(db, ben.id)]).toEqual([1, 0]);
});

test("one or all notifications are marked as read, and marking again changes nothing", async ({ db }) => {
  const { id: userId } = await buildUser(db);
  for (const outcome of ["not-removed", "removed", "not-removed"] as const) {
    await notifyUser(db, { userId, notification: { kind: "report-decided", place: PLACE, outcome }, now: NOW });
  }
  const [first] = (await listNotifications(db, { userId, ...FIRST_PAGE })).items;
  const mark = (id: string | null, ms: number) => markRead(db, { userId, id, now: new Date(NOW.getTime() + ms) });

  await mark(first?.id ?? "", 0);
  expect(await countUnread(db, userId)).toBe(2);
  await mark(first?.id ?? "", DAY_MS);
  await mark(null, DAY_MS);

  expect(await countUnread(db, userId)).toBe(0);
  const later = new Date(NOW.getTime() + DAY_MS);
  const rows = await db.select().from(notifications);
  expect(rows.filter(({ readAt }) => readAt?.getTime() === NOW.getTime()).map(({ id }) => id)).toEqual([first?.id]);
  expect(rows.filter(({ readAt }) => readAt?.getTime() === later.getTime())).toHaveLength(2);
});

test("above the limit the oldest notifications are deleted, and after 90 days all are", async ({ db }) => {
  const [mia, ben] = [await buildUser(db), await buildUser(db)];
  await notifyUser(db, { userId: ben.id, notification: { kind: "review-approved", place: PLACE }, now: NOW });
  for (let minute = 0; minute < NOTIFICATIONS_PER_PERSON_MAX + 3; minute += 1) {
    const now = new Date(NOW.getTime() + minute * 60_000);
    await notifyUser(db, { userId: mia.id, notification: { kind: "review-approved", place: PLACE }, now });
  }

  const { total, pageCount } = await listNotifications(db, { userId: mia.id, ...FIRST_PAGE });
  const last = await listNotifications(db, { userId: mia.id, page: pageCount, count: 20 });
  expect(total).toBe(NOTIFICATIONS_PER_PERSON_MAX);
  expect(last.items.at(-1)?.notifiedAt).toBe(new Date(NOW.getTime() + 3 * 60_000).toISOString());
  expect(await countUnread(db, ben.id)).toBe(1);

  await deleteOldNotifications(db, new Date(NOW.getTime() + 90 * DAY_MS + 3 * 60_000 + 1));
  expect((await listNotifications(db, { userId: mia.id, ...FIRST_PAGE })).total).toBe(NOTIFICATIONS_PER_PERSON_MAX - 1);
  expect(await countUnread(db, ben.id)).toBe(0);
});

test("an unknown kind is left out of the list", async ({ db }) => {
  const { id: userId } = await buildUser(db);
  await notifyUser(db, { userId, notification: { kind: "review-approved", place: PLACE }, now: NOW });
  await db.insert(notifications).values({ userId, kind: "from-the-future", about: { place: PLACE }, notifiedAt: NOW });

  expect((await listNotifications(db, { userId, ...FIRST_PAGE })).items).toHaveLength(1);
});

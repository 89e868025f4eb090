import { asc, eq, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { contactMessages } from "#app/db/schema/contact.ts";
import { importRecords, imports } from "#app/db/schema/importing.ts";
import { listOpenCases } from "#app/core/cases/case-queries.server.ts";
import type { OpenCase } from "#app/core/cases/cases.ts";
import { CASE_KIND_LABELS } from "#app/core/cases/decision-reasons.ts";
import { excerpt } from "#app/lib/excerpt.ts";
import { formatInstant } from "#app/lib/format-time.ts";
import { formatDollars } from "#app/lib/money.ts";
import { pluralize } from "#app/ui/format-count.ts";

import { hasWaitingRecords, isOpenMessage, unfinishedRefunds, waitingQuestions } from "./count-inbox.server.ts";
import type { InboxItem } from "./inbox.ts";

/** Of each kind; the page of a kind has all of them. */
export const INBOX_ITEMS_MAX = 20;

const LINE_CHARACTERS = 120;

type Dated = Omit<InboxItem, "since" | "sinceLabel"> & { at: Date };

/** What has waited longest, of every kind, oldest first. */
export async function listInbox(db: Database): Promise<InboxItem[]> {
  const items = [
    ...(await listOpenCases(db, { page: 1 })).cases.slice(0, INBOX_ITEMS_MAX).map(caseItem),
    ...(await listQuestions(db)),
    ...(await listOpenMessages(db)),
    ...(await listRefunds(db)),
    ...(await listImports(db)),
  ];
  return items
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
    .map(({ at, ...item }) => ({ ...item, since: at.toISOString(), sinceLabel: formatInstant(at) }));
}

function caseItem(open: OpenCase): Dated {
  const text = open.about === "review" ? open.review.paragraphs.join(" ") : open.about === "post" ? open.text : "";
  return {
    kind: "moderation",
    id: open.id,
    label: CASE_KIND_LABELS[open.kind].one,
    name: open.name,
    line: shorten(text),
    assignee: open.assignee?.name ?? null,
    at: new Date(open.openedAt),
    to: `/admin/moderation/${open.id}`,
  };
}

async function listQuestions(db: Database): Promise<Dated[]> {
  const waiting = waitingQuestions(db).as("waiting");
  const rows = await db.select().from(waiting).orderBy(asc(waiting.askedAt), asc(waiting.id)).limit(INBOX_ITEMS_MAX);
  return rows.map(({ id, question, askedAt, asker }) => ({
    kind: "questions",
    id,
    label: "Question",
    name: asker || "Anonymous",
    line: shorten(question),
    assignee: null,
    at: askedAt,
    to: `/admin/questions#asked-${id}`,
  }));
}

async function listOpenMessages(db: Database): Promise<Dated[]> {
  const rows = await db
    .select({ message: contactMessages, assignee: users.name })
    .from(contactMessages)
    .leftJoin(users, eq(users.id, contactMessages.assignedTo))
    .where(isOpenMessage())
    .orderBy(asc(contactMessages.sentAt), asc(contactMessages.id))
    .limit(INBOX_ITEMS_MAX);
  return rows.map(({ message: { id, name, body, sentAt, assignedTo }, assignee }) => ({
    kind: "messages",
    id,
    label: "Message",
    name,
    line: shorten(body),
    assignee: assignedTo === null ? null : assignee || "Anonymous",
    at: sentAt,
    to: `/admin/messages/${id}`,
  }));
}

async function listRefunds(db: Database): Promise<Dated[]> {
  const unfinished = unfinishedRefunds(db);
  const rows = await db
    .select({
      paymentId: unfinished.paymentId,
      cents: unfinished.cents,
      requestedAt: unfinished.requestedAt,
      userId: unfinished.userId,
      name: users.name,
    })
    .from(unfinished)
    .leftJoin(users, eq(users.id, unfinished.userId))
    .orderBy(asc(unfinished.requestedAt), asc(unfinished.paymentId))
    .limit(INBOX_ITEMS_MAX);
  return rows.map(({ paymentId, cents, requestedAt, userId, name }) => ({
    kind: "refunds",
    id: paymentId,
    label: "Refund",
    name: userId === null ? "Deleted account" : name || "Anonymous",
    line: formatDollars(cents),
    assignee: null,
    at: requestedAt,
    to: "/admin/refunds",
  }));
}

async function listImports(db: Database): Promise<Dated[]> {
  const isWaiting = sql`${importRecords.importId} = ${imports.id} and ${importRecords.state} = 'waiting'`;
  const rows = await db
    .select({
      id: imports.id,
      fileName: imports.fileName,
      at: sql<Date>`coalesce(${imports.finishedAt}, ${imports.progressedAt})`.mapWith(imports.progressedAt),
      count: sql<number>`(select count(*)::int from ${importRecords} where ${isWaiting})`,
    })
    .from(imports)
    .where(hasWaitingRecords(db))
    .orderBy(asc(imports.createdAt), asc(imports.id))
    .limit(INBOX_ITEMS_MAX);
  return rows.map(({ id, fileName, at, count }) => ({
    kind: "imports",
    id,
    label: "Import",
    name: fileName,
    line: `${pluralize(count, "entry", "entries")} to review`,
    assignee: null,
    at,
    to: `/admin/imports/${id}/review`,
  }));
}

function shorten(text: string): string {
  return excerpt(text.replaceAll(/\s+/g, " ").trim(), LINE_CHARACTERS);
}

import { and, eq, exists, isNull, ne, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { campaignRefunds } from "#app/db/schema/advertising.ts";
import { refunds } from "#app/db/schema/billing.ts";
import { contactMessages } from "#app/db/schema/contact.ts";
import { importRecords, imports } from "#app/db/schema/importing.ts";
import { editorQuestions } from "#app/db/schema/questions.ts";
import { countOpenCasesByKind } from "#app/core/cases/case-queries.server.ts";

import type { InboxCounts } from "./inbox.ts";

/** Counts what waits for an editor. Every page of the desk shows it. */
export async function countInbox(db: Database): Promise<InboxCounts> {
  const cases = await countOpenCasesByKind(db);
  return {
    moderation: cases.reduce((sum, { count }) => sum + count, 0),
    questions: await db.$count(waitingQuestions(db).as("waiting")),
    messages: await db.$count(contactMessages, isOpenMessage()),
    refunds: await db.$count(unfinishedRefunds(db)),
    imports: await db.$count(imports, hasWaitingRecords(db)),
  };
}

/** Unanswered questions of members who can read the answer. Served by editor_questions_by_day. */
export function waitingQuestions(db: Database) {
  return db
    .select({
      id: editorQuestions.id,
      question: editorQuestions.question,
      askedAt: editorQuestions.askedAt,
      asker: users.name,
    })
    .from(editorQuestions)
    .innerJoin(users, eq(users.id, editorQuestions.askerId))
    .where(and(isNull(editorQuestions.answeredAt), isNull(users.deletedAt), isNull(users.suspendedAt)))
    .$dynamic();
}

/** Served by contact_messages_by_state. */
export function isOpenMessage() {
  return eq(contactMessages.state, "open");
}

/** Served by import_records_by_state. */
export function hasWaitingRecords(db: Database) {
  const isWaiting = and(eq(importRecords.importId, imports.id), eq(importRecords.state, "waiting"));
  return exists(
    db
      .select({ one: sql`1` })
      .from(importRecords)
      .where(isWaiting),
  );
}

/**
 * Of memberships and of campaigns. Includes membership refunds that the provider refused, which need a person; for campaigns
 * that is final (decision 0025).
 */
export function unfinishedRefunds(db: Database) {
  return unionAll(
    db
      .select({
        paymentId: refunds.paymentId,
        cents: refunds.amountCents,
        requestedAt: refunds.requestedAt,
        userId: refunds.userId,
      })
      .from(refunds)
      .where(ne(refunds.status, "refunded")),
    // Served by campaign_refunds_unfinished.
    db
      .select({
        paymentId: campaignRefunds.paymentId,
        cents: campaignRefunds.amountCents,
        requestedAt: campaignRefunds.requestedAt,
        userId: campaignRefunds.userId,
      })
      .from(campaignRefunds)
      .where(eq(campaignRefunds.status, "pending")),
  ).as("unfinished");
}

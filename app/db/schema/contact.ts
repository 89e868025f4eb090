import { boolean, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

export type ContactTopic = "guide" | "business" | "account" | "press" | "other";
export type MessageState = "open" | "answered" | "closed" | "spam";

export const contactMessages = pgTable("contact_messages", {
  id: uuid().primaryKey().defaultRandom(),
  name: text().notNull(),
  email: text().notNull(),
  topic: text().$type<ContactTopic>().notNull(),
  body: text().notNull(),
  state: text().$type<MessageState>().notNull().default("open"),
  userId: uuid("user_id"),
  assignedTo: uuid("assigned_to"),
  ipHash: text("ip_hash"),
  emailHash: text("email_hash"),
  digest: text(),
  mailId: uuid("mail_id"),
  sentAt: timestamp("sent_at", { withTimezone: true }).notNull(),
  changedAt: timestamp("changed_at", { withTimezone: true }).notNull(),
});

/** Traces of messages that were deleted on the day they came, for that day's limits. */
export const deletedMessageHashes = pgTable("deleted_message_hashes", {
  digest: text().primaryKey(),
  senderHash: text("sender_hash").notNull(),
  emailHash: text("email_hash").notNull(),
  wasConfirmed: boolean("was_confirmed").notNull(),
  sentAt: timestamp("sent_at", { withTimezone: true }).notNull(),
});

export const contactReplies = pgTable("contact_replies", {
  id: uuid().primaryKey().defaultRandom(),
  messageId: uuid("message_id").notNull(),
  body: text().notNull(),
  writtenBy: uuid("written_by"),
  mailId: uuid("mail_id").notNull(),
  formKey: uuid("form_key").notNull(),
  sentAt: timestamp("sent_at", { withTimezone: true }).notNull(),
});

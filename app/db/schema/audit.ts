import { sql } from "drizzle-orm";
import { bigint, boolean, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

import { anyJson } from "./places.ts";

/** In which capacity somebody acted: a person may be staff and also the owner of a place. */
export const ACTOR_KINDS = ["staff", "owner", "member", "job", "command"] as const;
export type ActorKind = (typeof ACTOR_KINDS)[number];

/** Append-only: the database refuses updates and deletes, except when a person's data is erased. */
export const auditEntries = pgTable("audit_entries", {
  id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  recordedAt: timestamp("recorded_at", { withTimezone: true }).notNull(),
  actorKind: text("actor_kind").$type<ActorKind>().notNull(),
  actorId: uuid("actor_id"),
  actorName: text("actor_name"),
  action: text().notNull(),
  subjectKind: text("subject_kind").notNull(),
  subjectId: text("subject_id"),
  before: anyJson(),
  after: anyJson(),
  mentions: uuid()
    .array()
    .notNull()
    .default(sql`'{}'`),
  isRedacted: boolean("is_redacted").notNull().default(false),
});

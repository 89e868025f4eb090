import { sql } from "drizzle-orm";
import { bigint, boolean, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

import { anyJson } from "./places.ts";

/** As whom somebody acted; one person may be staff here and the owner of a place there. */
export const ACTOR_KINDS = ["staff", "owner", "member", "job", "command"] as const;
export type ActorKind = (typeof ACTOR_KINDS)[number];

/** Only ever added to: the database refuses everything else, but for what goes with a person. */
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
  isBlanked: boolean("is_blanked").notNull().default(false),
});

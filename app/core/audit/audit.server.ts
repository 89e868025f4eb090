import type { Database, RunSql } from "#app/db/database.server.ts";
import { type ActorKind, auditEntries } from "#app/db/schema/audit.ts";

import { truncateJson, type Json } from "./audit-json.ts";

/** `id` is a user's account id, or the name of a job or command. Null if unknown. */
export type Actor = { kind: ActorKind; id: string | null };

/** Limit of account ids in one entry; the same as the database's limit. */
const MENTIONS_MAX = 1_000;

/**
 * Adds an audit entry. Call it in the change's transaction. Entries can't be removed (decision 0027).
 *
 * @throws If the action or the subject's kind is malformed, or the actor has no account.
 */
export async function recordChange(db: Database, change: Change): Promise<void> {
  await db.insert(auditEntries).values(entryOf(change));
}

/** The same by plain SQL, for restoring a database, where there is no drizzle connection. */
export async function recordChangeBySql(run: RunSql, change: Change): Promise<void> {
  const entry = entryOf(change);
  const { recordedAt, actorKind, actorId, actorName, action, subjectKind, subjectId, before, after, mentions } = entry;
  const text = (value: Json | null) => (value === null ? null : JSON.stringify(value));
  await run(
    `insert into audit_entries
       (recorded_at, actor_kind, actor_id, actor_name, action, subject_kind, subject_id, before, after, mentions)
     values ($1::text::timestamptz, $2, $3::text::uuid, $4, $5, $6, $7, $8::text::jsonb, $9::text::jsonb,
       $10::text::uuid[])`,
    [
      recordedAt.toISOString(),
      actorKind,
      actorId,
      actorName,
      action,
      subjectKind,
      subjectId,
      text(before),
      text(after),
      `{${mentions.join(",")}}`,
    ],
  );
}

type Change = {
  actor: Actor;
  /** "{thing}.{verb}", like "post.publish": lower case, words joined by hyphens. */
  action: string;
  subject: { kind: string; id: string };
  /** Null if the thing didn't exist. Only changed fields are needed. Long values are truncated. */
  before: Json | null;
  after: Json | null;
  /** Users that the values describe without their account id, such as a review's author. See decision 0027. */
  about?: (string | null)[];
  now: Date;
};

function entryOf(change: Change) {
  const { actor, action, subject, about = [], now } = change;
  const before = change.before === null ? null : truncateJson(change.before);
  const after = change.after === null ? null : truncateJson(change.after);
  const isUser = actor.kind !== "job" && actor.kind !== "command";
  return {
    recordedAt: now,
    actorKind: actor.kind,
    actorId: isUser ? actor.id : null,
    actorName: isUser ? null : actor.id,
    action,
    subjectKind: subject.kind,
    subjectId: subject.id,
    before,
    after,
    mentions: findAccountIds(JSON.stringify([subject.id, before, after, about])),
  };
}

/** All account ids in a JSON text. */
function findAccountIds(text: string): string[] {
  const found = text.toLowerCase().match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? [];
  return [...new Set(found)].slice(0, MENTIONS_MAX);
}

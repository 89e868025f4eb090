import type { Database, RunSql } from "#app/db/database.server.ts";
import { type ActorKind, auditEntries } from "#app/db/schema/audit.ts";

import { boundedJson, type Json } from "./json.ts";

/** Of a person the id of their account; of a job or a command its name. Null: nobody can say. */
export type Actor = { kind: ActorKind; id: string | null };

/** As many ids as one entry may name; the database's own limit is the same. */
const MENTIONS_MAX = 1_000;

/**
 * Writes down who changed what, and what it was before. Call it in the transaction of the change: either both are there or
 * neither. It can't be taken back.
 *
 * Every id of an account in the subject or the values is found by itself, and these values go when that account goes for
 * good. What tells of somebody without naming their id (the number or the words of their review, say) names them by `about`.
 *
 * @param change.action "{thing}.{deed}", like "post.publish": lower case, words joined by hyphens.
 * @param change.before What it was; null when it wasn't there. Only what changes needs to be told. Cut when it is long.
 * @throws When the action or the kind of the subject is spelled otherwise, or the person has no account.
 */
export async function recordChange(db: Database, change: Change): Promise<void> {
  await db.insert(auditEntries).values(entryOf(change));
}

/** The same where there are only statements: while a whole database is put back. */
export async function recordByStatement(run: RunSql, change: Change): Promise<void> {
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
  action: string;
  subject: { kind: string; id: string };
  before: Json | null;
  after: Json | null;
  /** Accounts of people whom it tells of. */
  about?: (string | null)[];
  now: Date;
};

function entryOf(change: Change) {
  const { actor, action, subject, about = [], now } = change;
  const before = change.before === null ? null : boundedJson(change.before);
  const after = change.after === null ? null : boundedJson(change.after);
  const isPerson = actor.kind !== "job" && actor.kind !== "command";
  return {
    recordedAt: now,
    actorKind: actor.kind,
    actorId: isPerson ? actor.id : null,
    actorName: isPerson ? null : actor.id,
    action,
    subjectKind: subject.kind,
    subjectId: subject.id,
    before,
    after,
    mentions: idsIn(JSON.stringify([subject.id, before, after, about])),
  };
}

/** Before lists, since what is left out there is still somebody's. */
function idsIn(text: string): string[] {
  const found = text.toLowerCase().match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? [];
  return [...new Set(found)].slice(0, MENTIONS_MAX);
}

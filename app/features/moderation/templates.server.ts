import { createHash } from "node:crypto";

import { and, asc, eq, ne, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { moderationTemplates } from "#app/db/schema/moderation.ts";
import { recordChange } from "#app/features/audit/audit.server.ts";

import { type Template, TEMPLATES_MAX } from "./templates.ts";

type TemplateChange = { by: string; now: Date };

/** At most `TEMPLATES_MAX`, by name. */
export function listTemplates(db: Database): Promise<Template[]> {
  const { id, kind, name, body } = moderationTemplates;
  return db
    .select({ id, kind, name, body })
    .from(moderationTemplates)
    .orderBy(asc(sql`lower(${name})`));
}

/**
 * Keeps a template: a new one, or another wording of one that there is.
 *
 * @param given.id Null for a new one.
 * @param given.over The mark of what has to stand there still, of whoever takes a change of theirs back; null: anything may.
 * @returns What it was, null of a new one, and the mark of what it is. "name-taken", "too-many", "changed-since", or "gone" when
 * somebody has deleted it meanwhile: then nothing was done.
 */
export async function keepTemplate(
  db: Database,
  {
    by,
    now,
    id,
    over = null,
    ...words
  }: TemplateChange & Omit<Template, "id"> & { id: string | null; over?: string | null },
): Promise<TemplateKept | "name-taken" | "too-many" | "gone" | "changed-since"> {
  return db.transaction(async (tx) => {
    // One after the other, so that two at once don't pass the limit or take one name together.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('moderation_templates'))`);
    const isSame = sql`lower(${moderationTemplates.name}) = lower(${words.name})`;
    const isOther = id === null ? isSame : and(isSame, ne(moderationTemplates.id, id));
    if ((await tx.$count(moderationTemplates, isOther)) > 0) return "name-taken";
    const [known] =
      id === null ? [] : await tx.select().from(moderationTemplates).where(eq(moderationTemplates.id, id));
    if (id !== null && known === undefined) return "gone";
    if (over !== null && known !== undefined && over !== markOf(known)) return "changed-since";
    if (id === null && (await tx.$count(moderationTemplates)) >= TEMPLATES_MAX) return "too-many";
    const row = { ...words, changedAt: now };
    const [kept] =
      id === null
        ? await tx.insert(moderationTemplates).values(row).returning()
        : await tx.update(moderationTemplates).set(row).where(eq(moderationTemplates.id, id)).returning();
    if (kept === undefined) throw new Error(`The template ${words.name} was not written`);
    const was = known === undefined ? null : { kind: known.kind, name: known.name, body: known.body };
    await recordChange(tx, {
      actor: { kind: "staff", id: by },
      action: known === undefined ? "template.add" : "template.change",
      subject: { kind: "template", id: kept.id },
      before: was,
      after: words,
      now,
    });
    return { was, mark: markOf(words) };
  });
}

type TemplateKept = { was: Omit<Template, "id"> | null; mark: string };

function markOf({ kind, name, body }: Omit<Template, "id">): string {
  return createHash("sha256")
    .update(JSON.stringify([kind, name, body]))
    .digest("hex");
}

/** @returns What it was, for whoever wants it back; null when it is gone already. */
export async function deleteTemplate(
  db: Database,
  { id, by, now }: TemplateChange & { id: string },
): Promise<Omit<Template, "id"> | null> {
  return db.transaction(async (tx) => {
    const [gone] = await tx.delete(moderationTemplates).where(eq(moderationTemplates.id, id)).returning();
    if (gone === undefined) return null;
    const { kind, name, body } = gone;
    await recordChange(tx, {
      actor: { kind: "staff", id: by },
      action: "template.delete",
      subject: { kind: "template", id },
      before: { kind, name, body },
      after: null,
      now,
    });
    return { kind, name, body };
  });
}

import { createHash } from "node:crypto";

import { and, asc, eq, ne, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { moderationTemplates } from "#app/db/schema/moderation.ts";
import { recordChange } from "#app/core/audit/audit.server.ts";

import { type Template, TEMPLATES_MAX } from "./template.ts";

type TemplateChange = { by: string; now: Date };

/** All templates (at most `TEMPLATES_MAX`) by name. */
export function listTemplates(db: Database): Promise<Template[]> {
  const { id, kind, name, body } = moderationTemplates;
  return db
    .select({ id, kind, name, body })
    .from(moderationTemplates)
    .orderBy(asc(sql`lower(${name})`));
}

/**
 * Adds or changes a template.
 *
 * @param given.id Null to add a template.
 * @param given.over For an undo: the digest that the current version must have. Null to skip the check.
 * @returns The previous version (null if added) and the new digest, or why nothing was changed. "gone": deleted meanwhile.
 */
export async function saveTemplate(
  db: Database,
  {
    by,
    now,
    id,
    over = null,
    ...values
  }: TemplateChange & Omit<Template, "id"> & { id: string | null; over?: string | null },
): Promise<SavedTemplate | "name-taken" | "too-many" | "gone" | "changed-since"> {
  return db.transaction(async (tx) => {
    // The lock keeps concurrent changes from exceeding the limit or sharing a name.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('moderation_templates'))`);
    const isSame = sql`lower(${moderationTemplates.name}) = lower(${values.name})`;
    const isOther = id === null ? isSame : and(isSame, ne(moderationTemplates.id, id));
    if ((await tx.$count(moderationTemplates, isOther)) > 0) return "name-taken";
    const [current] =
      id === null ? [] : await tx.select().from(moderationTemplates).where(eq(moderationTemplates.id, id));
    if (id !== null && current === undefined) return "gone";
    if (over !== null && current !== undefined && over !== digestOf(current)) return "changed-since";
    if (id === null && (await tx.$count(moderationTemplates)) >= TEMPLATES_MAX) return "too-many";
    const row = { ...values, changedAt: now };
    const [saved] =
      id === null
        ? await tx.insert(moderationTemplates).values(row).returning()
        : await tx.update(moderationTemplates).set(row).where(eq(moderationTemplates.id, id)).returning();
    if (saved === undefined) throw new Error(`The template ${values.name} was not written`);
    const was = current === undefined ? null : { kind: current.kind, name: current.name, body: current.body };
    await recordChange(tx, {
      actor: { kind: "staff", id: by },
      action: current === undefined ? "template.add" : "template.change",
      subject: { kind: "template", id: saved.id },
      before: was,
      after: values,
      now,
    });
    return { was, hash: digestOf(values) };
  });
}

type SavedTemplate = { was: Omit<Template, "id"> | null; hash: string };

function digestOf({ kind, name, body }: Omit<Template, "id">): string {
  return createHash("sha256")
    .update(JSON.stringify([kind, name, body]))
    .digest("hex");
}

/** @returns The deleted template, for an undo; null if it was already deleted. */
export async function deleteTemplate(
  db: Database,
  { id, by, now }: TemplateChange & { id: string },
): Promise<Omit<Template, "id"> | null> {
  return db.transaction(async (tx) => {
    const [deleted] = await tx.delete(moderationTemplates).where(eq(moderationTemplates.id, id)).returning();
    if (deleted === undefined) return null;
    const { kind, name, body } = deleted;
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

import { and, desc, eq } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { lockAdvisory } from "#app/db/advisory-lock.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { switches } from "#app/db/schema/operations.ts";
import { auditEntries } from "#app/db/schema/audit.ts";
import { recordChange } from "#app/core/audit/audit.server.ts";
import { formatInstant } from "#app/lib/format-time.ts";
import { invalidatePages } from "#app/platform/page-tags.server.ts";
import { notifySwitches } from "#app/platform/switch-store.server.ts";
import { SWITCH_NAMES, type SwitchName, switchTag } from "#app/platform/switches.ts";

import type { SwitchDetails } from "./switch-details.ts";

/**
 * Turns a part of the site on or off in every instance, and invalidates the pages that show it.
 *
 * @returns False when nothing changed.
 */
export async function changeSwitch(
  db: Database,
  { name, isOn, adminId, now }: { name: SwitchName; isOn: boolean; adminId: string; now: Date },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    // Each notification carries the state of all switches, so changes take turns.
    await lockAdvisory(tx, "switches");
    const [row] = await tx.select().from(switches).where(eq(switches.name, name));
    if ((row?.isOn ?? true) === isOn) return false;
    const set = { isOn, changedAt: now };
    await tx
      .insert(switches)
      .values({ name, ...set })
      .onConflictDoUpdate({ target: switches.name, set });
    await recordChange(tx, {
      actor: { kind: "staff", id: adminId },
      action: "switch.change",
      subject: { kind: "switch", id: name },
      before: { isOn: !isOn },
      after: { isOn },
      now,
    });
    await notifySwitches(tx);
    // The newsletter form is in the footer of every page.
    await invalidatePages(tx, [name === "newsletter" ? "*" : switchTag(name)]);
    return true;
  });
}

/** Every switch with its last change, from the audit log. */
export async function listSwitches(db: Database): Promise<SwitchDetails[]> {
  const rows = new Map((await db.select().from(switches)).map((row) => [row.name, row]));
  const list: SwitchDetails[] = [];
  for (const name of SWITCH_NAMES) {
    const row = rows.get(name);
    const changed =
      row === undefined
        ? null
        : {
            who: await findLastChanger(db, name),
            at: row.changedAt.toISOString(),
            label: formatInstant(row.changedAt),
          };
    list.push({ name, isOn: row?.isOn ?? true, changed });
  }
  return list;
}

/** Served by audit_entries_by_subject. */
async function findLastChanger(db: Database, name: SwitchName): Promise<string> {
  const [entry] = await db
    .select({ id: auditEntries.actorId, who: users.name })
    .from(auditEntries)
    .leftJoin(users, eq(users.id, auditEntries.actorId))
    .where(and(eq(auditEntries.subjectKind, "switch"), eq(auditEntries.subjectId, name)))
    .orderBy(desc(auditEntries.recordedAt), desc(auditEntries.id))
    .limit(1);
  return entry === undefined || entry.id === null ? "a deleted account" : entry.who || "Anonymous";
}

import { and, eq } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { chunks } from "#app/lib/chunks.ts";

const ROWS_PER_INSERT = 1_000;

export async function addUsers(db: Database, rows: (typeof users.$inferInsert)[]): Promise<void> {
  for (const chunk of chunks(rows, ROWS_PER_INSERT)) await db.insert(users).values(chunk);
}

/** Deletes all demo users with their reviews, saves and lists. Served by users_demo. */
export async function removeDemoUsers(db: Database): Promise<void> {
  await db.delete(users).where(eq(users.isDemo, true));
}

/** Deletes all users of the development login with their sessions and data. Served by users_persona. */
export async function removePersonas(db: Database): Promise<void> {
  await db.delete(users).where(eq(users.isPersona, true));
}

/** Served by users_demo. */
export async function hasDemoUsers(db: Database): Promise<boolean> {
  const found = await db.select({ id: users.id }).from(users).where(eq(users.isDemo, true)).limit(1);
  return found.length > 0;
}

export function countPersonas(db: Database): Promise<number> {
  return db.$count(users, eq(users.isPersona, true));
}

export function countDemoUsers(db: Database): Promise<number> {
  return db.$count(users, eq(users.isDemo, true));
}

/** Whether an account is one of the development login, which clearing the demo data deletes. */
export async function isPersona(db: Database, userId: string): Promise<boolean> {
  return (await db.$count(users, and(eq(users.id, userId), eq(users.isPersona, true)))) > 0;
}

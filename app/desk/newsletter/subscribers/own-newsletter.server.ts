import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import type { FormFields } from "#app/platform/read-form.ts";
import { eq } from "drizzle-orm";

import {
  changePreferences,
  endSubscription,
  findOwnSubscription,
  listNewsletterNeighborhoods,
  toSubscriptionView,
  subscribeMember,
} from "./change-preferences.server.ts";
import { parsePreferences, type SubscriptionView } from "./preferences.ts";

/** A member's subscription for the settings page; null if their account has no email address. */
export async function loadOwnNewsletter(
  db: Database,
  { userId, email, now }: { userId: string; email: string | null; now: Date },
): Promise<SubscriptionView | null> {
  const own = await findOwnSubscription(db, { userId, email });
  if (own !== null) return toSubscriptionView(own, now);
  if (email === null) return null;
  return { email, state: "none", wantsWeekly: true, neighborhoods: [], pausedLabel: null };
}

/** Handles the newsletter form of the settings page; false for an invalid form. */
export async function changeOwnNewsletter(
  db: Database,
  { userId, form, now }: { userId: string; form: FormFields; now: Date },
): Promise<boolean> {
  if (form.text("do") === "subscribe") return (await subscribeMember(db, { userId, now })) === "subscribed";
  const [person] = await db.select({ email: users.email }).from(users).where(eq(users.id, userId));
  const own = await findOwnSubscription(db, { userId, email: person?.email ?? null });
  if (own === null) return false;
  if (form.text("do") === "end") {
    await endSubscription(db, { id: own.id, now });
    return true;
  }
  const choices = await listNewsletterNeighborhoods(db);
  const read = parsePreferences(form, { choices, pausedUntil: own.pausedUntil, now });
  if (read === null || form.text("do") !== "keep") return false;
  await changePreferences(db, { id: own.id, ...read });
  return true;
}

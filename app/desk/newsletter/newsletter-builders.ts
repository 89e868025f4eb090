import { createHash } from "node:crypto";

import type { Database } from "#app/db/database.server.ts";
import { newsletterIssues, newsletterSubscribers } from "#app/db/schema/newsletter.ts";

import type { Subscriber } from "./subscribers/subscriber-key.server.ts";

const BUILT_AT = new Date("2026-12-01T17:00:00Z");

let builtCount = 0;

/** A confirmed subscriber of the weekly issue. */
export async function buildSubscriber(
  db: Database,
  given: Partial<typeof newsletterSubscribers.$inferInsert> = {},
): Promise<Subscriber> {
  builtCount += 1;
  const email = given.email ?? `reader-${builtCount}@example.com`;
  const [built] = await db
    .insert(newsletterSubscribers)
    .values({
      email,
      emailNormalized: email.toLowerCase(),
      emailHash: createHash("sha256").update(email).digest(),
      state: "active",
      requestedAt: BUILT_AT,
      confirmedAt: BUILT_AT,
      ...given,
    })
    .returning();
  if (built === undefined) throw new Error("The subscriber was not written");
  return built;
}

/** A draft with a subject and an introduction. */
export async function buildIssue(
  db: Database,
  given: Partial<typeof newsletterIssues.$inferInsert> = {},
): Promise<typeof newsletterIssues.$inferSelect> {
  const text = { subject: "A week in Washington", preview: "New places", intro: "Hello **reader**." };
  const [built] = await db
    .insert(newsletterIssues)
    .values({ ...text, createdAt: BUILT_AT, updatedAt: BUILT_AT, ...given })
    .returning();
  if (built === undefined) throw new Error("The issue was not written");
  return built;
}

import { eq } from "drizzle-orm";

import type { Database } from "./database.server.ts";
import { secrets } from "./schema/secrets.ts";

/** A key that the site signs with. All instances have the same one. */
export async function readSecret(db: Database, name: typeof secrets.$inferSelect.name): Promise<string> {
  const [row] = await db.select({ value: secrets.value }).from(secrets).where(eq(secrets.name, name));
  if (row === undefined) throw new Error(`The database has no secret "${name}": a migration writes one`);
  return row.value;
}

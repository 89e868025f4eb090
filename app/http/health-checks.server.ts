import { sql } from "drizzle-orm";
import type { Hono } from "hono";

import type { OpenedDatabase } from "#app/db/database.server.ts";

import { RETRY_AFTER_SECONDS } from "./outage.ts";
import type { SiteEnvironment } from "./site-services.server.ts";

const READY_MS_MAX = 2_000;

/** `/healthz`: the process lives. `/readyz`: its database answers. */
export function serveHealthChecks(app: Hono<SiteEnvironment>, opened: OpenedDatabase): void {
  app.get("/healthz", (context) => context.text("ok\n"));
  app.get("/readyz", async (context) => {
    if (await isDatabaseReady(opened)) return context.text("ready\n");
    return context.text("the database does not answer\n", 503, { "retry-after": String(RETRY_AFTER_SECONDS) });
  });
}

async function isDatabaseReady(opened: OpenedDatabase): Promise<boolean> {
  const answered = opened.db.execute(sql`select 1`).then(
    () => true,
    () => false,
  );
  return Promise.race([answered, new Promise<boolean>((resolve) => setTimeout(resolve, READY_MS_MAX, false).unref())]);
}

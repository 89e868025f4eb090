import { createHash, randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { newsletterIssues, newsletterSubscribers } from "#app/db/schema/newsletter.ts";
import { posts } from "#app/db/schema/guides.ts";
import { addIssueItem } from "#app/desk/newsletter/issue/issue-items.server.ts";
import { createIssue } from "#app/desk/newsletter/issue/issues.server.ts";
import { loadProgress } from "#app/desk/newsletter/sending/send-issue.server.ts";
import { startIssue } from "#app/desk/newsletter/sending/start-issue.server.ts";
import { sendNewsletters } from "#app/desk/newsletter/sending/send-newsletters.server.ts";
import { readEnv } from "#app/platform/env.server.ts";
import { createLogger } from "#app/platform/log.server.ts";
import { startMailServer } from "#tests/mail-server.ts";
import { eq } from "drizzle-orm";

import { prepareDatabase } from "../cli/prepare-database.ts";

const SUBSCRIBERS = 2_000;
const GUIDES = 6;

/** How many mails per second an issue is sent with, through a mail server in the same process. */
export async function newsletter(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), "rowhouse-bench-"));
  const log = createLogger({ level: "silent" });
  const opened = await prepareDatabase(readEnv({ DATA_DIR: dataDir }), log, "trial");
  const server = await startMailServer();
  const id = await issueFor(opened.db);

  const startedAt = performance.now();
  const by = null;
  const outcome = await startIssue(opened.db, { id, by, postalAddress: null, now: new Date() });
  const frozenMs = performance.now() - startedAt;
  const env = { mail: server.settings, siteUrl: "http://localhost:3000", postalAddress: null };
  let runs = 0;
  for (let left = SUBSCRIBERS; left > 0 && runs < 20; runs += 1) {
    await sendNewsletters(opened.db, { env, now: () => new Date(), log });
    const { waiting, queued } = await loadProgress(opened.db, id);
    left = waiting + queued;
  }
  const seconds = (performance.now() - startedAt) / 1000;
  const bytes = server.accepted.reduce((sum, { raw }) => sum + raw.length, 0) / Math.max(1, server.accepted.length);

  console.log(`${outcome}: ${SUBSCRIBERS} deliveries created in ${frozenMs.toFixed(0)} ms`);
  console.log(
    `${server.accepted.length} mails of ${(bytes / 1000).toFixed(0)} KB in ${seconds.toFixed(1)} s: ${(server.accepted.length / seconds).toFixed(0)} mails per second`,
  );
  await server.close();
  await opened.close();
  rmSync(dataDir, { recursive: true, force: true });
}

/** A draft issue with some guides, and its subscribers. */
async function issueFor(db: Database): Promise<string> {
  const now = new Date();
  const by = randomUUID();
  await db.insert(users).values({ id: by, name: "Editor", role: "admin", joinedAt: now });
  const id = await createIssue(db, { by, now });
  await db
    .update(newsletterIssues)
    .set({ subject: "A week in Washington", intro: "Hello." })
    .where(eq(newsletterIssues.id, id));
  const guides = await db.select({ id: posts.id }).from(posts).limit(GUIDES);
  for (const guide of guides) await addIssueItem(db, { id, by, item: { guideId: guide.id }, now });
  const rows = Array.from({ length: SUBSCRIBERS }, (_, number) => {
    const email = `reader-${number}@example.com`;
    const emailHash = createHash("sha256").update(email).digest();
    return { email, emailNormalized: email, emailHash, state: "active" as const, requestedAt: now, confirmedAt: now };
  });
  await db.insert(newsletterSubscribers).values(rows);
  return id;
}

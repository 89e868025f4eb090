import type { Database } from "#app/db/database.server.ts";
import { keepDueMails, sendDueMails } from "#app/features/mail/outbox.server.ts";
import type { Env } from "#app/platform/env.server.ts";
import type { Logger } from "#app/platform/log.server.ts";
import { type Mailer, openMailer } from "#app/platform/mail.server.ts";

import { feedIssue, finishIssue, issuesAtWork, startDueIssues, takeOutcomes } from "./send-issue.server.ts";

/** One run ends after so long; the next goes on within a minute. */
const RUN_MS_MAX = 50_000;

type Work = {
  env: Pick<Env, "mail" | "siteUrl" | "postalAddress">;
  now: () => Date;
  log: Logger;
  /** Tests give one that is less patient. */
  mailerFor?: (settings: NonNullable<Env["mail"]>) => Mailer;
};

/**
 * Starts what is due and sends what is under way: some mails into the outbox, out of it to the mail server, what became of
 * them back, and so on. Whatever it had in its hands when it dies is written down, so that any later run goes on.
 */
export async function sendNewsletters(db: Database, work: Work): Promise<void> {
  const { env, now, log } = work;
  const endsAt = now().getTime() + RUN_MS_MAX;
  for (const { id, outcome } of await startDueIssues(db, { postalAddress: env.postalAddress, now: now() })) {
    log[outcome === "started" ? "info" : "warn"]({ issue: id, outcome }, "A scheduled newsletter was due");
  }
  for (const id of await issuesAtWork(db)) {
    let isStuck = false;
    while (!isStuck && now().getTime() < endsAt) {
      const queued = await feedIssue(db, { id, now: now() });
      const sent = await emptyOutbox(db, work);
      await takeOutcomes(db, { id, now: now() });
      if (await finishIssue(db, { id, now: now() })) {
        log.info({ issue: id }, "A newsletter is sent");
        break;
      }
      // Stopped, or the server takes nothing just now.
      isStuck = queued === 0 && sent === 0;
    }
  }
}

async function emptyOutbox(db: Database, { env, now, log, mailerFor = openMailer }: Work): Promise<number> {
  if (env.mail !== null) {
    return sendDueMails(db, { settings: env.mail, siteUrl: env.siteUrl, now, log, mailer: mailerFor(env.mail) });
  }
  await keepDueMails(db);
  return 0;
}

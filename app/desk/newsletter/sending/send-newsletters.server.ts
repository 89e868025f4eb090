import type { Database } from "#app/db/database.server.ts";
import { holdDueMails, sendDueMails } from "#app/core/mail/outbox.server.ts";
import type { Env } from "#app/platform/env.server.ts";
import type { Logger } from "#app/platform/log.server.ts";
import { type Mailer, openMailer } from "#app/platform/mail.server.ts";

import { queueIssueMails, finishIssue, listActiveIssues } from "./send-issue.server.ts";
import { recordOutcomes } from "./delivery-outcomes.server.ts";
import { startDueIssues } from "./start-issue.server.ts";

/** Time limit of a run; the next run continues within a minute. */
const RUN_MS_MAX = 50_000;

type SendContext = {
  env: Pick<Env, "mail" | "siteUrl" | "postalAddress">;
  now: () => Date;
  log: Logger;
  /** Aborted when the process is shutting down. */
  signal?: AbortSignal | undefined;
  /** Tests pass a mailer with shorter timeouts. */
  mailerFor?: (settings: NonNullable<Env["mail"]>) => Mailer;
};

/**
 * Starts due issues and sends running ones in batches: queues mails in the outbox, sends them and records the outcomes.
 * All state is in the database, so that a later run can continue.
 */
export async function sendNewsletters(db: Database, work: SendContext): Promise<void> {
  const { env, now, log } = work;
  const endsAt = now().getTime() + RUN_MS_MAX;
  const canContinue = () => now().getTime() < endsAt && work.signal?.aborted !== true;
  for (const { id, outcome } of await startDueIssues(db, { postalAddress: env.postalAddress, now: now() })) {
    log[outcome === "started" ? "info" : "warn"]({ issue: id, outcome }, "A scheduled newsletter was due");
  }
  for (const id of await listActiveIssues(db)) {
    let isStuck = false;
    while (!isStuck && canContinue()) {
      const queued = await queueIssueMails(db, { id, now: now() });
      const sent = await sendOutbox(db, { ...work, endsAt });
      await recordOutcomes(db, { id, now: now() });
      if (await finishIssue(db, { id, now: now() })) {
        log.info({ issue: id }, "A newsletter is sent");
        break;
      }
      // The issue is stopped, or the server accepts nothing right now.
      isStuck = queued === 0 && sent === 0;
    }
  }
}

async function sendOutbox(db: Database, work: SendContext & { endsAt: number }): Promise<number> {
  const { env, now, log, signal, endsAt, mailerFor = openMailer } = work;
  if (env.mail !== null) {
    const { mail: settings, siteUrl } = env;
    return sendDueMails(db, { settings, siteUrl, now, log, signal, endsAt, mailer: mailerFor(settings) });
  }
  await holdDueMails(db);
  return 0;
}

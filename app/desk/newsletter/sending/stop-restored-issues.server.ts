import { z } from "zod";

import type { RunSql } from "#app/db/database.server.ts";
import { withdrawUnattemptedMails } from "#app/core/mail/restored-mails.server.ts";
import { recordChangeBySql } from "#app/core/audit/audit.server.ts";
import { formatFullInstant } from "#app/lib/format-time.ts";

/**
 * After a restore, stops issues that were being sent and unschedules overdue ones: the backup can't know what was sent
 * since. The issue's page tells editors why.
 *
 * @returns The number of changed issues.
 */
export async function stopRestoredIssues(
  run: RunSql,
  { madeAt, by, now }: { madeAt: Date; by: string; now: Date },
): Promise<number> {
  await requeueUnsentMails(run);
  const when = formatFullInstant(madeAt);
  const sending = Issues.parse(
    await run(
      `select id, state from newsletter_issues i where state in ('sending', 'stopped') and exists
         (select from newsletter_deliveries d where d.issue_id = i.id and d.state = 'waiting') order by started_at`,
      [],
    ),
  );
  const missed = Issues.parse(
    await run(
      `select id, state from newsletter_issues
       where state = 'scheduled' and send_at <= $1::text::timestamptz order by send_at`,
      [now.toISOString()],
    ),
  );
  const stoppedIssues = [
    ...sending.map((issue) => ({
      ...issue,
      to: "stopped",
      action: "newsletter.stop",
      problem: interruptedMessage(when),
    })),
    ...missed.map((issue) => ({
      ...issue,
      to: "draft",
      action: "newsletter.unschedule",
      problem: missedMessage(when),
    })),
  ];
  for (const { id, state, to, action, problem } of stoppedIssues) {
    await run(
      `update newsletter_issues set state = $2, send_at = null, problem = $3, updated_at = $4::text::timestamptz,
         version = version + 1 where id = $1::text::uuid`,
      [id, to, problem, now.toISOString()],
    );
    await recordChangeBySql(run, {
      actor: { kind: "command", id: by },
      action,
      subject: { kind: "newsletter", id },
      before: { state },
      after: { state: to, problem },
      now,
    });
  }
  return stoppedIssues.length;
}

const MailIds = z.array(z.object({ mail_id: z.uuid() }));
const Issues = z.array(z.object({ id: z.uuid(), state: z.string() }));

/** Sets deliveries back to waiting whose mails were never handed to the mail server. */
async function requeueUnsentMails(run: RunSql): Promise<void> {
  const queued = MailIds.parse(
    await run("select mail_id from newsletter_deliveries where state = 'queued' and mail_id is not null", []),
  );
  const withdrawn = await withdrawUnattemptedMails(
    run,
    queued.map(({ mail_id }) => mail_id),
  );
  await run(
    `update newsletter_deliveries set state = 'waiting', mail_id = null
     where state = 'queued' and mail_id = any($1::text::uuid[])`,
    [`{${withdrawn.join(",")}}`],
  );
}

function interruptedMessage(when: string): string {
  return `The site was restored from its backup of ${when}. Subscribers who got this issue after that count as waiting: resuming may send it to them again, and ending sends it to no one else.`;
}

function missedMessage(when: string): string {
  return `The site was restored from its backup of ${when}, and the scheduled time has passed since. The issue may already have been sent: ask a subscriber before you send it.`;
}

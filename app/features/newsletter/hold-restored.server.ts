import { z } from "zod";

import type { RunSql } from "#app/db/database.server.ts";
import { recordByStatement } from "#app/features/audit/audit.server.ts";

import { dcInstantWords } from "./dc-instant-words.ts";

/**
 * Holds what a backup has brought back in the middle of being sent, and what would be due at once: who got it since, the
 * backup can't know. An editor says at the issue's page whether it goes on, and reads there why it waits.
 *
 * @returns How many issues are held.
 */
export async function holdRestoredIssues(
  run: RunSql,
  { madeAt, by, now }: { madeAt: Date; by: string; now: Date },
): Promise<number> {
  await letWaitAgain(run);
  const when = dcInstantWords(madeAt);
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
  const held = [
    ...sending.map((issue) => ({ ...issue, to: "stopped", action: "newsletter.stop", trouble: halfSent(when) })),
    ...missed.map((issue) => ({ ...issue, to: "draft", action: "newsletter.unschedule", trouble: missedTime(when) })),
  ];
  for (const { id, state, to, action, trouble } of held) {
    await run(
      `update newsletter_issues set state = $2, send_at = null, trouble = $3, updated_at = $4::text::timestamptz,
         version = version + 1 where id = $1::text::uuid`,
      [id, to, trouble, now.toISOString()],
    );
    await recordByStatement(run, {
      actor: { kind: "command", id: by },
      action,
      subject: { kind: "newsletter", id },
      before: { state },
      after: { state: to, trouble },
      now,
    });
  }
  return held.length;
}

const Issues = z.array(z.object({ id: z.uuid(), state: z.string() }));

/** Whoever's mail lay in the outbox and was surely not given away; the others are as they are after any stop. */
async function letWaitAgain(run: RunSql): Promise<void> {
  await run(
    `with withdrawn as (
       delete from mails m using newsletter_deliveries d
       where d.mail_id = m.id and d.state = 'queued' and m.is_untaken and m.sent_at is null and m.gave_up_at is null
       returning m.id)
     update newsletter_deliveries set state = 'waiting', mail_id = null
     where state = 'queued' and mail_id in (select id from withdrawn)`,
    [],
  );
}

function halfSent(when: string): string {
  return `The site came back from its backup of ${when}. Whoever got this issue after that counts as waiting here: to go on may mail it to them again, to end it mails it to nobody else.`;
}

function missedTime(when: string): string {
  return `The site came back from its backup of ${when}, and the issue’s time has passed since: it may have gone out then. Ask somebody who gets it before you send it.`;
}

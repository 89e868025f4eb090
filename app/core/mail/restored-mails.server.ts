import { z } from "zod";

import type { RunSql } from "#app/db/database.server.ts";

/** After a restore: mails that were waiting when the backup was made may have gone out since, so none of them is sent. */
export async function abandonUnsentMails(run: RunSql): Promise<void> {
  await run("update mails set gave_up_at = now(), try_at = null where sent_at is null and gave_up_at is null", []);
}

/**
 * Takes mails out of the outbox that no mail server has been offered yet.
 *
 * @returns The ids of those that were taken out.
 */
export async function withdrawUnattemptedMails(run: RunSql, ids: readonly string[]): Promise<string[]> {
  const withdrawn = await run(
    `delete from mails where id = any($1::text::uuid[]) and is_unaccepted and sent_at is null and gave_up_at is null
     returning id`,
    [`{${ids.join(",")}}`],
  );
  return z
    .array(z.object({ id: z.uuid() }))
    .parse(withdrawn)
    .map(({ id }) => id);
}

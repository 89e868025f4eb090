import { randomUUID } from "node:crypto";

import type { Database } from "#app/db/database.server.ts";
import { queueBulkMail } from "#app/core/mail/outbox.server.ts";
import { triggerJob } from "#app/platform/trigger-job.server.ts";

import { HTML_BYTES_MAX, renderIssueMail, KEY_PLACEHOLDER_NAME } from "../issue/issue-mail.ts";
import { loadCurrentContent, findIssue, recordIssueChange } from "../issue/issues.server.ts";

type TestMailInput = { id: string; by: string; address: string; postalAddress: string | null; now: Date };

/** Mails the current issue to one address, with an invalid key in its links. The audit log omits the address. */
export async function sendTest(
  db: Database,
  { id, by, address, postalAddress, now }: TestMailInput,
): Promise<"sent" | "gone" | "too-large"> {
  const issue = await findIssue(db, id);
  if (issue === null) return "gone";
  const { content } = await loadCurrentContent(db, issue, now);
  const { text, html } = renderIssueMail({ content, slug: issue.slug, postalAddress });
  if (Buffer.byteLength(html) > HTML_BYTES_MAX) return "too-large";
  const mail = { id: randomUUID(), key: `newsletter-test:${randomUUID()}`, userId: null, address };
  const subject = `[Test] ${issue.subject === "" ? "No subject yet" : issue.subject}`;
  await db.transaction(async (tx) => {
    await queueBulkMail(
      tx,
      { subject, text, html, headers: {}, mails: [{ ...mail, placeholderValues: { [KEY_PLACEHOLDER_NAME]: "test" } }] },
      now,
    );
    await triggerJob(tx, "send-mails");
    await recordIssueChange(tx, { id, by, did: "test", before: null, after: { subject: issue.subject }, now });
  });
  return "sent";
}

import "./mailbox.css";

import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { formatInstantWithSeconds } from "#app/lib/format-time.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";

import { requireRole } from "#app/people/accounts/guards.ts";
import type { Route } from "./+types/mailbox.route";
import { fillSiteUrl } from "./mail-bodies.ts";
import { listLatestMails } from "./outbox.server.ts";

export const handle = { audience: "everyone", isIndexed: false } satisfies RouteHandle;

/** Development only: shows the outbox of this machine, where mails are not sent. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const site = siteOf(context);
  site.page.isCacheable = false;
  // On a network the mails of other people need protection.
  if (site.env.trialOnNetwork) requireRole(site.viewer, request, ["admin"]);
  const mails = await listLatestMails(site.db);
  return {
    isSent: site.env.mail !== null,
    mails: mails.map(({ id, toName, toAddress, subject, bodyText, bodyHtml, queuedAt, ...state }) => ({
      id,
      toName,
      toAddress,
      subject,
      bodyText: fillSiteUrl(bodyText, site.env.siteUrl),
      hasHtml: bodyHtml !== null,
      queuedLabel: formatInstantWithSeconds(queuedAt),
      state: stateOf(state),
    })),
  };
}

function stateOf(mail: { sentAt: Date | null; gaveUpAt: Date | null; tryAt: Date | null; problem: string | null }) {
  if (mail.sentAt !== null) return "Sent";
  if (mail.gaveUpAt !== null) return `Given up: ${mail.problem ?? ""}`;
  if (mail.tryAt !== null) return mail.problem === null ? "Queued" : `Retrying: ${mail.problem}`;
  return "Not sent";
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "Mailbox",
    description: "Mails of this development site.",
    path: "/development/mailbox",
  });

export default function DevelopmentMails({ loaderData: { mails, isSent } }: Route.ComponentProps) {
  return (
    <div className="wrap mailbox">
      <h1 className="d3 page-title">Mailbox</h1>
      <p className="page-lede text-muted">
        {isSent
          ? "Mails are sent by the mail server in SMTP_URL. These are the latest, with their status."
          : "No mail server is set up, so mails are saved here and not sent."}
      </p>
      {mails.length === 0 && <EmptyState title="No mail yet">Receipts and other mails will show up here.</EmptyState>}
      {mails.map(({ id, toName, toAddress, subject, bodyText, hasHtml, queuedLabel, state }) => (
        <article key={id} aria-labelledby={id}>
          <h2 className="h4" id={id}>
            {subject}
          </h2>
          <p className="meta text-meta text-muted">
            <span>
              To {toName} &lt;{toAddress}&gt;
            </span>
            <span>{queuedLabel}</span>
            <span>{state}</span>
          </p>
          <pre>{bodyText}</pre>
          {hasHtml && (
            <p>
              <a className="link" href={`/development/mailbox/${id}`}>
                As HTML<span className="sr-only">: {subject}</span>
              </a>
            </p>
          )}
        </article>
      ))}
    </div>
  );
}

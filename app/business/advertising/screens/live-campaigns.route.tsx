import "../advertising.css";

import { data, Link, redirect } from "react-router";

import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { formatDollars } from "#app/lib/money.ts";
import { characterCount, normalizeText } from "#app/lib/plain-text.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { noticeCookie } from "#app/platform/notice.ts";
import { readForm } from "#app/platform/read-form.ts";
import { readQuery, type RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Pager } from "#app/ui/pager.tsx";

import { requireRole } from "#app/people/accounts/guards.ts";
import { AdminPage } from "#app/desk/overview/admin-page.tsx";
import { getBillingProvider } from "#app/people/membership/get-billing-provider.server.ts";
import { parsePage } from "#app/guide/places/filters/parse-place-filters.ts";
import type { Route } from "./+types/live-campaigns.route";
import { ADMIN_CAMPAIGNS_PATH, STOP_REASON_CHARACTERS_MAX, STOP_REASON_CHARACTERS_MIN } from "../campaigns/campaign.ts";
import { processCampaignRefunds } from "../money/campaign-refunds.server.ts";
import { endCampaign } from "../campaigns/campaigns.server.ts";
import { type LiveCampaign, listLiveCampaigns } from "./live-campaigns.server.ts";

export const handle = { audience: "admin", query: ["page"] } as const satisfies RouteHandle;

/** All running and paused campaigns, for admins who may need to stop one. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const site = siteOf(context);
  requireRole(site.viewer, request, ["admin"]);
  const page = parsePage(readQuery(request, handle));
  const listed = await listLiveCampaigns(site.db, { page, now: site.now });
  if (page > listed.pageCount) throw redirect(pagePath(listed.pageCount), 303);
  return { ...listed, page };
}

function pagePath(page: number): string {
  return page === 1 ? ADMIN_CAMPAIGNS_PATH : `${ADMIN_CAMPAIGNS_PATH}?page=${page}`;
}

/** Stops a campaign for good with a reason for its owners, and refunds the rest. */
export async function action({ context, request }: Route.ActionArgs) {
  const site = siteOf(context);
  const { db, log, now } = site;
  const { id: adminId } = requireRole(site.viewer, request, ["admin"]);
  const form = await readForm(request);
  const [id, typedReason] = [form.text("campaign"), form.text("reason")];
  const reason = normalizeText(typedReason);
  const refuse = (status: number, why: string) => data({ id, why, reason: typedReason }, { status });
  if (!isUuid(id)) return refuse(400, "Choose a campaign to stop.");
  const length = characterCount(reason);
  if (length < STOP_REASON_CHARACTERS_MIN) return refuse(400, "Enter a reason for the business.");
  if (length > STOP_REASON_CHARACTERS_MAX) {
    return refuse(400, `Use at most ${STOP_REASON_CHARACTERS_MAX} characters.`);
  }
  const by = { kind: "staff", id: adminId } as const;
  const stopped = await endCampaign(db, { id, why: "stopped", reason, by, now });
  if (stopped === null) return refuse(409, "This campaign is no longer running.");
  log.info({ campaign: id, adminId }, "An admin stopped a campaign");
  const provider = getBillingProvider(site);
  // A refund that fails now stays recorded, and the job retries it.
  const failed = provider === null ? [] : await processCampaignRefunds(db, { provider, campaignId: id, now });
  for (const err of failed) log.warn({ err, campaign: id }, "A campaign refund has to wait");
  const headers = { "set-cookie": noticeCookie({ code: "changes-saved", item: null }) };
  return redirect(ADMIN_CAMPAIGNS_PATH, { status: 303, headers });
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "Campaigns",
    description: "Running campaigns, and a way to stop them.",
    path: ADMIN_CAMPAIGNS_PATH,
  });

type RefusedStop = { id: string; why: string; reason: string };

export default function LiveCampaigns({ loaderData: { live, page, pageCount }, actionData }: Route.ComponentProps) {
  const isNotListed = actionData !== undefined && !live.some(({ id }) => id === actionData.id);
  return (
    <AdminPage
      section="campaigns"
      title="Campaigns"
      lead="Running and paused campaigns. New ones are in the moderation queue."
    >
      {isNotListed && (
        <p className="form-problem" role="alert">
          {actionData.why}
        </p>
      )}
      {live.length === 0 ? (
        <EmptyState
          title="No campaigns"
          actions={
            <Link className="link" to="/admin/moderation">
              Open moderation queue
            </Link>
          }
        >
          No campaign is running or paused.
        </EmptyState>
      ) : (
        <ul className="campaign-list">
          {live.map((each) => (
            <li key={each.id}>
              <LiveCampaignRow campaign={each} refused={actionData?.id === each.id ? actionData : null} />
            </li>
          ))}
        </ul>
      )}
      <Pager label="Campaigns" page={page} pageCount={pageCount} hrefFor={pagePath} />
    </AdminPage>
  );
}

function LiveCampaignRow({ campaign, refused }: { campaign: LiveCampaign; refused: RefusedStop | null }) {
  const { id, place, headline, body, state, days, spentCents, totalCents } = campaign;
  return (
    <>
      <div>
        <h2 className="h3">
          <Link className="name-link" to={`/places/${place.slug}`}>
            {place.name}
          </Link>
        </h2>
        <p>
          <b>{headline}</b> {body}
        </p>
        <p className="meta text-meta text-muted">
          <span>{state}</span>
          <span>{days}</span>
        </p>
      </div>
      <p className="text-muted">
        {formatDollars(spentCents)} of {formatDollars(totalCents)}
      </p>
      <details className="campaign-form" open={refused !== null}>
        <summary>
          Stop campaign<span className="sr-only"> for {place.name}</span>
        </summary>
        <form method="post" action={ADMIN_CAMPAIGNS_PATH} className="campaign-form">
          <input type="hidden" name="campaign" value={id} />
          {refused !== null && (
            <p className="form-problem" role="alert">
              {refused.why}
            </p>
          )}
          <label className="field">
            <span>Reason (the business will see it)</span>
            <input
              className="input"
              name="reason"
              required
              defaultValue={refused?.reason ?? ""}
              maxLength={STOP_REASON_CHARACTERS_MAX}
            />
            <small>
              This ends the campaign for good. We’ll refund the unspent {formatDollars(totalCents - spentCents)}.
            </small>
          </label>
          <p>
            <button type="submit" className="button button-outline">
              Stop<span className="sr-only"> the campaign for {place.name}</span>
            </button>
          </p>
        </form>
      </details>
    </>
  );
}

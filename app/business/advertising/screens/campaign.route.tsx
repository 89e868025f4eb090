import { data, redirect } from "react-router";

import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { type NoticeCode, noticeCookie } from "#app/platform/notice.ts";
import { readForm } from "#app/platform/read-form.ts";
import { readQuery, type RouteHandle } from "#app/platform/route-handle.ts";
import { type Site, siteOf } from "#app/platform/site.ts";
import { SWITCH_OFF_MESSAGES } from "#app/platform/switches.ts";

import { getBillingProvider } from "#app/people/membership/get-billing-provider.server.ts";
import { type BillingProvider, ProviderDown } from "#app/people/membership/billing-provider.ts";
import { secondsUntilNextCall } from "#app/people/membership/stripe/provider-limit.server.ts";
import { OwnerPage } from "#app/business/listings/dashboard/owner-page.tsx";
import { dcToday } from "#app/lib/dc-time.ts";
import { NO_BUTTON_REFUSAL, tooManyRequests } from "#app/ui/form-refusals.ts";
import type { Route } from "./+types/campaign.route";
import { campaignPath, campaignsPath } from "../campaigns/campaign.ts";
import { CampaignView } from "./campaign-view.tsx";
import { loadCampaignDetails } from "../campaigns/load-campaign-details.server.ts";
import { processCampaignRefunds } from "../money/campaign-refunds.server.ts";
import { deleteDraft, endCampaign, findCampaign, pauseOrResume } from "../campaigns/campaigns.server.ts";
import { hasStartedPayment, startCampaignPayment, syncCampaignCheckouts } from "../money/pay-campaign.server.ts";
import { requireCampaign } from "../campaigns/require-campaign.server.ts";

export const handle = {
  audience: "owner",
  query: ["paid"],
  formRedirectsTo: "payment-provider",
} as const satisfies RouteHandle;

/** A campaign: preview and payment while it is a draft, and its report after that. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const site = siteOf(context);
  const { campaign: requestedCampaign, place, viewer } = await requireCampaign(site, request, params);
  const provider = getBillingProvider(site);
  const isBackFromPayment = readQuery(request, handle).get("paid") === "looking";
  // The page syncs payments itself, because the provider's event may be late.
  const isPaymentStarted =
    requestedCampaign.state === "draft" && (await hasStartedPayment(site.db, requestedCampaign.id));
  if (isPaymentStarted && provider !== null && secondsUntilNextCall(viewer.id, site.now) === null) {
    await syncPayments(site, { provider, campaignId: requestedCampaign.id });
  }
  const campaign = (await findCampaign(site.db, { id: requestedCampaign.id, placeId: place.id })) ?? requestedCampaign;
  const shown = await loadCampaignDetails(site.db, { campaign, place, today: dcToday(site.now), now: site.now });
  return {
    shown,
    // Started campaigns keep running; only the payment button is hidden.
    closed: site.switches.isOn("advertising") ? null : SWITCH_OFF_MESSAGES.advertising,
    isPlaceClosed: place.closure === "temporary",
    canPay: provider !== null,
    isTest: provider?.isTest ?? false,
    isAwaitingPayment: isBackFromPayment && campaign.state === "draft" && !shown.hasSurplus,
  };
}

async function syncPayments(
  site: Site,
  { provider, campaignId }: { provider: BillingProvider; campaignId: string },
): Promise<void> {
  try {
    await syncCampaignCheckouts(site.db, { provider, campaignId, now: site.now });
  } catch (error) {
    if (!(error instanceof ProviderDown)) throw error;
    site.log.error({ err: error }, "A campaign’s payment could not be synced");
  }
}

type RequestedCampaign = Awaited<ReturnType<typeof requireCampaign>>;

export async function action({ context, params, request }: Route.ActionArgs) {
  const site = siteOf(context);
  const requested = await requireCampaign(site, request, params);
  const intent = (await readForm(request)).text("intent");
  const runAction = ACTIONS.get(intent);
  if (runAction === undefined) return refuse(400, NO_BUTTON_REFUSAL);
  const result = await runAction(site, requested);
  if (result instanceof Response)
    site.log.info({ campaign: requested.campaign.id, intent, by: requested.viewer.id }, "An owner changed a campaign");
  return result;
}

function refuse(status: number, why: string) {
  return data({ why }, { status });
}

type ActionResult = Response | ReturnType<typeof refuse>;

const ACTIONS = new Map<string, (site: Site, requested: RequestedCampaign) => Promise<ActionResult>>([
  ["pay", pay],
  ["pause", (site, requested) => change(site, requested, "pause")],
  ["resume", (site, requested) => change(site, requested, "resume")],
  ["end", end],
  ["delete", remove],
]);

async function pay(site: Site, { campaign, place, viewer }: RequestedCampaign): Promise<ActionResult> {
  const { db, env, log, now, switches } = site;
  const provider = getBillingProvider(site);
  if (!switches.isOn("advertising")) return refuse(503, SWITCH_OFF_MESSAGES.advertising);
  if (campaign.state !== "draft") return refuse(409, "This campaign is already paid for.");
  if (campaign.startsOn < dcToday(now)) return refuse(409, "The first day has passed. Change the dates, then pay.");
  if (place.status !== "published") return refuse(409, "The place is marked as closed, so it can’t be advertised now.");
  if (provider === null) return refuse(503, "Payments are not set up here.");
  const seconds = secondsUntilNextCall(viewer.id, now);
  if (seconds !== null) return refuse(429, tooManyRequests(seconds));
  try {
    const { id: userId, email } = viewer;
    const paymentInput = { campaign, place, provider, userId, email, siteUrl: env.siteUrl, now };
    const url = await startCampaignPayment(db, paymentInput);
    if (url === "not-draft")
      return refuse(409, "This campaign is already paid for, or was deleted. Reload the page to see it.");
    return redirect(url, 303);
  } catch (error) {
    if (!(error instanceof ProviderDown)) throw error;
    log.error({ err: error }, "A campaign’s payment could not be started");
    return refuse(502, "We can’t open the payment page right now. Nothing was paid. Try again in a minute.");
  }
}

async function change(
  site: Site,
  { campaign, place, viewer }: RequestedCampaign,
  does: "pause" | "resume",
): Promise<ActionResult> {
  const isDone = await pauseOrResume(site.db, {
    id: campaign.id,
    placeId: place.id,
    userId: viewer.id,
    action: does,
    now: site.now,
  });
  if (isDone) return redirectWithNotice(campaignPath(place.slug, campaign.id));
  return refuse(409, does === "pause" ? "This campaign isn’t running." : "This campaign isn’t paused.");
}

async function end(site: Site, { campaign, place, viewer }: RequestedCampaign): Promise<ActionResult> {
  const { id } = campaign;
  const ended = await endCampaign(site.db, { id, why: "owner", by: { kind: "owner", id: viewer.id }, now: site.now });
  if (ended === null) return refuse(409, "This campaign has already ended, or was never paid.");
  const provider = getBillingProvider(site);
  // A refund that fails now stays recorded, and the job retries it.
  const failed =
    provider === null ? [] : await processCampaignRefunds(site.db, { provider, campaignId: id, now: site.now });
  for (const err of failed) site.log.warn({ err, campaign: id }, "A campaign refund has to wait");
  return redirectWithNotice(campaignPath(place.slug, id), "place-campaign-ended");
}

async function remove(site: Site, { campaign, place, viewer }: RequestedCampaign): Promise<ActionResult> {
  const isGone = await deleteDraft(site.db, {
    id: campaign.id,
    placeId: place.id,
    userId: viewer.id,
    now: site.now,
  });
  return isGone
    ? redirectWithNotice(campaignsPath(place.slug))
    : refuse(409, "This campaign is paid for, so you can only end it.");
}

function redirectWithNotice(path: string, code: NoticeCode = "changes-saved"): Response {
  const headers = { "set-cookie": noticeCookie({ code, item: null }) };
  return redirect(path, { status: 303, headers });
}

export const meta: Route.MetaFunction = ({ loaderData: { shown }, matches }) =>
  pageMeta({
    matches,
    title: `Campaign for ${shown.place.name}`,
    description: "A campaign and its results.",
    path: campaignPath(shown.place.slug, shown.id),
  });

export default function Campaign({ loaderData: { shown, ...options }, actionData }: Route.ComponentProps) {
  return (
    <OwnerPage place={shown.place} section="campaigns">
      <CampaignView shown={shown} options={options} refused={actionData?.why ?? null} />
    </OwnerPage>
  );
}

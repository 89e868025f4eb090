import "#app/own-pages.css";

import { data, redirect } from "react-router";

import { pageMeta, siteUrlOf } from "#app/features/seo/page-meta.ts";
import { type NoticeCode, noticeCookie } from "#app/platform/notice.ts";
import { readForm } from "#app/platform/read-form.ts";
import { type Site, siteOf } from "#app/platform/site.ts";
import { OFF_WORDS } from "#app/platform/switches.ts";

import { billingOf } from "../billing/billing-of.server.ts";
import { type BillingProvider, ProviderDown } from "../billing/billing-provider.ts";
import { tooOften, waitForProvider } from "../billing/provider-limit.server.ts";
import { OwnerPage } from "../business/owner-page.tsx";
import { dcToday } from "../places/dc-calendar.ts";
import type { Route } from "./+types/campaign.route";
import { campaignPath, campaignsPath } from "./campaign.ts";
import { CampaignView } from "./campaign-view.tsx";
import { campaignView } from "./campaign-view.server.ts";
import { payOwedRefunds } from "./campaign-refunds.server.ts";
import { deleteDraft, endCampaign, findCampaign, pauseOrResume } from "./campaigns.server.ts";
import { isBegun, payForCampaign, syncCheckoutsOf } from "./pay-campaign.server.ts";
import { requireCampaign } from "./require-campaign.server.ts";

/** A campaign: its preview and payment while it is a draft, its report from then on. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const site = siteOf(context);
  const { campaign: found, place, viewer } = await requireCampaign(site, request, params);
  const provider = billingOf(site);
  const isBack = new URL(request.url).searchParams.get("paid") === "looking";
  // The page looks itself, so that it is right however late the provider's event is.
  const isUnheard = found.state === "draft" && (await isBegun(site.db, found.id));
  if (isUnheard && provider !== null && waitForProvider(viewer.id, site.now) === null) {
    await look(site, { provider, campaignId: found.id });
  }
  const campaign = (await findCampaign(site.db, { id: found.id, placeId: place.id })) ?? found;
  const shown = await campaignView(site.db, { campaign, place, today: dcToday(site.now), now: site.now });
  return {
    shown,
    // The money of a campaign that is begun already goes its way: only the button is put away.
    closed: site.switches.isOn("advertising") ? null : OFF_WORDS.advertising,
    isPlaceClosed: place.closure === "temporary",
    canPay: provider !== null,
    isTest: provider?.isTest ?? false,
    isUnheard: isBack && campaign.state === "draft" && !shown.hasSurplus,
  };
}

async function look(
  site: Site,
  { provider, campaignId }: { provider: BillingProvider; campaignId: string },
): Promise<void> {
  try {
    await syncCheckoutsOf(site.db, { provider, campaignId, now: site.now });
  } catch (error) {
    if (!(error instanceof ProviderDown)) throw error;
    site.log.error({ err: error }, "A campaign’s payment could not be looked at");
  }
}

type Owned = Awaited<ReturnType<typeof requireCampaign>>;

export async function action({ context, params, request }: Route.ActionArgs) {
  const site = siteOf(context);
  const owned = await requireCampaign(site, request, params);
  const intent = (await readForm(request)).text("intent");
  const run = ACTIONS.get(intent);
  if (run === undefined) return refuse(400, "Please use one of the buttons.");
  const done = await run(site, owned);
  if (done instanceof Response)
    site.log.info({ campaign: owned.campaign.id, intent, by: owned.viewer.id }, "An owner changed a campaign");
  return done;
}

function refuse(status: number, why: string) {
  return data({ why }, { status });
}

type Done = Response | ReturnType<typeof refuse>;

const ACTIONS = new Map<string, (site: Site, owned: Owned) => Promise<Done>>([
  ["pay", pay],
  ["pause", (site, owned) => change(site, owned, "pause")],
  ["resume", (site, owned) => change(site, owned, "resume")],
  ["end", end],
  ["delete", remove],
]);

async function pay(site: Site, { campaign, place, viewer }: Owned): Promise<Done> {
  const { db, env, log, now, switches } = site;
  const provider = billingOf(site);
  if (!switches.isOn("advertising")) return refuse(503, OFF_WORDS.advertising);
  if (campaign.state !== "draft") return refuse(409, "It is paid for already.");
  if (campaign.startsOn < dcToday(now)) return refuse(409, "Its first day is over. Change the days, then pay.");
  if (place.status !== "published") return refuse(409, "It is marked as closed, so it can’t be shown now.");
  if (provider === null) return refuse(503, "Payments are not set up here.");
  const seconds = waitForProvider(viewer.id, now);
  if (seconds !== null) return refuse(429, tooOften(seconds));
  try {
    const { id: userId, email } = viewer;
    const asked = { campaign, place, provider, userId, email, siteUrl: env.siteUrl, now };
    const url = await payForCampaign(db, asked);
    if (url === "not-draft")
      return refuse(409, "It is paid for already, or was deleted. Load the page again to see it.");
    return redirect(url, 303);
  } catch (error) {
    if (!(error instanceof ProviderDown)) throw error;
    log.error({ err: error }, "A campaign’s payment could not begin");
    return refuse(502, "The payment page can’t be reached just now. Nothing was paid; try again in a minute.");
  }
}

async function change(site: Site, { campaign, place, viewer }: Owned, does: "pause" | "resume"): Promise<Done> {
  const isDone = await pauseOrResume(site.db, {
    id: campaign.id,
    placeId: place.id,
    userId: viewer.id,
    does,
    now: site.now,
  });
  if (isDone) return kept(campaignPath(place.slug, campaign.id));
  return refuse(409, does === "pause" ? "It isn’t running." : "It isn’t paused.");
}

async function end(site: Site, { campaign, place, viewer }: Owned): Promise<Done> {
  const { id } = campaign;
  const ended = await endCampaign(site.db, { id, why: "owner", by: { kind: "owner", id: viewer.id }, now: site.now });
  if (ended === null) return refuse(409, "It has ended already, or was never paid.");
  const provider = billingOf(site);
  // What can't go back just now is written down, and the job gives it back.
  const failed = provider === null ? [] : await payOwedRefunds(site.db, { provider, campaignId: id, now: site.now });
  for (const err of failed) site.log.warn({ err, campaign: id }, "A refund of a campaign has to wait");
  return kept(campaignPath(place.slug, id), "place-campaign-ended");
}

async function remove(site: Site, { campaign, place, viewer }: Owned): Promise<Done> {
  const isGone = await deleteDraft(site.db, {
    id: campaign.id,
    placeId: place.id,
    userId: viewer.id,
    now: site.now,
  });
  return isGone ? kept(campaignsPath(place.slug)) : refuse(409, "It is paid for, so it can only be ended.");
}

function kept(path: string, code: NoticeCode = "changes-kept"): Response {
  const headers = { "set-cookie": noticeCookie({ code, item: null }) };
  return redirect(path, { status: 303, headers });
}

export const meta: Route.MetaFunction = ({ loaderData: { shown }, matches }) =>
  pageMeta({
    siteUrl: siteUrlOf(matches),
    title: `Campaign for ${shown.place.name}`,
    description: "What a campaign shows, and what it has brought.",
    path: campaignPath(shown.place.slug, shown.id),
    robots: "noindex, follow",
  });

export default function Campaign({ loaderData: { shown, ...ways }, actionData }: Route.ComponentProps) {
  return (
    <OwnerPage place={shown.place} section="campaigns">
      <CampaignView shown={shown} ways={ways} refused={actionData?.why ?? null} />
    </OwnerPage>
  );
}

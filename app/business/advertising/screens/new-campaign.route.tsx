import { data, redirect } from "react-router";

import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { AddressRateLimit } from "#app/platform/address-rate-limit.ts";
import { readForm, type FormFields } from "#app/platform/read-form.ts";
import { readQuery, type RouteHandle } from "#app/platform/route-handle.ts";
import { type Site, siteOf } from "#app/platform/site.ts";
import { SWITCH_OFF_MESSAGES } from "#app/platform/switches.ts";
import { fieldProblems, FormSummary } from "#app/ui/form-summary.tsx";

import { OwnerPage } from "#app/business/listings/dashboard/owner-page.tsx";
import { requireOwner } from "#app/business/listings/require-owner.server.ts";
import { subtractDays, dcToday } from "#app/lib/dc-time.ts";
import { tooManyRequests } from "#app/ui/form-refusals.ts";
import type { Route } from "./+types/new-campaign.route";
import { campaignPath, CAMPAIGNS_PER_PLACE_MAX, DRAFTS_PER_PLACE_MAX, newCampaignPath } from "../campaigns/campaign.ts";
import { CampaignFields } from "./campaign-fields.tsx";
import {
  campaignFieldId,
  type CampaignProblems,
  CAMPAIGN_FIELD_LABELS,
  parseCampaignForm,
  type CampaignFormValues,
} from "../campaigns/campaign-form.ts";
import { type CampaignRow, findCampaign, saveDraft } from "../campaigns/campaigns.server.ts";
import { allOfferedSlots, loadOfferedSlots } from "../slots/offered-slots.server.ts";

export const handle = { audience: "owner", query: ["draft"] } as const satisfies RouteHandle;

/** Per user; enough for impatient clicking. */
const FORMS_PER_MINUTE_MAX = 60;
const limit = new AddressRateLimit(FORMS_PER_MINUTE_MAX);

/** Defaults of a new campaign: two weeks from the day after tomorrow. */
const STARTS_IN_DAYS = 2;
const DURATION_DAYS = 14;

/** The form of a new campaign, or of an unpaid one with `?draft=`. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const site = siteOf(context);
  const { place } = await requireOwner(site, request, params.slug);
  const id = readQuery(request, handle).get("draft") ?? "";
  const draft = isUuid(id) ? await findCampaign(site.db, { id, placeId: place.id }) : null;
  // A paid campaign can't be changed.
  if (draft !== null && draft.state !== "draft") throw redirect(campaignPath(place.slug, draft.id), 303);
  return {
    place: { slug: place.slug, name: place.name },
    formKey: draft?.formKey ?? crypto.randomUUID(),
    typed: draft === null ? defaultValues(place, site.now) : valuesOf(draft),
    offered: await loadOfferedSlots(site.db, { place, now: site.now }),
    closed: site.switches.isOn("advertising") ? null : SWITCH_OFF_MESSAGES.advertising,
  };
}

function defaultValues(place: { categorySlug: string; neighborhoodSlug: string }, now: Date): CampaignFormValues {
  const today = dcToday(now);
  return {
    headline: "",
    body: "",
    slots: [`category:${place.categorySlug}`, `search:${place.categorySlug}`, `neighborhood:${place.neighborhoodSlug}`],
    startsOn: subtractDays(today, -STARTS_IN_DAYS),
    endsOn: subtractDays(today, 1 - STARTS_IN_DAYS - DURATION_DAYS),
    per: "day",
    amount: "5",
  };
}

function valuesOf({
  headline,
  body,
  slots,
  startsOn,
  endsOn,
  budgetPeriod,
  budgetCents,
}: CampaignRow): CampaignFormValues {
  const amount = (budgetCents / 100).toFixed(budgetCents % 100 === 0 ? 0 : 2);
  return { headline, body, slots, startsOn, endsOn, per: budgetPeriod, amount };
}

type RefusedForm = { why: string; typed: CampaignFormValues; problems: CampaignProblems; formKey: string };

export async function action({ context, params, request }: Route.ActionArgs) {
  const site: Site = siteOf(context);
  const { db, now } = site;
  const { place, viewer } = await requireOwner(site, request, params.slug);
  const form = await readForm(request);
  const offered = allOfferedSlots(await loadOfferedSlots(db, { place, now }));
  const typed = submittedValues(form, offered);
  const formKey = isUuid(form.text("key")) ? form.text("key") : crypto.randomUUID();
  const refuse = (status: number, why: string, problems: CampaignProblems = {}) =>
    data<RefusedForm>({ why, typed, problems, formKey }, { status });
  if (!site.switches.isOn("advertising")) return refuse(503, SWITCH_OFF_MESSAGES.advertising);
  const seconds = limit.secondsToWait(viewer.id, now);
  if (seconds !== null) return refuse(429, tooManyRequests(seconds));
  if (place.status !== "published") return refuse(409, "The place is marked as closed, so it can’t be advertised now.");
  const parsed = parseCampaignForm(typed, { today: dcToday(now), offered });
  if ("problems" in parsed) return refuse(400, "The campaign isn’t saved yet.", parsed.problems);
  const saved = await saveDraft(db, { placeId: place.id, userId: viewer.id, formKey, input: parsed.campaign, now });
  if (saved === "too-many-drafts") {
    return refuse(409, `A place can have ${DRAFTS_PER_PLACE_MAX} drafts. Delete or pay for one first.`);
  }
  if (saved === "too-many-campaigns") {
    return refuse(409, `A place can have ${CAMPAIGNS_PER_PLACE_MAX} campaigns at a time. End one first.`);
  }
  if (saved === "not-draft") return refuse(409, "This campaign has been paid for, so it can’t be changed.");
  return redirect(campaignPath(place.slug, saved.id), 303);
}

function submittedValues(form: FormFields, offered: readonly string[]): CampaignFormValues {
  const [headline, body, startsOn, endsOn] = [
    form.text("headline"),
    form.text("body"),
    form.text("startsOn"),
    form.text("endsOn"),
  ];
  const slots = offered.filter((slot) => form.text(`on:${slot}`) === "yes");
  return { headline, body, startsOn, endsOn, per: form.text("per"), amount: form.text("amount"), slots };
}

export const meta: Route.MetaFunction = ({ loaderData: { place }, matches }) =>
  pageMeta({
    matches,
    title: `New campaign for ${place.name}`,
    description: "Set up a sponsored placement.",
    path: newCampaignPath(place.slug),
  });

export default function NewCampaign({ loaderData, actionData }: Route.ComponentProps) {
  const { place, offered, closed } = loaderData;
  const { typed, formKey } = actionData ?? loaderData;
  const problems = actionData?.problems ?? {};
  return (
    <OwnerPage place={place} section="campaigns">
      <div className="campaigns">
        <h2 className="h2">Campaign</h2>
        {closed !== null && actionData === undefined && (
          <p className="form-notice" role="status">
            {closed}
          </p>
        )}
        {actionData !== undefined && (
          <FormSummary
            why={actionData.why}
            problems={fieldProblems(problems, CAMPAIGN_FIELD_LABELS, campaignFieldId)}
          />
        )}
        {(closed === null || actionData !== undefined) && (
          <CampaignFields {...{ place, offered, typed, formKey, problems }} />
        )}
      </div>
    </OwnerPage>
  );
}

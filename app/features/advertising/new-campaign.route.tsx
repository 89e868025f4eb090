import "#app/own-pages.css";

import { data, redirect } from "react-router";

import { pageMeta, siteUrlOf } from "#app/features/seo/page-meta.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { AddressLimit } from "#app/platform/address-limit.ts";
import { readForm, type SentForm } from "#app/platform/read-form.ts";
import { type Site, siteOf } from "#app/platform/site.ts";
import { OFF_WORDS } from "#app/platform/switches.ts";
import { fieldProblems, FormSummary } from "#app/ui/form-summary.tsx";

import { OwnerPage } from "../business/owner-page.tsx";
import { requireOwner } from "../business/require-owner.server.ts";
import { dayBefore, dcToday } from "../places/dc-calendar.ts";
import type { Route } from "./+types/new-campaign.route";
import { campaignPath, CAMPAIGNS_PER_PLACE_MAX, DRAFTS_PER_PLACE_MAX, newCampaignPath } from "./campaign.ts";
import { CampaignFields } from "./campaign-fields.tsx";
import {
  campaignFieldId,
  type CampaignProblems,
  FIELD_NAMES,
  readCampaign,
  type TypedCampaign,
} from "./campaign-form.ts";
import { type CampaignRow, findCampaign, keepDraft } from "./campaigns.server.ts";
import { allOffered, offeredSlots } from "./offered-slots.server.ts";

/** Per person; a form sent again and again by an impatient finger stays below it. */
const FORMS_PER_MINUTE_MAX = 60;
const limit = new AddressLimit(FORMS_PER_MINUTE_MAX);

/** A new campaign begins the day after tomorrow and lasts two weeks, unless its owner says otherwise. */
const STARTS_IN_DAYS = 2;
const DAYS = 14;

/** The form of a new campaign, or with `?draft=` of one that isn't paid yet. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const site = siteOf(context);
  const { place } = await requireOwner(site, request, params.slug);
  const id = new URL(request.url).searchParams.get("draft") ?? "";
  const draft = isUuid(id) ? await findCampaign(site.db, { id, placeId: place.id }) : null;
  // One that is paid for stays as it is.
  if (draft !== null && draft.state !== "draft") throw redirect(campaignPath(place.slug, draft.id), 303);
  return {
    place: { slug: place.slug, name: place.name },
    formKey: draft?.formKey ?? crypto.randomUUID(),
    typed: draft === null ? newCampaign(place, site.now) : typedOf(draft),
    offered: await offeredSlots(site.db, { place, now: site.now }),
    closed: site.switches.isOn("advertising") ? null : OFF_WORDS.advertising,
  };
}

function newCampaign(place: { categorySlug: string; neighborhoodSlug: string }, now: Date): TypedCampaign {
  const today = dcToday(now);
  return {
    headline: "",
    body: "",
    slots: [`category:${place.categorySlug}`, `search:${place.categorySlug}`, `neighborhood:${place.neighborhoodSlug}`],
    startsOn: dayBefore(today, -STARTS_IN_DAYS),
    endsOn: dayBefore(today, 1 - STARTS_IN_DAYS - DAYS),
    per: "day",
    amount: "5",
  };
}

function typedOf({ headline, body, shownOn, startsOn, endsOn, budgetPer, budgetCents }: CampaignRow): TypedCampaign {
  const amount = (budgetCents / 100).toFixed(budgetCents % 100 === 0 ? 0 : 2);
  return { headline, body, slots: shownOn, startsOn, endsOn, per: budgetPer, amount };
}

type Refused = { why: string; typed: TypedCampaign; problems: CampaignProblems; formKey: string };

export async function action({ context, params, request }: Route.ActionArgs) {
  const site: Site = siteOf(context);
  const { db, now } = site;
  const { place, viewer } = await requireOwner(site, request, params.slug);
  const form = await readForm(request);
  const offered = allOffered(await offeredSlots(db, { place, now }));
  const typed = typedIn(form, offered);
  const formKey = isUuid(form.text("key")) ? form.text("key") : crypto.randomUUID();
  const refuse = (status: number, why: string, problems: CampaignProblems = {}) =>
    data<Refused>({ why, typed, problems, formKey }, { status });
  if (!site.switches.isOn("advertising")) return refuse(503, OFF_WORDS.advertising);
  const seconds = limit.secondsToWait(viewer.id, now);
  if (seconds !== null) return refuse(429, `That is too often. Try again in ${seconds} seconds.`);
  if (place.status !== "published") return refuse(409, "It is marked as closed, so it can’t be shown now.");
  const read = readCampaign(typed, { today: dcToday(now), offered });
  if ("problems" in read) return refuse(400, "That can’t be kept yet.", read.problems);
  const kept = await keepDraft(db, { placeId: place.id, userId: viewer.id, formKey, asked: read.asked, now });
  if (kept === "too-many-drafts") {
    return refuse(409, `A place has at most ${DRAFTS_PER_PLACE_MAX} drafts. Delete or pay one first.`);
  }
  if (kept === "too-many-campaigns") {
    return refuse(409, `A place has at most ${CAMPAIGNS_PER_PLACE_MAX} campaigns at a time. End one first.`);
  }
  if (kept === "not-draft") return refuse(409, "It is paid for meanwhile, so it stays as it is.");
  return redirect(campaignPath(place.slug, kept.id), 303);
}

function typedIn(form: SentForm, offered: readonly string[]): TypedCampaign {
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
    siteUrl: siteUrlOf(matches),
    title: `New campaign for ${place.name}`,
    description: "What is shown, where, when and for how much.",
    path: newCampaignPath(place.slug),
    robots: "noindex, follow",
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
          <FormSummary why={actionData.why} problems={fieldProblems(problems, FIELD_NAMES, campaignFieldId)} />
        )}
        {(closed === null || actionData !== undefined) && (
          <CampaignFields {...{ place, offered, typed, formKey, problems }} />
        )}
      </div>
    </OwnerPage>
  );
}

import "#app/own-pages.css";

import { data, Link, redirect } from "react-router";

import type { Decision } from "#app/db/schema/moderation.ts";
import { noSuchPage } from "#app/features/navigation/no-such-page.ts";
import { pageMeta, siteUrlOf } from "#app/features/seo/page-meta.ts";
import { characterCount, plainText } from "#app/lib/plain-text.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { readForm } from "#app/platform/read-form.ts";
import { type Site, siteOf } from "#app/platform/site.ts";

import { requireRole } from "../accounts/guards.ts";
import { billingOf } from "../billing/billing-of.server.ts";
import type { Route } from "./+types/campaign-case.route";
import { CampaignForm } from "./campaign-article.tsx";
import { payOwedRefunds } from "./campaign-refunds.server.ts";
import { campaignCasePath } from "./campaign.ts";
import { campaignCases, decideCampaign } from "./decide-campaign.server.ts";

const QUEUE_PATH = "/admin/moderation";
const REASON_CHARACTERS_MIN = 5;
const REASON_CHARACTERS_MAX = 500;

/** One campaign, for the editor who decides. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const site = siteOf(context);
  site.page.keep = false;
  requireRole(site.viewer, request, ["admin"]);
  return { about: await findCase(site, params.id) };
}

async function findCase(site: Site, id: string) {
  const about = isUuid(id) ? (await campaignCases(site.db, [id], site)).get(id) : undefined;
  if (about === undefined) throw noSuchPage();
  return about;
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const site = siteOf(context);
  const { db, now, log } = site;
  const { id: decidedBy } = requireRole(site.viewer, request, ["admin"]);
  await findCase(site, params.id);
  const form = await readForm(request);
  const reason = plainText(form.text("reason"));
  const refuse = (status: number, why: string) => data({ why, reason: form.text("reason") }, { status });
  const asked = form.text("decision");
  const decision: Decision | null = asked === "approved" || asked === "rejected" ? asked : null;
  if (decision === null) return refuse(400, "Choose Approve or Reject.");
  const length = characterCount(reason);
  if (length > REASON_CHARACTERS_MAX) return refuse(400, `Write at most ${REASON_CHARACTERS_MAX} characters.`);
  if (decision === "rejected" && length < REASON_CHARACTERS_MIN) {
    return refuse(400, "Give the business a reason: they read it.");
  }
  const outcome = await decideCampaign(db, { campaignId: params.id, decision, reason, decidedBy, now });
  if (outcome === "own") return refuse(409, "Nobody decides about a campaign for a place that they run.");
  if (outcome === "closed") return refuse(409, "Somebody else has decided about it meanwhile, or it was ended.");
  log.info({ campaign: params.id, decision, decidedBy }, "A campaign was decided");
  const provider = billingOf(site);
  const failed =
    decision === "rejected" && provider !== null
      ? await payOwedRefunds(db, { provider, campaignId: params.id, now })
      : [];
  // It is written down, and the job gives it back.
  for (const err of failed) log.warn({ err, campaign: params.id }, "A refund of a campaign has to wait");
  return redirect(QUEUE_PATH, 303);
}

export const meta: Route.MetaFunction = ({ loaderData: { about }, matches }) =>
  pageMeta({
    siteUrl: siteUrlOf(matches),
    title: `Campaign for ${about.place.name}`,
    description: "What a business pays to have shown.",
    path: campaignCasePath(about.id),
    robots: "noindex, follow",
  });

export default function CampaignCasePage({ loaderData: { about }, actionData }: Route.ComponentProps) {
  return (
    <div className="wrap moderation">
      <p>
        <Link className="link" to={QUEUE_PATH}>
          Back to all that waits
        </Link>
      </p>
      <article className="moderation-case">
        <h1 className="d3">
          Campaign for{" "}
          <Link className="link" to={`/places/${about.place.slug}`}>
            {about.place.name}
          </Link>
        </h1>
        <CampaignForm about={about} refused={actionData ?? null} />
      </article>
    </div>
  );
}

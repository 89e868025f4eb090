import { data, Link, redirect } from "react-router";

import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { AddressRateLimit } from "#app/platform/address-rate-limit.ts";
import { noticeCookie } from "#app/platform/notice.ts";
import { readForm, type FormFields } from "#app/platform/read-form.ts";
import { readQuery, type RouteHandle } from "#app/platform/route-handle.ts";
import { type Site, siteOf } from "#app/platform/site.ts";
import { Breadcrumbs } from "#app/ui/breadcrumbs.tsx";
import { FormSummary } from "#app/ui/form-summary.tsx";

import { requireViewer } from "#app/people/accounts/guards.ts";
import { noSuchPage } from "#app/people/navigation/no-such-page.ts";
import { tooManyRequests } from "#app/ui/form-refusals.ts";
import type { Route } from "./+types/claim.route";
import { type ClaimField, claimPath, WEBSITE_CODE_PATTERN } from "./claim.ts";
import { processClaimForm } from "./claim-actions.server.ts";
import { ClosedClaimMethods, EvidenceClaimSection, MailClaimSection, WebsiteClaimSection } from "./claim-sections.tsx";
import { loadClaimView, findClaimablePlace } from "./claim-view.server.ts";
import { findOwnedPlace } from "../people/owners.server.ts";
import { sectionPath } from "../dashboard/owner-page.tsx";

export const handle = { audience: "signed-in", query: ["code"] } as const satisfies RouteHandle;

/** Per person and per network, which a whole office can share. Double clicks stay below both. */
const FORMS_PER_MINUTE_MAX = 40;
const FORMS_OF_NETWORK_PER_MINUTE_MAX = 80;
const limit = new AddressRateLimit(FORMS_PER_MINUTE_MAX);
const networkLimit = new AddressRateLimit(FORMS_OF_NETWORK_PER_MINUTE_MAX);

/** The page where a member claims a place. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const site = siteOf(context);
  const { place, claimerId } = await loadClaimablePlace(site, request, params.slug);
  const code = readQuery(request, handle).get("code") ?? "";
  return loadClaimView(site.db, { place, claimerId, code, now: site.now });
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const site = siteOf(context);
  const { place, claimerId } = await loadClaimablePlace(site, request, params.slug);
  const form = await readForm(request);
  const intent = form.text("intent");
  const refuse = (status: number, why: string, field: ClaimField | null = null) =>
    data({ intent, why, field, typed: typedIn(form) }, { status });

  const seconds =
    limit.secondsToWait(claimerId, site.now) ?? networkLimit.secondsToWait(site.visitorAddress ?? "nobody", site.now);
  if (seconds !== null) return refuse(429, tooManyRequests(seconds));
  const code = readQuery(request, handle).get("code") ?? "";
  const siteCode = WEBSITE_CODE_PATTERN.test(code) ? code : null;
  const answer = await processClaimForm({ site, place, claimerId, form, siteCode });
  if (!("to" in answer)) return refuse(answer.status, answer.why, answer.field);
  site.log.info({ place: place.slug, intent, claimerId }, "A claim form was processed");
  const isGranted = answer.to === sectionPath(place.slug, "overview");
  if (!isGranted) return redirect(answer.to, 303);
  const headers = { "set-cookie": noticeCookie({ code: "place-claimed", item: null }) };
  return redirect(answer.to, { status: 303, headers });
}

/** Redirects members who already manage the place to its pages. */
async function loadClaimablePlace(site: Site, request: Request, slug: string) {
  const { id: claimerId } = requireViewer(site.viewer, request);
  const place = await findClaimablePlace(site.db, slug);
  if (place === null) throw noSuchPage();
  const owned = await findOwnedPlace(site.db, { slug, userId: claimerId });
  if (owned !== null) throw redirect(`/business/${slug}`, 303);
  return { place, claimerId };
}

function typedIn(form: FormFields) {
  return { address: form.text("address"), code: form.text("code"), evidence: form.text("evidence") };
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta({
    matches,
    title: `Claim ${loaderData.place.name}`,
    description: `Prove that ${loaderData.place.name} is yours, and manage its listing.`,
    path: claimPath(loaderData.place.slug),
  });

export default function Claim({ loaderData: view, actionData: refused }: Route.ComponentProps) {
  const { place } = view;
  return (
    <div className="wrap claim-page">
      <Breadcrumbs trail={[{ label: place.name, to: `/places/${place.slug}` }, { label: "Claim" }]} />
      <h1 className="d3">Claim {place.name}</h1>
      <p className="claim-lede">
        Manage its hours, details and photos, reply to reviews, and see how many people view it. It’s free and doesn’t
        affect ratings. First, prove that the place is yours.
      </p>
      {refused !== undefined && (
        <FormSummary
          why={refused.field === null ? refused.why : "Please fix this and try again."}
          problems={
            refused.field === null
              ? []
              : [{ id: `claim-${refused.field}`, label: FIELD_LABELS[refused.field], text: refused.why }]
          }
        />
      )}
      {view.isManaged ? (
        <p className="claim-lede">
          <strong>This place already has an owner.</strong> Ask them to invite you. If they shouldn’t manage it, or you
          can’t reach them, tell an editor below.
        </p>
      ) : (
        <>
          {view.mail.isOpen && <MailClaimSection view={view} refused={refused ?? null} />}
          {view.site.isOpen && <WebsiteClaimSection view={view} />}
        </>
      )}
      <EvidenceClaimSection view={view} refused={refused ?? null} />
      {!view.isManaged && <ClosedClaimMethods view={view} />}
      <p>
        <Link className="link" to={`/places/${place.slug}`}>
          Back to {place.name}
        </Link>
      </p>
    </div>
  );
}

const FIELD_LABELS: Record<ClaimField, string> = {
  address: "Email address",
  code: "Code",
  evidence: "Proof",
};

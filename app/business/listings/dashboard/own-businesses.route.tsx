import { Link } from "react-router";

import { pageMeta } from "#app/guide/seo/page-meta.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";
import { Breadcrumbs } from "#app/ui/breadcrumbs.tsx";
import { SectionHead } from "#app/ui/section-head.tsx";

import { requireViewer } from "#app/people/accounts/guards.ts";
import type { Route } from "./+types/own-businesses.route";
import { OWN_BUSINESSES_PATH } from "../claims/claim.ts";
import { ClaimTimelines } from "../claims/claim-timelines.tsx";
import { listClaimTimelines } from "../claims/list-claim-timelines.server.ts";
import { NoBusinesses } from "./no-businesses.tsx";
import { sectionPath } from "./owner-page.tsx";
import { listOwnedPlaces } from "../people/owners.server.ts";
import { OWNER_ROLE_LABELS } from "../people/place-manager.ts";
import { countOpenInvitations } from "../people/people.server.ts";

export const handle = { audience: "signed-in" } satisfies RouteHandle;

/** A member's businesses, claims and invitations, whatever the account's role. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const site = siteOf(context);
  const { id, email } = requireViewer(site.viewer, request);
  const owned = await listOwnedPlaces(site.db, id);
  return {
    owned: owned.map(({ place: { slug, name, type }, role }) => ({ slug, name, type, role })),
    claims: await listClaimTimelines(site.db, { claimerId: id, now: site.now }),
    invitationCount: await countOpenInvitations(site.db, { email, now: site.now }),
  };
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "Your businesses",
    description: "The places you manage, and your claims.",
    path: OWN_BUSINESSES_PATH,
  });

export default function OwnBusinesses({ loaderData: { owned, claims, invitationCount } }: Route.ComponentProps) {
  return (
    <div className="wrap owner-page">
      <Breadcrumbs trail={[{ label: "Home", to: "/" }, { label: "Your businesses" }]} />
      <h1 className="d3 owner-title">Your businesses</h1>
      {invitationCount > 0 && (
        <p className="owner-word">You have an invitation. Open the link in the email we sent you to accept it.</p>
      )}
      {owned.length === 0 ? (
        <NoBusinesses />
      ) : (
        <ul className="owner-people">
          {owned.map(({ slug, name, type, role }) => (
            <li key={slug}>
              <div>
                <h2 className="h4">
                  <Link className="name-link" to={sectionPath(slug, "overview")}>
                    {name}
                  </Link>
                </h2>
                <p className="meta text-meta text-muted">
                  <span>{type}</span>
                  <span>{OWNER_ROLE_LABELS[role]}</span>
                </p>
              </div>
              <Link className="link" to={`/places/${slug}`}>
                View listing<span className="sr-only"> of {name}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {claims.length > 0 && (
        <section aria-labelledby="claims">
          <SectionHead id="claims" title="Your claims" />
          <ClaimTimelines stories={claims} />
        </section>
      )}
    </div>
  );
}

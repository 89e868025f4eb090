import "../claims/claims.css";

import { data, Link, redirect } from "react-router";

import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { noticeCookie } from "#app/platform/notice.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";

import { requireViewer } from "#app/people/accounts/guards.ts";
import { noSuchPage } from "#app/people/navigation/no-such-page.ts";
import type { Route } from "./+types/invitation.route";
import { OWNER_ROLE_LABELS } from "./place-manager.ts";
import { acceptInvitation, findInvitation, isInvitee } from "./people.server.ts";

export const handle = { audience: "signed-in" } satisfies RouteHandle;

/** The page of an invitation's link. Only an account with the invited email address can accept. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const site = siteOf(context);
  const viewer = requireViewer(site.viewer, request);
  const invitation = await findInvitation(site.db, { key: params.key, now: site.now });
  if (invitation === null) throw noSuchPage();
  const { place, role } = invitation;
  return {
    key: params.key,
    place: { slug: place.slug, name: place.name },
    role: OWNER_ROLE_LABELS[role].toLowerCase(),
    isForYou: isInvitee(invitation, viewer),
    signedInAs: viewer.email,
  };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const site = siteOf(context);
  const viewer = requireViewer(site.viewer, request);
  const invitation = await findInvitation(site.db, { key: params.key, now: site.now });
  if (invitation === null) throw noSuchPage();
  const outcome = await acceptInvitation(site.db, { key: params.key, person: viewer, now: site.now });
  if (outcome === "gone") throw noSuchPage();
  if (outcome === "other-address")
    return data({ why: "The invitation was sent to a different email address." }, { status: 403 });
  if (outcome === "full") return data({ why: "This place has the maximum number of managers." }, { status: 409 });
  site.log.info({ place: invitation.place.slug, by: viewer.id }, "An invitation was accepted");
  const headers = { "set-cookie": noticeCookie({ code: "place-claimed", item: null }) };
  return redirect(`/business/${invitation.place.slug}`, { status: 303, headers });
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta({
    matches,
    title: "Invitation",
    description: "An invitation to manage a place on Rowhouse.",
    path: `/business/invitations/${loaderData.key}`,
  });

export default function Invitation({ loaderData, actionData: refused }: Route.ComponentProps) {
  const { key, place, role, isForYou, signedInAs } = loaderData;
  return (
    <div className="wrap claim-page">
      <h1 className="d3">Join {place.name}?</h1>
      {refused !== undefined && (
        <p className="form-problem" role="alert">
          {refused.why}
        </p>
      )}
      <p className="claim-lede">
        You’re invited to manage{" "}
        <Link className="link" to={`/places/${place.slug}`}>
          {place.name}
        </Link>{" "}
        as {role === "owner" ? "an owner" : "a manager"}.
      </p>
      {isForYou ? (
        <form method="post" action={`/business/invitations/${key}`} className="claim-buttons">
          <button type="submit" className="button button-primary">
            Accept
          </button>
        </form>
      ) : (
        <p className="claim-lede">
          <strong>The invitation was sent to another address.</strong> You’re signed in
          {signedInAs === null ? " without an email address" : ` as ${signedInAs}`}. Sign out, sign in with the invited
          address, and open the link in the email again.
        </p>
      )}
    </div>
  );
}

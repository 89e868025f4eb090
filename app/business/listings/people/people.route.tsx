import { data, redirect } from "react-router";

import type { OwnerRole } from "#app/db/schema/business.ts";
import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { AddressRateLimit } from "#app/platform/address-rate-limit.ts";
import { noticeCookie } from "#app/platform/notice.ts";
import { readForm, type FormFields } from "#app/platform/read-form.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";
import { FormSummary } from "#app/ui/form-summary.tsx";
import { NO_BUTTON_REFUSAL, tooManyRequests } from "#app/ui/form-refusals.ts";

import type { Route } from "./+types/people.route";
import { OWN_BUSINESSES_PATH } from "../claims/claim.ts";
import { OwnerPage, sectionPath } from "../dashboard/owner-page.tsx";
import {
  changeManagerRole,
  transferOwnership,
  listOpenInvitations,
  inviteManager,
  leavePlace,
  listManagers,
  revokeInvitation,
  removeManagerByOwner,
} from "./people.server.ts";
import { requireOwner } from "../require-owner.server.ts";
import { LeavePlace } from "./leave-place.tsx";
import { ManagerInvitations } from "./manager-invitations.tsx";
import { ManagerRow } from "./manager-row.tsx";

export const handle = { audience: "owner" } satisfies RouteHandle;

/** Per person; more than anyone sends by hand. */
const FORMS_PER_MINUTE_MAX = 30;
const limit = new AddressRateLimit(FORMS_PER_MINUTE_MAX);

/** A place's owners and managers; owners can change them. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const site = siteOf(context);
  const { place, role, viewer } = await requireOwner(site, request, params.slug);
  const isOwner = role === "owner";
  return {
    place: { slug: place.slug, name: place.name },
    isOwner,
    people: await listManagers(site.db, { placeId: place.id, viewerId: viewer.id }),
    // Only owners see open invitations.
    invited: isOwner ? await listOpenInvitations(site.db, { placeId: place.id, now: site.now }) : [],
  };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const site = siteOf(context);
  const { place, viewer } = await requireOwner(site, request, params.slug);
  const form = await readForm(request);
  const intent = form.text("intent");
  const refuse = (status: number, why: string) => data({ intent, why, email: form.text("email") }, { status });

  const seconds = limit.secondsToWait(viewer.id, site.now);
  if (seconds !== null) return refuse(429, tooManyRequests(seconds));
  const input = { placeId: place.id, actorId: viewer.id, now: site.now };
  const outcome = await act(site.db, form, input);
  const refusal = REFUSALS[outcome];
  if (refusal !== undefined) return refuse(refusal.status, refusal.why);
  site.log.info({ place: place.slug, intent, outcome, by: viewer.id }, "The people of a place have changed");
  const isOut = outcome === "left" || outcome === "released";
  const code = outcome === "invited" ? "place-invitation-sent" : isOut ? "place-left" : "place-people-changed";
  const headers = { "set-cookie": noticeCookie({ code, item: null }) };
  return redirect(isOut ? OWN_BUSINESSES_PATH : sectionPath(place.slug, "people"), { status: 303, headers });
}

type ActorInput = { placeId: number; actorId: string; now: Date };

/** The outcome: a key of `REFUSALS`, or what was done. */
async function act(db: Parameters<typeof inviteManager>[0], form: FormFields, input: ActorInput): Promise<string> {
  const id = form.text("id");
  switch (form.text("intent")) {
    case "invite":
      return inviteManager(db, { ...input, typed: form.text("email"), role: roleOf(form) ?? "manager" });
    case "leave":
      return leavePlace(db, { ...input, isConfirmed: form.text("meant") === "yes" });
    case "take-back":
      return isUuid(id) ? revokeInvitation(db, { ...input, invitationId: id }) : "nothing";
    case "take-out":
      return isUuid(id) ? removeManagerByOwner(db, { ...input, userId: id }) : "nothing";
    case "hand-over":
      return isUuid(id) ? transferOwnership(db, { ...input, userId: id }) : "nothing";
    case "role": {
      const role = roleOf(form);
      return isUuid(id) && role !== null ? changeManagerRole(db, { ...input, userId: id, role }) : "nothing";
    }
    default:
      return "nothing";
  }
}

function roleOf(form: FormFields): OwnerRole | null {
  const role = form.text("role");
  return role === "owner" || role === "manager" ? role : null;
}

const REFUSALS: Record<string, { status: number; why: string } | undefined> = {
  nothing: { status: 400, why: NO_BUTTON_REFUSAL },
  "no-address": { status: 400, why: "Enter an email address, like name@example.com." },
  "too-many": { status: 429, why: "You’ve reached today’s limit for invitations. Try again tomorrow." },
  "not-owner": { status: 403, why: "Only owners can change who manages a place." },
  "no-such-place": { status: 409, why: "This place is no longer listed." },
  "not-there": { status: 409, why: "That person no longer manages this place. The list below is up to date." },
  "last-owner": {
    status: 400,
    why: "You are the last owner. Confirm that you want to give it up, or transfer ownership first.",
  },
};

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta({
    matches,
    title: `People at ${loaderData.place.name}`,
    description: "Who manages a place on Rowhouse, and who is invited.",
    path: sectionPath(loaderData.place.slug, "people"),
  });

export default function People({ loaderData, actionData: refused }: Route.ComponentProps) {
  const { place, isOwner, people, invited } = loaderData;
  const isInvite = refused?.intent === "invite";
  const isLastOwner = isOwner && people.every(({ isYou, role }) => isYou || role === "manager");
  return (
    <OwnerPage place={place} section="people">
      {refused !== undefined && (
        <FormSummary
          why={isInvite ? "The invitation wasn’t sent." : refused.why}
          problems={isInvite ? [{ id: "invite-email", label: "Their email address", text: refused.why }] : []}
        />
      )}
      <section className="owner-section" aria-labelledby="people">
        <h2 className="h3" id="people">
          Owners and managers
        </h2>
        <p className="claim-hint">
          Owners can do everything. Managers can’t invite or remove people or transfer ownership.
        </p>
        <ul className="owner-people">
          {people.map((person) => (
            <ManagerRow key={person.userId} person={person} place={place} canChange={isOwner && !person.isYou} />
          ))}
        </ul>
      </section>
      {isOwner && <ManagerInvitations slug={place.slug} invited={invited} refused={isInvite ? refused : null} />}
      <LeavePlace place={place} isLastOwner={isLastOwner} isAlone={people.length === 1} />
    </OwnerPage>
  );
}

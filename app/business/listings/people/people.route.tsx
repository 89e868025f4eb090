import { data, Link, redirect } from "react-router";

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
import { LabeledControl } from "../claims/claim-sections.tsx";
import { OwnerPage, sectionPath } from "../dashboard/owner-page.tsx";
import { INVITATION_DAYS, type PendingInvitation, OWNER_ROLE_LABELS, type PlaceManager } from "./place-manager.ts";
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
            <Person key={person.userId} person={person} place={place} canChange={isOwner && !person.isYou} />
          ))}
        </ul>
      </section>
      {isOwner && <Invitations slug={place.slug} invited={invited} refused={isInvite ? refused : null} />}
      <Leave place={place} isLastOwner={isLastOwner} isAlone={people.length === 1} />
    </OwnerPage>
  );
}

type PersonProps = { person: PlaceManager; place: { slug: string; name: string }; canChange: boolean };

function Person({ person: { userId, name, role, sinceLabel, isYou }, place, canChange }: PersonProps) {
  const { slug } = place;
  const other = role === "owner" ? "manager" : "owner";
  return (
    <li>
      <div>
        <p>
          <strong>{name}</strong>
          {isYou && " (you)"}
        </p>
        <p className="meta text-meta text-muted">
          <span>{OWNER_ROLE_LABELS[role]}</span>
          <span>Since {sinceLabel}</span>
        </p>
      </div>
      {canChange && (
        <div className="claim-buttons">
          <ActionForm slug={slug} fields={{ intent: "role", id: userId, role: other }}>
            Make {other}
            <span className="sr-only">: {name}</span>
          </ActionForm>
          {role === "manager" && (
            <ConfirmDetails label="Transfer ownership" about={`to ${name}`}>
              <p>
                {name} becomes the owner of {place.name} and you become a manager. Only an owner can make you an owner
                again.
              </p>
              <ActionForm slug={slug} fields={{ intent: "hand-over", id: userId }}>
                Transfer {place.name} to {name}
              </ActionForm>
            </ConfirmDetails>
          )}
          <ConfirmDetails label="Remove" about={name}>
            <p>{name} loses access to these pages and gets a notification. You can invite them again.</p>
            <ActionForm slug={slug} fields={{ intent: "take-out", id: userId }}>
              Remove {name}
            </ActionForm>
          </ConfirmDetails>
        </div>
      )}
    </li>
  );
}

/** A confirmation step for actions that the viewer can't undo. */
function ConfirmDetails({ label, about, children }: { label: string; about: string; children: React.ReactNode }) {
  return (
    <details className="owner-asked">
      <summary className="button button-outline button-small">
        {label}…<span className="sr-only"> {about}</span>
      </summary>
      {children}
    </details>
  );
}

type ActionFormProps = { slug: string; fields: Record<string, string>; children: React.ReactNode };

function ActionForm({ slug, fields, children }: ActionFormProps) {
  return (
    <form method="post" action={sectionPath(slug, "people")}>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button type="submit" className="button button-outline button-small">
        {children}
      </button>
    </form>
  );
}

type InvitationsProps = {
  slug: string;
  invited: readonly PendingInvitation[];
  refused: { why: string; email: string } | null;
};

function Invitations({ slug, invited, refused }: InvitationsProps) {
  return (
    <section className="owner-section" aria-labelledby="invite">
      <h2 className="h3" id="invite">
        Invite someone
      </h2>
      <form method="post" action={sectionPath(slug, "people")} className="claim-form" noValidate>
        <input type="hidden" name="intent" value="invite" />
        <LabeledControl
          id="invite-email"
          label="Their email address"
          hint={`We email a link that’s valid for ${INVITATION_DAYS} days. They must sign in with this address to accept.`}
          problem={refused?.why ?? null}
        >
          {(given) => (
            <input
              className="input"
              {...given}
              type="email"
              name="email"
              defaultValue={refused?.email ?? ""}
              autoComplete="off"
              maxLength={254}
              required
            />
          )}
        </LabeledControl>
        <div className="field">
          <label htmlFor="invite-role">Role</label>
          <select className="input" id="invite-role" name="role" defaultValue="manager">
            <option value="manager">Manager</option>
            <option value="owner">Owner</option>
          </select>
        </div>
        <div className="claim-buttons">
          <button type="submit" className="button button-primary">
            Invite
          </button>
        </div>
      </form>
      {invited.length > 0 && (
        <ul className="owner-people" aria-label="Invited">
          {invited.map(({ id, email, role, invitedLabel, expiresLabel }) => (
            <li key={id}>
              <div>
                <p className="owner-address">{email}</p>
                <p className="meta text-meta text-muted">
                  <span>{OWNER_ROLE_LABELS[role]}</span>
                  <span>Invited {invitedLabel}</span>
                  <span>Expires {expiresLabel}</span>
                </p>
              </div>
              <ActionForm slug={slug} fields={{ intent: "take-back", id }}>
                Revoke
                <span className="sr-only"> the invitation to {email}</span>
              </ActionForm>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

type LeaveProps = { place: { slug: string; name: string }; isLastOwner: boolean; isAlone: boolean };

function Leave({ place, isLastOwner, isAlone }: LeaveProps) {
  return (
    <section className="owner-section" aria-labelledby="leave">
      <h2 className="h3" id="leave">
        {isLastOwner ? "Give up listing" : "Leave"}
      </h2>
      <form method="post" action={sectionPath(place.slug, "people")} className="claim-form" noValidate>
        <input type="hidden" name="intent" value="leave" />
        {isLastOwner ? (
          <>
            <p>
              You are the last owner. If you give up {place.name}, you{isAlone ? "" : " and its managers"} lose access,
              and anyone with proof can claim it. The listing stays, with your changes and replies.{" "}
              <Link className="link" to={`/places/${place.slug}/suggest#closed`}>
                Has it closed? Tell us
              </Link>
            </p>
            <label className="owner-meant">
              <input type="checkbox" name="meant" value="yes" required />
              Yes, give up {place.name}
            </label>
          </>
        ) : (
          <p>You’ll lose access to these pages. The other owners and managers get a notification.</p>
        )}
        <div className="claim-buttons">
          <button type="submit" className="button button-outline">
            {isLastOwner ? "Give up listing" : `Leave ${place.name}`}
          </button>
        </div>
      </form>
    </section>
  );
}

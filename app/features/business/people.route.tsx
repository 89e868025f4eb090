import "#app/own-pages.css";

import { data, Link, redirect } from "react-router";

import type { OwnerRole } from "#app/db/schema/business.ts";
import { pageMeta, siteUrlOf } from "#app/features/seo/page-meta.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { AddressLimit } from "#app/platform/address-limit.ts";
import { noticeCookie } from "#app/platform/notice.ts";
import { readForm, type SentForm } from "#app/platform/read-form.ts";
import { siteOf } from "#app/platform/site.ts";
import { FormSummary } from "#app/ui/form-summary.tsx";

import type { Route } from "./+types/people.route";
import { OWN_BUSINESSES_PATH } from "./claim.ts";
import { Control } from "./claim-ways.tsx";
import { OwnerPage, sectionPath } from "./owner-page.tsx";
import { INVITATION_DAYS, type Invited, OWNER_ROLE_NAMES, type Runner } from "./people.ts";
import {
  giveRole,
  handOver,
  invitationsOf,
  invite,
  leavePlace,
  peopleOf,
  takeBackInvitation,
  takeOut,
} from "./people.server.ts";
import { requireOwner } from "./require-owner.server.ts";

/** Per person; nobody changes people faster. */
const FORMS_PER_MINUTE_MAX = 30;
const limit = new AddressLimit(FORMS_PER_MINUTE_MAX);

/** Who runs a place, for them to see; an owner says who. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const site = siteOf(context);
  const { place, role, viewer } = await requireOwner(site, request, params.slug);
  const isOwner = role === "owner";
  return {
    place: { slug: place.slug, name: place.name },
    isOwner,
    people: await peopleOf(site.db, { placeId: place.id, viewerId: viewer.id }),
    // Whom the owners ask is theirs to know.
    invited: isOwner ? await invitationsOf(site.db, { placeId: place.id, now: site.now }) : [],
  };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const site = siteOf(context);
  const { place, viewer } = await requireOwner(site, request, params.slug);
  const form = await readForm(request);
  const intent = form.text("intent");
  const refuse = (status: number, why: string) => data({ intent, why, email: form.text("email") }, { status });

  const seconds = limit.secondsToWait(viewer.id, site.now);
  if (seconds !== null) return refuse(429, `That is too often. Try again in ${seconds} seconds.`);
  const acting = { placeId: place.id, actorId: viewer.id, now: site.now };
  const outcome = await act(site.db, form, acting);
  const trouble = TROUBLES[outcome];
  if (trouble !== undefined) return refuse(trouble.status, trouble.why);
  site.log.info({ place: place.slug, intent, outcome, by: viewer.id }, "The people of a place have changed");
  const isOut = outcome === "left" || outcome === "released";
  const code = outcome === "invited" ? "place-invitation-sent" : isOut ? "place-left" : "place-people-changed";
  const headers = { "set-cookie": noticeCookie({ code, item: null }) };
  return redirect(isOut ? OWN_BUSINESSES_PATH : sectionPath(place.slug, "people"), { status: 303, headers });
}

type Acting = { placeId: number; actorId: string; now: Date };

/** What became of it: a code of `TROUBLES`, or of what was done. */
async function act(db: Parameters<typeof invite>[0], form: SentForm, acting: Acting): Promise<string> {
  const id = form.text("id");
  switch (form.text("intent")) {
    case "invite":
      return invite(db, { ...acting, typed: form.text("email"), role: roleOf(form) ?? "manager" });
    case "leave":
      return leavePlace(db, { ...acting, isMeant: form.text("meant") === "yes" });
    case "take-back":
      return isUuid(id) ? takeBackInvitation(db, { ...acting, invitationId: id }) : "nothing";
    case "take-out":
      return isUuid(id) ? takeOut(db, { ...acting, userId: id }) : "nothing";
    case "hand-over":
      return isUuid(id) ? handOver(db, { ...acting, userId: id }) : "nothing";
    case "role": {
      const role = roleOf(form);
      return isUuid(id) && role !== null ? giveRole(db, { ...acting, userId: id, role }) : "nothing";
    }
    default:
      return "nothing";
  }
}

function roleOf(form: SentForm): OwnerRole | null {
  const asked = form.text("role");
  return asked === "owner" || asked === "manager" ? asked : null;
}

const TROUBLES: Record<string, { status: number; why: string } | undefined> = {
  nothing: { status: 400, why: "Nothing was asked for. Please use one of the buttons." },
  "no-address": { status: 400, why: "Write an e-mail address, like name@example.com." },
  "too-many": { status: 429, why: "That is as many invitations as a day allows. Go on tomorrow." },
  "not-owner": { status: 403, why: "Only an owner says who else runs a place." },
  "no-such-place": { status: 409, why: "The place is listed no longer." },
  "not-there": { status: 409, why: "They don’t run this place any more. The list below is as it is now." },
  "last-owner": { status: 400, why: "You are the last owner. Say that you mean to give it up, or hand it over first." },
};

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta({
    siteUrl: siteUrlOf(matches),
    title: `People of ${loaderData.place.name}`,
    description: "Who looks after a place here, and who is asked to.",
    path: sectionPath(loaderData.place.slug, "people"),
    robots: "noindex, follow",
  });

export default function People({ loaderData, actionData: refused }: Route.ComponentProps) {
  const { place, isOwner, people, invited } = loaderData;
  const isInvite = refused?.intent === "invite";
  const isLastOwner = isOwner && people.every(({ isYou, role }) => isYou || role === "manager");
  return (
    <OwnerPage place={place} section="people">
      {refused !== undefined && (
        <FormSummary
          why={isInvite ? "Nobody was invited." : refused.why}
          problems={isInvite ? [{ id: "invite-email", label: "Their e-mail address", text: refused.why }] : []}
        />
      )}
      <section className="owner-section" aria-labelledby="people">
        <h2 className="h3" id="people">
          Who runs it
        </h2>
        <p className="claim-hint">
          Owners may do everything. Managers may do all but say who else runs the place, and give it away.
        </p>
        <ul className="owner-people">
          {people.map((person) => (
            <Person key={person.userId} person={person} place={place} mayChange={isOwner && !person.isYou} />
          ))}
        </ul>
      </section>
      {isOwner && <Invitations slug={place.slug} invited={invited} refused={isInvite ? refused : null} />}
      <Leave place={place} isLastOwner={isLastOwner} isAlone={people.length === 1} />
    </OwnerPage>
  );
}

type PersonProps = { person: Runner; place: { slug: string; name: string }; mayChange: boolean };

function Person({ person: { userId, name, role, sinceLabel, isYou }, place, mayChange }: PersonProps) {
  const { slug } = place;
  const other = role === "owner" ? "manager" : "owner";
  return (
    <li>
      <div>
        <p>
          <strong>{name}</strong>
          {isYou && " (you)"}
        </p>
        <p className="meta text-meta text-stone-5">
          <span>{OWNER_ROLE_NAMES[role]}</span>
          <span>Since {sinceLabel}</span>
        </p>
      </div>
      {mayChange && (
        <div className="claim-buttons">
          <Doing slug={slug} fields={{ intent: "role", id: userId, role: other }}>
            Make {other}
            <span className="sr-only">: {name}</span>
          </Doing>
          {role === "manager" && (
            <Asked label="Hand over" about={`to ${name}`}>
              <p>
                {name} is owner then and you are manager: who runs {place.name} is theirs to say, and only an owner can
                make you one again.
              </p>
              <Doing slug={slug} fields={{ intent: "hand-over", id: userId }}>
                Hand {place.name} over to {name}
              </Doing>
            </Asked>
          )}
          <Asked label="Take out" about={name}>
            <p>{name} doesn’t see these pages any more, and is told so. You can invite them again.</p>
            <Doing slug={slug} fields={{ intent: "take-out", id: userId }}>
              Take {name} out
            </Doing>
          </Asked>
        </div>
      )}
    </li>
  );
}

/** What can't be taken back by a second press is asked first. */
function Asked({ label, about, children }: { label: string; about: string; children: React.ReactNode }) {
  return (
    <details className="owner-asked">
      <summary className="button button-outline button-small">
        {label}…<span className="sr-only"> {about}</span>
      </summary>
      {children}
    </details>
  );
}

type DoingProps = { slug: string; fields: Record<string, string>; children: React.ReactNode };

function Doing({ slug, fields, children }: DoingProps) {
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

type InvitationsProps = { slug: string; invited: readonly Invited[]; refused: { why: string; email: string } | null };

function Invitations({ slug, invited, refused }: InvitationsProps) {
  return (
    <section className="owner-section" aria-labelledby="invite">
      <h2 className="h3" id="invite">
        Let somebody in
      </h2>
      <form method="post" action={sectionPath(slug, "people")} className="claim-form" noValidate>
        <input type="hidden" name="intent" value="invite" />
        <Control
          id="invite-email"
          label="Their e-mail address"
          hint={`They get a link that counts for ${INVITATION_DAYS} days, and sign in with this very address to accept.`}
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
        </Control>
        <div className="field">
          <label htmlFor="invite-role">As</label>
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
                <p className="meta text-meta text-stone-5">
                  <span>{OWNER_ROLE_NAMES[role]}</span>
                  <span>Invited {invitedLabel}</span>
                  <span>Until {expiresLabel}</span>
                </p>
              </div>
              <Doing slug={slug} fields={{ intent: "take-back", id }}>
                Take back
                <span className="sr-only"> the invitation of {email}</span>
              </Doing>
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
        {isLastOwner ? "Give it up" : "Leave"}
      </h2>
      <form method="post" action={sectionPath(place.slug, "people")} className="claim-form" noValidate>
        <input type="hidden" name="intent" value="leave" />
        {isLastOwner ? (
          <>
            <p>
              You are the last owner. When you give {place.name} up, nobody runs it here
              {isAlone ? "" : ", its managers neither"}, and anybody may claim it with proof. Its page stays, with what
              you changed and answered.{" "}
              <Link className="link" to={`/places/${place.slug}/suggest#closed`}>
                It has closed? Say so here
              </Link>
            </p>
            <label className="owner-meant">
              <input type="checkbox" name="meant" value="yes" required />
              Yes, I give {place.name} up
            </label>
          </>
        ) : (
          <p>You no longer see these pages, and the others go on without you. They are told.</p>
        )}
        <div className="claim-buttons">
          <button type="submit" className="button button-outline">
            {isLastOwner ? "Give it up" : `Leave ${place.name}`}
          </button>
        </div>
      </form>
    </section>
  );
}

import "../dashboard/member-pages.css";

import { data, Link, redirect } from "react-router";

import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { AddressRateLimit } from "#app/platform/address-rate-limit.ts";
import { noticeCookie } from "#app/platform/notice.ts";
import { readForm } from "#app/platform/read-form.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";
import { SWITCH_OFF_MESSAGES } from "#app/platform/switches.ts";
import { Breadcrumbs } from "#app/ui/breadcrumbs.tsx";
import { SectionHead } from "#app/ui/section-head.tsx";
import { requireViewer } from "#app/people/accounts/guards.ts";
import { setEmailNotifications, findProfile } from "#app/people/accounts/profile.server.ts";
import { DELETION_GRACE_DAYS } from "#app/people/accounts/standing/account-restore.ts";
import { OwnNewsletter } from "#app/desk/newsletter/subscribers/own-newsletter-form.tsx";
import { changeOwnNewsletter, loadOwnNewsletter } from "#app/desk/newsletter/subscribers/own-newsletter.server.ts";
import { tooManyRequests } from "#app/ui/form-refusals.ts";
import type { Route } from "./+types/settings.route";
import { SEARCH_ALERTS_PATH } from "../search-alerts/search-alerts-path.ts";
import { DELETE_ACCOUNT_PATH, MEMBER_EXPORT_PATH } from "./settings-paths.ts";
import { findNeighborhoodOptions } from "./member-profile.server.ts";
import { drawnPicture, memberPath, memberPicture } from "./member.ts";
import { findMemberPicture } from "./member-pictures.server.ts";
import { ProfileFields, type ProfilePictures } from "./profile-fields.tsx";
import { type ProfileProblems, parseProfileForm, type ProfileFormValues } from "./profile-form.ts";
import { saveProfile } from "./save-profile.server.ts";

export const handle = { audience: "signed-in" } satisfies RouteHandle;

/** Forms per member; more than repeated clicks add up to. */
const FORMS_PER_MINUTE_MAX = 60;
const limit = new AddressRateLimit(FORMS_PER_MINUTE_MAX);

/** Settings for every role: profile, email, newsletter, data export and account deletion. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const site = siteOf(context);
  const { id: userId } = requireViewer(site.viewer, request);
  const { version, email, hasEmailNotifications, pictureUrl, ...profile } = await findProfile(site.db, userId);
  const copied = await findMemberPicture(site.db, userId);
  const filled: ProfileFormValues = {
    name: profile.name,
    picture: copied === null ? "drawn" : "provider",
    neighborhood: profile.neighborhoodSlug ?? "",
    isPublic: profile.isPublic,
  };
  const pictures: ProfilePictures = {
    drawn: drawnPicture(userId),
    copied: copied === null ? null : memberPicture(userId, copied.fetchedAt),
    canBeProviders: copied !== null || (pictureUrl !== null && site.env.identityProvider !== null),
  };
  return {
    filled,
    version,
    pictures,
    email,
    hasEmailNotifications,
    isMailSent: site.env.mail !== null,
    isNameAddress: profile.name === email,
    profilePath: memberPath(userId),
    neighborhoods: await findNeighborhoodOptions(site.db),
    newsletter: await loadOwnNewsletter(site.db, { userId, email, now: site.now }),
    newsletterClosed: site.switches.isOn("newsletter") ? null : SWITCH_OFF_MESSAGES.newsletter,
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const { db, env, log, now, switches, viewer } = siteOf(context);
  const { id: userId } = requireViewer(viewer, request);
  const form = await readForm(request);
  const headers = { "set-cookie": noticeCookie({ code: "profile-saved", item: null }) };
  if (form.text("intent") === "email") {
    await setEmailNotifications(db, { userId, hasEmailNotifications: form.text("hasEmailNotifications") === "yes" });
    return redirect("/settings#email", { status: 303, headers });
  }
  if (form.text("intent") === "newsletter") {
    if (form.text("do") === "subscribe" && !switches.isOn("newsletter"))
      throw new Response(`${SWITCH_OFF_MESSAGES.newsletter}\n`, { status: 503 });
    const isSaved = await changeOwnNewsletter(db, { userId, form, now });
    if (!isSaved) throw new Response("That choice isn’t available. Go back and choose again.\n", { status: 400 });
    return redirect("/settings#newsletter", { status: 303, headers });
  }
  const read = parseProfileForm(form, await findProfile(db, userId));
  const reject = (status: 400 | 409 | 429, why: string, problems: ProfileProblems = {}) =>
    data({ typed: read.values, version: read.version, why, problems }, { status });
  const retryAfter = limit.secondsToWait(userId, now);
  if (retryAfter !== null) return reject(429, tooManyRequests(retryAfter));
  const saved = await saveProfile({ db, env, log, now, userId, read });
  if (saved === "stale") return reject(409, STALE);
  if (saved !== "saved") return reject(400, "Your changes aren’t saved yet.", saved.problems);
  return redirect("/settings", { status: 303, headers });
}

const STALE =
  "Your profile was changed in another window since you opened this one, so nothing was saved here. " +
  "Copy what you want to keep, then reload the page.";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "Settings",
    description: "Your profile, your data and your account.",
    path: "/settings",
  });

export default function Settings({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className="wrap">
      <Breadcrumbs trail={[{ label: "Home", to: "/" }, { label: "Settings" }]} />
      <h1 className="d3 member-name">Settings</h1>
      <div className="member-sections settings">
        <section aria-labelledby="profile">
          <SectionHead id="profile" title="Profile" />
          <ProfileFields
            {...loaderData}
            filled={actionData?.typed ?? loaderData.filled}
            version={actionData?.version ?? loaderData.version}
            problems={actionData?.problems ?? {}}
            why={actionData?.why ?? null}
          />
        </section>
        <Email
          email={loaderData.email}
          hasEmailNotifications={loaderData.hasEmailNotifications}
          isMailSent={loaderData.isMailSent}
        />
        <OwnNewsletter
          newsletter={loaderData.newsletter}
          choices={loaderData.neighborhoods}
          closed={loaderData.newsletterClosed}
        />
        <YourData />
        <DeleteAccount />
      </div>
    </div>
  );
}

function Email({
  email,
  hasEmailNotifications,
  isMailSent,
}: {
  email: string | null;
  hasEmailNotifications: boolean;
  isMailSent: boolean;
}) {
  return (
    <section aria-labelledby="email">
      <SectionHead id="email" title="Email and sign-in" />
      <div className="settings-words">
        {email !== null && (
          <p>
            <b>{email}</b>
          </p>
        )}
        <p>You sign in with this address, and only you can see it. It comes from your Google account.</p>
        <form method="post" action="/settings" className="settings-form">
          <input type="hidden" name="intent" value="email" />
          <div className="settings-choice">
            <label>
              <input
                type="checkbox"
                name="hasEmailNotifications"
                value="yes"
                defaultChecked={hasEmailNotifications}
                aria-describedby="mail-says"
              />
              Email me my notifications
            </label>
            <p className="settings-hint" id="mail-says">
              Updates about your reviews, reports, corrections and questions. We always email you about payments and
              search alerts.
              {!isMailSent && " Email isn’t set up on this server yet. We’ll remember your choice."}
            </p>
          </div>
          <div>
            <button type="submit" className="button button-outline">
              Save email settings
            </button>
          </div>
        </form>
        <p>
          <Link className="link" to={SEARCH_ALERTS_PATH}>
            Your search alerts
          </Link>
        </p>
        <p>
          <Link className="link" to="/member/sessions">
            Where you’re signed in
          </Link>
        </p>
      </div>
    </section>
  );
}

function YourData() {
  return (
    <section aria-labelledby="data">
      <SectionHead id="data" title="Your data" />
      <div className="settings-words">
        <p>
          Download everything we store about you in one file: your profile, saved items, lists, search alerts, reviews
          and their earlier versions, votes, reports, notifications and sessions. You can also download each of your{" "}
          <Link className="link" to="/lists">
            lists
          </Link>{" "}
          for a spreadsheet or a map.
        </p>
        <p>
          <a className="button button-outline" href={MEMBER_EXPORT_PATH}>
            Download everything (JSON)
          </a>
        </p>
      </div>
    </section>
  );
}

function DeleteAccount() {
  return (
    <section aria-labelledby="leaving">
      <SectionHead id="leaving" title="Delete your account" />
      <div className="settings-words">
        <p>This deletes everything you have here. You can restore it for {DELETION_GRACE_DAYS} days.</p>
        <p>
          <Link className="button button-outline" to={DELETE_ACCOUNT_PATH}>
            Delete your account…
          </Link>
        </p>
      </div>
    </section>
  );
}

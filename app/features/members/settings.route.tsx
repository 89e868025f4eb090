import "#app/own-pages.css";

import { data, Link, redirect } from "react-router";

import { pageMeta, siteUrlOf } from "#app/features/seo/page-meta.ts";
import { AddressLimit } from "#app/platform/address-limit.ts";
import { noticeCookie } from "#app/platform/notice.ts";
import { readForm } from "#app/platform/read-form.ts";
import { siteOf } from "#app/platform/site.ts";
import { OFF_WORDS } from "#app/platform/switches.ts";
import { Breadcrumbs } from "#app/ui/breadcrumbs.tsx";
import { SectionHead } from "#app/ui/section-head.tsx";
import { requireViewer } from "../accounts/guards.ts";
import { chooseMail, findProfile } from "../accounts/profile.server.ts";
import { WAY_BACK_DAYS } from "../accounts/way-back.ts";
import { OwnNewsletter } from "../newsletter/own-newsletter.tsx";
import { changeOwnNewsletter, ownNewsletter } from "../newsletter/own-newsletter.server.ts";
import type { Route } from "./+types/settings.route";
import { DELETE_PATH, EXPORT_PATH } from "./settings-paths.ts";
import { neighborhoodChoices } from "./member-profile.server.ts";
import { drawnPicture, memberPath, memberPicture } from "./member.ts";
import { findPicture } from "./pictures.server.ts";
import { ProfileFields, type ProfilePictures } from "./profile-fields.tsx";
import { type ProfileProblems, readProfileForm, type TypedProfile } from "./profile-form.ts";
import { saveProfile } from "./save-profile.server.ts";

/** Per member; a form sent again and again by an impatient finger stays below it. */
const FORMS_PER_MINUTE_MAX = 60;
const limit = new AddressLimit(FORMS_PER_MINUTE_MAX);

/** What belongs to a person whatever their role: who they are here, what is held of them, and the way out. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const site = siteOf(context);
  site.page.keep = false;
  const { id: userId } = requireViewer(site.viewer, request);
  const { version, email, wantsMail, pictureUrl, ...profile } = await findProfile(site.db, userId);
  const copied = await findPicture(site.db, userId);
  const filled: TypedProfile = {
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
    wantsMail,
    isMailSent: site.env.mail !== null,
    isNameAddress: profile.name === email,
    profilePath: memberPath(userId),
    neighborhoods: await neighborhoodChoices(site.db),
    newsletter: await ownNewsletter(site.db, { userId, email, now: site.now }),
    newsletterClosed: site.switches.isOn("newsletter") ? null : OFF_WORDS.newsletter,
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const { db, env, log, now, page, switches, viewer } = siteOf(context);
  page.keep = false;
  const { id: userId } = requireViewer(viewer, request);
  const form = await readForm(request);
  const headers = { "set-cookie": noticeCookie({ code: "profile-kept", item: null }) };
  if (form.text("intent") === "email") {
    await chooseMail(db, { userId, wantsMail: form.text("wantsMail") === "yes" });
    return redirect("/settings#email", { status: 303, headers });
  }
  if (form.text("intent") === "newsletter") {
    if (form.text("do") === "subscribe" && !switches.isOn("newsletter"))
      throw new Response(`${OFF_WORDS.newsletter}\n`, { status: 503 });
    const isKept = await changeOwnNewsletter(db, { userId, form, now });
    if (!isKept) throw new Response("That choice isn’t offered. Go back and choose again.\n", { status: 400 });
    return redirect("/settings#newsletter", { status: 303, headers });
  }
  const read = readProfileForm(form, await findProfile(db, userId));
  const refuse = (status: 400 | 409 | 429, why: string, problems: ProfileProblems = {}) =>
    data({ typed: read.typed, version: read.version, why, problems }, { status });
  const seconds = limit.secondsToWait(userId, now);
  if (seconds !== null) return refuse(429, `That is too often. Try again in ${seconds} seconds.`);
  const saved = await saveProfile({ db, env, log, now, userId, read });
  if (saved === "stale") return refuse(409, STALE);
  if (saved !== "saved") return refuse(400, "Nothing is changed yet.", saved.problems);
  return redirect("/settings", { status: 303, headers });
}

const STALE =
  "Your profile was changed in another window since you opened this one, so nothing was saved. " +
  "Copy what you want to keep, then open the page again.";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    siteUrl: siteUrlOf(matches),
    title: "Settings",
    description: "Your profile, your data and your account.",
    path: "/settings",
    robots: "noindex, follow",
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
        <Email email={loaderData.email} wantsMail={loaderData.wantsMail} isMailSent={loaderData.isMailSent} />
        <OwnNewsletter
          newsletter={loaderData.newsletter}
          choices={loaderData.neighborhoods}
          closed={loaderData.newsletterClosed}
        />
        <YourData />
        <Leaving />
      </div>
    </div>
  );
}

function Email({ email, wantsMail, isMailSent }: { email: string | null; wantsMail: boolean; isMailSent: boolean }) {
  return (
    <section aria-labelledby="email">
      <SectionHead id="email" title="E-mail and sign-in" />
      <div className="settings-words">
        {email !== null && (
          <p>
            <b>{email}</b>
          </p>
        )}
        <p>You sign in with this address, and nobody else is shown it. It follows your Google account.</p>
        <form method="post" action="/settings" className="settings-form">
          <input type="hidden" name="intent" value="email" />
          <div className="settings-choice">
            <label>
              <input
                type="checkbox"
                name="wantsMail"
                value="yes"
                defaultChecked={wantsMail}
                aria-describedby="mail-says"
              />
              Mail me what my notifications tell me
            </label>
            <p className="settings-hint" id="mail-says">
              What became of your reviews, reports, corrections and questions. Mail about your payments comes without
              the tick too.
              {!isMailSent && " No mail server is set up here, so none is sent until one is; your choice is kept."}
            </p>
          </div>
          <div>
            <button type="submit" className="button button-outline">
              Keep the choice
            </button>
          </div>
        </form>
        <p>
          <Link className="link" to="/member/sessions">
            Where you are signed in
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
          One file with everything we hold of you: your profile, what you saved, your lists, your reviews with their
          earlier versions, your votes and reports, what you were told, and where you are signed in. Each of your{" "}
          <Link className="link" to="/lists">
            lists
          </Link>{" "}
          can be had for itself too, for a spreadsheet or a map.
        </p>
        <p>
          <a className="button button-outline" href={EXPORT_PATH}>
            Download everything (JSON)
          </a>
        </p>
      </div>
    </section>
  );
}

function Leaving() {
  return (
    <section aria-labelledby="leaving">
      <SectionHead id="leaving" title="Delete your account" />
      <div className="settings-words">
        <p>Everything that is yours here goes with it. For {WAY_BACK_DAYS} days you can have it back.</p>
        <p>
          <Link className="button button-outline" to={DELETE_PATH}>
            Delete your account…
          </Link>
        </p>
      </div>
    </section>
  );
}

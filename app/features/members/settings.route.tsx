import { data, Link, redirect } from "react-router";

import { pageMeta, siteUrlOf } from "#app/features/seo/page-meta.ts";
import { AddressLimit } from "#app/platform/address-limit.ts";
import { noticeCookie } from "#app/platform/notice.ts";
import { notifyPages } from "#app/platform/page-tags.server.ts";
import { readForm, type SentForm } from "#app/platform/read-form.ts";
import { type Site, siteOf } from "#app/platform/site.ts";
import { Breadcrumbs } from "#app/ui/breadcrumbs.tsx";
import { SectionHead } from "#app/ui/section-head.tsx";
import { deleteAccount } from "../accounts/delete-account.server.ts";
import { requireViewer } from "../accounts/guards.ts";
import { findProfile } from "../accounts/profile.server.ts";
import { sessionCookie } from "../accounts/session-cookie.ts";
import { DELETE_WORD } from "../accounts/way-back.ts";
import { withdrawReviews } from "../reviews/leaving-author.server.ts";
import type { Route } from "./+types/settings.route";
import { DeleteAccountForm } from "./delete-account-form.tsx";
import { EXPORT_PATH } from "./export-path.ts";
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
  const { version, email, pictureUrl, ...profile } = await findProfile(site.db, userId);
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
    isNameAddress: profile.name === email,
    profilePath: memberPath(userId),
    neighborhoods: await neighborhoodChoices(site.db),
  };
}

/** `do` is `profile` or `delete`. */
export async function action({ context, request }: Route.ActionArgs) {
  const site = siteOf(context);
  site.page.keep = false;
  const { id: userId } = requireViewer(site.viewer, request);
  const form = await readForm(request);
  const isDeleting = form.text("do") === "delete";
  const seconds = limit.secondsToWait(userId, site.now);
  const wait = seconds === null ? null : `That is too often. Try again in ${seconds} seconds.`;
  return isDeleting ? remove(site, form, { userId, wait }) : keep(site, form, { userId, wait });
}

type Sent = { userId: string; wait: string | null };

async function keep({ db, env, log, now }: Site, form: SentForm, { userId, wait }: Sent) {
  const read = readProfileForm(form, await findProfile(db, userId));
  const refuse = (status: 400 | 409 | 429, why: string, problems: ProfileProblems = {}) =>
    data({ form: "profile" as const, typed: read.typed, version: read.version, why, problems }, { status });
  if (wait !== null) return refuse(429, wait);
  if (form.text("do") !== "profile") return refuse(400, "Nothing was asked for. Please use one of the buttons.");
  const saved = await saveProfile({ db, env, log, now, userId, read });
  if (saved === "stale") return refuse(409, STALE);
  if (saved !== "saved") return refuse(400, "Nothing is changed yet.", saved.problems);
  return redirect("/settings", {
    status: 303,
    headers: { "set-cookie": noticeCookie({ code: "profile-kept", item: null }) },
  });
}

const STALE =
  "Your profile was changed in another window since you opened this one, so nothing was saved. " +
  "Copy what you want to keep, then open the page again.";

async function remove({ db, env, log, now }: Site, form: SentForm, { userId, wait }: Sent) {
  const typed = form.text("word");
  const refuse = (status: 400 | 409 | 429, why: string, problem: string | null = null) =>
    data({ form: "delete" as const, typed, why, problem }, { status });
  if (wait !== null) return refuse(429, wait);
  if (typed.trim().toLowerCase() !== DELETE_WORD) {
    return refuse(400, "Nothing is deleted.", `Type ${DELETE_WORD}, so that we know you mean it.`);
  }
  const outcome = await db.transaction(async (tx) => {
    const deleted = await deleteAccount(tx, { userId, now });
    if (deleted === "last-admin") return deleted;
    await withdrawReviews(tx, userId);
    await notifyPages(tx, [`member:${userId}`]);
    return deleted;
  });
  if (outcome === "last-admin") return refuse(409, LAST_ADMIN);
  log.info({ userId }, "An account was deleted by its person");
  const headers = new Headers({ "set-cookie": sessionCookie(null, env.siteUrl) });
  headers.append("set-cookie", noticeCookie({ code: "account-deleted", item: null }));
  return redirect("/", { status: 303, headers });
}

const LAST_ADMIN = "You are the only admin. Have another one appointed first, so that somebody looks after the guide.";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    siteUrl: siteUrlOf(matches),
    title: "Settings",
    description: "Your profile, your data and your account.",
    path: "/settings",
    robots: "noindex, follow",
  });

export default function Settings({ loaderData, actionData }: Route.ComponentProps) {
  const profile = actionData?.form === "profile" ? actionData : null;
  const deletion = actionData?.form === "delete" ? actionData : null;
  return (
    <div className="wrap">
      <Breadcrumbs trail={[{ label: "Home", to: "/" }, { label: "Settings" }]} />
      <h1 className="d3 member-name">Settings</h1>
      <div className="member-sections settings">
        <section aria-labelledby="profile">
          <SectionHead id="profile" title="Profile" />
          <ProfileFields
            {...loaderData}
            filled={profile?.typed ?? loaderData.filled}
            version={profile?.version ?? loaderData.version}
            problems={profile?.problems ?? {}}
            why={profile?.why ?? null}
          />
        </section>
        <Email email={loaderData.email} />
        <YourData />
        <section aria-labelledby="delete">
          <SectionHead id="delete" title="Delete your account" />
          <DeleteAccountForm refused={deletion} />
        </section>
      </div>
    </div>
  );
}

/** Nothing to choose: a choice about mail that nobody sends would be a lie. */
function Email({ email }: { email: string | null }) {
  return (
    <section aria-labelledby="email">
      <SectionHead id="email" title="E-mail" />
      <div className="settings-words">
        {email !== null && (
          <p>
            <b>{email}</b>
          </p>
        )}
        <p>
          You sign in with this address, and nobody else is shown it. It follows your Google account. Rowhouse sends you
          no e-mail, so there is nothing to switch off.
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
          earlier versions, your votes and reports, and where you are signed in. Each of your{" "}
          <Link className="link" to="/lists">
            lists
          </Link>{" "}
          can be had for itself too, for a spreadsheet or a map.
        </p>
        <p>
          <a className="button button-outline" href={EXPORT_PATH} download>
            Download everything (JSON)
          </a>
        </p>
      </div>
    </section>
  );
}

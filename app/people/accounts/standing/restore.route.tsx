import "../sign-in/sign-in.css";

import { Link, redirect } from "react-router";

import { SiteScenePicture } from "#illustrations/site-scene-picture.tsx";
import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { noticeCookie } from "#app/platform/notice.ts";
import { invalidatePages } from "#app/platform/page-tags.server.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";

import { notifyQuestionPagesOfMember } from "#app/people/place-questions/question-pages-of-member.server.ts";
import { restoreReviews } from "#app/people/reviews/write/deleted-author-reviews.server.ts";
import type { Route } from "./+types/restore.route";
import { dashboardPath } from "../sign-in/after-sign-in.ts";
import { findDeletedAccount, restoreAccount } from "./delete-account.server.ts";
import { sessionCookie } from "../sessions/session-cookie.ts";
import { findViewer } from "../sessions/sessions.server.ts";
import { signInProblemPath } from "../sign-in/sign-in-problems.ts";
import { accountRestoreCookie, readAccountRestoreToken } from "./account-restore-cookie.ts";
import { purgeDateLabel } from "./account-restore.ts";

export const handle = { audience: "everyone", isIndexed: false, isCached: false } satisfies RouteHandle;

/** Shown after signing in to a deleted account. The account is restored only if the user asks for it. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, now } = siteOf(context);
  const token = readAccountRestoreToken(request.headers.get("cookie"));
  const account = token === null ? null : await findDeletedAccount(db, token, now);
  if (account === null) throw redirect(signInProblemPath(token === null ? "expired" : "deleted", "/"), 303);
  return { goneOn: purgeDateLabel(account.deletedAt) };
}

export async function action({ context, request }: Route.ActionArgs) {
  const { db, env, now, log } = siteOf(context);
  const token = readAccountRestoreToken(request.headers.get("cookie"));
  if (token === null) return redirect(signInProblemPath("expired", "/"), 303);
  const account = await findDeletedAccount(db, token, now);
  if (account !== null) {
    const { userId } = account;
    await db.transaction(async (tx) => {
      if (!(await restoreAccount(tx, { userId, now }))) return;
      await restoreReviews(tx, userId);
      await notifyQuestionPagesOfMember(tx, userId);
      await invalidatePages(tx, [`member:${userId}`]);
    });
    log.info({ userId }, "A deleted account was restored");
  }
  // The token is a session token, which works again now that the account is restored, also if the form is sent twice.
  const viewer = await findViewer(db, token, now);
  if (viewer === null) return redirect(signInProblemPath("expired", "/"), 303);
  const headers = new Headers({ "set-cookie": sessionCookie(token, env.siteUrl) });
  headers.append("set-cookie", accountRestoreCookie(null, env.siteUrl));
  headers.append("set-cookie", noticeCookie({ code: "account-restored", item: null }));
  return redirect(dashboardPath(viewer.role), { status: 303, headers });
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "Your deleted account",
    description: "Restore your deleted account.",
    path: "/auth/restore",
  });

export default function Restore({ loaderData: { goneOn } }: Route.ComponentProps) {
  return (
    <div className="wrap sign-in">
      <div className="sign-in-form">
        <h1 className="d2">You deleted this account</h1>
        <p>
          It’s hidden now, and we’ll delete it permanently on {goneOn}. Until then you can restore everything: your
          saved places and guides, lists, reviews and profile.
        </p>
        <form method="post">
          <button type="submit" className="button button-primary button-large">
            Restore my account
          </button>
        </form>
        <Link className="button button-outline button-large" to="/" reloadDocument>
          Don’t restore it
        </Link>
      </div>
      <SiteScenePicture name="flag" width={480} height={260} />
    </div>
  );
}

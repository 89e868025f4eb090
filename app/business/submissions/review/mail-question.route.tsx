import "#app/business/corrections/corrections.css";
import "../submissions.css";

import { redirect } from "react-router";

import { noSuchPage } from "#app/people/navigation/no-such-page.ts";
import { pageMeta } from "#app/guide/seo/page-meta.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";

import type { Route } from "./+types/mail-question.route";
import { mailConfirmationPath, submissionPath } from "../submission.ts";
import { confirmMail, findMailConfirmation } from "../submission-queries.server.ts";

export const handle = { audience: "everyone", isIndexed: false } satisfies RouteHandle;

/** The page that confirms an email address. Opening it confirms nothing, because mail scanners follow links. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { db, page } = siteOf(context);
  page.isCacheable = false;
  const question = await findMailConfirmation(db, params.key);
  if (question === null) throw noSuchPage();
  return { address: question.address, key: params.key };
}

export async function action({ context, params }: Route.ActionArgs) {
  const { db, now } = siteOf(context);
  const key = await confirmMail(db, { emailKey: params.key, now });
  if (key === null) throw noSuchPage();
  return redirect(submissionPath(key), 303);
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta({
    matches,
    title: "Confirm your email",
    description: "Confirm your email address to get updates on your submission.",
    path: mailConfirmationPath(loaderData.key),
  });

export default function MailQuestion({ loaderData: { address, key } }: Route.ComponentProps) {
  return (
    <div className="wrap submit-page">
      <h1 className="d2">Is this your email address?</h1>
      <p className="correction-lede">
        Someone submitted a business and entered <b>{address}</b> for updates. If it was you, confirm, and we’ll email
        you the decision. If it wasn’t, close this page. We won’t email you again.
      </p>
      <form method="post" action={mailConfirmationPath(key)}>
        <button type="submit" className="button button-primary">
          Yes, email me updates
        </button>
      </form>
    </div>
  );
}

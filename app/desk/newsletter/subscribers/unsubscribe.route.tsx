import "./newsletter.css";

import { data, Link } from "react-router";

import { pageMeta } from "#app/guide/seo/page-meta.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";

import type { Route } from "./+types/unsubscribe.route";
import { subscriberPath } from "../newsletter-paths.ts";
import { unsubscribe } from "./change-preferences.server.ts";
import { ExpiredLink } from "./expired-link.tsx";
import { UNSUBSCRIBED_RETENTION_DAYS } from "./retention-days.ts";
import { findSubscriberByKey } from "./subscriber-key.server.ts";

/** One click in a mail program (RFC 8058): only the key in the URL counts, not the session. */
export const handle = {
  audience: "everyone",
  isIndexed: false,
  session: "unread",
  isOriginChecked: false,
} satisfies RouteHandle;

/** Opening it changes nothing, since mail scanners follow links. */
export async function loader({ context, params: { key } }: Route.LoaderArgs) {
  const { db, now, page } = siteOf(context);
  page.isCacheable = false;
  const subscriber = await findSubscriberByKey(db, key, now);
  return data({ key, address: subscriber?.email ?? null }, { status: subscriber === null ? 404 : 200 });
}

/** Accepts any form, and doesn't redirect, since mail servers don't follow redirects. */
export async function action({ context, params: { key } }: Route.ActionArgs) {
  const { db, now } = siteOf(context);
  const isEnded = (await unsubscribe(db, { key, now })) !== null;
  return data({ isEnded }, { status: isEnded ? 200 : 404 });
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta({
    matches,
    title: "Unsubscribe",
    description: "Manage your Rowhouse newsletter.",
    path: subscriberPath("unsubscribe", loaderData.key),
  });

export default function UnsubscribePage({ loaderData: { key, address }, actionData }: Route.ComponentProps) {
  if (address === null) return <ExpiredLink />;
  const preferences = subscriberPath("preferences", key);
  if (actionData?.isEnded === true) {
    return (
      <div className="wrap newsletter-page">
        <h1 className="d2">You’re unsubscribed</h1>
        <p className="lede" role="status">
          We won’t send anything else to <b>{address}</b>, and we’ll delete the address in {UNSUBSCRIBED_RETENTION_DAYS}{" "}
          days.
        </p>
        <form method="post" action={preferences}>
          <button type="submit" className="button button-outline" name="do" value="again">
            Subscribe again
          </button>
        </form>
      </div>
    );
  }
  return (
    <div className="wrap newsletter-page">
      <h1 className="d2">Unsubscribe?</h1>
      <p className="lede">
        We’ll stop sending the newsletter to <b>{address}</b>.
      </p>
      <div className="newsletter-buttons">
        <form method="post" action={subscriberPath("unsubscribe", key)}>
          <button type="submit" className="button button-primary">
            Unsubscribe
          </button>
        </form>
        <Link className="button button-plain" to={preferences}>
          Change or pause instead
        </Link>
      </div>
    </div>
  );
}

import "#app/own-pages.css";

import { Link } from "react-router";

import { pageMeta, siteUrlOf } from "#app/features/seo/page-meta.ts";
import { siteOf } from "#app/platform/site.ts";

import { requireRole } from "../accounts/guards.ts";
import { AdminPage } from "../admin/admin-page.tsx";
import type { Route } from "./+types/health.route";
import { ACTIONS_PATH, HEALTH_PATH, tookWords } from "./actions.ts";
import { askHealth } from "./health.server.ts";
import { ANSWER_TONES, ANSWER_WORDS } from "./health.ts";

/** Checks now whether everything the site needs responds. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, env, now, viewer, page } = siteOf(context);
  page.keep = false;
  requireRole(viewer, request, ["admin"]);
  return askHealth({ db, env, now });
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    siteUrl: siteUrlOf(matches),
    title: "Health",
    description: "Whether everything the site needs responds.",
    path: HEALTH_PATH,
    robots: "noindex, follow",
  });

export default function Health({ loaderData: { lines, facts, askedAt, askedLabel } }: Route.ComponentProps) {
  const failing = lines.filter(({ answer }) => answer === "failing").length;
  return (
    <AdminPage
      section="actions"
      title="Health"
      lead={failing === 0 ? "Everything that’s set up is working." : `${failing} of ${lines.length} checks failed.`}
      actions={
        <>
          <Link className="button button-outline" to={HEALTH_PATH}>
            Check again
          </Link>
          <Link className="button button-plain" to={ACTIONS_PATH}>
            All actions
          </Link>
        </>
      }
    >
      <ul className="actions-rows">
        {lines.map(({ name, answer, said, ms }) => (
          <li key={name}>
            <div>
              <h2 className="h4">{name}</h2>
              <p className="actions-last">
                <span className={`badge ${ANSWER_TONES[answer]}`}>{ANSWER_WORDS[answer]}</span>
                <span>{said}</span>
                {ms !== null && <span className="text-stone-5">{tookWords(ms)}</span>}
              </p>
            </div>
          </li>
        ))}
      </ul>
      <section aria-labelledby="facts" className="actions-group">
        <h2 className="h3" id="facts">
          This server
        </h2>
        <dl className="admin-known">
          {facts.map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <p className="text-row text-stone-5">
          Checked on <time dateTime={askedAt}>{askedLabel}</time>.
        </p>
      </section>
    </AdminPage>
  );
}

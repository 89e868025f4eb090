import { data, redirect } from "react-router";

import type { LiveSourceName } from "#app/db/columns/source-columns.ts";
import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { isLoopbackHost } from "#app/lib/loopback-host.ts";
import { readForm } from "#app/platform/read-form.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { type Site, siteOf } from "#app/platform/site.ts";
import { AutoRefresh } from "#app/ui/auto-refresh.tsx";

import { requireRole } from "#app/people/accounts/guards.ts";
import { AdminPage } from "#app/desk/overview/admin-page.tsx";
import type { Route } from "./+types/sources.route";
import { requestSourceRun } from "../run/request-run.server.ts";
import { pauseSource, stopSourceRun, switchSourceOff, switchSourceOn } from "../run/switch-source.server.ts";
import { listLiveSources } from "../source-queries.server.ts";
import { findLiveSource } from "../source-registry.server.ts";
import { presentSource } from "./present-source.ts";
import { SourceCard } from "./source-card.tsx";
import { SOURCES_PATH } from "./source-labels.ts";

export const handle = { audience: "admin" } satisfies RouteHandle;

/** Where admins switch live sources on and off, start runs, and see what they brought. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, env, viewer, now } = siteOf(context);
  requireRole(viewer, request, ["admin"]);
  const sources = await listLiveSources(db, env.sourceHosts);
  return {
    sources: sources.map((source) => presentSource(source, now)),
    siteUrl: env.siteUrl,
    isPublicSite: !isLoopbackHost(new URL(env.siteUrl).hostname),
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const site = siteOf(context);
  const viewer = requireRole(site.viewer, request, ["admin"]);
  const form = await readForm(request);
  const source = findLiveSource(form.text("source"));
  if (source === null) return data({ source: null, why: "Choose a source." }, { status: 400 });
  const outcome = await runCommand(site, { command: form.text("do"), name: source.name, adminId: viewer.id });
  if (outcome === "done") throw redirect(SOURCES_PATH, 303);
  return data({ source: source.name, why: outcome.why }, { status: outcome.status });
}

async function runCommand(
  { db, now, log }: Site,
  { command, name, adminId }: { command: string; name: LiveSourceName; adminId: string },
): Promise<"done" | { why: string; status: 400 | 409 }> {
  const change = { name, actor: { kind: "staff" as const, id: adminId }, now };
  log.info({ source: name, command, adminId }, "Command for a live source received");
  const answer = (isDone: boolean, why: string) => (isDone ? ("done" as const) : { why, status: 409 as const });
  switch (command) {
    case "on":
      return answer(await switchSourceOn(db, change), "This source is on already.");
    case "off":
      return answer(await switchSourceOff(db, change), "This source is off already.");
    case "pause":
      return answer(await pauseSource(db, { ...change, isPaused: true }), "This source is paused or off already.");
    case "resume":
      return answer(await pauseSource(db, { ...change, isPaused: false }), "This source isn’t paused.");
    case "stop":
      return answer(await stopSourceRun(db, change), "This run has ended already.");
    case "run": {
      const requested = await requestSourceRun(db, change);
      if (requested === "off") return answer(false, "Switch the source on first.");
      // Of a second click, or of another admin: the page shows the run that there is.
      return "done";
    }
    default:
      return { why: "Choose an action.", status: 400 };
  }
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "Sources",
    description: "Live sources: what Rowhouse reads from outside by itself.",
    path: SOURCES_PATH,
  });

export default function Sources({ loaderData: { sources, siteUrl, isPublicSite }, actionData }: Route.ComponentProps) {
  const failure = actionData ?? null;
  const isActive = sources.some(
    ({ lastRun, isDue }) => isDue || (lastRun?.isActive === true && lastRun.stage !== "waiting"),
  );
  return (
    <AdminPage
      section="sources"
      title="Sources"
      lead="Where Rowhouse can read places, hours and more by itself. Nothing is requested from a source until you switch it on."
    >
      <AutoRefresh isOn={isActive} />
      <p className="live-sources-note">
        Requests carry this site’s address, {siteUrl}, so that the operators of a source can reach you.
        {!isPublicSite && " It isn’t a public address: set SITE_URL, or a source may refuse."} You can withdraw what a
        source added at any time.
      </p>
      <div className="live-sources">
        {failure !== null && failure.source === null && (
          <p className="form-problem" role="alert">
            {failure.why}
          </p>
        )}
        {sources.map((source) => (
          <SourceCard
            key={source.name}
            source={source}
            problem={failure !== null && failure.source === source.name ? failure.why : null}
          />
        ))}
      </div>
    </AdminPage>
  );
}

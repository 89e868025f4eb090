import "#app/own-pages.css";

import { data, redirect } from "react-router";

import { pageMeta, siteUrlOf } from "#app/features/seo/page-meta.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { readForm } from "#app/platform/read-form.ts";
import { siteOf } from "#app/platform/site.ts";

import { requireRole } from "../accounts/guards.ts";
import { findDecided, findWaiting } from "../moderation/cases.server.ts";
import type { Route } from "./+types/queue.route";
import { bulkResults } from "./bulk-words.ts";
import { decideTogether, readBulk } from "./bulk-decide.server.ts";
import { loadDecided, loadOpen } from "./open-case.server.ts";
import { loadList } from "./queue.server.ts";
import { bulkText, QUEUE_PATH, queuePath, readBulkText, readQueueAsked } from "./queue.ts";
import { Queue } from "./queue.tsx";

/** Everything that waits for an editor's decision, or has had it. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const site = siteOf(context);
  site.page.keep = false;
  const viewer = requireRole(site.viewer, request, ["admin"]);
  const search = new URL(request.url).searchParams;
  const asked = readQueueAsked(search);
  const list = await loadList(site, asked, viewer.id);
  // The last case of the last page was decided.
  if (asked.page > list.pageCount) throw redirect(queuePath({ ...asked, page: list.pageCount }), 303);
  const first = list.rows[0]?.id ?? null;
  const before = search.get("decided") ?? "";
  const outcomes = readBulkText(search.get("bulk"));
  const ids = outcomes.map(({ id }) => id);
  const [closed, open] = [await findDecided(site.db, ids), await findWaiting(site.db, ids)];
  return {
    asked,
    list,
    open: first === null || asked.state === "closed" ? null : await loadOpen(site, first),
    done: isUuid(before) ? await loadDecided(site, before) : null,
    bulk: outcomes.length === 0 ? null : bulkResults({ outcomes, closed, open, viewerId: viewer.id }),
    viewerId: viewer.id,
  };
}

/** Decides about several at once. */
export async function action({ context, request }: Route.ActionArgs) {
  const site = siteOf(context);
  const { id: decidedBy } = requireRole(site.viewer, request, ["admin"]);
  const asked = readQueueAsked(new URL(request.url).searchParams);
  const form = await readForm(request);
  const bulk = readBulk(form);
  if (typeof bulk === "string") {
    const kept = { ticked: form.texts("case"), code: form.text("code"), message: form.text("message") };
    return data({ why: bulk, ...kept }, { status: 400 });
  }
  const outcomes = await decideTogether(site, { ...bulk, decidedBy });
  const count = outcomes.filter(({ outcome }) => outcome === "decided").length;
  site.log.info({ decision: bulk.decision, count, of: outcomes.length, decidedBy }, "Cases were decided together");
  return redirect(queuePath(asked, null, { bulk: bulkText(outcomes) }), 303);
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    siteUrl: siteUrlOf(matches),
    title: "Moderation",
    description: "What waits for a moderator’s decision.",
    path: QUEUE_PATH,
    robots: "noindex, follow",
  });

export default function QueuePage({ loaderData, actionData }: Route.ComponentProps) {
  return <Queue {...loaderData} isAsked={false} refusedBulk={actionData ?? null} refused={null} decided={null} />;
}

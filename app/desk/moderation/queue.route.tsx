import { data, redirect, type ShouldRevalidateFunctionArgs } from "react-router";

import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { readForm } from "#app/platform/read-form.ts";
import { readQuery, type RouteHandle } from "#app/platform/route-handle.ts";
import { type Site, siteOf } from "#app/platform/site.ts";
import { pluralize } from "#app/ui/format-count.ts";

import { requireRole } from "#app/people/accounts/guards.ts";
import { findDecidedCases, findOpenCases } from "#app/core/cases/case-queries.server.ts";
import { noSuchPage } from "#app/people/navigation/no-such-page.ts";
import type { Route } from "./+types/queue.route";
import { decideCases, parseBulkForm, undoDecisions } from "./bulk-decide.server.ts";
import { type BulkResults, summarizeBulkResults } from "./bulk-results.ts";
import { submitCaseForm } from "./case-form.server.ts";
import { loadDecidedCase, loadOpenCase, loadChosenCase } from "./open-case.server.ts";
import { loadQueue } from "./load-queue.server.ts";
import {
  DEFAULT_QUEUE_QUERY,
  type BulkOutcome,
  serializeBulkOutcomes,
  queuePath,
  parseBulkOutcomes,
  parseQueueQuery,
} from "./queue.ts";
import { Queue } from "./queue-view.tsx";
import type { BulkFormError } from "./bulk-form-error.ts";

export const handle = {
  audience: "admin",
  query: ["state", "whose", "kind", "page", "bulk", "decided"],
} as const satisfies RouteHandle;

/** The moderation queue: open or decided cases, and one case with its own URL. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const site = siteOf(context);
  const viewer = requireRole(site.viewer, request, ["admin"]);
  const search = readQuery(request, handle);
  const query = parseQueueQuery(search);
  const list = await loadQueue(site, query, viewer.id);
  const hasCaseId = params.id !== undefined;
  const bulkParam = search.get("bulk");
  // The last case of the last page was decided: show its result on the page before.
  if (!hasCaseId && query.page > list.pageCount) {
    throw redirect(
      queuePath({ ...query, page: list.pageCount }, null, bulkParam === null ? {} : { bulk: bulkParam }),
      303,
    );
  }
  const decidedId = search.get("decided") ?? "";
  const shared = {
    query,
    list,
    hasCaseId,
    done: isUuid(decidedId) ? await loadDecidedCase(site, decidedId) : null,
    bulk: await loadBulkResults(site, parseBulkOutcomes(bulkParam), viewer.id),
    viewerId: viewer.id,
  };
  if (params.id === undefined) {
    const [first] = list.rows;
    if (first === undefined) return { ...shared, open: null, decided: null };
    if (query.state === "closed") return { ...shared, open: null, decided: await loadDecidedCase(site, first.id) };
    return { ...shared, open: await loadOpenCase(site, first.id), decided: null };
  }
  const open = isUuid(params.id) ? await loadChosenCase(site, params.id) : null;
  const decided = open === null && isUuid(params.id) ? await loadDecidedCase(site, params.id) : null;
  if (open === null && decided === null) throw noSuchPage();
  return { ...shared, open, decided };
}

async function loadBulkResults({ db }: Site, outcomes: BulkOutcome[], viewerId: string): Promise<BulkResults | null> {
  if (outcomes.length === 0) return null;
  const ids = outcomes.map(({ id }) => id);
  const [closed, open] = [await findDecidedCases(db, ids), await findOpenCases(db, ids)];
  return summarizeBulkResults({ outcomes, closed, open, viewerId });
}

/** Handles the form of the open case and the bulk form of the list. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const site = siteOf(context);
  const { id: by } = requireRole(site.viewer, request, ["admin"]);
  const query = parseQueueQuery(readQuery(request, handle));
  const form = await readForm(request);
  if (params.id !== undefined) return submitCaseForm({ site, id: params.id, by, form, query });
  const bulk = parseBulkForm(form);
  if (typeof bulk === "string") {
    const submitted = { ticked: form.texts("case"), code: form.text("code"), message: form.text("message") };
    return data<BulkFormError>({ why: bulk, ...submitted, results: null }, { status: 400 });
  }
  if (bulk.does === "undo") {
    const undone = await undoDecisions(site, { ids: bulk.ids, by });
    site.log.info({ of: undone.length, by }, "Decisions were undone together");
    return redirect(
      queuePath({ ...query, state: "open", page: 1 }, null, { bulk: serializeBulkOutcomes(undone) }),
      303,
    );
  }
  const outcomes = await decideCases(site, { ...bulk, decidedBy: by });
  const count = outcomes.filter(({ outcome }) => outcome === "decided").length;
  site.log.info({ decision: bulk.decision, count, of: outcomes.length, decidedBy: by }, "Cases were decided together");
  const remaining = outcomes.filter(({ outcome }) => outcome !== "decided" && outcome !== "closed");
  if (remaining.length === 0) return redirect(queuePath(query, null, { bulk: serializeBulkOutcomes(outcomes) }), 303);
  // Cases that stay open stay selected, with the submitted reason and message.
  const submitted = { ticked: remaining.map(({ id }) => id), code: form.text("code"), message: form.text("message") };
  const why = `${pluralize(remaining.length, "case")} couldn’t be decided. See the reasons at the top of the page.`;
  return data<BulkFormError>(
    { why, ...submitted, results: await loadBulkResults(site, outcomes, by) },
    { status: 409 },
  );
}

/** Reloads the case and the list after a conflict. */
export function shouldRevalidate({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return actionStatus === 409 || defaultShouldRevalidate;
}

export const meta: Route.MetaFunction = ({ loaderData: { hasCaseId, open, decided }, matches }) => {
  const caseId = hasCaseId ? (open?.details.id ?? decided?.id ?? null) : null;
  const name = open?.details.name ?? decided?.name ?? "Moderation";
  return pageMeta({
    matches,
    title: caseId === null ? "Moderation" : name,
    description: "Cases waiting for an editor’s decision.",
    path: queuePath(DEFAULT_QUEUE_QUERY, caseId),
  });
};

export default function QueuePage({ loaderData, actionData }: Route.ComponentProps) {
  const refusedBulk = actionData !== undefined && "ticked" in actionData ? actionData : null;
  const refused = actionData !== undefined && "duplicate" in actionData ? actionData : null;
  return <Queue {...loaderData} refusedBulk={refusedBulk} refused={refused} />;
}

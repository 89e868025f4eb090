import "./revisions.css";

import { data, Link, redirect } from "react-router";

import { noSuchPage } from "#app/people/navigation/no-such-page.ts";
import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { formatWeekdayInstant } from "#app/lib/format-time.ts";
import { readForm } from "#app/platform/read-form.ts";
import { readQuery, type RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";
import { FormSummary } from "#app/ui/form-summary.tsx";

import { requireRole } from "#app/people/accounts/guards.ts";
import type { Route } from "./+types/revisions.route";
import { DiffView } from "./diff-view.tsx";
import { findRevisions, listRevisions, findGuideWithDraft, saveGuideDraft } from "./drafts.server.ts";
import { editorPath, parseGuideId, revisionsPath } from "../editing-paths.ts";
import { diffGuides } from "./guide-diff.server.ts";

export const handle = { audience: "admin", query: ["revision"] } as const satisfies RouteHandle;

/** A guide's revisions, and the changes of one of them. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { db, viewer } = siteOf(context);
  requireRole(viewer, request, ["admin"]);
  const id = parseGuideId(params.id);
  const opened = id === null ? null : await findGuideWithDraft(db, id);
  if (id === null || opened === null) throw noSuchPage();
  const rows = await listRevisions(db, id);
  const requestedId = parseGuideId(readQuery(request, handle).get("revision") ?? "");
  const chosen = rows.find((row) => row.id === requestedId) ?? rows[0] ?? null;
  const before = chosen === null ? undefined : rows[rows.indexOf(chosen) + 1];
  const found = await findRevisions(db, { postId: id, ids: [chosen, before].flatMap((row) => row?.id ?? []) });
  const [is, was] = [found.get(chosen?.id ?? 0), found.get(before?.id ?? 0)];
  return {
    id,
    version: opened.version,
    title: opened.document.title || "Untitled post",
    revisions: rows.map((row) => ({ ...row, savedAt: formatWeekdayInstant(row.savedAt) })),
    chosen: chosen?.id ?? null,
    diff: is === undefined || was === undefined ? null : diffGuides(was.document, is.document),
    fromNow: is === undefined ? [] : diffGuides(opened.document, is.document),
  };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const { db, viewer, now } = siteOf(context);
  const { id: by } = requireRole(viewer, request, ["admin"]);
  const id = parseGuideId(params.id);
  if (id === null || (await findGuideWithDraft(db, id)) === null) throw noSuchPage();
  const form = await readForm(request);
  const revision = parseGuideId(form.text("revision"));
  const version = form.text("version");
  const found =
    revision === null ? undefined : (await findRevisions(db, { postId: id, ids: [revision] })).get(revision);
  if (found === undefined || !/^\d{1,9}$/.test(version))
    return data({ why: "Choose a version to restore." }, { status: 400 });
  const saving = { id, by, now, version: Number(version), document: found.document, kind: "restored" } as const;
  const saved = await saveGuideDraft(db, saving);
  if (saved === "no-such-guide") throw noSuchPage();
  if (saved.outcome === "conflict") {
    return data(
      { why: "Someone has saved this post in the meantime. Check the history, then restore again." },
      { status: 409 },
    );
  }
  return redirect(editorPath(id), 303);
}

export const meta: Route.MetaFunction = ({ loaderData: { id, title }, matches }) =>
  pageMeta({
    matches,
    title: `History of ${title}`,
    description: "The versions of a post.",
    path: revisionsPath(id),
  });

const KIND_LABELS = {
  first: "First version",
  saved: "Saved",
  published: "Published",
  scheduled: "Scheduled",
  conflict: "Conflict: someone else had saved",
  restored: "Restored",
} as const;

export default function Revisions({ loaderData, actionData }: Route.ComponentProps) {
  const { id, version, title, revisions, chosen, diff, fromNow } = loaderData;
  return (
    <div className="wrap guide-history">
      <p>
        <Link className="link" to={editorPath(id)}>
          Back to the editor
        </Link>
      </p>
      <h1 className="d3">History of {title}</h1>
      {actionData !== undefined && <FormSummary why={actionData.why} problems={[]} />}
      {revisions.length === 0 && <p className="text-muted">No changes yet.</p>}
      <div className="guide-history-columns">
        <ol className="guide-history-list">
          {revisions.map((row) => (
            <li key={row.id}>
              <Link
                to={`${revisionsPath(id)}?revision=${row.id}`}
                aria-current={row.id === chosen ? "true" : undefined}
                preventScrollReset
              >
                <b>{row.savedAt}</b>
                <span>
                  {KIND_LABELS[row.kind]}
                  {row.savedBy !== null && ` · ${row.savedBy}`}
                </span>
              </Link>
            </li>
          ))}
        </ol>
        {chosen !== null && (
          <div>
            <form method="post" action={revisionsPath(id)}>
              <input type="hidden" name="revision" value={chosen} />
              <input type="hidden" name="version" value={version} />
              <button type="submit" className="button button-primary" disabled={fromNow.length === 0}>
                {fromNow.length === 0 ? "Current version" : "Restore this version"}
              </button>
            </form>
            <h2 className="h4">Changes in this version</h2>
            {diff === null ? <p className="text-muted">This is the oldest saved version.</p> : <DiffView diff={diff} />}
          </div>
        )}
      </div>
    </div>
  );
}

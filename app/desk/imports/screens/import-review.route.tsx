import { useRef } from "react";
import { data, redirect, useNavigation } from "react-router";

import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { parsePageNumber } from "#app/lib/page-number.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { readForm } from "#app/platform/read-form.ts";
import { readQuery, type RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";
import { Breadcrumbs } from "#app/ui/breadcrumbs.tsx";
import { pluralize } from "#app/ui/format-count.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Pager } from "#app/ui/pager.tsx";

import { requireRole } from "#app/people/accounts/guards.ts";
import { AdminPage } from "#app/desk/overview/admin-page.tsx";
import { noSuchPage } from "#app/people/navigation/no-such-page.ts";
import { isCategorySlug } from "#app/guide/places/facts/categories.ts";
import type { Route } from "./+types/import-review.route";
import {
  type DecisionOutcome,
  decideRecord,
  type RecordDecision,
  undoDecision,
} from "../duplicates/decide-record.server.ts";
import {
  listDecidedRecords,
  findImport,
  listNeighborhoodNames,
  listWaitingRecords,
} from "../run/import-queries.server.ts";
import { importPath, IMPORTS_PATH, importReviewPath, type ReviewPages } from "./imports.ts";
import { isValidType } from "../mapping/category-mapping.ts";
import { useReviewKeys } from "./use-review-keys.ts";
import { DecidedEntries } from "./decided-entries.tsx";
import { presentEntry } from "./present-entry.ts";
import { ReviewedEntry } from "./reviewed-entry.tsx";

export const handle = { audience: "admin", query: ["page", "decided"] } as const satisfies RouteHandle;

const ENTRIES_PER_PAGE = 10;
const PAGES_MAX = 1_000;

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { db, viewer } = siteOf(context);
  requireRole(viewer, request, ["admin"]);
  const found = isUuid(params.id) ? await findImport(db, params.id) : null;
  if (found === null) throw noSuchPage([]);
  const { page, decidedPage } = pagesIn(request);
  const [waiting, decided] = [
    await listWaitingRecords(db, { importId: found.id, ...pageRange(page) }),
    await listDecidedRecords(db, { importId: found.id, ...pageRange(decidedPage) }),
  ];
  const [pageCount, decidedPageCount] = [pageCountFor(waiting.count), pageCountFor(decided.count)];
  // The last entry of the last page was decided, or waits again.
  if (page > pageCount || decidedPage > decidedPageCount) {
    const last = { page: Math.min(page, pageCount), decidedPage: Math.min(decidedPage, decidedPageCount) };
    throw redirect(importReviewPath(found.id, last), 303);
  }
  const neighborhoods = await listNeighborhoodNames(db);
  const nameOf = new Map(neighborhoods.map(({ slug, name }) => [slug, name]));
  return {
    id: found.id,
    fileName: found.fileName,
    count: waiting.count,
    pages: { page, decidedPage },
    pageCount,
    decidedPageCount,
    waiting: waiting.entries.map((entry) => presentEntry(entry, nameOf)),
    decided: decided.entries.map(({ record, isSame, place }) => ({
      id: record.id,
      name: record.name,
      isLeftOut: record.state === "refused",
      isSame,
      place: place === null ? null : { slug: place.slug, name: place.name },
    })),
    neighborhoods,
  };
}

function pagesIn(request: Request): ReviewPages {
  const params = readQuery(request, handle);
  const numberIn = (name: "page" | "decided") => Math.min(parsePageNumber(params.get(name)), PAGES_MAX);
  return { page: numberIn("page"), decidedPage: numberIn("decided") };
}

function pageRange(page: number): { limit: number; offset: number } {
  return { limit: ENTRIES_PER_PAGE, offset: (page - 1) * ENTRIES_PER_PAGE };
}

function pageCountFor(count: number): number {
  return Math.max(1, Math.ceil(count / ENTRIES_PER_PAGE));
}

const DECISIONS = ["same", "new", "left-out"] as const satisfies RecordDecision[];

const REFUSALS: Record<Exclude<DecisionOutcome, "decided">, string> = {
  gone: "Another editor has already decided about this entry.",
  "no-neighborhood": "Choose a neighborhood: the entry’s position doesn’t give one.",
  "no-kind": "Choose a category and a type.",
  "listed-since": "A similar place was listed in the meantime. Compare both before you list this one.",
  "no-place": "Its possible duplicate is also waiting. Decide about that entry first.",
};

export async function action({ context, params, request }: Route.ActionArgs) {
  const { db, viewer, now, log } = siteOf(context);
  const { id: adminId } = requireRole(viewer, request, ["admin"]);
  const actor = { kind: "staff" as const, id: adminId };
  const form = await readForm(request);
  const recordId = Number(form.text("record"));
  const decision = DECISIONS.find((known) => known === form.text("decision"));
  const isUndo = form.text("decision") === "undo";
  const typed = { neighborhood: form.text("neighborhood"), category: form.text("category"), type: form.text("type") };
  const refuse = (status: number, why: string) => data({ why, about: recordId, typed }, { status });
  if (!isUuid(params.id) || !Number.isSafeInteger(recordId) || recordId < 1 || (decision === undefined && !isUndo)) {
    return refuse(400, "Choose a button next to an entry.");
  }
  if (isUndo) {
    const undone = await undoDecision(db, { recordId, actor, now });
    if (undone === "built-on") return refuse(409, "People have added to that place since. Merge or remove it by hand.");
    if (undone === "gone") return refuse(409, "This decision was already undone.");
  } else if (decision !== undefined) {
    const [category, type] = [typed.category, typed.type.trim()];
    const kind = isCategorySlug(category) && isValidType(type) ? { kind: { category, type } } : {};
    const input = { recordId, decision, neighborhood: typed.neighborhood, ...kind, actor, now };
    const outcome = await decideRecord(db, input);
    const isOvertaken = outcome === "gone" || outcome === "listed-since";
    if (outcome !== "decided") return refuse(isOvertaken ? 409 : 400, REFUSALS[outcome]);
  }
  log.info(
    { importId: params.id, recordId, decision: form.text("decision"), adminId },
    "An imported entry was decided",
  );
  throw redirect(importReviewPath(params.id, pagesIn(request)), 303);
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta({
    matches,
    title: `Duplicates in ${loaderData.fileName}`,
    description: "Entries of a file that may be duplicates.",
    path: importReviewPath(loaderData.id),
  });

export default function ImportReview({ loaderData, actionData }: Route.ComponentProps) {
  const { id, fileName, count, pages, pageCount, waiting, neighborhoods } = loaderData;
  const list = useRef<HTMLDivElement>(null);
  const isBusy = useNavigation().state !== "idle";
  useReviewKeys(list, { entries: waiting.map((entry) => entry.id).join(" "), isBusy });
  return (
    <AdminPage
      section="imports"
      title={count === 0 ? "Nothing to review" : `${pluralize(count, "entry", "entries")} to review`}
    >
      <div className="import-page">
        <Breadcrumbs
          trail={[{ label: "Imports", to: IMPORTS_PATH }, { label: fileName, to: importPath(id) }, { label: "Review" }]}
        />
        {actionData !== undefined && !waiting.some(({ id: entryId }) => entryId === actionData.about) && (
          <p className="form-problem" role="alert">
            {actionData.why}
          </p>
        )}
        {waiting.length === 0 ? (
          <EmptyState title="All entries are decided">
            Possible duplicates are shown here next to the listing they may repeat.
          </EmptyState>
        ) : (
          <p className="text-muted import-keys">
            Keys: <kbd>j</kbd> and <kbd>k</kbd> move down and up, <kbd>s</kbd> same place, <kbd>n</kbd> new place,{" "}
            <kbd>x</kbd> skip.
          </p>
        )}
        <div ref={list} className="import-review">
          {waiting.map((entry) => (
            <ReviewedEntry
              key={entry.id}
              entry={entry}
              action={importReviewPath(id, pages)}
              neighborhoods={neighborhoods}
              refused={actionData?.about === entry.id ? actionData : null}
            />
          ))}
        </div>
        <Pager
          label="Entries"
          page={pages.page}
          pageCount={pageCount}
          hrefFor={(page) => importReviewPath(id, { ...pages, page })}
        />
        {loaderData.decided.length > 0 && <DecidedEntries importId={id} {...loaderData} />}
      </div>
    </AdminPage>
  );
}

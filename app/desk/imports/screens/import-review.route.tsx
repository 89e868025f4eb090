import { useRef } from "react";
import { data, Form, Link, redirect, useNavigation } from "react-router";

import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { distanceMeters } from "#app/lib/geo.ts";
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
import { CATEGORY_NAMES, isCategorySlug } from "#app/guide/places/facts/categories.ts";
import type { Route } from "./+types/import-review.route";
import {
  type DecisionOutcome,
  decideRecord,
  type RecordDecision,
  undoDecision,
} from "../duplicates/decide-record.server.ts";
import { buildFactLines, toFactLineInput } from "../readers/fact-lines.ts";
import {
  listDecidedRecords,
  findImport,
  listNeighborhoodNames,
  listWaitingRecords,
} from "../run/import-queries.server.ts";
import { importPath, IMPORTS_PATH, importReviewPath } from "./imports.ts";
import { isValidType, TYPE_CHARACTERS_MAX } from "../mapping/category-mapping.ts";
import { alignFactLines, SideBySide } from "../duplicates/side-by-side.tsx";
import { useReviewKeys } from "./use-review-keys.ts";

export const handle = { audience: "admin", query: ["page", "decided"] } as const satisfies RouteHandle;

const ENTRIES_PER_PAGE = 10;
const PAGES_MAX = 1_000;

type Entry = Awaited<ReturnType<typeof listWaitingRecords>>["entries"][number];

/** Page numbers of the two lists on the page. */
type PageNumbers = { page: number; decidedPage: number };

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
    throw redirect(pageHref(found.id, last), 303);
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

function presentEntry({ record, place, neighborhood, duplicate }: Entry, nameOf: ReadonlyMap<string, string>) {
  const neighborhoodName = (slug: string | undefined) => (slug === undefined ? null : (nameOf.get(slug) ?? null));
  const own = buildFactLines(toFactLineInput(record.facts, neighborhoodName(record.facts.neighborhood)));
  const other =
    place !== null
      ? buildFactLines({ ...place, category: place.categorySlug, neighborhood })
      : duplicate === null
        ? []
        : buildFactLines(toFactLineInput(duplicate.facts, neighborhoodName(duplicate.facts.neighborhood)));
  const distance = metersBetween(record.facts.position, place ?? duplicate?.facts.position);
  return {
    id: record.id,
    name: record.name,
    number: record.number,
    line: record.line,
    kind: record.categoryKey,
    lines: alignFactLines(own, other).map((line) =>
      line.label === "Position" && distance !== null ? { ...line, right: `${line.right} (${distance} m away)` } : line,
    ),
    counterpart:
      place !== null
        ? { slug: place.slug, name: place.name }
        : duplicate === null
          ? null
          : { slug: null, name: duplicate.name },
    isPossibleDuplicate: record.outcome === "possible-duplicate",
    needsNeighborhood: record.facts.neighborhood === undefined,
    needsCategory: record.facts.category === undefined,
  };
}

type Coordinates = { lat: number | null; lng: number | null } | undefined;

/** Null when either position is unknown, or both are the same. */
function metersBetween(one: Coordinates, other: Coordinates): number | null {
  if (one?.lat == null || one.lng == null || other?.lat == null || other.lng == null) return null;
  const from = { lat: one.lat, lng: one.lng };
  return Math.round(distanceMeters(from, { lat: other.lat, lng: other.lng })) || null;
}

function pagesIn(request: Request): PageNumbers {
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

function pageHref(id: string, { page, decidedPage }: PageNumbers): string {
  const params = new URLSearchParams([
    ...(page === 1 ? [] : [["page", String(page)]]),
    ...(decidedPage === 1 ? [] : [["decided", String(decidedPage)]]),
  ]);
  return params.size === 0 ? importReviewPath(id) : `${importReviewPath(id)}?${params}`;
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
  throw redirect(pageHref(params.id, pagesIn(request)), 303);
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
            <EntryArticle
              key={entry.id}
              entry={entry}
              action={pageHref(id, pages)}
              neighborhoods={neighborhoods}
              refused={actionData?.about === entry.id ? actionData : null}
            />
          ))}
        </div>
        <Pager
          label="Entries"
          page={pages.page}
          pageCount={pageCount}
          hrefFor={(page) => pageHref(id, { ...pages, page })}
        />
        {loaderData.decided.length > 0 && <Decided {...loaderData} />}
      </div>
    </AdminPage>
  );
}

type LoaderData = Route.ComponentProps["loaderData"];
type PresentedEntry = LoaderData["waiting"][number];
/** What the editor typed for an entry, and why it was refused. */
type Refusal = { why: string; typed: { neighborhood: string; category: string; type: string } } | null;

function EntryArticle({
  entry,
  action,
  neighborhoods,
  refused,
}: {
  entry: PresentedEntry;
  action: string;
  neighborhoods: LoaderData["neighborhoods"];
  refused: Refusal;
}) {
  const { counterpart, isPossibleDuplicate, lines } = entry;
  return (
    <article className="import-entry" tabIndex={-1} aria-labelledby={`entry-${entry.id}`}>
      <h2 className="h3" id={`entry-${entry.id}`}>
        {entry.name}
      </h2>
      <p className="meta text-meta text-muted">
        <span>Entry {entry.number}</span>
        {entry.line !== null && <span>line {entry.line}</span>}
        {entry.kind !== null && entry.kind !== "" && <span>{entry.kind}</span>}
        {!isPossibleDuplicate && <span>New</span>}
      </p>
      {counterpart === null ? (
        <dl className="import-facts">
          {lines.map(({ label, left }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{left}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <SideBySide
          left="In this file"
          right={counterpart.slug === null ? "Earlier in the file" : "Listed"}
          lines={lines}
        />
      )}
      <Form method="post" action={action} className="import-decide" preventScrollReset>
        <input type="hidden" name="record" value={entry.id} />
        {refused !== null && (
          <p className="form-problem" role="alert">
            {refused.why}
          </p>
        )}
        {entry.needsNeighborhood && <NeighborhoodField neighborhoods={neighborhoods} refused={refused} />}
        {entry.needsCategory && <CategoryFields refused={refused} />}
        <div className="form-buttons">
          {counterpart !== null && (
            <button type="submit" className="button button-primary" name="decision" value="same" data-key="s">
              Same place
            </button>
          )}
          <button
            type="submit"
            className={counterpart === null ? "button button-primary" : "button button-outline"}
            name="decision"
            value="new"
            data-key="n"
          >
            {counterpart === null ? "List place" : "List as new place"}
          </button>
          <button type="submit" className="button button-plain" name="decision" value="left-out" data-key="x">
            Skip
          </button>
          {counterpart?.slug != null && (
            <Link className="link" to={`/places/${counterpart.slug}`} target="_blank">
              See {counterpart.name}
            </Link>
          )}
        </div>
      </Form>
    </article>
  );
}

function NeighborhoodField({ neighborhoods, refused }: Pick<LoaderData, "neighborhoods"> & { refused: Refusal }) {
  return (
    <label className="field">
      <span>Neighborhood (for a new place)</span>
      <select className="input" name="neighborhood" defaultValue={refused?.typed.neighborhood ?? ""}>
        <option value="">Choose one</option>
        {neighborhoods.map(({ slug, name }) => (
          <option key={slug} value={slug}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

function CategoryFields({ refused }: { refused: Refusal }) {
  return (
    <div className="import-kind">
      <label className="field">
        <span>Category (for a new place)</span>
        <select className="input" name="category" defaultValue={refused?.typed.category ?? ""}>
          <option value="">Choose one</option>
          {Object.entries(CATEGORY_NAMES).map(([slug, name]) => (
            <option key={slug} value={slug}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label className="field">
        <span>Type, such as Bakery</span>
        <input
          className="input"
          name="type"
          defaultValue={refused?.typed.type ?? ""}
          autoComplete="off"
          maxLength={TYPE_CHARACTERS_MAX}
        />
      </label>
    </div>
  );
}

function Decided({ id: importId, decided, pages, decidedPageCount }: LoaderData) {
  return (
    <section className="import-section" aria-labelledby="decided">
      <h2 className="h3" id="decided">
        Decided
      </h2>
      <ul className="import-rows">
        {decided.map((entry) => (
          <li key={entry.id}>
            <span>
              <strong>{entry.name}</strong> <DecisionResult {...entry} />
            </span>
            <Form method="post" action={pageHref(importId, pages)} preventScrollReset>
              <input type="hidden" name="record" value={entry.id} />
              <button
                type="submit"
                className="button button-outline button-small"
                name="decision"
                value="undo"
                aria-label={`Undo: ${entry.name}`}
              >
                Undo
              </button>
            </Form>
          </li>
        ))}
      </ul>
      <Pager
        label="Decided entries"
        page={pages.decidedPage}
        pageCount={decidedPageCount}
        hrefFor={(decidedPage) => pageHref(importId, { ...pages, decidedPage })}
      />
    </section>
  );
}

/** The result of a decision. */
function DecisionResult({ isLeftOut, isSame, place }: LoaderData["decided"][number]) {
  if (isLeftOut) return "was skipped";
  if (place === null) return "was listed and later removed";
  return (
    <>
      {isSame ? "is the same place as " : "was listed as "}
      <Link className="link" to={`/places/${place.slug}`}>
        {place.name}
      </Link>
    </>
  );
}

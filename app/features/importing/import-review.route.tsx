import "#app/own-pages.css";

import { useRef } from "react";
import { data, Form, Link, redirect, useNavigation } from "react-router";

import { pageMeta, siteUrlOf } from "#app/features/seo/page-meta.ts";
import { distanceMeters } from "#app/lib/geo.ts";
import { pageNumber } from "#app/lib/page-number.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { readForm } from "#app/platform/read-form.ts";
import { siteOf } from "#app/platform/site.ts";
import { Breadcrumbs } from "#app/ui/breadcrumbs.tsx";
import { counted } from "#app/ui/counted.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Pager } from "#app/ui/pager.tsx";

import { requireRole } from "../accounts/guards.ts";
import { AdminPage } from "../admin/admin-page.tsx";
import { noSuchPage } from "../navigation/no-such-page.ts";
import { CATEGORY_NAMES, isCategorySlug } from "../places/categories.ts";
import type { Route } from "./+types/import-review.route";
import { type DecisionOutcome, decideRecord, type RecordDecision, undoDecision } from "./decide-record.server.ts";
import { factLines, toldBy } from "./fact-line.ts";
import { decidedRecords, findImport, neighborhoodNames, waitingRecords } from "./import-queries.server.ts";
import { importPath, IMPORTS_PATH, reviewPath } from "./imports.ts";
import { isType } from "./kinds.ts";
import { besideEachOther, SideBySide } from "./side-by-side.tsx";
import { useReviewKeys } from "./use-review-keys.ts";

const ENTRIES_PER_PAGE = 10;
const PAGES_MAX = 1_000;

type Entry = Awaited<ReturnType<typeof waitingRecords>>["entries"][number];

/** Page numbers of the two lists on the page. */
type Pages = { page: number; decidedPage: number };

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { db, viewer, page: life } = siteOf(context);
  life.keep = false;
  requireRole(viewer, request, ["admin"]);
  const found = isUuid(params.id) ? await findImport(db, params.id) : null;
  if (found === null) throw noSuchPage([]);
  const { page, decidedPage } = pagesIn(request);
  const [waiting, decided] = [
    await waitingRecords(db, { importId: found.id, ...partOf(page) }),
    await decidedRecords(db, { importId: found.id, ...partOf(decidedPage) }),
  ];
  const [pageCount, decidedPageCount] = [pagesFor(waiting.count), pagesFor(decided.count)];
  // The last entry of the last page was decided, or waits again.
  if (page > pageCount || decidedPage > decidedPageCount) {
    const last = { page: Math.min(page, pageCount), decidedPage: Math.min(decidedPage, decidedPageCount) };
    throw redirect(pageHref(found.id, last), 303);
  }
  const neighborhoods = await neighborhoodNames(db);
  const nameOf = new Map(neighborhoods.map(({ slug, name }) => [slug, name]));
  return {
    id: found.id,
    fileName: found.fileName,
    count: waiting.count,
    pages: { page, decidedPage },
    pageCount,
    decidedPageCount,
    waiting: waiting.entries.map((entry) => shownEntry(entry, nameOf)),
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

function shownEntry({ record, place, neighborhood, twin }: Entry, nameOf: ReadonlyMap<string, string>) {
  const hoodOf = (slug: string | undefined) => (slug === undefined ? null : (nameOf.get(slug) ?? null));
  const own = factLines(toldBy(record.facts, hoodOf(record.facts.neighborhood)));
  const other =
    place !== null
      ? factLines({ ...place, category: place.categorySlug, neighborhood })
      : twin === null
        ? []
        : factLines(toldBy(twin.facts, hoodOf(twin.facts.neighborhood)));
  const apart = metersApart(record.facts.position, place ?? twin?.facts.position);
  return {
    id: record.id,
    name: record.name,
    number: record.number,
    line: record.line,
    kind: record.categoryKey,
    lines: besideEachOther(own, other).map((line) =>
      line.label === "Position" && apart !== null ? { ...line, right: `${line.right} (${apart} m away)` } : line,
    ),
    against:
      place !== null ? { slug: place.slug, name: place.name } : twin === null ? null : { slug: null, name: twin.name },
    isHeld: record.outcome === "perhaps",
    asksNeighborhood: record.facts.neighborhood === undefined,
    asksKind: record.facts.category === undefined,
  };
}

type Somewhere = { lat: number | null; lng: number | null } | undefined;

/** Null when either position is unknown, or both are the same. */
function metersApart(one: Somewhere, other: Somewhere): number | null {
  if (one?.lat == null || one.lng == null || other?.lat == null || other.lng == null) return null;
  const from = { lat: one.lat, lng: one.lng };
  return Math.round(distanceMeters(from, { lat: other.lat, lng: other.lng })) || null;
}

function pagesIn(request: Request): Pages {
  const asked = new URL(request.url).searchParams;
  const numberIn = (name: string) => Math.min(pageNumber(asked.get(name)), PAGES_MAX);
  return { page: numberIn("page"), decidedPage: numberIn("decided") };
}

function partOf(page: number): { limit: number; offset: number } {
  return { limit: ENTRIES_PER_PAGE, offset: (page - 1) * ENTRIES_PER_PAGE };
}

function pagesFor(count: number): number {
  return Math.max(1, Math.ceil(count / ENTRIES_PER_PAGE));
}

function pageHref(id: string, { page, decidedPage }: Pages): string {
  const asked = new URLSearchParams([
    ...(page === 1 ? [] : [["page", String(page)]]),
    ...(decidedPage === 1 ? [] : [["decided", String(decidedPage)]]),
  ]);
  return asked.size === 0 ? reviewPath(id) : `${reviewPath(id)}?${asked}`;
}

const DECISIONS = ["same", "new", "left-out"] as const satisfies RecordDecision[];

const REFUSALS: Record<Exclude<DecisionOutcome, "decided">, string> = {
  gone: "Somebody else has decided about it meanwhile.",
  "no-neighborhood": "Choose its neighborhood: its position doesn’t say.",
  "no-kind": "Choose its category and type.",
  "listed-since": "One like it was listed meanwhile. Look at both before you list it.",
  "no-place": "What it may be the same as waits itself. Decide about that first.",
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
    return refuse(400, "Choose a button beside an entry.");
  }
  if (isUndo) {
    const undone = await undoDecision(db, { recordId, actor, now });
    if (undone === "built-on")
      return refuse(409, "Others have built on that place since. Merge it or take it off by hand.");
    if (undone === "gone") return refuse(409, "It waits again already.");
  } else if (decision !== undefined) {
    const [category, type] = [typed.category, typed.type.trim()];
    const kind = isCategorySlug(category) && isType(type) ? { kind: { category, type } } : {};
    const given = { recordId, decision, neighborhood: typed.neighborhood, ...kind, actor, now };
    const outcome = await decideRecord(db, given);
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
    siteUrl: siteUrlOf(matches),
    title: `Duplicates in ${loaderData.fileName}`,
    description: "Entries of a file that may be listed already.",
    path: reviewPath(loaderData.id),
    robots: "noindex, follow",
  });

export default function ImportReview({ loaderData, actionData }: Route.ComponentProps) {
  const { id, fileName, count, pages, pageCount, waiting, neighborhoods } = loaderData;
  const list = useRef<HTMLDivElement>(null);
  const isBusy = useNavigation().state !== "idle";
  useReviewKeys(list, { entries: waiting.map((entry) => entry.id).join(" "), isBusy });
  return (
    <AdminPage section="imports" title={count === 0 ? "Nothing waits" : `${counted(count, "waits", "wait")} for you`}>
      <div className="import-page">
        <Breadcrumbs
          trail={[
            { label: "Imports", to: IMPORTS_PATH },
            { label: fileName, to: importPath(id) },
            { label: "Waiting" },
          ]}
        />
        {actionData !== undefined && !waiting.some(({ id: entryId }) => entryId === actionData.about) && (
          <p className="form-problem" role="alert">
            {actionData.why}
          </p>
        )}
        {waiting.length === 0 ? (
          <EmptyState title="All is decided">
            Entries that may be listed already are shown here beside what they may be.
          </EmptyState>
        ) : (
          <p className="text-stone-5 import-keys">
            Keys: <kbd>j</kbd> and <kbd>k</kbd> go down and up, <kbd>s</kbd> the same, <kbd>n</kbd> another place,{" "}
            <kbd>x</kbd> leave out.
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

type Shown = Route.ComponentProps["loaderData"];
type ShownEntry = Shown["waiting"][number];
/** What the editor typed for an entry, and why it was refused. */
type Refused = { why: string; typed: { neighborhood: string; category: string; type: string } } | null;

function EntryArticle({
  entry,
  action,
  neighborhoods,
  refused,
}: {
  entry: ShownEntry;
  action: string;
  neighborhoods: Shown["neighborhoods"];
  refused: Refused;
}) {
  const { against, isHeld, lines } = entry;
  return (
    <article className="import-entry" tabIndex={-1} aria-labelledby={`entry-${entry.id}`}>
      <h2 className="h3" id={`entry-${entry.id}`}>
        {entry.name}
      </h2>
      <p className="meta text-meta text-stone-5">
        <span>Entry {entry.number}</span>
        {entry.line !== null && <span>line {entry.line}</span>}
        {entry.kind !== null && entry.kind !== "" && <span>{entry.kind}</span>}
        {!isHeld && <span>New</span>}
      </p>
      {against === null ? (
        <dl className="import-facts">
          {lines.map(({ label, left }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{left}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <SideBySide left="The file" right={against.slug === null ? "Earlier in the file" : "Listed"} lines={lines} />
      )}
      <Form method="post" action={action} className="import-decide" preventScrollReset>
        <input type="hidden" name="record" value={entry.id} />
        {refused !== null && (
          <p className="form-problem" role="alert">
            {refused.why}
          </p>
        )}
        {entry.asksNeighborhood && <NeighborhoodField neighborhoods={neighborhoods} refused={refused} />}
        {entry.asksKind && <KindFields refused={refused} />}
        <div className="review-buttons">
          {against !== null && (
            <button type="submit" className="button button-primary" name="decision" value="same" data-key="s">
              The same
            </button>
          )}
          <button
            type="submit"
            className={against === null ? "button button-primary" : "button button-outline"}
            name="decision"
            value="new"
            data-key="n"
          >
            {against === null ? "List it" : "Another place: list it"}
          </button>
          <button type="submit" className="button button-plain" name="decision" value="left-out" data-key="x">
            Leave out
          </button>
          {against?.slug != null && (
            <Link className="link" to={`/places/${against.slug}`} target="_blank">
              See {against.name}
            </Link>
          )}
        </div>
      </Form>
    </article>
  );
}

function NeighborhoodField({ neighborhoods, refused }: Pick<Shown, "neighborhoods"> & { refused: Refused }) {
  return (
    <label className="field">
      <span>Neighborhood, if it is another place</span>
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

function KindFields({ refused }: { refused: Refused }) {
  return (
    <div className="import-kind">
      <label className="field">
        <span>Category, if it is another place</span>
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
          maxLength={60}
        />
      </label>
    </div>
  );
}

function Decided({ id: importId, decided, pages, decidedPageCount }: Shown) {
  return (
    <section className="import-section" aria-labelledby="decided">
      <h2 className="h3" id="decided">
        Decided
      </h2>
      <ul className="import-rows">
        {decided.map((entry) => (
          <li key={entry.id}>
            <span>
              <strong>{entry.name}</strong> <Came {...entry} />
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
function Came({ isLeftOut, isSame, place }: Shown["decided"][number]) {
  if (isLeftOut) return "was left out";
  if (place === null) return "was listed, and is gone since";
  return (
    <>
      {isSame ? "is " : "was listed as "}
      <Link className="link" to={`/places/${place.slug}`}>
        {place.name}
      </Link>
    </>
  );
}

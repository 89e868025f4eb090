import "#app/own-pages.css";

import { data, Form, Link, redirect } from "react-router";

import { pageMeta, siteUrlOf } from "#app/features/seo/page-meta.ts";
import { pageNumber } from "#app/lib/page-number.ts";
import { isSlug, slugOf } from "#app/lib/slug.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { readForm } from "#app/platform/read-form.ts";
import { siteOf } from "#app/platform/site.ts";
import { Breadcrumbs } from "#app/ui/breadcrumbs.tsx";
import { counted } from "#app/ui/counted.ts";
import { Pager } from "#app/ui/pager.tsx";

import { requireRole } from "../accounts/guards.ts";
import { AdminPage } from "../admin/admin-page.tsx";
import type { Route } from "./+types/merges.route";
import { factLines } from "./fact-line.ts";
import { listingsBySlug } from "./import-queries.server.ts";
import { IMPORTS_PATH } from "./imports.ts";
import { MERGE_REFUSALS, type MergeRefusal, MERGES_PATH, UNMERGE_REFUSALS } from "./merge.ts";
import { lastMerges, mergePlaces, undoMerge } from "./merge-places.server.ts";
import { besideEachOther, SideBySide } from "./side-by-side.tsx";

/** Where an admin merges two listings, or splits them again. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, viewer, page: life } = siteOf(context);
  life.keep = false;
  requireRole(viewer, request, ["admin"]);
  const asked = new URL(request.url).searchParams;
  const [kept, gone] = [slugIn(asked.get("kept")), slugIn(asked.get("gone"))];
  const found = await listingsBySlug(db, [kept, gone]);
  const [left, right] = [found.get(kept) ?? null, found.get(gone) ?? null];
  const missing = [kept, gone].filter((slug) => slug !== "" && !found.has(slug));
  const isAsked = kept !== "" || gone !== "";
  const page = pageIn(request);
  const merges = await lastMerges(db, { page });
  if (page > merges.pageCount) throw redirect(pathOf(merges.pageCount), 303);
  return {
    kept,
    gone,
    missing,
    refusal: !isAsked || (left !== null && right !== null && kept !== gone) ? null : refusalOf(kept, gone),
    pair:
      left === null || right === null || kept === gone
        ? null
        : {
            left: left.name,
            right: right.name,
            lines: besideEachOther(factLines(left), factLines(right)),
            comesAlong: alongWords(right),
          },
    page,
    pageCount: merges.pageCount,
    merges: merges.items.map(({ mergedAt, reviews, photos, questions, guides, ...merge }) => ({
      ...merge,
      on: DAY.format(mergedAt),
      cameAlong: alongWords({ reviews, photos, questions, guides }),
    })),
  };
}

/** Bounds the offset of the query. */
const PAGES_MAX = 1_000;

function pageIn(request: Request): number {
  return Math.min(pageNumber(new URL(request.url).searchParams.get("page")), PAGES_MAX);
}

function pathOf(page: number): string {
  return page === 1 ? MERGES_PATH : `${MERGES_PATH}?page=${page}`;
}

function refusalOf(kept: string, gone: string): MergeRefusal {
  return kept === gone ? "same-place" : "no-place";
}

type Along = { reviews: number; photos: number; questions: number; guides: number };

function alongWords({ reviews, photos, questions, guides }: Along): string {
  const all = [
    ...(reviews === 0 ? [] : [counted(reviews, "review")]),
    ...(photos === 0 ? [] : [counted(photos, "photo")]),
    ...(questions === 0 ? [] : [counted(questions, "question")]),
    ...(guides === 0 ? [] : [`its place in ${counted(guides, "guide")}`]),
  ];
  return new Intl.ListFormat("en-US").format(all);
}

const DAY = new Intl.DateTimeFormat("en-US", {
  timeZone: "America/New_York",
  month: "short",
  day: "numeric",
  year: "numeric",
});

/** A slug from a URL, from a slug, or from a name. */
function slugIn(text: string | null): string {
  const word = (text ?? "").trim().split("/").at(-1)?.toLowerCase() ?? "";
  return isSlug(word) ? word : slugOf(text ?? "");
}

export async function action({ context, request }: Route.ActionArgs) {
  const { db, viewer, now, log } = siteOf(context);
  const { id: adminId } = requireRole(viewer, request, ["admin"]);
  const actor = { kind: "staff" as const, id: adminId };
  const form = await readForm(request);
  const mergeId = form.text("undo");
  if (mergeId !== "") {
    const undone = isUuid(mergeId) ? await undoMerge(db, { mergeId, actor, now }) : "gone";
    if (undone !== "undone") return data({ why: UNMERGE_REFUSALS[undone] }, { status: 409 });
    log.info({ mergeId, adminId }, "A merge was undone");
    throw redirect(pathOf(pageIn(request)), 303);
  }
  const [keptSlug, goneSlug] = [slugIn(form.text("kept")), slugIn(form.text("gone"))];
  const merged = await mergePlaces(db, { keptSlug, goneSlug, actor, now });
  if (typeof merged === "string") {
    return data({ why: MERGE_REFUSALS[merged] }, { status: merged === "is-run" || merged === "gone" ? 409 : 400 });
  }
  log.info({ keptSlug, goneSlug, adminId }, "Two listings were merged");
  throw redirect(MERGES_PATH, 303);
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    siteUrl: siteUrlOf(matches),
    title: "Merge listings",
    description: "Make one listing of two, and two of one again.",
    path: MERGES_PATH,
    robots: "noindex, follow",
  });

export default function Merges({ loaderData, actionData }: Route.ComponentProps) {
  const { kept, gone, pair, missing, refusal } = loaderData;
  const isMissing = refusal === "no-place" && missing.length > 0;
  const why =
    actionData?.why ??
    (isMissing ? `There is no page ${missing.join(" or ")}.` : refusal === null ? null : MERGE_REFUSALS[refusal]);
  return (
    <AdminPage section="imports" title="Merge two listings">
      <div className="import-page">
        <Breadcrumbs trail={[{ label: "Imports", to: IMPORTS_PATH }, { label: "Merge" }]} />
        <p>
          One stays as it is and learns what it had no word of. Reviews, questions, photos, figures, saves, lists and
          guides come along, and the other’s address leads to it. You can make two of them again.
        </p>
        {why !== null && (
          <p className="form-problem" role="alert">
            {why}
          </p>
        )}
        <Form method="get" action={MERGES_PATH} className="import-pair">
          <label className="field">
            <span>The page that stays</span>
            <input
              className="input"
              name="kept"
              defaultValue={kept}
              required
              autoComplete="off"
              placeholder="madams-organ"
            />
            <small>Its name, or the address of its page</small>
          </label>
          <label className="field">
            <span>The page that goes</span>
            <input
              className="input"
              name="gone"
              defaultValue={gone}
              required
              autoComplete="off"
              placeholder="madams-organ-2"
            />
            <small>Its name, or the address of its page</small>
          </label>
          <button type="submit" className="button button-outline import-compare">
            Compare
          </button>
        </Form>
        {pair !== null && <Pair pair={pair} kept={kept} gone={gone} />}
        <Merged {...loaderData} />
      </div>
    </AdminPage>
  );
}

type Shown = Route.ComponentProps["loaderData"];

function Pair({ pair, kept, gone }: { pair: NonNullable<Shown["pair"]>; kept: string; gone: string }) {
  return (
    <section className="import-section" aria-labelledby="pair">
      <h2 className="h3" id="pair">
        {pair.left} stays, {pair.right} goes
      </h2>
      <SideBySide left="Stays" right="Goes" lines={pair.lines} />
      {pair.comesAlong !== "" && <p>With it would come {pair.comesAlong}.</p>}
      <form method="post" action={MERGES_PATH} className="review-buttons">
        <input type="hidden" name="kept" value={kept} />
        <input type="hidden" name="gone" value={gone} />
        <button type="submit" className="button button-primary">
          Merge them
        </button>
        <Link className="link" to={`${MERGES_PATH}?${new URLSearchParams({ kept: gone, gone: kept })}`}>
          The other way round
        </Link>
      </form>
    </section>
  );
}

function Merged({ merges, page, pageCount }: Pick<Shown, "merges" | "page" | "pageCount">) {
  return (
    <section className="import-section" aria-labelledby="merged">
      <h2 className="h3" id="merged">
        Merged
      </h2>
      {merges.length === 0 && <p className="text-stone-5">No two listings have been merged yet.</p>}
      <ul className="import-rows">
        {merges.map((merge) => (
          <li key={merge.id}>
            <span>
              {merge.gone.name} went into{" "}
              <Link className="link" to={`/places/${merge.kept.slug}`}>
                {merge.kept.name}
              </Link>
            </span>
            <span className="meta text-meta text-stone-5">
              <span>{merge.on}</span>
              {merge.cameAlong !== "" && <span>{merge.cameAlong} came along</span>}
              {merge.isUndone && <span>Undone</span>}
            </span>
            {!merge.isUndone && (
              <form method="post" action={pathOf(page)}>
                <button
                  type="submit"
                  className="button button-outline button-small"
                  name="undo"
                  value={merge.id}
                  aria-label={`Make two again: ${merge.gone.name}`}
                >
                  Make two again
                </button>
              </form>
            )}
          </li>
        ))}
      </ul>
      <Pager label="Merges" page={page} pageCount={pageCount} hrefFor={pathOf} />
    </section>
  );
}

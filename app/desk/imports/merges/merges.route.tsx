import { data, Form, redirect } from "react-router";

import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { parsePageNumber } from "#app/lib/page-number.ts";
import { isSlug, slugify } from "#app/lib/slug.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { readForm } from "#app/platform/read-form.ts";
import { readQuery, type RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";
import { Breadcrumbs } from "#app/ui/breadcrumbs.tsx";
import { pluralize } from "#app/ui/format-count.ts";

import { requireRole } from "#app/people/accounts/guards.ts";
import { AdminPage } from "#app/desk/overview/admin-page.tsx";
import { formatDay } from "#app/lib/format-time.ts";
import type { Route } from "./+types/merges.route";
import { buildFactLines } from "../readers/fact-lines.ts";
import { findListingsBySlug } from "../run/import-queries.server.ts";
import { IMPORTS_PATH } from "../screens/imports.ts";
import {
  MERGE_REFUSAL_MESSAGES,
  type MergeRefusal,
  MERGES_PATH,
  mergesPath,
  UNMERGE_REFUSAL_MESSAGES,
} from "./merge.ts";
import { listMerges, mergePlaces, undoMerge } from "./merge-places.server.ts";
import { alignFactLines } from "../duplicates/side-by-side.tsx";
import { ListingField } from "./listing-field.tsx";
import { MergePreview } from "./merge-preview.tsx";
import { PastMerges } from "./past-merges.tsx";

export const handle = { audience: "admin", query: ["survivor", "duplicate", "page"] } as const satisfies RouteHandle;

/** Where an admin merges two listings, or splits them again. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, viewer } = siteOf(context);
  requireRole(viewer, request, ["admin"]);
  const params = readQuery(request, handle);
  const [survivor, duplicate] = [parseSlug(params.get("survivor")), parseSlug(params.get("duplicate"))];
  const found = await findListingsBySlug(db, [survivor, duplicate]);
  const [left, right] = [found.get(survivor) ?? null, found.get(duplicate) ?? null];
  const missing = [survivor, duplicate].filter((slug) => slug !== "" && !found.has(slug));
  const hasInput = survivor !== "" || duplicate !== "";
  const page = pageIn(request);
  const merges = await listMerges(db, { page });
  if (page > merges.pageCount) throw redirect(mergesPath(merges.pageCount), 303);
  return {
    survivor,
    duplicate,
    missing,
    refusal:
      !hasInput || (left !== null && right !== null && survivor !== duplicate) ? null : refusalOf(survivor, duplicate),
    pair:
      left === null || right === null || survivor === duplicate
        ? null
        : {
            left: left.name,
            right: right.name,
            lines: alignFactLines(buildFactLines(left), buildFactLines(right)),
            moved: describeMoved(right),
          },
    page,
    pageCount: merges.pageCount,
    merges: merges.items.map(({ mergedAt, reviews, photos, questions, guides, ...merge }) => ({
      ...merge,
      on: formatDay(mergedAt),
      moved: describeMoved({ reviews, photos, questions, guides }),
    })),
  };
}

/** Bounds the offset of the query. */
const PAGES_MAX = 1_000;

function pageIn(request: Request): number {
  return Math.min(parsePageNumber(readQuery(request, handle).get("page")), PAGES_MAX);
}

function refusalOf(survivor: string, duplicate: string): MergeRefusal {
  return survivor === duplicate ? "same-place" : "no-place";
}

type MovedCounts = { reviews: number; photos: number; questions: number; guides: number };

function describeMoved({ reviews, photos, questions, guides }: MovedCounts): string {
  const all = [
    ...(reviews === 0 ? [] : [pluralize(reviews, "review")]),
    ...(photos === 0 ? [] : [pluralize(photos, "photo")]),
    ...(questions === 0 ? [] : [pluralize(questions, "question")]),
    ...(guides === 0 ? [] : [pluralize(guides, "guide mention")]),
  ];
  return new Intl.ListFormat("en-US").format(all);
}

/** A slug from a URL, from a slug, or from a name. */
function parseSlug(text: string | null): string {
  const word = (text ?? "").trim().split("/").at(-1)?.toLowerCase() ?? "";
  return isSlug(word) ? word : slugify(text ?? "");
}

export async function action({ context, request }: Route.ActionArgs) {
  const { db, viewer, now, log } = siteOf(context);
  const { id: adminId } = requireRole(viewer, request, ["admin"]);
  const actor = { kind: "staff" as const, id: adminId };
  const form = await readForm(request);
  const mergeId = form.text("undo");
  if (mergeId !== "") {
    const undone = isUuid(mergeId) ? await undoMerge(db, { mergeId, actor, now }) : "gone";
    if (undone !== "undone") return data({ why: UNMERGE_REFUSAL_MESSAGES[undone] }, { status: 409 });
    log.info({ mergeId, adminId }, "A merge was undone");
    throw redirect(mergesPath(pageIn(request)), 303);
  }
  const [survivorSlug, duplicateSlug] = [parseSlug(form.text("survivor")), parseSlug(form.text("duplicate"))];
  const merged = await mergePlaces(db, { survivorSlug, duplicateSlug, actor, now });
  if (typeof merged === "string") {
    return data(
      { why: MERGE_REFUSAL_MESSAGES[merged] },
      { status: merged === "has-owner" || merged === "gone" ? 409 : 400 },
    );
  }
  log.info({ survivorSlug, duplicateSlug, adminId }, "Two listings were merged");
  throw redirect(MERGES_PATH, 303);
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "Merge listings",
    description: "Merge duplicate listings, or undo a merge.",
    path: MERGES_PATH,
  });

export default function Merges({ loaderData, actionData }: Route.ComponentProps) {
  const { survivor, duplicate, pair, missing, refusal } = loaderData;
  const isMissing = refusal === "no-place" && missing.length > 0;
  const why =
    actionData?.why ??
    (isMissing
      ? `There’s no listing ${missing.join(" or ")}.`
      : refusal === null
        ? null
        : MERGE_REFUSAL_MESSAGES[refusal]);
  return (
    <AdminPage section="imports" title="Merge two listings">
      <div className="import-page">
        <Breadcrumbs trail={[{ label: "Imports", to: IMPORTS_PATH }, { label: "Merge" }]} />
        <p>
          The listing you keep stays as it is and gains facts it lacks. Reviews, questions, photos, statistics, saves,
          lists and guide mentions move to it, and the duplicate’s page redirects. You can undo a merge.
        </p>
        {why !== null && (
          <p className="form-problem" role="alert">
            {why}
          </p>
        )}
        <Form method="get" action={MERGES_PATH} className="import-pair">
          <ListingField label="Listing to keep" name="survivor" defaultValue={survivor} placeholder="madams-organ" />
          <ListingField
            label="Duplicate listing"
            name="duplicate"
            defaultValue={duplicate}
            placeholder="madams-organ-2"
          />
          <button type="submit" className="button button-outline import-compare">
            Compare
          </button>
        </Form>
        {pair !== null && <MergePreview pair={pair} survivor={survivor} duplicate={duplicate} />}
        <PastMerges {...loaderData} />
      </div>
    </AdminPage>
  );
}

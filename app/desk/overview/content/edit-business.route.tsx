import { data, Link, redirect } from "react-router";

import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { type NoticeCode, noticeCookie } from "#app/platform/notice.ts";
import { readForm } from "#app/platform/read-form.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";
import { FormSummary } from "#app/ui/form-summary.tsx";

import { requireRole } from "#app/people/accounts/guards.ts";
import { auditPath } from "#app/core/audit/audit-page.ts";
import { ListingHistory } from "#app/business/listings/edit/edit-listing-forms.tsx";
import { parseOpeningValues } from "#app/business/listings/edit/listing-changes.ts";
import {
  listPlaceHistory,
  UNDO_REFUSALS,
  undoPlaceChange,
} from "#app/business/listings/edit/listing-history.server.ts";
import { noSuchPage } from "#app/people/navigation/no-such-page.ts";
import { readFormValues } from "#app/business/submissions/form/submission-form.ts";
import { listingToFields } from "#app/business/submissions/form/listing.ts";
import { listTypesByCategory } from "#app/business/submissions/form/place-types.server.ts";
import type { Route } from "./+types/edit-business.route";
import { AdminPage } from "../admin-page.tsx";
import { BusinessForm, type BusinessFormErrors } from "./business-form.tsx";
import { editPlacePath } from "./content.ts";
import { listNeighborhoodOptions } from "./content-places.server.ts";
import { editBusiness, findListing } from "./staff-listing.server.ts";

export const handle = { audience: "admin" } satisfies RouteHandle;

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { db, viewer } = siteOf(context);
  const { id: adminId } = requireRole(viewer, request, ["admin"]);
  const found = await findListing(db, parseId(params.id));
  if (found === null) throw noSuchPage();
  const { id, slug, name, neighborhoodSlug } = found.place;
  const typed = listingToFields(found.listing);
  return {
    place: { id, slug, name },
    neighborhood: neighborhoodSlug,
    typed,
    opened: JSON.stringify(typed),
    types: await listTypesByCategory(db),
    neighborhoods: await listNeighborhoodOptions(db),
    history: await listPlaceHistory(db, { placeId: id, by: { as: "staff", userId: adminId } }),
  };
}

/** The id in a path. 0, which no place has, for anything that is no number. */
function parseId(text: string): number {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0;
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const { db, log, now, viewer } = siteOf(context);
  const { id: adminId } = requireRole(viewer, request, ["admin"]);
  const found = await findListing(db, parseId(params.id));
  if (found === null) throw noSuchPage();
  const form = await readForm(request);
  const redirectWithNotice = (code: NoticeCode) =>
    redirect(editPlacePath(found.place.id), {
      status: 303,
      headers: { "set-cookie": noticeCookie({ code, item: null }) },
    });
  if (form.text("intent") === "undo") {
    const changeId = parseId(form.text("undo"));
    const by = { as: "staff", userId: adminId } as const;
    const outcome = await undoPlaceChange(db, { placeId: found.place.id, changeId, by, now });
    if (outcome === "undone") return redirectWithNotice("changes-saved");
    const { status, why } = UNDO_REFUSALS[outcome];
    return data({ refused: null, undoRefused: why }, { status });
  }
  const [typed, neighborhood] = [readFormValues(form), form.text("neighborhood")];
  const opened = parseOpeningValues(form.text("opened"), found.listing);
  const placeId = found.place.id;
  const problem = await editBusiness(db, { placeId, typed, opened, neighborhood, adminId, now });
  if (problem === null) {
    log.info({ place: placeId, adminId }, "An admin changed a listing");
    return redirectWithNotice("changes-saved");
  }
  const refused: BusinessFormErrors = {
    why: problem.isStale
      ? "Someone else changed this listing. Compare both versions, then save again."
      : "We couldn’t save this. Fix the fields below and save again.",
    typed,
    // A stale form continues from the current values, so saving it again is a deliberate choice.
    opened: JSON.stringify(problem.isStale ? listingToFields(problem.now) : opened),
    neighborhood,
    problems: problem.problems,
    similar: [],
  };
  return data({ refused, undoRefused: null }, { status: problem.isStale ? 409 : 400 });
}

export const meta: Route.MetaFunction = ({ loaderData: { place }, matches }) =>
  pageMeta({
    matches,
    title: `Edit ${place.name}`,
    description: "Edit the facts of a business.",
    path: editPlacePath(place.id),
  });

export default function EditBusiness({ loaderData, actionData }: Route.ComponentProps) {
  const { place, history, ...form } = loaderData;
  const path = editPlacePath(place.id);
  return (
    <AdminPage
      section="businesses"
      title={place.name}
      lead={
        <span className="meta">
          <Link className="link" to={`/places/${place.slug}`}>
            View
          </Link>
          <Link className="link" to={`/places/${place.slug}/suggest#closed`}>
            Mark as closed or moved
          </Link>
          <Link className="link" to={auditPath({ subject: "place", id: String(place.id) })}>
            Change history
          </Link>
        </span>
      }
    >
      <BusinessForm {...form} action={path} refused={actionData?.refused ?? null} button="Save changes" />
      {actionData?.undoRefused != null && <FormSummary why={actionData.undoRefused} problems={[]} />}
      <ListingHistory history={history} path={path} />
    </AdminPage>
  );
}

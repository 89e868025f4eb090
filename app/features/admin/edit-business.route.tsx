import "#app/own-pages.css";

import { data, Link, redirect } from "react-router";

import { pageMeta, siteUrlOf } from "#app/features/seo/page-meta.ts";
import { type NoticeCode, noticeCookie } from "#app/platform/notice.ts";
import { readForm } from "#app/platform/read-form.ts";
import { siteOf } from "#app/platform/site.ts";
import { FormSummary } from "#app/ui/form-summary.tsx";

import { requireRole } from "../accounts/guards.ts";
import { auditPath } from "../audit/audit-page.ts";
import { History } from "../business/edit-listing.tsx";
import { readOpened } from "../business/listing-changes.ts";
import { placeHistory, UNDO_REFUSALS, undoChange } from "../business/place-history.server.ts";
import { noSuchPage } from "../navigation/no-such-page.ts";
import { typedIn } from "../submissions/submission-form.ts";
import { typedListing } from "../submissions/listing.ts";
import { knownTypes } from "../submissions/types.server.ts";
import type { Route } from "./+types/edit-business.route";
import { AdminPage } from "./admin-page.tsx";
import { BusinessForm, type RefusedBusiness } from "./business-form.tsx";
import { BUSINESSES_PATH, editPlacePath } from "./content.ts";
import { allNeighborhoods } from "./content-places.server.ts";
import { editBusiness, findListing } from "./staff-listing.server.ts";

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { db, page, viewer } = siteOf(context);
  page.keep = false;
  const { id: adminId } = requireRole(viewer, request, ["admin"]);
  const found = await findListing(db, idOf(params.id));
  if (found === null) throw noSuchPage();
  const { id, slug, name, neighborhoodSlug } = found.place;
  const typed = typedListing(found.listing);
  return {
    place: { id, slug, name },
    neighborhood: neighborhoodSlug,
    typed,
    opened: JSON.stringify(typed),
    types: await knownTypes(db),
    neighborhoods: await allNeighborhoods(db),
    history: await placeHistory(db, { placeId: id, by: { as: "staff", userId: adminId } }),
  };
}

/** No place has number 0: what is no number is of none. */
function idOf(text: string): number {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0;
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const { db, log, now, viewer } = siteOf(context);
  const { id: adminId } = requireRole(viewer, request, ["admin"]);
  const found = await findListing(db, idOf(params.id));
  if (found === null) throw noSuchPage();
  const form = await readForm(request);
  const kept = (code: NoticeCode) =>
    redirect(editPlacePath(found.place.id), {
      status: 303,
      headers: { "set-cookie": noticeCookie({ code, item: null }) },
    });
  if (form.text("intent") === "undo") {
    const changeId = idOf(form.text("change"));
    const by = { as: "staff", userId: adminId } as const;
    const outcome = await undoChange(db, { placeId: found.place.id, changeId, by, now });
    if (outcome === "undone") return kept("changes-kept");
    const { status, why } = UNDO_REFUSALS[outcome];
    return data({ refused: null, undoRefused: why }, { status });
  }
  const [typed, neighborhood] = [typedIn(form), form.text("neighborhood")];
  const opened = readOpened(form.text("opened"), found.listing);
  const placeId = found.place.id;
  const wrong = await editBusiness(db, { placeId, typed, opened, neighborhood, adminId, now });
  if (wrong === null) {
    log.info({ place: placeId, adminId }, "An admin changed a listing");
    return kept("changes-kept");
  }
  const refused: RefusedBusiness = {
    why: wrong.isStale ? "Somebody changed it meanwhile. Look at both, then send it again." : "That can’t be kept yet.",
    typed,
    // Of a stale form what it says now is what it is opened with, so that sending it again is a decision.
    opened: JSON.stringify(wrong.isStale ? typedListing(wrong.now) : opened),
    neighborhood,
    problems: wrong.problems,
    similar: [],
  };
  return data({ refused, undoRefused: null }, { status: wrong.isStale ? 409 : 400 });
}

export const meta: Route.MetaFunction = ({ loaderData: { place }, matches }) =>
  pageMeta({
    siteUrl: siteUrlOf(matches),
    title: `Edit ${place.name}`,
    description: "What the guide says of a business.",
    path: editPlacePath(place.id),
    robots: "noindex, follow",
  });

export default function EditBusiness({ loaderData, actionData }: Route.ComponentProps) {
  const { place, history, ...form } = loaderData;
  const path = editPlacePath(place.id);
  return (
    <AdminPage
      section="content"
      title={place.name}
      lead={
        <span className="meta">
          <Link className="link" to={BUSINESSES_PATH}>
            All businesses
          </Link>
          <Link className="link" to={`/places/${place.slug}`}>
            View
          </Link>
          <Link className="link" to={`/places/${place.slug}/suggest#closed`}>
            Mark as closed or moved
          </Link>
          <Link className="link" to={auditPath({ subject: "place", id: String(place.id) })}>
            What was changed
          </Link>
        </span>
      }
    >
      <BusinessForm {...form} action={path} refused={actionData?.refused ?? null} button="Keep the changes" />
      {actionData?.undoRefused != null && <FormSummary why={actionData.undoRefused} problems={[]} />}
      <History history={history} path={path} />
    </AdminPage>
  );
}

import { data, redirect } from "react-router";

import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { readForm } from "#app/platform/read-form.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";

import { requireRole } from "#app/people/accounts/guards.ts";
import { readFormValues } from "#app/business/submissions/form/submission-form.ts";
import { listingToFields } from "#app/business/submissions/form/listing.ts";
import { listTypesByCategory } from "#app/business/submissions/form/place-types.server.ts";
import type { Route } from "./+types/new-business.route";
import { AdminPage } from "../admin-page.tsx";
import { BusinessForm, type BusinessFormErrors } from "./business-form.tsx";
import { editPlacePath, NEW_BUSINESS_PATH } from "./content.ts";
import { listNeighborhoodOptions } from "./content-places.server.ts";
import { addBusiness } from "./staff-listing.server.ts";

export const handle = { audience: "admin" } satisfies RouteHandle;

export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, viewer } = siteOf(context);
  requireRole(viewer, request, ["admin"]);
  return {
    typed: listingToFields({}),
    types: await listTypesByCategory(db),
    neighborhoods: await listNeighborhoodOptions(db),
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const { db, log, now, viewer } = siteOf(context);
  const { id: adminId } = requireRole(viewer, request, ["admin"]);
  const form = await readForm(request);
  const [typed, neighborhood] = [readFormValues(form), form.text("neighborhood")];
  const added = await addBusiness(db, { typed, neighborhood, isOther: form.text("other") === "yes", adminId, now });
  const reject = (status: number, given: Pick<BusinessFormErrors, "why"> & Partial<BusinessFormErrors>) =>
    data<BusinessFormErrors>({ typed, opened: "", neighborhood, problems: {}, similar: [], ...given }, { status });
  if ("problems" in added)
    return reject(400, {
      why: "We couldn’t add this business. Fix the fields below and try again.",
      problems: added.problems,
    });
  if ("similar" in added) {
    return reject(409, {
      why: "This looks like a business we already list. Check the matches first.",
      similar: added.similar,
    });
  }
  log.info({ place: added.id, adminId }, "An admin listed a business");
  return redirect(editPlacePath(added.id), 303);
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "Add Business",
    description: "Add a business to the directory.",
    path: NEW_BUSINESS_PATH,
  });

export default function NewBusiness({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <AdminPage section="businesses" title="Add Business" lead="It goes live right away.">
      <BusinessForm
        {...loaderData}
        action={NEW_BUSINESS_PATH}
        opened=""
        neighborhood=""
        refused={actionData ?? null}
        button="Add Business"
      />
    </AdminPage>
  );
}

import { redirect } from "react-router";

import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { AddressRateLimit } from "#app/platform/address-rate-limit.ts";
import { noticeCookie } from "#app/platform/notice.ts";
import { readForm } from "#app/platform/read-form.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";
import { FormSummary } from "#app/ui/form-summary.tsx";

import { describeClosure, mayHaveClosed } from "#app/guide/places/facts/closure.ts";
import { describeFreshness } from "#app/guide/places/facts/fact-origin.ts";
import { findFactOrigins } from "#app/guide/places/facts/fact-origins.server.ts";
import { listingToFields } from "#app/business/submissions/form/listing.ts";
import { listingFieldId } from "#app/business/submissions/form/listing-fields.tsx";
import { listTypesByCategory } from "#app/business/submissions/form/place-types.server.ts";
import { listingFieldLabel, listingProblemKeys } from "#app/business/submissions/form/listing-form.ts";
import { dcToday } from "#app/lib/dc-time.ts";
import { NO_BUTTON_REFUSAL, tooManyRequests } from "#app/ui/form-refusals.ts";
import type { Route } from "./+types/edit-listing.route";
import {
  DefaultButton,
  ListingForm,
  ListingHistory,
  PendingEditDiff,
  TemporaryClosureSection,
} from "./edit-listing-forms.tsx";
import { listingFromPlace } from "./owner-listing.server.ts";
import { listPlaceHistory } from "./listing-history.server.ts";
import { findLastDecidedEdit, findPendingEdit } from "./owner-edits.server.ts";
import { OwnerPage, sectionPath } from "../dashboard/owner-page.tsx";
import { requireOwner } from "../require-owner.server.ts";
import { findOwnerAction, type ShownForm, showForm } from "./owner-actions.server.ts";

export const handle = { audience: "owner" } satisfies RouteHandle;

/** Per person; double clicks stay below it. */
const FORMS_PER_MINUTE_MAX = 60;
const limit = new AddressRateLimit(FORMS_PER_MINUTE_MAX);

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const site = siteOf(context);
  const { place, viewer } = await requireOwner(site, request, params.slug);
  const { db, now } = site;
  const typed = listingToFields(listingFromPlace(place));
  const { status, closure, closedOn, reopensOn, isClosedByOwner } = place;
  const isListed = status === "published";
  const description = describeClosure({ closure, closedOn, reopensOn, isClosedByOwner, isListed });
  return {
    place: { slug: place.slug, name: place.name, hoursText: place.hoursText },
    typed,
    /** The form sends it back, to tell the owner's changes from changes made in between. */
    opened: JSON.stringify(typed),
    freshness: Object.fromEntries(
      Object.entries(await findFactOrigins(db, { placeId: place.id, canConfirm: false })).map(([field, origin]) => [
        field,
        `${describeFreshness(origin)} · ${origin.sourceTitle}`,
      ]),
    ),
    types: await listTypesByCategory(db),
    waiting: await findPendingEdit(db, place.id),
    decided: await findLastDecidedEdit(db, place.id),
    closed: {
      description,
      isOwn: isClosedByOwner,
      canReopen: isClosedByOwner || mayHaveClosed(closure),
      reopensOn: reopensOn ?? "",
      today: dcToday(now),
    },
    history: await listPlaceHistory(db, { placeId: place.id, by: { as: "owner", userId: viewer.id } }),
  };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const site = siteOf(context);
  const { viewer, ...owned } = await requireOwner(site, request, params.slug);
  const form = await readForm(request);
  const input = { site, form, owned, userId: viewer.id };
  const seconds = limit.secondsToWait(viewer.id, site.now);
  if (seconds !== null) return showForm(input, 429, { why: tooManyRequests(seconds) });
  const act = findOwnerAction(form);
  if (act === null) return showForm(input, 400, { why: NO_BUTTON_REFUSAL });
  const outcome = await act(input);
  if (typeof outcome !== "string" && outcome.init?.status !== 200) return outcome;
  site.log.info({ place: owned.place.slug, intent: form.text("intent"), by: viewer.id }, "An owner changed a listing");
  if (typeof outcome !== "string") return outcome;
  const headers = { "set-cookie": noticeCookie({ code: outcome, item: null }) };
  return redirect(sectionPath(owned.place.slug, "edit"), { status: 303, headers });
}

export const meta: Route.MetaFunction = ({ loaderData: { place }, matches }) =>
  pageMeta({
    matches,
    title: `Edit ${place.name}`,
    description: `Hours, contact details and description of ${place.name}.`,
    path: sectionPath(place.slug, "edit"),
  });

export default function EditListing({ loaderData, actionData }: Route.ComponentProps) {
  const { place, waiting, decided, closed, history, types, freshness } = loaderData;
  const shown = actionData ?? null;
  return (
    <OwnerPage place={place} section="edit">
      {shown !== null && shown.why !== "" && <FormSummary why={shown.why} problems={summaryOf(shown)} />}
      <DefaultButton />
      {waiting !== null && <PendingEditDiff waiting={waiting} />}
      <div className="listing-columns">
        <ListingForm
          path={sectionPath(place.slug, "edit")}
          {...{ freshness, types, decided, shown }}
          typed={loaderData.typed}
          opened={loaderData.opened}
          hoursText={place.hoursText}
        />
        <div>
          <TemporaryClosureSection
            closed={closed}
            problem={shown?.problems["reopensOn"]}
            typed={shown?.reopensOn ?? null}
            slug={place.slug}
          />
          <ListingHistory history={history} />
        </div>
      </div>
    </OwnerPage>
  );
}

/** In the order of the form. */
function summaryOf({ typed, problems }: ShownForm) {
  return [...listingProblemKeys(typed), "note", "reopensOn"].flatMap((field) => {
    const text = problems[field];
    const label = EXTRA_FIELD_LABELS[field] ?? listingFieldLabel(field);
    return text === undefined ? [] : [{ id: listingFieldId(field), label, text }];
  });
}

const EXTRA_FIELD_LABELS: Partial<Record<string, string>> = { note: "Reason", reopensOn: "Reopens on" };

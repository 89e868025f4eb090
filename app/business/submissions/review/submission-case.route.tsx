import { data, redirect } from "react-router";

import { noSuchPage } from "#app/people/navigation/no-such-page.ts";
import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { normalizeText } from "#app/lib/plain-text.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { readForm } from "#app/platform/read-form.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";
import { FormSummary } from "#app/ui/form-summary.tsx";

import { requireRole } from "#app/people/accounts/guards.ts";
import { AdminPage } from "#app/desk/overview/admin-page.tsx";
import { isReasonForKind, composeReason } from "#app/core/cases/decision-reasons.ts";
import type { Route } from "./+types/submission-case.route";
import { CasePhotos } from "../photos/case-photos.tsx";
import { decideSubmission } from "./decide-submission.server.ts";
import { listingToFields } from "../form/listing.ts";
import {
  AddressFields,
  AttributeFields,
  ContactFields,
  DescriptionField,
  SummaryField,
  ListingHours,
  listingFieldId,
  NameFields,
} from "../form/listing-fields.tsx";
import { PinField } from "../form/pin-field.tsx";
import { submissionCasePath, type SubmissionCase } from "../submission.ts";
import { SubmissionBody } from "./submission-body.tsx";
import { altField } from "../photos/submission-photo-fields.ts";
import { readFormValues } from "../form/submission-form.ts";
import { findSubmissionCase, markSubmissionRead } from "../submission-queries.server.ts";
import {
  listingFieldLabel,
  listingProblemKeys,
  type ListingProblems,
  type ListingFormValues,
} from "../form/listing-form.ts";
import { listTypesByCategory } from "../form/place-types.server.ts";
import { DecisionFields } from "./decision-fields.tsx";
import { type DecisionValues, FATES, readDecision, typedPhotos } from "./submission-decision.ts";
import { SimilarListings } from "../form/similar-listings.tsx";
import { NeighborhoodField } from "../form/neighborhood-field.tsx";

export const handle = { audience: "admin" } satisfies RouteHandle;

const QUEUE_PATH = "/admin/moderation";

/** A submission for the editor who decides. Opening it shows "In review" on the submitter's page. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { db, viewer, now } = siteOf(context);
  requireRole(viewer, request, ["admin"]);
  const found = isUuid(params.id) ? await findSubmissionCase(db, params.id) : null;
  if (found === null) throw noSuchPage();
  await markSubmissionRead(db, { id: params.id, now });
  return { about: found.about, typed: listingToFields(found.listing), types: await listTypesByCategory(db) };
}

type RefusedForm = { why: string; typed: ListingFormValues; problems: ListingProblems; values: DecisionValues };

export async function action({ context, params, request }: Route.ActionArgs) {
  const { db, viewer, now, log } = siteOf(context);
  const { id: decidedBy } = requireRole(viewer, request, ["admin"]);
  const found = isUuid(params.id) ? await findSubmissionCase(db, params.id) : null;
  if (found === null) throw noSuchPage();
  const form = await readForm(request);
  const values = {
    neighborhood: form.text("neighborhood"),
    code: form.text("code"),
    message: form.text("message"),
    duplicate: form.text("duplicate"),
    photos: typedPhotos(form, found.about),
  };
  const typed = readFormValues(form);
  const refuse = (status: number, why: string, problems: ListingProblems = {}) =>
    data<RefusedForm>({ why, typed, problems, values }, { status });
  const fate = FATES.find((known) => known === form.text("fate")) ?? null;
  if (fate === null) return refuse(400, "Choose Approve, Reject or Duplicate.");
  // A duplicate needs no reason from the list.
  const decision = fate === "refused" ? "rejected" : "approved";
  const given = composeReason({ decision, code: values.code, message: normalizeText(values.message) });
  if (typeof given === "string") return refuse(400, given);
  if (fate === "refused" && !isReasonForKind(given.code, "submission"))
    return refuse(400, "Choose a reason from the list.");
  const read = readDecision(fate, form, { typed, photos: values.photos });
  if (read.problems !== null) return refuse(400, "This can’t be published yet.", read.problems);
  const outcome = await decideSubmission(db, { ...read.decision, ...given, submissionId: params.id, decidedBy, now });
  if (outcome === "changed") return refuse(409, "The photos have changed in the meantime. Check them again.");
  if (outcome === "closed") return refuse(409, "Another editor decided this in the meantime, or it was deleted.");
  if (outcome === "no-place") return refuse(400, "Enter the listing’s slug from its URL, like madams-organ.");
  if (outcome === "no-neighborhood") return refuse(400, "Choose a neighborhood.", { neighborhood: "Choose one." });
  log.info({ submission: params.id, fate, decidedBy }, "A submission was decided");
  return redirect(`${QUEUE_PATH}?decided=${found.about.caseId}`, 303);
}

export const meta: Route.MetaFunction = ({ loaderData: { about }, matches }) =>
  pageMeta({
    matches,
    title: `Submission: ${about.name}`,
    description: "A submitted business, to approve or reject.",
    path: submissionCasePath(about.id),
  });

export default function SubmissionCasePage({ loaderData: { about, typed, types }, actionData }: Route.ComponentProps) {
  const refused = actionData ?? null;
  const parts = { typed: refused?.typed ?? typed, problems: refused?.problems ?? {} };
  const untouched = { neighborhood: about.neighborhood, code: "", message: "", duplicate: "", photos: null };
  const values = refused?.values ?? untouched;
  return (
    <AdminPage section="moderation" title={`Submission: ${about.name}`}>
      <div className="submit-page submit-case">
        {refused !== null && <FormSummary why={refused.why} problems={summaryOf(refused, about.photos)} />}
        <SubmissionBody summary={about} />
        {about.similar.length === 0 ? (
          <p className="text-muted">No similar listings found.</p>
        ) : (
          <div className="submit-alike">
            <h2 className="h4">Already listed?</h2>
            <SimilarListings similar={about.similar} hasSlugs />
          </div>
        )}
        <form method="post" action={submissionCasePath(about.id)} className="stacked-form" noValidate>
          <input type="hidden" name="seen" value={about.seen} />
          <CasePhotos photos={about.photos} typed={values.photos} problems={parts.problems} />
          <details className="submit-correct" open={refused !== null || about.neighborhood === ""}>
            <summary>Edit before approving</summary>
            <div className="submit-step">
              <NameFields {...parts} types={types} />
              <AddressFields {...parts}>
                <PinField {...parts} />
              </AddressFields>
              <NeighborhoodField
                neighborhoods={about.neighborhoods}
                chosen={values.neighborhood}
                emptyLabel="Choose one"
                problems={parts.problems}
              />
              <ListingHours {...parts} />
              <ContactFields {...parts} />
              <SummaryField {...parts} />
              <DescriptionField {...parts} />
              <AttributeFields {...parts} />
            </div>
          </details>
          <DecisionFields values={values} similar={about.similar} />
        </form>
      </div>
    </AdminPage>
  );
}

function summaryOf({ typed, problems }: RefusedForm, photos: SubmissionCase["photos"]) {
  const fields = [
    ...photos.map(({ id }, index) => ({ field: altField(id), id: altField(id), label: `Photo ${index + 1}` })),
    ...listingProblemKeys(typed).map((field) => ({
      field,
      id: listingFieldId(field),
      label: listingFieldLabel(field),
    })),
    { field: "neighborhood", id: listingFieldId("neighborhood"), label: "Neighborhood" },
  ];
  return fields.flatMap(({ field, id, label }) => {
    const text = problems[field];
    return text === undefined ? [] : [{ id, label, text }];
  });
}

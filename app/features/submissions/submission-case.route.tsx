import "#app/own-pages.css";

import { data, Link, redirect } from "react-router";

import { noSuchPage } from "#app/features/navigation/no-such-page.ts";
import { pageMeta, siteUrlOf } from "#app/features/seo/page-meta.ts";
import { characterCount, plainText } from "#app/lib/plain-text.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { readForm, type SentForm } from "#app/platform/read-form.ts";
import { siteOf } from "#app/platform/site.ts";
import { FormSummary } from "#app/ui/form-summary.tsx";

import { requireRole } from "../accounts/guards.ts";
import type { Route } from "./+types/submission-case.route";
import { decideSubmission } from "./decide-submission.server.ts";
import { readListing, typedListing } from "./listing.ts";
import {
  AddressFields,
  AttributeFields,
  ContactFields,
  DescriptionField,
  HoursFields,
  listingFieldId,
  NameFields,
} from "./listing-fields.tsx";
import { PinField } from "./pin-field.tsx";
import { submissionCasePath, type SubmissionCase, type SubmissionFate } from "./submission.ts";
import { SubmissionBody } from "./submission-article.tsx";
import { typedIn } from "./submission-form.ts";
import { findSubmissionCase, noteRead } from "./submission-queries.server.ts";
import { listingFieldName, listingFields, type ListingProblems, type TypedListing } from "./typed-listing.ts";
import { knownTypes } from "./types.server.ts";

const QUEUE_PATH = "/admin/moderation";
const REASON_CHARACTERS_MIN = 5;
const REASON_CHARACTERS_MAX = 500;

/** A page without a word on what the place is helps nobody. */
const DESCRIPTION_CHARACTERS_MIN = 20;

/** One submission, for the editor who decides: that it was looked at is told to whoever submitted. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { db, viewer, page, now } = siteOf(context);
  page.keep = false;
  requireRole(viewer, request, ["admin"]);
  const found = isUuid(params.id) ? await findSubmissionCase(db, params.id) : null;
  if (found === null) throw noSuchPage();
  await noteRead(db, { id: params.id, now });
  return { about: found.about, typed: typedListing(found.listing), types: await knownTypes(db) };
}

type Refused = { why: string; typed: TypedListing; problems: ListingProblems; kept: Kept };
type Kept = { neighborhood: string; reason: string; duplicate: string };

export async function action({ context, params, request }: Route.ActionArgs) {
  const { db, viewer, now, log } = siteOf(context);
  const { id: decidedBy } = requireRole(viewer, request, ["admin"]);
  if (!isUuid(params.id) || (await findSubmissionCase(db, params.id)) === null) throw noSuchPage();
  const form = await readForm(request);
  const kept = {
    neighborhood: form.text("neighborhood"),
    reason: form.text("reason"),
    duplicate: form.text("duplicate"),
  };
  const typed = typedIn(form);
  const refuse = (status: number, why: string, problems: ListingProblems = {}) =>
    data<Refused>({ why, typed, problems, kept }, { status });
  const fate = FATES.find((known) => known === form.text("fate")) ?? null;
  const reason = plainText(kept.reason);
  const length = characterCount(reason);
  if (fate === null) return refuse(400, "Choose Publish, Refuse or Duplicate.");
  if (length > REASON_CHARACTERS_MAX)
    return refuse(400, `Write at most ${REASON_CHARACTERS_MAX} characters as a reason.`);
  if (fate === "refused" && length < REASON_CHARACTERS_MIN)
    return refuse(400, "Give a reason: whoever submitted reads it.");
  const read = readDecision(fate, form, typed);
  if (read.problems !== null) return refuse(400, "It can’t be published yet.", read.problems);
  const outcome = await decideSubmission(db, { ...read.decision, submissionId: params.id, reason, decidedBy, now });
  if (outcome === "closed") return refuse(409, "Somebody else has decided about it meanwhile, or it is gone.");
  if (outcome === "no-place") return refuse(400, "Name its page, as it stands in its address: madams-organ.");
  if (outcome === "no-neighborhood") return refuse(400, "Choose its neighborhood.", { neighborhood: "Choose one." });
  log.info({ submission: params.id, fate, decidedBy }, "A submission was decided");
  return redirect(QUEUE_PATH, 303);
}

const FATES = ["published", "refused", "duplicate"] as const satisfies SubmissionFate[];

function readDecision(fate: SubmissionFate, form: SentForm, typed: TypedListing) {
  if (fate === "refused") return { decision: { fate }, problems: null } as const;
  if (fate === "duplicate") {
    return { decision: { fate, duplicateSlug: form.text("duplicate").trim() }, problems: null } as const;
  }
  const { listing, problems: wrong } = readListing(typed);
  const problems: ListingProblems = { ...wrong };
  if (listing !== null && characterCount(listing.description) < DESCRIPTION_CHARACTERS_MIN) {
    problems["description"] = `Write at least ${DESCRIPTION_CHARACTERS_MIN} characters.`;
  }
  if (listing === null || Object.keys(problems).length > 0) return { decision: null, problems } as const;
  return { decision: { fate, listing, neighborhood: form.text("neighborhood") }, problems: null } as const;
}

export const meta: Route.MetaFunction = ({ loaderData: { about }, matches }) =>
  pageMeta({
    siteUrl: siteUrlOf(matches),
    title: `Submission of ${about.name}`,
    description: "A business that somebody wants to see listed.",
    path: submissionCasePath(about.id),
    robots: "noindex, follow",
  });

export default function SubmissionCasePage({ loaderData: { about, typed, types }, actionData }: Route.ComponentProps) {
  const refused = actionData ?? null;
  const parts = { typed: refused?.typed ?? typed, problems: refused?.problems ?? {} };
  const kept = refused?.kept ?? { neighborhood: about.neighborhood, reason: "", duplicate: "" };
  return (
    <div className="wrap submit-page">
      <p>
        <Link className="link" to={QUEUE_PATH}>
          Back to all that waits
        </Link>
      </p>
      <h1 className="d3">Submission of {about.name}</h1>
      {refused !== null && <FormSummary why={refused.why} problems={summaryOf(refused)} />}
      <SubmissionBody summary={about} />
      <Alike similar={about.similar} />
      <form method="post" action={submissionCasePath(about.id)} className="review-form" noValidate>
        <details className="submit-correct" open={refused !== null || about.neighborhood === ""}>
          <summary>Correct it before it is published</summary>
          <div className="submit-step">
            <NameFields {...parts} types={types} />
            <AddressFields {...parts}>
              <PinField {...parts} />
            </AddressFields>
            <NeighborhoodField about={about} kept={kept} problem={parts.problems["neighborhood"]} />
            <HoursFields {...parts} />
            <ContactFields {...parts} />
            <DescriptionField {...parts} />
            <AttributeFields {...parts} />
          </div>
        </details>
        <DecisionFields kept={kept} similar={about.similar} />
      </form>
    </div>
  );
}

function summaryOf({ typed, problems }: Refused) {
  return [...listingFields(typed), "neighborhood"].flatMap((field) => {
    const text = problems[field];
    const label = field === "neighborhood" ? "Neighborhood" : listingFieldName(field);
    return text === undefined ? [] : [{ id: listingFieldId(field), label, text }];
  });
}

function Alike({ similar }: Pick<SubmissionCase, "similar">) {
  if (similar.length === 0) return <p className="text-stone-5">Nothing in the guide looks like it.</p>;
  return (
    <div className="submit-alike">
      <h2 className="h4">In the guide already?</h2>
      <ul>
        {similar.map(({ slug, name, type, address, isClosed }) => (
          <li key={slug}>
            <Link className="name-link" to={`/places/${slug}`} target="_blank">
              {name}
            </Link>
            <span className="meta text-meta text-stone-5">
              <span>{type}</span>
              {address !== null && <span>{address}</span>}
              {isClosed && <span>Closed</span>}
              <span>{slug}</span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function NeighborhoodField({
  about,
  kept,
  problem,
}: {
  about: SubmissionCase;
  kept: Kept;
  problem: string | undefined;
}) {
  const id = listingFieldId("neighborhood");
  return (
    <div className={problem === undefined ? "field" : "field field-error"}>
      <label htmlFor={id}>Neighborhood</label>
      <select className="input" id={id} name="neighborhood" defaultValue={kept.neighborhood}>
        <option value="">Choose one</option>
        {about.neighborhoods.map(({ slug, name }) => (
          <option key={slug} value={slug}>
            {name}
          </option>
        ))}
      </select>
      {problem !== undefined && <small>{problem}</small>}
    </div>
  );
}

function DecisionFields({ kept, similar }: { kept: Kept; similar: SubmissionCase["similar"] }) {
  return (
    <>
      <label className="field">
        <span>Reason, for whoever submitted to read</span>
        <input className="input" name="reason" defaultValue={kept.reason} autoComplete="off" />
        <small>Needed to refuse.</small>
      </label>
      <div className="review-buttons">
        <button type="submit" className="button button-primary" name="fate" value="published">
          Publish
        </button>
        <button type="submit" className="button button-outline" name="fate" value="refused">
          Refuse
        </button>
      </div>
      <label className="field">
        <span>Of which page it is a duplicate</span>
        <input
          className="input"
          name="duplicate"
          defaultValue={kept.duplicate || (similar[0]?.slug ?? "")}
          autoComplete="off"
        />
        <small>As in its address: madams-organ</small>
      </label>
      <div className="review-buttons">
        <button type="submit" className="button button-outline" name="fate" value="duplicate">
          It is a duplicate
        </button>
      </div>
    </>
  );
}

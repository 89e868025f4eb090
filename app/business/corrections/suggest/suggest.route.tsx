import { data, Link, redirect } from "react-router";

import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { AddressRateLimit } from "#app/platform/address-rate-limit.ts";
import { readForm, type FormFields } from "#app/platform/read-form.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { type Site, siteOf } from "#app/platform/site.ts";
import { fieldProblems, FormSummary } from "#app/ui/form-summary.tsx";

import { requireRole } from "#app/people/accounts/guards.ts";
import { noSuchPage } from "#app/people/navigation/no-such-page.ts";
import { closureLine } from "#app/guide/places/facts/closure.ts";
import { describeFreshness } from "#app/guide/places/facts/fact-origin.ts";
import { findFactOrigins } from "#app/guide/places/facts/fact-origins.server.ts";
import type { PlacePage } from "#app/guide/places/place.ts";
import { browserIdCookie, readBrowserId } from "#app/people/reviews/write/browser-id-cookie.ts";
import { tooManyRequests } from "#app/ui/form-refusals.ts";
import type { Route } from "./+types/suggest.route";
import type { ClosedFormErrors, ClosedFormValues } from "./closed-fields.ts";
import { NOT_A_PLACE_LINK, parseClosedForm } from "./closed-form.ts";
import { CLOSED_FIELD_LABELS, ReportClosedForm, EditorClosureForm } from "./closed-forms.tsx";
import { TOO_MANY_TODAY } from "../correction-labels.ts";
import { correctionPath } from "../correction.ts";
import {
  listDuplicates,
  findCorrectablePlace,
  findOtherPlace,
  listTypesOfCategory,
} from "../correction-queries.server.ts";
import type { FilledHours } from "../hours/fill-hours.ts";
import { HOURS_TEXT } from "../hours/hours-fields.ts";
import { readHoursButton } from "../hours/hours-form.ts";
import { decideClosure } from "../review/decide-correction.server.ts";
import { parseDecisionFields } from "../review/decision-form.ts";
import type { EditFormErrors, EditFormValues } from "./edit-fields.ts";
import { editFormFacts, parseEditForm } from "./edit-form.ts";
import { newBrowserId, identifyReporter } from "./reporter.server.ts";
import { type CorrectionInput, sendCorrection } from "./send-correction.server.ts";
import { editFieldLabels, SuggestEditForm } from "./suggest-fields.tsx";

export const handle = { audience: "everyone", isIndexed: false } satisfies RouteHandle;

/** Per member or network; enough for impatient repeated clicks. */
const FORMS_PER_MINUTE_MAX = 60;
const limit = new AddressRateLimit(FORMS_PER_MINUTE_MAX);

export async function loader({ context, params }: Route.LoaderArgs) {
  const { db, viewer, page } = siteOf(context);
  const place = await findPlaceOr404(context, params.slug);
  page.tags.add(`place:${place.slug}`);
  const known = editFormFacts(place);
  return {
    place: { slug: place.slug, name: place.name, category: place.categorySlug, hoursText: place.hoursText },
    known,
    /** The form's initial values, which it sends back to detect the visitor's changes and later changes of the place. */
    opened: JSON.stringify(known),
    freshness: freshnessOf(await findFactOrigins(db, { placeId: place.id, canConfirm: false })),
    types: await listTypesOfCategory(db, place.categorySlug),
    marked: closureLine(place.closure)?.lead ?? STATUS_LABELS[place.status],
    duplicates: viewer?.role === "admin" ? await listDuplicates(db, place.id) : null,
  };
}

const STATUS_LABELS = { published: null, closed: "Closed", removed: "A duplicate" };

/** The source and freshness of each fact, by field. */
function freshnessOf(origins: PlacePage["origins"]): Partial<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(origins).map(([field, origin]) => [field, `${describeFreshness(origin)} · ${origin.sourceTitle}`]),
  );
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const site = siteOf(context);
  const place = await findPlaceOr404(context, params.slug);
  const form = await readForm(request);
  const intent = form.text("intent");
  if (intent === "decide") return decideAsEditor(site, request, { form, place });

  const seconds = limit.secondsToWait(site.viewer?.id ?? site.visitorAddress ?? "", site.now);
  const waitMessage = seconds === null ? null : tooManyRequests(seconds);
  const read = intent === "closed" ? await readClosed(site, form, place) : readEdit(form, place);
  if (waitMessage !== null)
    return data(read.refused(waitMessage), { status: 429, headers: { "retry-after": `${seconds}` } });
  if (read.content === null) return data(read.refused(read.why), { status: read.status });

  const browserId = readBrowserId(request.headers.get("cookie")) ?? newBrowserId();
  const reporter = await identifyReporter(site, browserId);
  const sent = await sendCorrection(site.db, { placeId: place.id, reporter, content: read.content, now: site.now });
  if (sent === "too-many") return data(read.refused(TOO_MANY_TODAY), { status: 429 });
  const headers = { "set-cookie": browserIdCookie(browserId, site.env.siteUrl) };
  return redirect(correctionPath(sent.key), { status: 303, headers });
}

type Place = Awaited<ReturnType<typeof findPlaceOr404>>;

/** A refused form with its submitted values. */
type Refused =
  | RefusedEdit
  | { form: "closed"; why: string; typed: ClosedFormValues; problems: ClosedFormErrors }
  | { form: "decide"; why: string; problems: Record<string, never>; closure: string; successor: string };

type RefusedEdit = {
  form: "edit";
  why: string;
  typed: EditFormValues;
  opened: string;
  problems: EditFormErrors;
  /** What a button did to the hours; null for nothing. */
  message: string | null;
};

type ParsedForm = { refused: (why: string) => Refused } & (
  | { content: CorrectionInput["content"] }
  | { content: null; status: number; why: string }
);

function readEdit(form: FormFields, place: Place): ParsedForm {
  const read = parseEditForm(form, place);
  const opened = JSON.stringify(read.opened);
  const refused = (why: string): RefusedEdit => {
    return { form: "edit", why, typed: read.typed, opened, problems: read.problems ?? {}, message: null };
  };
  const filled = readHoursButton(form, place.categorySlug);
  if (filled !== null) {
    return fillHours(filled, (given) => ({ ...refused(""), ...given }));
  }
  if (read.edit !== null) return { refused, content: { kind: "edit", edit: read.edit } };
  return read.isStale
    ? {
        refused,
        content: null,
        status: 409,
        why: "The page has changed since you opened the form. Check your suggestion and send it again.",
      }
    : { refused, content: null, status: 400, why: "We couldn’t send your suggestion. Please correct it below." };
}

/** The form again, with what its buttons did to the hours. */
function fillHours(filled: FilledHours, show: (given: Partial<RefusedEdit>) => RefusedEdit): ParsedForm {
  if ("problem" in filled) {
    const problems = { [HOURS_TEXT]: filled.problem };
    const why = "We couldn’t read the hours. Please correct them below.";
    return { refused: (text) => show({ why: text, problems }), content: null, status: 400, why };
  }
  const { values, message } = filled;
  const shown = show({ message });
  const typed = { ...shown.typed, hours: values };
  return { refused: (why) => ({ ...shown, typed, why }), content: null, status: 200, why: "" };
}

async function readClosed({ db }: Site, form: FormFields, place: Place): Promise<ParsedForm> {
  const { typed, report, problems } = parseClosedForm(form);
  const otherPlaceId = await findOtherPlace(db, { slug: report?.otherSlug ?? null, than: place.id });
  const isOtherMissing = report !== null && report.otherSlug !== null && otherPlaceId === null;
  const wrong = isOtherMissing ? { other: NOT_A_PLACE_LINK } : (problems ?? {});
  const refused = (why: string): Refused => ({ form: "closed", why, typed, problems: wrong });
  if (report !== null && !isOtherMissing) return { refused, content: { kind: "closed", report, otherPlaceId } };
  return { refused, content: null, status: 400, why: "We couldn’t send your report. Please correct it below." };
}

/** An editor can set the status without any report. */
async function decideAsEditor(site: Site, request: Request, { form, place }: { form: FormFields; place: Place }) {
  const { id: decidedBy } = requireRole(site.viewer, request, ["admin"]);
  const fields = parseDecisionFields(form, "approved");
  const refuse = (status: number, why: string) => {
    const submitted = { closure: form.text("closure"), successor: form.text("successor") };
    return data<Refused>({ form: "decide", why, problems: {}, ...submitted }, { status });
  };
  if (typeof fields === "string" || fields.closure === null) return refuse(400, "Choose a status.");
  const { closure, successorSlug } = fields;
  const reason = "An editor decided this without a report.";
  const decided = { placeId: place.id, closure, successorSlug, reason, decidedBy, now: site.now };
  const outcome = await decideClosure(site.db, decided);
  if (outcome === "no-successor")
    return refuse(400, "Enter the other place. It has to be a different, published place.");
  site.log.info({ place: place.slug, closure, decidedBy }, "A place was marked");
  return redirect(`/places/${place.slug}`, 303);
}

async function findPlaceOr404(context: Route.LoaderArgs["context"], slug: string) {
  const { db, viewer } = siteOf(context);
  const place = await findCorrectablePlace(db, { slug, isEditor: viewer?.role === "admin" });
  if (place === null) throw noSuchPage();
  return place;
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta({
    matches,
    title: `Correct ${loaderData.place.name}`,
    description: `Suggest an edit to ${loaderData.place.name}, or report that it has closed.`,
    path: `/places/${loaderData.place.slug}/suggest`,
  });

export default function Suggest({ loaderData, actionData }: Route.ComponentProps) {
  const { place, marked, duplicates } = loaderData;
  const refusedEdit = actionData?.form === "edit" ? actionData : null;
  const refusedReport = actionData?.form === "closed" ? actionData : null;
  const refusedDecision = actionData?.form === "decide" ? actionData : null;
  return (
    <div className="wrap correction-page">
      <h1 className="d2">Correct {place.name}</h1>
      <p>
        <Link className="link" to={`/places/${place.slug}`}>
          Back to {place.name}
        </Link>
      </p>
      {actionData !== undefined && <Refusal refused={actionData} />}
      <p className="correction-lede">
        An editor reviews every suggestion and report. You’ll get a page with the outcome.
      </p>
      <nav className="correction-ways" aria-label="On this page">
        <a className="link" href="#suggest">
          Suggest an edit
        </a>
        <a className="link" href="#closed">
          Report closed
        </a>
      </nav>
      <div className="correction-forms">
        <section aria-labelledby="suggest">
          <h2 className="h2" id="suggest">
            Suggest an edit
          </h2>
          <SuggestEditForm {...loaderData} refused={refusedEdit} />
        </section>
        <div>
          <section aria-labelledby="closed">
            <h2 className="h2" id="closed">
              Report closed
            </h2>
            <ReportClosedForm place={place} marked={marked} refused={refusedReport} />
          </section>
          {duplicates !== null && (
            <section aria-labelledby="decide">
              <h2 className="h2" id="decide">
                For editors: set the status
              </h2>
              <EditorClosureForm place={place} marked={marked} duplicates={duplicates} refused={refusedDecision} />
            </section>
          )}
        </div>
      </div>
    </div>
  );
}

function Refusal({ refused }: { refused: Refused }) {
  const { form, why, problems } = refused;
  if (why === "") return null;
  const labels = form === "edit" ? editFieldLabels(refused.typed) : form === "closed" ? CLOSED_FIELD_LABELS : {};
  return <FormSummary why={why} problems={fieldProblems(problems, labels, (field) => `${form}-${field}`)} />;
}

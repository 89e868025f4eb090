import "#app/own-pages.css";

import { data, Link, redirect } from "react-router";

import { pageMeta, siteUrlOf } from "#app/features/seo/page-meta.ts";
import { AddressLimit } from "#app/platform/address-limit.ts";
import { readForm, type SentForm } from "#app/platform/read-form.ts";
import { type Site, siteOf } from "#app/platform/site.ts";
import { fieldProblems, FormSummary } from "#app/ui/form-summary.tsx";

import { requireRole } from "../accounts/guards.ts";
import { noSuchPage } from "../navigation/no-such-page.ts";
import { closureLine } from "../places/closure.ts";
import { describeOrigin } from "../places/fact-origin.ts";
import { factOrigins } from "../places/fact-origins.server.ts";
import type { PlacePage } from "../places/place.ts";
import { writerCookie, writerMark } from "../reviews/writer-cookie.ts";
import type { Route } from "./+types/suggest.route";
import type { ClosedProblems, TypedClosed } from "./closed-fields.ts";
import { NO_PAGE_OF_OURS, readClosedForm } from "./closed-form.ts";
import { CLOSED_NAMES, ClosedFields, EditorFields } from "./closed-forms.tsx";
import { correctionPath } from "./correction.ts";
import { duplicatesOf, findCorrectablePlace, findOtherPlace, typesOfCategory } from "./correction-queries.server.ts";
import { decideClosure } from "./decide-correction.server.ts";
import { readDecisionFields } from "./decision-form.ts";
import type { EditProblems, TypedEdit } from "./edit-fields.ts";
import { filledFields, readEditForm } from "./edit-form.ts";
import { newMark, reporterOf } from "./reporter.server.ts";
import { type SentCorrection, sendCorrection } from "./send-correction.server.ts";
import { EDIT_NAMES, SuggestFields } from "./suggest-fields.tsx";

/** Per person or network; a form sent again and again by an impatient finger stays below it. */
const FORMS_PER_MINUTE_MAX = 60;
const limit = new AddressLimit(FORMS_PER_MINUTE_MAX);

export async function loader({ context, params }: Route.LoaderArgs) {
  const { db, viewer, page } = siteOf(context);
  const place = await placeOr404(context, params.slug);
  page.tags.add(`place:${place.slug}`);
  const known = filledFields(place);
  return {
    place: { slug: place.slug, name: place.name, category: place.categorySlug, hoursText: place.hoursText },
    known,
    /** What the form sends back, to tell what was changed and what has changed since. */
    opened: JSON.stringify(known),
    freshness: freshnessOf(await factOrigins(db, { placeId: place.id, canConfirm: false })),
    types: await typesOfCategory(db, place.categorySlug),
    marked: closureLine(place.closure)?.lead ?? OTHER_MARKS[place.status],
    duplicates: viewer?.role === "admin" ? await duplicatesOf(db, place.id) : null,
  };
}

const OTHER_MARKS = { published: null, closed: "Closed", removed: "A duplicate" };

/** How fresh the facts are, each in words, by the name of the fact. */
function freshnessOf(origins: PlacePage["origins"]): Partial<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(origins).map(([field, origin]) => [field, `${describeOrigin(origin)} · ${origin.sourceTitle}`]),
  );
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const site = siteOf(context);
  const place = await placeOr404(context, params.slug);
  const form = await readForm(request);
  const intent = form.text("intent");
  if (intent === "decide") return decideAsEditor(site, request, { form, place });

  const seconds = limit.secondsToWait(site.viewer?.id ?? site.visitorAddress ?? "", site.now);
  const waitWords = seconds === null ? null : `That is too often. Try again in ${seconds} seconds.`;
  const read = intent === "closed" ? await readClosed(site, form, place) : readEdit(form, place);
  if (waitWords !== null)
    return data(read.refused(waitWords), { status: 429, headers: { "retry-after": `${seconds}` } });
  if (read.content === null) return data(read.refused(read.why), { status: read.status });

  const mark = writerMark(request.headers.get("cookie")) ?? newMark();
  const reporter = await reporterOf(site, mark);
  const sent = await sendCorrection(site.db, { placeId: place.id, reporter, content: read.content, now: site.now });
  if (sent === "too-many") return data(read.refused(TOO_MANY), { status: 429 });
  const headers = { "set-cookie": writerCookie(mark, site.env.siteUrl) };
  return redirect(correctionPath(sent.key), { status: 303, headers });
}

const TOO_MANY = "That is as much as a day allows, from you or from your network. Come back tomorrow.";

type Place = Awaited<ReturnType<typeof placeOr404>>;

/** What goes back to the form that was refused, with what was typed in it. */
type Refused =
  | { form: "edit"; why: string; typed: TypedEdit; opened: string; problems: EditProblems }
  | { form: "closed"; why: string; typed: TypedClosed; problems: ClosedProblems }
  | { form: "decide"; why: string; problems: Record<string, never>; closure: string; successor: string };

type Read = { refused: (why: string) => Refused } & (
  | { content: SentCorrection["content"] }
  | { content: null; status: number; why: string }
);

function readEdit(form: SentForm, place: Place): Read {
  const read = readEditForm(form, place);
  const opened = JSON.stringify(read.opened);
  const refused = (why: string): Refused => {
    return { form: "edit", why, typed: read.typed, opened, problems: read.problems ?? {} };
  };
  if (read.edit !== null) return { refused, content: { kind: "edit", edit: read.edit } };
  return read.isStale
    ? { refused, content: null, status: 409, why: "Something was changed meanwhile. Look again, then send it." }
    : { refused, content: null, status: 400, why: "That suggestion can’t be sent yet." };
}

async function readClosed({ db }: Site, form: SentForm, place: Place): Promise<Read> {
  const { typed, report, problems } = readClosedForm(form);
  const otherPlaceId = await findOtherPlace(db, { slug: report?.otherSlug ?? null, than: place.id });
  const isOtherMissing = report !== null && report.otherSlug !== null && otherPlaceId === null;
  const wrong = isOtherMissing ? { other: NO_PAGE_OF_OURS } : (problems ?? {});
  const refused = (why: string): Refused => ({ form: "closed", why, typed, problems: wrong });
  if (report !== null && !isOtherMissing) return { refused, content: { kind: "closed", report, otherPlaceId } };
  return { refused, content: null, status: 400, why: "That report can’t be sent yet." };
}

/** An editor needs nobody's reports. */
async function decideAsEditor(site: Site, request: Request, { form, place }: { form: SentForm; place: Place }) {
  const { id: decidedBy } = requireRole(site.viewer, request, ["admin"]);
  const fields = readDecisionFields(form);
  const refuse = (status: number, why: string) => {
    const kept = { closure: form.text("closure"), successor: form.text("successor") };
    return data<Refused>({ form: "decide", why, problems: {}, ...kept }, { status });
  };
  if (typeof fields === "string" || fields.closure === null) return refuse(400, "Choose what is so.");
  const { closure, successorSlug } = fields;
  const reason = "An editor decided it without a report.";
  const decided = { placeId: place.id, closure, successorSlug, reason, decidedBy, now: site.now };
  const outcome = await decideClosure(site.db, decided);
  if (outcome === "no-successor")
    return refuse(400, "Name its other page, which has to be another place that is listed.");
  site.log.info({ place: place.slug, closure, decidedBy }, "A place was marked");
  return redirect(`/places/${place.slug}`, 303);
}

async function placeOr404(context: Route.LoaderArgs["context"], slug: string) {
  const { db, viewer } = siteOf(context);
  const place = await findCorrectablePlace(db, { slug, isEditor: viewer?.role === "admin" });
  if (place === null) throw noSuchPage();
  return place;
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta({
    siteUrl: siteUrlOf(matches),
    title: `Correct ${loaderData.place.name}`,
    description: `Say what is wrong or missing on the page of ${loaderData.place.name}, or that it has closed.`,
    path: `/places/${loaderData.place.slug}/suggest`,
    robots: "noindex, follow",
  });

const FIELD_NAMES = { edit: EDIT_NAMES, closed: CLOSED_NAMES, decide: {} };

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
        An editor reads everything that is sent and decides. You get a page that tells what became of it.
      </p>
      <nav className="correction-ways" aria-label="What to tell">
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
          <SuggestFields {...loaderData} refused={refusedEdit} />
        </section>
        <div>
          <section aria-labelledby="closed">
            <h2 className="h2" id="closed">
              Report closed
            </h2>
            <ClosedFields place={place} marked={marked} refused={refusedReport} />
          </section>
          {duplicates !== null && (
            <section aria-labelledby="decide">
              <h2 className="h2" id="decide">
                For editors: mark it at once
              </h2>
              <EditorFields place={place} marked={marked} duplicates={duplicates} refused={refusedDecision} />
            </section>
          )}
        </div>
      </div>
    </div>
  );
}

function Refusal({ refused: { form, why, problems } }: { refused: Refused }) {
  return <FormSummary why={why} problems={fieldProblems(problems, FIELD_NAMES[form], (field) => `${form}-${field}`)} />;
}

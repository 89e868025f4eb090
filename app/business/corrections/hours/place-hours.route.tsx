import "../corrections.css";

import { data, Link, redirect } from "react-router";

import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { noSuchPage } from "#app/people/navigation/no-such-page.ts";
import { browserIdCookie, readBrowserId } from "#app/people/reviews/write/browser-id-cookie.ts";
import { AddressRateLimit } from "#app/platform/address-rate-limit.ts";
import { readForm } from "#app/platform/read-form.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";
import { tooManyRequests } from "#app/ui/form-refusals.ts";
import { fieldProblems, FormSummary } from "#app/ui/form-summary.tsx";

import type { Route } from "./+types/place-hours.route";
import { correctionPath } from "../correction.ts";
import { findCorrectablePlace } from "../correction-queries.server.ts";
import { BasisFields } from "../suggest/basis-fields.tsx";
import { identifyReporter, newBrowserId } from "../suggest/reporter.server.ts";
import { TOO_MANY_TODAY } from "../correction-labels.ts";
import { hoursFieldLabel, type HoursProblems, hoursProblemKeys } from "./hours-fields.ts";
import { sendHours } from "./send-hours.server.ts";
import { HoursFields } from "./hours-fieldset.tsx";
import { type HoursFormValues, parseHoursForm } from "./hours-form.ts";

export const handle = { audience: "everyone", isIndexed: false } satisfies RouteHandle;

/** Per member or network: filling and copying send the form too. */
const FORMS_PER_MINUTE_MAX = 60;
const limit = new AddressRateLimit(FORMS_PER_MINUTE_MAX);

/** The form for readers who know a place's hours when we don't. Known hours are corrected with the other facts. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { page, viewer } = siteOf(context);
  const place = await findPlaceWithoutHours(context, params.slug);
  page.tags.add(`place:${place.slug}`);
  return {
    place: { slug: place.slug, name: place.name, category: place.categorySlug },
    isEditor: viewer?.role === "admin",
  };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const site = siteOf(context);
  const place = await findPlaceWithoutHours(context, params.slug);
  const form = await readForm(request);
  const read = parseHoursForm(form, place.categorySlug);
  const refuse = (status: number, why: string, problems: HoursProblems = {}) =>
    data({ why, message: null, typed: read.typed, problems }, { status });
  const seconds = limit.secondsToWait(site.viewer?.id ?? site.visitorAddress ?? "", site.now);
  if (seconds !== null) return refuse(429, tooManyRequests(seconds));
  if (read.step === "filled") return data({ why: null, message: read.message, typed: read.typed, problems: {} });
  if (read.step === "refused")
    return refuse(400, "We couldn’t read the hours. Please correct them below.", read.problems);

  const browserId = readBrowserId(request.headers.get("cookie")) ?? newBrowserId();
  const reporter = await identifyReporter(site, browserId);
  const { viewer, now } = site;
  const editorId = viewer?.role === "admin" ? viewer.id : null;
  const sent = await sendHours(site.db, { place, reporter, edit: read.edit, editorId, now });
  if (sent === "too-many") return refuse(429, TOO_MANY_TODAY);
  const headers = { "set-cookie": browserIdCookie(browserId, site.env.siteUrl) };
  return redirect(correctionPath(sent.key), { status: 303, headers });
}

/** Redirects to the form for all facts if the hours are known by now. */
async function findPlaceWithoutHours(context: Route.LoaderArgs["context"], slug: string) {
  const { db, viewer } = siteOf(context);
  const place = await findCorrectablePlace(db, { slug, isEditor: viewer?.role === "admin" });
  if (place === null) throw noSuchPage();
  if (place.hours !== null || place.hoursText !== null) throw redirect(`/places/${slug}/suggest#edit-monday`, 303);
  return place;
}

export const meta: Route.MetaFunction = ({ loaderData: { place }, matches }) =>
  pageMeta({
    matches,
    title: `Add hours of ${place.name}`,
    description: `Tell us when ${place.name} is open.`,
    path: `/places/${place.slug}/hours`,
  });

export default function PlaceHours({ loaderData: { place, isEditor }, actionData }: Route.ComponentProps) {
  const problems = actionData?.problems ?? {};
  return (
    <div className="wrap correction-page">
      <h1 className="d2">When is {place.name} open?</h1>
      <p>
        <Link className="link" to={`/places/${place.slug}`}>
          Back to {place.name}
        </Link>
      </p>
      {actionData?.why != null && (
        <FormSummary why={actionData.why} problems={fieldProblems(problems, labelsOf(actionData.typed), fieldId)} />
      )}
      <p className="correction-lede">
        {isEditor
          ? "Your hours appear on the page at once."
          : "Your hours appear on the page when an editor approves them, or a reader elsewhere reports the same."}
      </p>
      <HoursForm place={place} typed={actionData?.typed ?? NOTHING_TYPED} problems={problems}>
        {actionData?.message ?? null}
      </HoursForm>
    </div>
  );
}

const NOTHING_TYPED: HoursFormValues = { hours: { specialCount: "1" }, basis: "", note: "" };

type FormProps = {
  place: { slug: string; category: string };
  typed: HoursFormValues;
  problems: HoursProblems;
  /** What was filled in. */
  children: string | null;
};

/** A plain form: the buttons that fill the days send it, so they work without script. */
function HoursForm({ place: { slug, category }, typed, problems, children: message }: FormProps) {
  return (
    <form method="post" action={`/places/${slug}/hours`} className="stacked-form hours-form" noValidate>
      {/* Enter in a field presses the form's first button, which is the one to send. */}
      <button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true">
        Send hours
      </button>
      <HoursFields values={typed.hours} idOf={fieldId} isFilledByServer {...{ problems, category, message }} />
      <BasisFields prefix="hours" typed={typed} problems={problems} />
      <div className="form-buttons">
        <button type="submit" className="button button-primary">
          Send hours
        </button>
      </div>
    </form>
  );
}

function fieldId(field: string): string {
  return `hours-${field}`;
}

/** In the order of the form. */
function labelsOf({ hours }: HoursFormValues): Partial<Record<string, string>> {
  const labels = hoursProblemKeys(hours).map((field) => [field, hoursFieldLabel(field) ?? field]);
  return { ...Object.fromEntries(labels), basis: "How you know", note: "Notes for the editor" };
}

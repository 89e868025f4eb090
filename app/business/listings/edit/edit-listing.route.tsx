import { data, redirect } from "react-router";

import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { characterCount, normalizeText } from "#app/lib/plain-text.ts";
import { AddressRateLimit } from "#app/platform/address-rate-limit.ts";
import { type NoticeCode, noticeCookie } from "#app/platform/notice.ts";
import { readForm, type FormFields } from "#app/platform/read-form.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { type Site, siteOf } from "#app/platform/site.ts";
import { FormSummary } from "#app/ui/form-summary.tsx";

import { describeClosure } from "#app/guide/places/facts/closure.ts";
import { describeFreshness } from "#app/guide/places/facts/fact-origin.ts";
import { findFactOrigins } from "#app/guide/places/facts/fact-origins.server.ts";
import { listingToFields } from "#app/business/submissions/form/listing.ts";
import { listingFieldId } from "#app/business/submissions/form/listing-fields.tsx";
import { readFormValues } from "#app/business/submissions/form/submission-form.ts";
import { listPlaceTypes } from "#app/business/submissions/form/place-types.server.ts";
import {
  type Listing,
  listingFieldLabel,
  listingFields,
  type ListingProblems,
  type ListingFormValues,
} from "#app/business/submissions/form/listing-form.ts";
import { dcToday } from "#app/lib/dc-time.ts";
import { NO_BUTTON_REFUSAL, tooManyRequests } from "#app/ui/form-refusals.ts";
import type { Route } from "./+types/edit-listing.route";
import {
  TemporaryClosureSection,
  FactsForm,
  GuardedForm,
  ListingHistory,
  PendingEditDiff,
} from "./edit-listing-forms.tsx";
import { NOTE_CHARACTERS_MAX } from "./owner-edit.ts";
import { parseOpeningValues } from "./listing-changes.ts";
import { changeListing, setTemporaryClosure, listingFromPlace } from "./owner-listing.server.ts";
import { listPlaceHistory, UNDO_REFUSALS, undoPlaceChange } from "./listing-history.server.ts";
import { findLastDecidedEdit, submitOwnerEdit, findPendingEdit, withdrawOwnerEdit } from "./owner-edits.server.ts";
import type { OwnedPlace } from "../people/owners.server.ts";
import { OwnerPage, sectionPath } from "../dashboard/owner-page.tsx";
import { requireOwner } from "../require-owner.server.ts";

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
    /** The forms send it back, to tell the owner's changes from changes made in between. */
    opened: JSON.stringify(typed),
    freshness: Object.fromEntries(
      Object.entries(await findFactOrigins(db, { placeId: place.id, canConfirm: false })).map(([field, origin]) => [
        field,
        `${describeFreshness(origin)} · ${origin.sourceTitle}`,
      ]),
    ),
    types: await listPlaceTypes(db),
    waiting: await findPendingEdit(db, place.id),
    decided: await findLastDecidedEdit(db, place.id),
    closed: { words: description, isOwn: isClosedByOwner, reopensOn: reopensOn ?? "", today: dcToday(now) },
    history: await listPlaceHistory(db, { placeId: place.id, by: { as: "owner", userId: viewer.id } }),
  };
}

const FORMS = ["facts", "guarded", "close", "undo"] as const;

/** The data of a refused form, with what was typed in it. */
type RefusedForm = {
  form: (typeof FORMS)[number];
  why: string;
  typed: ListingFormValues;
  opened: string;
  problems: ListingProblems;
  note: string;
  reopensOn: string;
};

type FormInput = { site: Site; form: FormFields; owned: OwnedPlace; userId: string };

export async function action({ context, params, request }: Route.ActionArgs) {
  const site = siteOf(context);
  const { viewer, ...owned } = await requireOwner(site, request, params.slug);
  const form = await readForm(request);
  const input = { site, form, owned, userId: viewer.id };
  const seconds = limit.secondsToWait(viewer.id, site.now);
  if (seconds !== null) {
    const formName = FORMS.find((each) => each === form.text("intent")) ?? "facts";
    return refuse(input, 429, { form: formName, why: tooManyRequests(seconds) });
  }
  const process = ACTIONS.get(form.text("intent"));
  if (process === undefined) return refuse(input, 400, { form: "facts", why: NO_BUTTON_REFUSAL });
  const outcome = await process(input);
  if (typeof outcome !== "string") return outcome;
  site.log.info({ place: owned.place.slug, intent: form.text("intent"), by: viewer.id }, "An owner changed a listing");
  const headers = { "set-cookie": noticeCookie({ code: outcome, item: null }) };
  return redirect(sectionPath(owned.place.slug, "edit"), { status: 303, headers });
}

type Refusal = Pick<RefusedForm, "form" | "why"> & Partial<RefusedForm>;

function refuse({ form, owned }: FormInput, status: number, given: Refusal) {
  const opened = JSON.stringify(parseOpeningValues(form.text("opened"), listingFromPlace(owned.place)));
  const [note, reopensOn] = [form.text("note"), form.text("reopensOn")];
  return data<RefusedForm>(
    { typed: readFormValues(form), opened, problems: {}, note, reopensOn, ...given },
    { status },
  );
}

/** Each returns the notice to show after success, or a refusal. */
const ACTIONS = new Map<string, (input: FormInput) => Promise<ReturnType<typeof refuse> | NoticeCode>>([
  ["facts", sendFacts],
  ["guarded", sendGuarded],
  ["withdraw", withdraw],
  ["undo", undo],
  ["close", close],
  ["reopen", reopen],
]);

async function sendFacts(input: FormInput) {
  const { site, form, owned, userId } = input;
  const opened = parseOpeningValues(form.text("opened"), listingFromPlace(owned.place));
  const change = { placeId: owned.place.id, userId, typed: readFormValues(form), opened, now: site.now };
  const outcome = await changeListing(site.db, change);
  if (outcome === "unchanged") return "place-unchanged";
  return outcome === "changed" ? "changes-saved" : refusedChanges(input, "facts", outcome);
}

async function sendGuarded(input: FormInput) {
  const { site, form, owned, userId } = input;
  const note = normalizeText(form.text("note"));
  const count = characterCount(note);
  if (count > NOTE_CHARACTERS_MAX) {
    const problems = { note: `Write at most ${NOTE_CHARACTERS_MAX} characters. You have ${count}.` };
    return refuse(input, 400, { form: "guarded", why: "This can’t be sent yet.", problems });
  }
  const opened = parseOpeningValues(form.text("opened"), listingFromPlace(owned.place));
  const change = { placeId: owned.place.id, userId, typed: readFormValues(form), opened, note, now: site.now };
  const refused = await submitOwnerEdit(site.db, change);
  return refused === null ? "place-edit-sent" : refusedChanges(input, "guarded", refused);
}

/** A stale form comes back with the current values as its opening values, so that sending it again overrides them. */
function refusedChanges(
  input: FormInput,
  form: "facts" | "guarded",
  { problems, isStale, now }: { problems: ListingProblems; isStale: boolean; now: Listing },
) {
  if (!isStale) return refuse(input, 400, { form, why: "This can’t be saved yet.", problems });
  const why = "This was changed in the meantime. Compare both, then save again.";
  return refuse(input, 409, { form, why, problems, opened: JSON.stringify(listingToFields(now)) });
}

async function withdraw(input: FormInput) {
  const isDone = await withdrawOwnerEdit(input.site.db, input.owned.place.id);
  return isDone ? "place-edit-withdrawn" : refuse(input, 409, { form: "guarded", why: "Nothing is pending anymore." });
}

async function undo(input: FormInput) {
  const { site, form, owned, userId } = input;
  const changeId = /^\d{1,15}$/.test(form.text("change")) ? Number(form.text("change")) : 0;
  const by = { as: "owner", userId } as const;
  const outcome = await undoPlaceChange(site.db, { placeId: owned.place.id, changeId, by, now: site.now });
  if (outcome === "undone") return "changes-saved";
  const { status, why } = UNDO_REFUSALS[outcome];
  return refuse(input, status, { form: "undo", why });
}

async function close(input: FormInput) {
  const { site, form, owned, userId } = input;
  const text = form.text("reopensOn").trim();
  const refuseDay = () => {
    const problems = { reopensOn: "Choose a date after today and within 13 months, or leave it empty." };
    return refuse(input, 400, { form: "close", why: "Choose another date.", problems });
  };
  const reopensOn = text === "" ? null : text;
  if (reopensOn !== null && !isDay(reopensOn)) return refuseDay();
  const change = { placeId: owned.place.id, userId, isClosed: true, reopensOn, now: site.now } as const;
  const outcome = await setTemporaryClosure(site.db, change);
  if (outcome === "wrong-day") return refuseDay();
  return outcome === "done" ? "changes-saved" : refuse(input, 409, { form: "close", why: NOT_YOURS });
}

async function reopen(input: FormInput) {
  const { site, owned, userId } = input;
  const outcome = await setTemporaryClosure(site.db, {
    placeId: owned.place.id,
    userId,
    isClosed: false,
    now: site.now,
  });
  return outcome === "done" ? "changes-saved" : refuse(input, 409, { form: "close", why: NOT_YOURS });
}

const NOT_YOURS = "Someone else marked it as closed, so an editor has to decide.";

function isDay(text: string): boolean {
  if (!/^20\d{2}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T12:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
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
  const refused = actionData ?? null;
  const refusedOf = (form: RefusedForm["form"]) => (refused?.form === form ? refused : null);
  const path = sectionPath(place.slug, "edit");
  const shared = { path, typed: loaderData.typed, opened: loaderData.opened };
  return (
    <OwnerPage place={place} section="edit">
      {refused !== null && <FormSummary why={refused.why} problems={summaryOf(refused)} />}
      {waiting !== null && <PendingEditDiff waiting={waiting} path={path} />}
      <div className="listing-columns">
        <section aria-labelledby="facts">
          <h2 className="h2" id="facts">
            Published right away
          </h2>
          <FactsForm {...shared} refused={refusedOf("facts")} freshness={freshness} hoursText={place.hoursText} />
        </section>
        <div>
          <TemporaryClosureSection path={path} closed={closed} refused={refusedOf("close")} slug={place.slug} />
          <section aria-labelledby="guarded">
            <h2 className="h2" id="guarded">
              Needs approval
            </h2>
            <GuardedForm {...shared} refused={refusedOf("guarded")} types={types} decided={decided} />
          </section>
          <ListingHistory history={history} path={path} />
        </div>
      </div>
    </OwnerPage>
  );
}

/** In the order of the forms. */
function summaryOf({ typed, problems }: RefusedForm) {
  return [...listingFields(typed), "note", "reopensOn"].flatMap((field) => {
    const text = problems[field];
    const label = EXTRA_FIELD_LABELS[field] ?? listingFieldLabel(field);
    return text === undefined ? [] : [{ id: listingFieldId(field), label, text }];
  });
}

const EXTRA_FIELD_LABELS: Partial<Record<string, string>> = { note: "Reason", reopensOn: "Reopens on" };

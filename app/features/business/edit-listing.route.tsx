import "#app/own-pages.css";

import { data, redirect } from "react-router";

import { pageMeta, siteUrlOf } from "#app/features/seo/page-meta.ts";
import { characterCount, plainText } from "#app/lib/plain-text.ts";
import { AddressLimit } from "#app/platform/address-limit.ts";
import { type NoticeCode, noticeCookie } from "#app/platform/notice.ts";
import { readForm, type SentForm } from "#app/platform/read-form.ts";
import { type Site, siteOf } from "#app/platform/site.ts";
import { FormSummary } from "#app/ui/form-summary.tsx";

import { closureWords } from "../places/closure.ts";
import { dcToday } from "../places/dc-calendar.ts";
import { describeOrigin } from "../places/fact-origin.ts";
import { factOrigins } from "../places/fact-origins.server.ts";
import { typedListing } from "../submissions/listing.ts";
import { listingFieldId } from "../submissions/listing-fields.tsx";
import { typedIn } from "../submissions/submission-form.ts";
import { knownTypes } from "../submissions/types.server.ts";
import {
  type Listing,
  listingFieldName,
  listingFields,
  type ListingProblems,
  type TypedListing,
} from "../submissions/typed-listing.ts";
import type { Route } from "./+types/edit-listing.route";
import { ClosedForNow, FactsForm, GuardedForm, History, WaitingDiff } from "./edit-listing.tsx";
import { NOTE_CHARACTERS_MAX } from "./edit-listing.ts";
import { readOpened } from "./listing-changes.ts";
import { changeListing, closeForNow, listingOf } from "./own-listing.server.ts";
import { placeHistory, UNDO_REFUSALS, undoChange } from "./place-history.server.ts";
import { lastDecidedEdit, sendOwnerEdit, waitingEdit, withdrawOwnerEdit } from "./owner-edits.server.ts";
import type { OwnedPlace } from "./owners.server.ts";
import { OwnerPage, sectionPath } from "./owner-page.tsx";
import { requireOwner } from "./require-owner.server.ts";

/** Per person; a form sent again and again by an impatient finger stays below it. */
const FORMS_PER_MINUTE_MAX = 60;
const limit = new AddressLimit(FORMS_PER_MINUTE_MAX);

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const site = siteOf(context);
  const { place, viewer } = await requireOwner(site, request, params.slug);
  const { db, now } = site;
  const typed = typedListing(listingOf(place));
  const { status, closure, closedOn, reopensOn, isClosedByOwner } = place;
  const isListed = status === "published";
  const words = closureWords({ closure, closedOn, reopensOn, isClosedByOwner, isListed });
  return {
    place: { slug: place.slug, name: place.name, hoursText: place.hoursText },
    typed,
    /** What the forms send back, to tell what was changed and what has changed since. */
    opened: JSON.stringify(typed),
    freshness: Object.fromEntries(
      Object.entries(await factOrigins(db, { placeId: place.id, canConfirm: false })).map(([field, origin]) => [
        field,
        `${describeOrigin(origin)} · ${origin.sourceTitle}`,
      ]),
    ),
    types: await knownTypes(db),
    waiting: await waitingEdit(db, place.id),
    decided: await lastDecidedEdit(db, place.id),
    closed: { words, isOwn: isClosedByOwner, reopensOn: reopensOn ?? "", today: dcToday(now) },
    history: await placeHistory(db, { placeId: place.id, by: { as: "owner", userId: viewer.id } }),
  };
}

const FORMS = ["facts", "guarded", "close", "undo"] as const;

/** What goes back to the form that was refused, with what was typed in it. */
type Refused = {
  form: (typeof FORMS)[number];
  why: string;
  typed: TypedListing;
  opened: string;
  problems: ListingProblems;
  note: string;
  reopensOn: string;
};

type Sent = { site: Site; form: SentForm; owned: OwnedPlace; userId: string };

export async function action({ context, params, request }: Route.ActionArgs) {
  const site = siteOf(context);
  const { viewer, ...owned } = await requireOwner(site, request, params.slug);
  const form = await readForm(request);
  const sent = { site, form, owned, userId: viewer.id };
  const seconds = limit.secondsToWait(viewer.id, site.now);
  if (seconds !== null) {
    const sentForm = FORMS.find((each) => each === form.text("intent")) ?? "facts";
    return refuse(sent, 429, { form: sentForm, why: `That is too often. Try again in ${seconds} seconds.` });
  }
  const run = ACTIONS.get(form.text("intent"));
  if (run === undefined) return refuse(sent, 400, { form: "facts", why: "That isn’t a form of this page." });
  const outcome = await run(sent);
  if (typeof outcome !== "string") return outcome;
  site.log.info({ place: owned.place.slug, intent: form.text("intent"), by: viewer.id }, "An owner changed a listing");
  const headers = { "set-cookie": noticeCookie({ code: outcome, item: null }) };
  return redirect(sectionPath(owned.place.slug, "edit"), { status: 303, headers });
}

type Refusal = Pick<Refused, "form" | "why"> & Partial<Refused>;

function refuse({ form, owned }: Sent, status: number, given: Refusal) {
  const opened = JSON.stringify(readOpened(form.text("opened"), listingOf(owned.place)));
  const [note, reopensOn] = [form.text("note"), form.text("reopensOn")];
  return data<Refused>({ typed: typedIn(form), opened, problems: {}, note, reopensOn, ...given }, { status });
}

/** Each answers what there is to say when it is done. */
const ACTIONS = new Map<string, (sent: Sent) => Promise<ReturnType<typeof refuse> | NoticeCode>>([
  ["facts", sendFacts],
  ["guarded", sendGuarded],
  ["withdraw", withdraw],
  ["undo", undo],
  ["close", close],
  ["reopen", reopen],
]);

async function sendFacts(sent: Sent) {
  const { site, form, owned, userId } = sent;
  const opened = readOpened(form.text("opened"), listingOf(owned.place));
  const asked = { placeId: owned.place.id, userId, typed: typedIn(form), opened, now: site.now };
  const outcome = await changeListing(site.db, asked);
  if (outcome === "unchanged") return "place-unchanged";
  return outcome === "changed" ? "changes-kept" : refusedChanges(sent, "facts", outcome);
}

async function sendGuarded(sent: Sent) {
  const { site, form, owned, userId } = sent;
  const note = plainText(form.text("note"));
  const count = characterCount(note);
  if (count > NOTE_CHARACTERS_MAX) {
    const problems = { note: `Write at most ${NOTE_CHARACTERS_MAX} characters; it has ${count}.` };
    return refuse(sent, 400, { form: "guarded", why: "That can’t be sent yet.", problems });
  }
  const opened = readOpened(form.text("opened"), listingOf(owned.place));
  const asked = { placeId: owned.place.id, userId, typed: typedIn(form), opened, note, now: site.now };
  const wrong = await sendOwnerEdit(site.db, asked);
  return wrong === null ? "place-edit-sent" : refusedChanges(sent, "guarded", wrong);
}

/** Of a stale form what it says now is what it is opened with, so that sending it again is a decision. */
function refusedChanges(
  sent: Sent,
  form: "facts" | "guarded",
  { problems, isStale, now }: { problems: ListingProblems; isStale: boolean; now: Listing },
) {
  if (!isStale) return refuse(sent, 400, { form, why: "That can’t be kept yet.", problems });
  const why = "Somebody changed it meanwhile. Look at both, then send it again.";
  return refuse(sent, 409, { form, why, problems, opened: JSON.stringify(typedListing(now)) });
}

async function withdraw(sent: Sent) {
  const isDone = await withdrawOwnerEdit(sent.site.db, sent.owned.place.id);
  return isDone ? "place-edit-withdrawn" : refuse(sent, 409, { form: "guarded", why: "Nothing waits any more." });
}

async function undo(sent: Sent) {
  const { site, form, owned, userId } = sent;
  const changeId = /^\d{1,15}$/.test(form.text("change")) ? Number(form.text("change")) : 0;
  const by = { as: "owner", userId } as const;
  const outcome = await undoChange(site.db, { placeId: owned.place.id, changeId, by, now: site.now });
  if (outcome === "undone") return "changes-kept";
  const { status, why } = UNDO_REFUSALS[outcome];
  return refuse(sent, status, { form: "undo", why });
}

async function close(sent: Sent) {
  const { site, form, owned, userId } = sent;
  const text = form.text("reopensOn").trim();
  const wrongDay = () => {
    const problems = { reopensOn: "Choose a day after today, within thirteen months, or leave it empty." };
    return refuse(sent, 400, { form: "close", why: "That day can’t be.", problems });
  };
  const reopensOn = text === "" ? null : text;
  if (reopensOn !== null && !isDay(reopensOn)) return wrongDay();
  const asked = { placeId: owned.place.id, userId, isClosed: true, reopensOn, now: site.now } as const;
  const outcome = await closeForNow(site.db, asked);
  if (outcome === "wrong-day") return wrongDay();
  return outcome === "done" ? "changes-kept" : refuse(sent, 409, { form: "close", why: NOT_YOURS });
}

async function reopen(sent: Sent) {
  const { site, owned, userId } = sent;
  const outcome = await closeForNow(site.db, { placeId: owned.place.id, userId, isClosed: false, now: site.now });
  return outcome === "done" ? "changes-kept" : refuse(sent, 409, { form: "close", why: NOT_YOURS });
}

const NOT_YOURS = "Somebody else has marked it as closed; an editor decides about that.";

function isDay(text: string): boolean {
  if (!/^20\d{2}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T12:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

export const meta: Route.MetaFunction = ({ loaderData: { place }, matches }) =>
  pageMeta({
    siteUrl: siteUrlOf(matches),
    title: `Listing of ${place.name}`,
    description: `What ${place.name} says of itself in the guide.`,
    path: sectionPath(place.slug, "edit"),
    robots: "noindex, follow",
  });

export default function EditListing({ loaderData, actionData }: Route.ComponentProps) {
  const { place, waiting, decided, closed, history, types, freshness } = loaderData;
  const refused = actionData ?? null;
  const filled = (form: Refused["form"]) => (refused?.form === form ? refused : null);
  const path = sectionPath(place.slug, "edit");
  const shared = { path, typed: loaderData.typed, opened: loaderData.opened };
  return (
    <OwnerPage place={place} section="edit">
      {refused !== null && <FormSummary why={refused.why} problems={summaryOf(refused)} />}
      {waiting !== null && <WaitingDiff waiting={waiting} path={path} />}
      <div className="listing-columns">
        <section aria-labelledby="facts">
          <h2 className="h2" id="facts">
            What changes at once
          </h2>
          <FactsForm {...shared} refused={filled("facts")} freshness={freshness} hoursText={place.hoursText} />
        </section>
        <div>
          <ClosedForNow path={path} closed={closed} refused={filled("close")} slug={place.slug} />
          <section aria-labelledby="guarded">
            <h2 className="h2" id="guarded">
              What an editor looks at first
            </h2>
            <GuardedForm {...shared} refused={filled("guarded")} types={types} decided={decided} />
          </section>
          <History history={history} path={path} />
        </div>
      </div>
    </OwnerPage>
  );
}

/** In the order of the forms. */
function summaryOf({ typed, problems }: Refused) {
  return [...listingFields(typed), "note", "reopensOn"].flatMap((field) => {
    const text = problems[field];
    const label = OWN_NAMES[field] ?? listingFieldName(field);
    return text === undefined ? [] : [{ id: listingFieldId(field), label, text }];
  });
}

const OWN_NAMES: Partial<Record<string, string>> = { note: "Why", reopensOn: "Opens again on" };

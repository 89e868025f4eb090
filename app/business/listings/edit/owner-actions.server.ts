import { eq } from "drizzle-orm";
import { data } from "react-router";

import { GUARDED_FACTS } from "#app/db/schema/business.ts";
import { places } from "#app/db/schema/places.ts";
import { listingToFields } from "#app/business/submissions/form/listing.ts";
import type {
  Listing,
  ListingFact,
  ListingFormValues,
  ListingProblems,
} from "#app/business/submissions/form/listing-form.ts";
import { readFormValues } from "#app/business/submissions/form/submission-form.ts";
import { characterCount, normalizeText } from "#app/lib/plain-text.ts";
import type { NoticeCode } from "#app/platform/notice.ts";
import type { FormFields } from "#app/platform/read-form.ts";
import type { Site } from "#app/platform/site.ts";
import { isDay } from "#app/lib/dc-time.ts";

import type { OwnedPlace } from "../people/owners.server.ts";
import { changedFields, LIVE_FACTS, parseOpeningValues } from "./listing-changes.ts";
import { UNDO_REFUSALS, undoPlaceChange } from "./listing-history.server.ts";
import { NOTE_CHARACTERS_MAX } from "./owner-edit.ts";
import { submitOwnerEdit, withdrawOwnerEdit } from "./owner-edits.server.ts";
import { changeListing, listingFromPlace, setTemporaryClosure } from "./owner-listing.server.ts";

/** Forms whose refusals the page shows. */
export const OWNER_FORMS = ["facts", "guarded", "close", "undo"] as const;

/** The data of a refused form, with what was typed in it. */
export type RefusedForm = {
  form: (typeof OWNER_FORMS)[number];
  why: string;
  typed: ListingFormValues;
  opened: string;
  problems: ListingProblems;
  note: string;
  reopensOn: string;
};

type FormInput = { site: Site; form: FormFields; owned: OwnedPlace; userId: string };

type Refusal = Pick<RefusedForm, "form" | "why"> & Partial<RefusedForm>;

/** A refused form with what was typed in it; the rest stays as the form had it. */
export function refuse({ form, owned }: FormInput, status: number, given: Refusal) {
  const opened = parseOpeningValues(form.text("opened"), listingFromPlace(owned.place));
  const typed = readFormValues(form);
  // The page's small forms have none of the listing's fields.
  const filled = Object.fromEntries(Object.entries(typed).filter(([, text]) => text !== ""));
  const shown = isWhole(form) ? typed : { ...opened, ...filled };
  const [note, reopensOn] = [form.text("note"), form.text("reopensOn")];
  return data<RefusedForm>(
    { typed: shown, opened: JSON.stringify(opened), problems: {}, note, reopensOn, ...given },
    { status },
  );
}

/** Whether a form has all fields of the listing. */
function isWhole(form: FormFields): boolean {
  return form.text("whole") !== "";
}

/** By the form's `intent`. Each returns the notice to show after success, or a refusal. */
export const OWNER_ACTIONS = new Map<string, (input: FormInput) => Promise<ReturnType<typeof refuse> | NoticeCode>>([
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
  if (typeof outcome !== "string") return refusedChanges(input, "facts", outcome);
  const notice = outcome === "unchanged" ? "place-unchanged" : "changes-saved";
  return showUnsent(input, { unsent: "guarded", why: UNSENT_GUARDED[outcome], notice });
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
  if (refused !== null) return refusedChanges(input, "guarded", refused);
  return showUnsent(input, { unsent: "facts", why: UNSENT_FACTS, notice: "place-edit-sent" });
}

const UNSENT_GUARDED = {
  changed:
    "Your changes are saved. The names, kind or location that you changed still need an editor: send them below.",
  unchanged: "The names, kind or location that you changed need an editor: send them below.",
};

const UNSENT_FACTS =
  "Your change was sent to an editor. What you changed under “Published right away” isn’t saved yet.";

/** The notice of what was sent; or the form again, if its other part was changed too. */
async function showUnsent(
  input: FormInput,
  { unsent, why, notice }: { unsent: Part; why: string; notice: NoticeCode },
) {
  const { site, form, owned } = input;
  if (!isWhole(form)) return notice;
  const [place = owned.place] = await site.db.select().from(places).where(eq(places.id, owned.place.id));
  const { changed, values } = mergeChanged(input, { parts: [unsent], now: listingFromPlace(place) });
  if (changed.length === 0) return notice;
  return refuse(input, 200, { form: unsent, why, ...values, note: unsent === "guarded" ? form.text("note") : "" });
}

type Part = "facts" | "guarded";

const FACTS_OF = { facts: LIVE_FACTS, guarded: GUARDED_FACTS } satisfies Record<Part, ListingFact[]>;

/** The current values, below what was changed in some parts of the form. A part that `overrides` has the current opening values. */
function mergeChanged(
  { form, owned }: FormInput,
  { parts, overrides, now }: { parts: Part[]; overrides?: Part; now: Listing },
) {
  const typed = readFormValues(form);
  const opened = parseOpeningValues(form.text("opened"), listingFromPlace(owned.place));
  const current = listingToFields(now);
  const fieldsOf = (part: Part) => changedFields(FACTS_OF[part], { typed, opened, now: current });
  const changed = parts.flatMap(fieldsOf);
  const merge = (values: ListingFormValues, fields: string[]) => ({
    ...current,
    ...Object.fromEntries(fields.map((field) => [field, values[field] ?? ""])),
  });
  const stillOpened = parts.filter((part) => part !== overrides).flatMap(fieldsOf);
  return { changed, values: { typed: merge(typed, changed), opened: JSON.stringify(merge(opened, stillOpened)) } };
}

/** A stale form comes back with the current values as its opening values, so that sending it again overrides them. */
function refusedChanges(
  input: FormInput,
  form: Part,
  { problems, isStale, now }: { problems: ListingProblems; isStale: boolean; now: Listing },
) {
  if (!isStale) return refuse(input, 400, { form, why: "This can’t be saved yet.", problems });
  const why = "This was changed in the meantime. Compare both, then save again.";
  const parts: Part[] = isWhole(input.form) ? ["facts", "guarded"] : [form];
  return refuse(input, 409, { form, why, problems, ...mergeChanged(input, { parts, overrides: form, now }).values });
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

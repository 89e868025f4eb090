import { eq } from "drizzle-orm";
import { data } from "react-router";

import { GUARDED_FACTS } from "#app/db/schema/business.ts";
import { places } from "#app/db/schema/places.ts";
import { HOURS_TEXT } from "#app/business/corrections/hours/hours-fields.ts";
import { readHoursButton } from "#app/business/corrections/hours/hours-form.ts";
import { listingToFields } from "#app/business/submissions/form/listing.ts";
import type { Listing, ListingFormValues, ListingProblems } from "#app/business/submissions/form/listing-form.ts";
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
import { withdrawOwnerEdit } from "./owner-edits.server.ts";
import { listingFromPlace, setTemporaryClosure } from "./owner-listing.server.ts";
import { saveListing, type SavedListing } from "./save-listing.server.ts";

/** The form shown again, with all that was typed in it. */
export type ShownForm = {
  why: string;
  /** What a button did to the hours; null for nothing. */
  message: string | null;
  typed: ListingFormValues;
  opened: string;
  problems: ListingProblems;
  note: string;
  reopensOn: string;
};

type FormInput = { site: Site; form: FormFields; owned: OwnedPlace; userId: string };

/** Shows the form again with a message; what is typed in it stays. */
export function showForm(
  { form, owned }: FormInput,
  status: number,
  given: Pick<ShownForm, "why"> & Partial<ShownForm>,
) {
  const current = listingFromPlace(owned.place);
  // A form without fields, such as a forged one, doesn't empty the listing's.
  const typed = isWhole(form) ? readFormValues(form) : listingToFields(current);
  const opened = JSON.stringify(parseOpeningValues(form.text("opened"), current));
  const [note, reopensOn] = [form.text("note"), form.text("reopensOn")];
  return data<ShownForm>({ message: null, typed, opened, problems: {}, note, reopensOn, ...given }, { status });
}

/** Whether a form has the fields of the listing. */
function isWhole(form: FormFields): boolean {
  return form.text("opened") !== "";
}

type Outcome = Promise<ReturnType<typeof showForm> | NoticeCode>;

/** What the page's buttons do; null for none of them. Each returns the notice to show after success, or the form again. */
export function findOwnerAction(form: FormFields): ((input: FormInput) => Outcome) | null {
  if (form.text("fill") !== "" || form.text("copy") !== "") return fillHours;
  if (form.text("undo") !== "") return undo;
  return BY_INTENT.get(form.text("intent")) ?? null;
}

const BY_INTENT = new Map<string, (input: FormInput) => Outcome>([
  ["save", save],
  ["withdraw", withdraw],
  ["close", close],
  ["reopen", reopen],
]);

async function save(input: FormInput): Outcome {
  const { site, form, owned, userId } = input;
  const note = normalizeText(form.text("note"));
  const count = characterCount(note);
  if (count > NOTE_CHARACTERS_MAX) {
    const problems = { note: `Write at most ${NOTE_CHARACTERS_MAX} characters. You have ${count}.` };
    return showForm(input, 400, { why: NOT_SAVED, problems });
  }
  const current = listingFromPlace(owned.place);
  const opened = parseOpeningValues(form.text("opened"), current);
  const typed = readFormValues(form);
  const given = { placeId: owned.place.id, userId, typed, opened, note, now: site.now };
  const saved = await saveListing(site.db, given);
  if ("problems" in saved) return refusedChanges(input, saved);
  if (note !== "" && !saved.isSent) return showUnsentNote(input, saved);
  if (saved.isSent) return saved.isChanged ? "place-saved-and-sent" : "place-edit-sent";
  return saved.isChanged ? "changes-saved" : "place-unchanged";
}

const NOT_SAVED = "Nothing is saved yet. Correct this and save again.";

/** A reason is sent with a change that needs approval. Without one, it stays typed. */
async function showUnsentNote(input: FormInput, { isChanged }: SavedListing): Outcome {
  const fields = listingToFields(await loadListing(input));
  const problems = { note: "Change a field that needs approval, or remove the reason." };
  const why = `${isChanged ? "Your changes are saved" : "Nothing changed"}, but the reason wasn’t sent.`;
  return showForm(input, 200, { why, problems, typed: fields, opened: JSON.stringify(fields) });
}

async function loadListing({ site, owned }: FormInput): Promise<Listing> {
  const [place = owned.place] = await site.db.select().from(places).where(eq(places.id, owned.place.id));
  return listingFromPlace(place);
}

async function fillHours(input: FormInput): Outcome {
  const { form, owned } = input;
  const filled = readHoursButton(form, form.text("category") || owned.place.categorySlug);
  if (filled === null || "problem" in filled) {
    return showForm(input, 400, { why: NOT_SAVED, problems: { [HOURS_TEXT]: filled?.problem ?? "" } });
  }
  const typed = { ...readFormValues(form), ...filled.values };
  return showForm(input, 200, { why: "", message: filled.message, typed });
}

/** After another button of the page: its notice; or the form again, if something was typed in it. */
async function withTyped(input: FormInput, notice: NoticeCode, done: string): Outcome {
  const { form } = input;
  if (!isWhole(form)) return notice;
  const merged = mergeChanged(input, await loadListing(input));
  if (merged.changed.length === 0 && form.text("note") === "") return notice;
  return showForm(input, 200, { why: `${done} Your other changes aren’t saved yet.`, ...merged.values });
}

/** The current values, below what was changed in the form. */
function mergeChanged({ form, owned }: FormInput, now: Listing, overrides = false) {
  const typed = readFormValues(form);
  const opened = parseOpeningValues(form.text("opened"), listingFromPlace(owned.place));
  const current = listingToFields(now);
  const changed = changedFields([...LIVE_FACTS, ...GUARDED_FACTS], { typed, opened, now: current });
  const merge = (values: ListingFormValues, fields: string[]) => ({
    ...current,
    ...Object.fromEntries(fields.map((field) => [field, values[field] ?? ""])),
  });
  const openedAgain = overrides ? current : merge(opened, changed);
  return { changed, values: { typed: merge(typed, changed), opened: JSON.stringify(openedAgain) } };
}

/** A stale form comes back with the current values as its opening values, so that sending it again overrides them. */
function refusedChanges(
  input: FormInput,
  { problems, isStale, now }: { problems: ListingProblems; isStale: boolean; now: Listing },
) {
  if (!isStale) return showForm(input, 400, { why: NOT_SAVED, problems });
  const why = "This was changed in the meantime. Compare both, then save again.";
  return showForm(input, 409, { why, problems, ...mergeChanged(input, now, true).values });
}

async function withdraw(input: FormInput): Outcome {
  const isDone = await withdrawOwnerEdit(input.site.db, input.owned.place.id);
  if (!isDone) return showForm(input, 409, { why: "Nothing is pending anymore." });
  return withTyped(input, "place-edit-withdrawn", "The pending change is withdrawn.");
}

async function undo(input: FormInput): Outcome {
  const { site, form, owned, userId } = input;
  const changeId = /^\d{1,15}$/.test(form.text("undo")) ? Number(form.text("undo")) : 0;
  const by = { as: "owner", userId } as const;
  const outcome = await undoPlaceChange(site.db, { placeId: owned.place.id, changeId, by, now: site.now });
  if (outcome === "undone") return withTyped(input, "changes-saved", "The change is undone.");
  const { status, why } = UNDO_REFUSALS[outcome];
  return showForm(input, status, { why });
}

async function close(input: FormInput): Outcome {
  const { site, form, owned, userId } = input;
  const text = form.text("reopensOn").trim();
  const refuseDay = () => {
    const problems = { reopensOn: "Choose a date after today and within 13 months, or leave it empty." };
    return showForm(input, 400, { why: "Choose another date.", problems });
  };
  const reopensOn = text === "" ? null : text;
  if (reopensOn !== null && !isDay(reopensOn)) return refuseDay();
  const change = { placeId: owned.place.id, userId, isClosed: true, reopensOn, now: site.now } as const;
  const outcome = await setTemporaryClosure(site.db, change);
  if (outcome === "wrong-day") return refuseDay();
  if (outcome !== "done") return showForm(input, 409, { why: NOT_YOURS });
  return withTyped(input, "changes-saved", "The place is marked as closed.");
}

async function reopen(input: FormInput): Outcome {
  const { site, owned, userId } = input;
  const outcome = await setTemporaryClosure(site.db, {
    placeId: owned.place.id,
    userId,
    isClosed: false,
    now: site.now,
  });
  if (outcome !== "done") return showForm(input, 409, { why: NOT_YOURS });
  return withTyped(input, "changes-saved", "The place is marked as open.");
}

const NOT_YOURS = "Someone else marked it as closed, so an editor has to decide.";

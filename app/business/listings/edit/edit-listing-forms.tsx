import "./edit-listing.css";

import { useRef, useState } from "react";
import { Link } from "react-router";

import { FromTo, PastChange } from "#app/business/corrections/review/correction-fields.tsx";
import { Field } from "#app/business/corrections/suggest/form-field.tsx";
import {
  AddressFields,
  AttributeFields,
  ContactFields,
  DescriptionField,
  ListingHours,
  SummaryField,
  listingFieldId,
  NameFields,
  OtherNamesField,
} from "#app/business/submissions/form/listing-fields.tsx";
import { PinField } from "#app/business/submissions/form/pin-field.tsx";
import type { ListingProblems, ListingFormValues, PlaceType } from "#app/business/submissions/form/listing-form.ts";
import { useLeaveGuard } from "#app/ui/use-leave-guard.ts";

import { NOTE_CHARACTERS_MAX, type ListingHistoryEntry, type PendingEdit } from "./owner-edit.ts";

/** The one form of the page. Buttons outside it send it too, so that nothing typed is lost. */
const FORM_ID = "listing-form";

type FormProps = {
  path: string;
  typed: ListingFormValues;
  opened: string;
  /** The form as it was sent, if the page shows it again. */
  shown: {
    typed: ListingFormValues;
    opened: string;
    problems: ListingProblems;
    note: string;
    message: string | null;
  } | null;
  freshness: Partial<Record<string, string>>;
  hoursText: string | null;
  types: readonly PlaceType[];
  decided: { decision: string; reason: string; decidedLabel: string } | null;
};

/** All facts of a listing with one button. Each field that needs approval says so. */
export function ListingForm({ path, typed, opened, shown, hoursText, freshness, types, decided }: FormProps) {
  const parts = { typed: shown?.typed ?? typed, problems: shown?.problems ?? {} };
  const form = useRef<HTMLFormElement>(null);
  const [isFilled, setIsFilled] = useState(false);
  useLeaveGuard(form, shown !== null || isFilled);
  return (
    <form ref={form} id={FORM_ID} method="post" action={path} className="listing-form stacked-form" noValidate>
      <input type="hidden" name="opened" value={shown?.opened ?? opened} />
      <p className="listing-lede">
        Your changes are live when you save. Only fields marked “{NEEDS_APPROVAL}” wait for an editor.
      </p>
      <section className="listing-part" aria-labelledby="hours">
        <h2 className="h2" id="hours">
          Hours
        </h2>
        <HoursSource freshness={freshness["hours"]} hoursText={hoursText} />
        <ListingHours {...parts} message={shown?.message ?? null} isFilledByServer onFilled={() => setIsFilled(true)} />
      </section>
      <section className="listing-part" aria-labelledby="contact">
        <h2 className="h2" id="contact">
          Contact and price
        </h2>
        <ContactFields {...parts} freshness={freshness} />
      </section>
      <section className="listing-part" aria-labelledby="about">
        <h2 className="h2" id="about">
          Description
        </h2>
        <SummaryField {...parts} />
        <DescriptionField {...parts} />
        <AttributeFields {...parts} />
      </section>
      <GuardedFacts {...parts} types={types} decided={decided} note={shown?.note ?? ""} />
      <div className="form-buttons listing-keep">
        <button type="submit" className="button button-primary" name="intent" value="save">
          Save changes
        </button>
      </div>
    </form>
  );
}

const NEEDS_APPROVAL = "Needs approval";

/** Enter in a field presses the form's first button, wherever on the page it is. */
export function DefaultButton() {
  return (
    <button
      type="submit"
      form={FORM_ID}
      className="sr-only"
      tabIndex={-1}
      aria-hidden="true"
      name="intent"
      value="save"
    >
      Save changes
    </button>
  );
}

function HoursSource({ freshness, hoursText }: { freshness: string | undefined; hoursText: string | null }) {
  if (freshness === undefined && hoursText === null) return null;
  return (
    <p className="correction-hint">
      {freshness !== undefined && `${freshness}.`}
      {hoursText !== null && ` A source describes them as: ${hoursText}.`}
    </p>
  );
}

type GuardedProps = Pick<FormProps, "types" | "decided"> & {
  typed: ListingFormValues;
  problems: ListingProblems;
  note: string;
};

/** The facts that need approval. The listing stays the same until then. */
function GuardedFacts({ types, decided, note, ...given }: GuardedProps) {
  const parts = { ...given, mark: NEEDS_APPROVAL };
  return (
    <section className="listing-part" aria-labelledby="guarded">
      <h2 className="h2" id="guarded">
        Name, kind and location
      </h2>
      {decided !== null && (
        <p className="correction-note">
          On {decided.decidedLabel}, an editor {decided.decision === "approved" ? "approved" : "didn’t approve"} your
          last change{decided.reason === "" ? "." : `: ${decided.reason}`}
        </p>
      )}
      <NameFields {...parts} types={types} />
      <OtherNamesField {...parts} />
      <AddressFields {...parts}>
        <PinField {...parts} />
      </AddressFields>
      <Field
        id={listingFieldId("note")}
        label="Reason (optional)"
        hint={`Why a change that needs approval is right. Only editors see it. Up to ${NOTE_CHARACTERS_MAX} characters.`}
        problem={parts.problems["note"]}
      >
        {(field) => <textarea className="input" {...field} name="note" rows={2} defaultValue={note} />}
      </Field>
    </section>
  );
}

/** The pending edit next to the current values. */
export function PendingEditDiff({ waiting }: { waiting: PendingEdit }) {
  return (
    <section className="listing-waiting" aria-labelledby="waiting">
      <h2 className="h4" id="waiting">
        Waiting for an editor since {waiting.sinceLabel}
      </h2>
      <p className="correction-hint">Until then, the listing stays the same.</p>
      <ul>
        {waiting.changes.map(({ field, label, before, after, now }) => (
          <li key={field}>
            <p>
              <strong>{label}</strong>
            </p>
            <FromTo before={now ?? before} after={after} beforeLabel="Now" afterLabel="Requested" />
          </li>
        ))}
      </ul>
      <button type="submit" form={FORM_ID} className="button button-plain button-flush" name="intent" value="withdraw">
        Withdraw change
      </button>
    </section>
  );
}

type Closure = {
  description: { title: string; text: string } | null;
  isOwn: boolean;
  /** The owner closed it, or nobody has confirmed it for years: then the owner's word is enough. */
  canReopen: boolean;
  reopensOn: string;
  today: string;
};

/** The temporary closure, with the day on which the place reopens automatically. `typed`: a day that was sent. */
export function TemporaryClosureSection({
  closed: { description, isOwn, canReopen, reopensOn, today },
  problem,
  typed,
  slug,
}: {
  closed: Closure;
  problem: string | undefined;
  typed: string | null;
  slug: string;
}) {
  return (
    <section className="listing-closed" aria-labelledby="closed">
      <h2 className="h2" id="closed">
        Temporary closure
      </h2>
      {description !== null && (
        <p className="correction-note">
          <strong>{description.title}.</strong> {description.text}
        </p>
      )}
      {description !== null && !canReopen ? (
        <p>
          An editor has to decide about it.{" "}
          <Link className="link" to={`/places/${slug}/suggest#closed`}>
            Tell us what’s right
          </Link>
        </p>
      ) : (
        <div className="stacked-form">
          <Field
            id={listingFieldId("reopensOn")}
            label="Reopens on (optional)"
            hint="We show your usual hours again from that day."
            problem={problem}
          >
            {(given) => (
              <input
                className="input"
                {...given}
                form={FORM_ID}
                type="date"
                name="reopensOn"
                defaultValue={typed ?? reopensOn}
                min={today}
              />
            )}
          </Field>
          <div className="form-buttons">
            <button type="submit" form={FORM_ID} className="button button-outline" name="intent" value="close">
              {isOwn ? "Change date" : "Mark as closed"}
            </button>
            {canReopen && (
              <button type="submit" form={FORM_ID} className="button button-outline" name="intent" value="reopen">
                Mark as open
              </button>
            )}
          </div>
        </div>
      )}
    </section>
  );
}

/**
 * The place's changes, newest first. The latest change of each fact can be undone.
 *
 * @param props.path Where the buttons of a page without the owner's form are sent.
 */
export function ListingHistory({ history, path }: { history: readonly ListingHistoryEntry[]; path?: string }) {
  return (
    <section aria-labelledby="history">
      <h2 className="h2" id="history">
        Change history
      </h2>
      {history.length === 0 ? (
        <p className="text-muted">No changes yet.</p>
      ) : (
        <ol className="listing-history">
          {history.map((change) => (
            <li key={change.id}>
              <PastChange change={change} />
              {change.canUndo &&
                (path === undefined ? (
                  <UndoButton change={change} form={FORM_ID} />
                ) : (
                  <form method="post" action={path}>
                    <input type="hidden" name="intent" value="undo" />
                    <UndoButton change={change} />
                  </form>
                ))}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function UndoButton({ change: { id, label }, form }: { change: ListingHistoryEntry; form?: string }) {
  return (
    <button type="submit" form={form} className="button button-plain button-flush" name="undo" value={id}>
      Undo<span className="sr-only">: {label}</span>
    </button>
  );
}

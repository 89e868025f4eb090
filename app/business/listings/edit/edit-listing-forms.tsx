import "./edit-listing.css";

import { useRef } from "react";
import { Link } from "react-router";

import { FromTo, PastChange } from "#app/business/corrections/review/correction-fields.tsx";
import { Field } from "#app/business/corrections/suggest/form-field.tsx";
import {
  AddressFields,
  AttributeFields,
  ContactFields,
  DescriptionField,
  SummaryField,
  HoursFields,
  listingFieldId,
  NameFields,
  OtherNamesField,
} from "#app/business/submissions/form/listing-fields.tsx";
import { PinField } from "#app/business/submissions/form/pin-field.tsx";
import type { ListingProblems, ListingFormValues } from "#app/business/submissions/form/listing-form.ts";
import { useLeaveGuard } from "#app/ui/use-leave-guard.ts";

import { NOTE_CHARACTERS_MAX, type ListingHistoryEntry, type PendingEdit } from "./owner-edit.ts";

type FormProps = {
  path: string;
  typed: ListingFormValues;
  opened: string;
  refused: { typed: ListingFormValues; opened: string; problems: ListingProblems; note: string } | null;
  freshness: Partial<Record<string, string>>;
  hoursText: string | null;
  types: readonly string[];
  decided: { decision: string; reason: string; decidedLabel: string } | null;
};

/** One form of two parts with a button each. What the other part has stays typed when one is sent. */
export function ListingForm({ path, typed, opened, refused, ...shown }: FormProps) {
  const parts = { typed: refused?.typed ?? typed, problems: refused?.problems ?? {} };
  const form = useRef<HTMLFormElement>(null);
  useLeaveGuard(form, refused !== null);
  return (
    <form ref={form} method="post" action={path} className="listing-columns listing-form" noValidate>
      <input type="hidden" name="whole" value="yes" />
      <input type="hidden" name="opened" value={refused?.opened ?? opened} />
      <LiveFacts {...parts} {...shown} />
      <GuardedFacts {...parts} {...shown} note={refused?.note ?? ""} />
    </form>
  );
}

type PartProps = Pick<FormProps, "freshness" | "hoursText" | "types" | "decided"> & {
  typed: ListingFormValues;
  problems: ListingProblems;
};

/** The facts that are published without approval. */
function LiveFacts({ freshness, hoursText, ...parts }: PartProps) {
  return (
    <section className="stacked-form" aria-labelledby="facts">
      <h2 className="h2" id="facts">
        Published right away
      </h2>
      <p>We save only what you change, dated today. Visitors see it right away.</p>
      <fieldset className="listing-group">
        <legend>Hours</legend>
        <HoursFields
          {...parts}
          freshness={
            <>
              {freshness["hours"] !== undefined && ` ${freshness["hours"]}.`}
              {hoursText !== null && ` A source describes them as: ${hoursText}.`}
            </>
          }
        />
      </fieldset>
      <ContactFields {...parts} freshness={freshness} />
      <SummaryField {...parts} />
      <DescriptionField {...parts} />
      <AttributeFields {...parts} />
      <div className="form-buttons listing-keep">
        <button type="submit" className="button button-primary" name="intent" value="facts">
          Save changes
        </button>
      </div>
    </section>
  );
}

/** The facts that need approval. The listing stays the same until then. */
function GuardedFacts({ types, decided, note, ...parts }: PartProps & { note: string }) {
  return (
    <section className="stacked-form" aria-labelledby="guarded">
      <h2 className="h2" id="guarded">
        Needs approval
      </h2>
      <p>The names, kind and location stay the same until an editor approves your change.</p>
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
        hint={`Up to ${NOTE_CHARACTERS_MAX} characters. Only editors see it.`}
        problem={parts.problems["note"]}
      >
        {(given) => <textarea className="input" {...given} name="note" rows={2} defaultValue={note} />}
      </Field>
      <div className="form-buttons">
        <button type="submit" className="button button-outline" name="intent" value="guarded">
          Send to an editor
        </button>
      </div>
    </section>
  );
}

/** The pending edit next to the current values. */
export function PendingEditDiff({ waiting, path }: { waiting: PendingEdit; path: string }) {
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
      <form method="post" action={path}>
        <input type="hidden" name="intent" value="withdraw" />
        <button type="submit" className="button button-plain button-flush">
          Withdraw change
        </button>
      </form>
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

/** The temporary closure, with the day on which the place reopens automatically. */
export function TemporaryClosureSection({
  path,
  closed: { description, isOwn, canReopen, reopensOn, today },
  refused,
  slug,
}: {
  path: string;
  closed: Closure;
  refused: { problems: ListingProblems; reopensOn: string } | null;
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
        <>
          <form method="post" action={path} className="stacked-form" noValidate>
            <input type="hidden" name="intent" value="close" />
            <Field
              id={listingFieldId("reopensOn")}
              label="Reopens on (optional)"
              hint="We show your usual hours again from that day."
              problem={refused?.problems["reopensOn"]}
            >
              {(given) => (
                <input
                  className="input"
                  {...given}
                  type="date"
                  name="reopensOn"
                  defaultValue={refused?.reopensOn ?? reopensOn}
                  min={today}
                />
              )}
            </Field>
            <div className="form-buttons">
              <button type="submit" className="button button-outline">
                {isOwn ? "Change date" : "Mark as closed"}
              </button>
            </div>
          </form>
          {canReopen && (
            <form method="post" action={path}>
              <input type="hidden" name="intent" value="reopen" />
              <button type="submit" className="button button-primary">
                Mark as open
              </button>
            </form>
          )}
        </>
      )}
    </section>
  );
}

/** The place's changes, newest first. The latest change of each fact can be undone. */
export function ListingHistory({ history, path }: { history: readonly ListingHistoryEntry[]; path: string }) {
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
              {change.canUndo && (
                <form method="post" action={path}>
                  <input type="hidden" name="intent" value="undo" />
                  <button type="submit" className="button button-plain button-flush" name="change" value={change.id}>
                    Undo<span className="sr-only">: {change.label}</span>
                  </button>
                </form>
              )}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

import { useRef } from "react";
import { Link } from "react-router";

import { FromTo } from "#app/features/corrections/correction-case.tsx";
import { Field } from "#app/features/corrections/field-parts.tsx";
import {
  AddressFields,
  AttributeFields,
  ContactFields,
  DescriptionField,
  HoursFields,
  listingFieldId,
  NameFields,
} from "#app/features/submissions/listing-fields.tsx";
import { PinField } from "#app/features/submissions/pin-field.tsx";
import type { ListingProblems, TypedListing } from "#app/features/submissions/typed-listing.ts";
import { useLeaveGuard } from "#app/ui/use-leave-guard.ts";

import { NOTE_CHARACTERS_MAX, type OwnChange, type WaitingEdit } from "./edit-listing.ts";

type FormProps = {
  path: string;
  typed: TypedListing;
  opened: string;
  refused: { typed: TypedListing; opened: string; problems: ListingProblems; note: string } | null;
};

/** What an owner changes at once. */
export function FactsForm({
  path,
  typed,
  opened,
  refused,
  freshness,
  hoursText,
}: FormProps & { freshness: Partial<Record<string, string>>; hoursText: string | null }) {
  const parts = { typed: refused?.typed ?? typed, problems: refused?.problems ?? {} };
  const form = useRef<HTMLFormElement>(null);
  // The page has other forms, and each sends only what stands in it.
  useLeaveGuard(form, refused !== null);
  return (
    <form ref={form} method="post" action={path} className="review-form" noValidate>
      <input type="hidden" name="intent" value="facts" />
      <input type="hidden" name="opened" value={refused?.opened ?? opened} />
      <p>Only what you change is kept, with today as the day it was checked. Everybody sees it right away.</p>
      <fieldset className="listing-group">
        <legend>Hours</legend>
        <HoursFields
          {...parts}
          freshness={
            <>
              {freshness["hours"] !== undefined && ` ${freshness["hours"]}.`}
              {hoursText !== null && ` A source says of them: ${hoursText}.`}
            </>
          }
        />
      </fieldset>
      <ContactFields {...parts} freshness={freshness} />
      <DescriptionField {...parts} />
      <AttributeFields {...parts} />
      <div className="review-buttons listing-keep">
        <button type="submit" className="button button-primary">
          Keep these
        </button>
      </div>
    </form>
  );
}

type GuardedProps = FormProps & {
  types: readonly string[];
  decided: { decision: string; reason: string; decidedLabel: string } | null;
};

/** What waits for an editor: the listing stays as it is until then. */
export function GuardedForm({ path, typed, opened, refused, types, decided }: GuardedProps) {
  const parts = { typed: refused?.typed ?? typed, problems: refused?.problems ?? {} };
  const form = useRef<HTMLFormElement>(null);
  useLeaveGuard(form, refused !== null);
  return (
    <form ref={form} method="post" action={path} className="review-form" noValidate>
      <input type="hidden" name="intent" value="guarded" />
      <input type="hidden" name="opened" value={refused?.opened ?? opened} />
      <p>Its name, kind and place in the city stay as they are until an editor has agreed.</p>
      {decided !== null && (
        <p className="correction-note">
          Last time, on {decided.decidedLabel}, an editor {decided.decision === "approved" ? "agreed" : "did not agree"}
          {decided.reason === "" ? "." : `: ${decided.reason}`}
        </p>
      )}
      <NameFields {...parts} types={types} />
      <AddressFields {...parts}>
        <PinField {...parts} />
      </AddressFields>
      <Field
        id={listingFieldId("note")}
        label="Why (you may leave it empty)"
        hint={`Up to ${NOTE_CHARACTERS_MAX} characters. Only editors read it.`}
        problem={parts.problems["note"]}
      >
        {(given) => <textarea className="input" {...given} name="note" rows={2} defaultValue={refused?.note ?? ""} />}
      </Field>
      <div className="review-buttons">
        <button type="submit" className="button button-outline">
          Send to an editor
        </button>
      </div>
    </form>
  );
}

/** What waits, beside what the listing says meanwhile. */
export function WaitingDiff({ waiting, path }: { waiting: WaitingEdit; path: string }) {
  return (
    <section className="listing-waiting" aria-labelledby="waiting">
      <h2 className="h4" id="waiting">
        Waiting for an editor since {waiting.sinceLabel}
      </h2>
      <p className="correction-hint">Until then the listing says what it did before.</p>
      <ul>
        {waiting.changes.map(({ field, label, before, after, now }) => (
          <li key={field}>
            <p>
              <strong>{label}</strong>
            </p>
            <FromTo before={now ?? before} after={after} beforeLabel="Now" afterLabel="You asked for" />
          </li>
        ))}
      </ul>
      <form method="post" action={path}>
        <input type="hidden" name="intent" value="withdraw" />
        <button type="submit" className="button button-plain button-flush">
          Withdraw it
        </button>
      </form>
    </section>
  );
}

type Closed = {
  words: { title: string; text: string } | null;
  isOwn: boolean;
  reopensOn: string;
  today: string;
};

/** Closed for a while, with the day on which it opens again by itself. */
export function ClosedForNow({
  path,
  closed: { words, isOwn, reopensOn, today },
  refused,
  slug,
}: {
  path: string;
  closed: Closed;
  refused: { problems: ListingProblems; reopensOn: string } | null;
  slug: string;
}) {
  return (
    <section className="listing-closed" aria-labelledby="closed">
      <h2 className="h2" id="closed">
        Closed for now
      </h2>
      {words !== null && (
        <p className="correction-note">
          <strong>{words.title}.</strong> {words.text}
        </p>
      )}
      {words !== null && !isOwn ? (
        <p>
          An editor decides about it.{" "}
          <Link className="link" to={`/places/${slug}/suggest#closed`}>
            Tell them what is so
          </Link>
        </p>
      ) : (
        <>
          <form method="post" action={path} className="review-form" noValidate>
            <input type="hidden" name="intent" value="close" />
            <Field
              id={listingFieldId("reopensOn")}
              label="Opens again on (you may leave it empty)"
              hint="From that day on it is open as usual, by itself."
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
            <div className="review-buttons">
              <button type="submit" className="button button-outline">
                {isOwn ? "Change the day" : "Close for now"}
              </button>
            </div>
          </form>
          {isOwn && (
            <form method="post" action={path}>
              <input type="hidden" name="intent" value="reopen" />
              <button type="submit" className="button button-primary">
                It is open again
              </button>
            </form>
          )}
        </>
      )}
    </section>
  );
}

/** What was changed, the last first; the last change of each fact can be taken back. */
export function History({ history, path }: { history: readonly OwnChange[]; path: string }) {
  return (
    <section aria-labelledby="history">
      <h2 className="h2" id="history">
        What was changed
      </h2>
      {history.length === 0 ? (
        <p className="text-stone-5">Nobody has changed anything of it yet.</p>
      ) : (
        <ol className="listing-history">
          {history.map(({ id, label, before, after, changedLabel, changedBy, canUndo }) => (
            <li key={id}>
              <p className="meta text-meta text-stone-5">
                <span>{label}</span>
                <span>{changedLabel}</span>
                <span>{changedBy}</span>
              </p>
              <FromTo before={before} after={after} afterLabel="After" />
              {canUndo && (
                <form method="post" action={path}>
                  <input type="hidden" name="intent" value="undo" />
                  <button type="submit" className="button button-plain button-flush" name="change" value={id}>
                    Undo<span className="sr-only">: {label}</span>
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

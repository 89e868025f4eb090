import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { useNavigate, useSubmit } from "react-router";

import { Choice, Field } from "#app/business/corrections/suggest/form-field.tsx";

import {
  AddressFields,
  AttributeFields,
  ContactFields,
  DescriptionField,
  ListingHours,
  ListingTextField,
  listingFieldId,
  NameFields,
} from "./listing-fields.tsx";
import { PinField } from "./pin-field.tsx";
import { DRAFT_PATH, type QuadrantHint, SUBMITTER_RELATIONS, type SimilarPlace } from "../submission.ts";
import type { ListingFormValues, ListingProblems, PlaceType } from "./listing-form.ts";
import { LAST_STEP, parseStep, stepPath, SUBMIT_STEPS } from "./submit-steps.ts";
import { useSubmissionForm } from "./use-submission-form.ts";
import { SimilarListings } from "./similar-listings.tsx";

type SubmitFormProps = {
  /** The step that is shown, from 0. */
  step: number;
  typed: ListingFormValues;
  problems: ListingProblems;
  /** What a button did to the hours; null for nothing. */
  message: string | null;
  similar: readonly SimilarPlace[];
  /** The signed time when the form was opened. */
  stamp: string;
  types: readonly PlaceType[];
  isSignedIn: boolean;
  /** The form was sent and is shown again. */
  isSent: boolean;
  /** The form was opened with a draft from the server. */
  hasDraft: boolean;
  /** Texts from the server, which keep the page's script small. */
  texts: FormTexts;
};

/** Hints about similar places, photos, the email address and the note. */
type FormTexts = { alike: string; photos: string; mail: string; note: string };

/** One form in steps. Its buttons send it to the server, which checks the step that is left; script keeps the page. */
export function SubmitForm(props: SubmitFormProps) {
  const { step, problems, message, similar, stamp, types, isSignedIn, hasDraft, texts } = props;
  // Fields keep what is typed in them from step to step, so what the page opened with doesn't change.
  const [{ typed, isSent }] = useState(() => props);
  const form = useRef<HTMLFormElement>(null);
  const { hints, restored, deleteDraft } = useSubmissionForm(form, { isSignedIn, isFresh: !isSent, hasDraft });
  const { category, leave } = useSteps(form, step);
  const opened = restored ?? typed;
  const parts = { typed: category === null ? opened : { ...opened, category }, problems };
  return (
    <>
      {restored !== null && (
        <p className="form-notice" role="status">
          We restored your unsent form from this browser.{" "}
          <button type="button" className="link" onClick={deleteDraft}>
            Start over
          </button>
        </p>
      )}
      {/* `noValidate`: the server's checks have better messages and show all problems of a step at once. */}
      <form ref={form} method="post" action={stepPath(step)} className="stacked-form" onSubmit={leave} noValidate>
        {/* Enter in a field presses the form's first button. */}
        <button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true" {...goOn(step)}>
          Next
        </button>
        <StepButtons step={step} />
        <input type="hidden" name="stamp" value={stamp} />
        <input type="hidden" name="step" value={step + 1} />
        <div className="submit-form" key={restored === null ? "opened" : "restored"}>
          <Step index={0} step={step}>
            <NameFields {...parts} types={types} />
            <SimilarPlaces similar={hints?.similar ?? []} isSent={false} hint={texts.alike} />
          </Step>
          <Step index={1} step={step}>
            <AddressFields {...parts} hint={hints?.quadrant && <QuadrantSuggestion hint={hints.quadrant} />}>
              <PinField {...parts} around={hints?.around ?? null} />
            </AddressFields>
          </Step>
          <Step index={2} step={step}>
            <ListingHours {...parts} message={message} isFilledByServer />
          </Step>
          <Step index={3} step={step}>
            <ContactFields {...parts} />
            <DescriptionField {...parts} />
            <p>{texts.photos}</p>
            <AttributeFields {...parts} />
          </Step>
          <Step index={LAST_STEP} step={step}>
            {similar.length > 0 && <SimilarPlaces similar={similar} isSent hint={texts.alike} />}
            <SubmitterFields {...parts} texts={texts} />
          </Step>
        </div>
        <div className="form-buttons">
          <button type="submit" className="button button-primary" {...goOn(step)}>
            {step === LAST_STEP ? "Submit business" : `Next: ${SUBMIT_STEPS[step + 1]}`}
          </button>
          {step > 0 && (
            <button type="submit" className="button button-plain" name="go" value={step}>
              Back
            </button>
          )}
          {isSignedIn && (
            <button type="submit" className="button button-outline" formAction={DRAFT_PATH}>
              Save for later
            </button>
          )}
        </div>
      </form>
    </>
  );
}

/** The button that goes on; in the last step it sends the form. */
function goOn(step: number) {
  return step === LAST_STEP ? {} : { name: "go", value: step + 2 };
}

function StepButtons({ step }: { step: number }) {
  return (
    <nav aria-label="Steps">
      <ol className="submit-steps">
        {SUBMIT_STEPS.map((label, index) => (
          <li key={label}>
            <button type="submit" name="go" value={index + 1} aria-current={step === index ? "step" : undefined}>
              {label}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** Steps without a new page: each is an entry in the browser's history, and what was typed stays in its fields. */
function useSteps(form: { current: HTMLFormElement | null }, step: number) {
  const submit = useSubmit();
  const navigate = useNavigate();
  const [category, setCategory] = useState<string | null>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    const heading = form.current?.querySelector<HTMLElement>(`#${stepId(step)}`);
    heading?.focus({ preventScroll: true });
    heading?.scrollIntoView({ block: "center" });
  }, [form, step]);
  const leave = (event: FormEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent instanceof SubmitEvent ? event.nativeEvent : { submitter: null };
    if (!(submitter instanceof HTMLButtonElement) || submitter.name !== "go") return;
    event.preventDefault();
    const fields = new FormData(event.currentTarget, submitter);
    const chosen = fields.get("category");
    setCategory(typeof chosen === "string" ? chosen : null);
    const next = parseStep(submitter.value);
    if (next <= step) void navigate(stepPath(next));
    else {
      fields.set("script", "yes");
      void submit(fields, { method: "post", action: stepPath(step), preventScrollReset: true });
    }
  };
  return { category, leave };
}

function stepId(index: number): string {
  return `step-${index + 1}`;
}

function Step({ index, step, children }: { index: number; step: number; children: ReactNode }) {
  return (
    <section className={step === index ? "submit-step" : "submit-away"} aria-labelledby={stepId(index)}>
      <h2 className="h2" id={stepId(index)} tabIndex={-1}>
        {SUBMIT_STEPS[index]}
      </h2>
      {children}
    </section>
  );
}

/** Similar places. After a refusal, a checkbox says that the business is none of them. */
function SimilarPlaces({ similar, isSent, hint }: { similar: readonly SimilarPlace[]; isSent: boolean; hint: string }) {
  return (
    <div aria-live="polite" id={isSent ? listingFieldId("distinct") : undefined}>
      {similar.length > 0 && (
        <div className="submit-alike">
          <h3 className="h4">Is it {similar.length === 1 ? "this one" : `one of these ${similar.length}`}?</h3>
          <p className="correction-hint">{hint}</p>
          <SimilarListings similar={similar} />
          {(isSent || similar.some(({ isSure }) => isSure)) && (
            <label className="correction-choice">
              <input type="checkbox" name="distinct" value="yes" />
              {similar.length === 1 ? "It’s a different place" : "It’s none of these"}
            </label>
          )}
        </div>
      )}
    </div>
  );
}

function QuadrantSuggestion({ hint: { quadrant, why } }: { hint: NonNullable<QuadrantHint> }) {
  return (
    <p>
      Most likely <b>{quadrant}</b>: {why}.
    </p>
  );
}

type SubmitterFieldsProps = { typed: ListingFormValues; problems: ListingProblems; texts: FormTexts };

function SubmitterFields({ typed, problems, texts }: SubmitterFieldsProps) {
  return (
    <>
      <Choice id={listingFieldId("relation")} legend="What’s your connection to it?" problem={problems["relation"]}>
        {SUBMITTER_RELATIONS.map(({ value, label }) => (
          <label key={value}>
            <input type="radio" name="relation" value={value} defaultChecked={typed["relation"] === value} required />
            {label}
          </label>
        ))}
      </Choice>
      <ListingTextField
        typed={typed}
        problems={problems}
        field="mail"
        type="email"
        label="Your email address (optional)"
        hint={texts.mail}
      />
      <Field
        id={listingFieldId("note")}
        label="Note to the editor (optional)"
        hint={texts.note}
        problem={problems["note"]}
      >
        {(given) => <textarea className="input" {...given} name="note" rows={3} defaultValue={typed["note"] ?? ""} />}
      </Field>
      {/* A hidden field that only bots fill in. */}
      <div className="submit-fax" aria-hidden="true">
        <label>
          Leave this empty
          <input type="text" name="fax" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
    </>
  );
}

import { type ReactNode, useEffect, useRef, useState } from "react";

import { Choice, Field } from "#app/business/corrections/suggest/form-field.tsx";

import {
  AddressFields,
  AttributeFields,
  ContactFields,
  DescriptionField,
  HoursFields,
  ListingTextField,
  listingFieldId,
  NameFields,
} from "./listing-fields.tsx";
import { PinField } from "./pin-field.tsx";
import { DRAFT_PATH, type QuadrantHint, SUBMITTER_RELATIONS, type SimilarPlace, SUBMIT_PATH } from "../submission.ts";
import type { ListingProblems, ListingFormValues } from "./listing-form.ts";
import { useSubmissionForm } from "./use-submission-form.ts";
import { SimilarListings } from "./similar-listings.tsx";

type SubmitFormProps = {
  typed: ListingFormValues;
  problems: ListingProblems;
  similar: readonly SimilarPlace[];
  /** The signed time when the form was opened. */
  stamp: string;
  types: readonly string[];
  isSignedIn: boolean;
  /** The form was refused. Then it isn't folded into steps, so that all problems are visible. */
  isRefused: boolean;
  /** The form was opened with a draft from the server. */
  hasDraft: boolean;
  /** Texts from the server, which keep the page's script small. */
  texts: FormTexts;
};

/** Hints about similar places, photos, the email address and the note. */
type FormTexts = { alike: string; photos: string; mail: string; note: string };

const STEPS = ["Basics", "Location", "Hours", "Details", "About you"] as const;

/** The form in steps; without script all of them on one page. */
export function SubmitForm({
  typed,
  problems,
  similar,
  stamp,
  types,
  isSignedIn,
  isRefused,
  hasDraft,
  texts,
}: SubmitFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const { hints, restored, deleteDraft } = useSubmissionForm(form, { isSignedIn, isFresh: !isRefused, hasDraft });
  const { step, go } = useSteps(form, !isRefused);
  const parts = { typed: restored ?? typed, problems };
  const similarNow = hints?.similar ?? similar;
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
      <StepLinks step={step} go={go} />
      {/* `noValidate`: the server's checks have better messages and show all problems at once. */}
      <form ref={form} method="post" action={SUBMIT_PATH} className="stacked-form" noValidate>
        <input type="hidden" name="stamp" value={stamp} />
        <div className="submit-form" key={restored === null ? "opened" : "restored"}>
          <Step index={0} step={step} go={go}>
            <NameFields {...parts} types={types} />
            <SimilarPlaces similar={similarNow} isSent={similar.length > 0} hint={texts.alike} />
          </Step>
          <Step index={1} step={step} go={go}>
            <AddressFields {...parts} hint={hints?.quadrant && <QuadrantSuggestion hint={hints.quadrant} />}>
              <PinField {...parts} around={hints?.around ?? null} />
            </AddressFields>
          </Step>
          <Step index={2} step={step} go={go}>
            <HoursFields {...parts} />
          </Step>
          <Step index={3} step={step} go={go}>
            <ContactFields {...parts} />
            <DescriptionField {...parts} />
            <p>{texts.photos}</p>
            <AttributeFields {...parts} />
          </Step>
          <Step index={4} step={step} go={go}>
            <SubmitterFields {...parts} texts={texts} />
            <div className="form-buttons">
              <button type="submit" className="button button-primary">
                Submit business
              </button>
              {isSignedIn && (
                <button type="submit" className="button button-outline" formAction={DRAFT_PATH}>
                  Save for later
                </button>
              )}
            </div>
          </Step>
        </div>
      </form>
    </>
  );
}

function StepLinks({ step, go }: Pick<StepProps, "step" | "go">) {
  return (
    <nav aria-label="Steps">
      <ol className="submit-steps">
        {STEPS.map((label, index) => (
          <li key={label}>
            <a
              href={`#${stepId(index)}`}
              aria-current={step === index ? "step" : undefined}
              onClick={(event) => {
                if (step === null) return;
                event.preventDefault();
                go(index);
              }}
            >
              {label}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function stepId(index: number): string {
  return `step-${index + 1}`;
}

/** The visible step; null shows all. Without script all are visible (submissions.css). */
function useSteps(form: { current: HTMLFormElement | null }, canFold: boolean) {
  const [step, setStep] = useState<number | null>(canFold ? 0 : null);
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      // A step's link was followed before the page hydrated.
      const linked = STEPS.findIndex((_label, index) => location.hash === `#${stepId(index)}`);
      if (canFold && linked !== -1) setStep(linked);
    });
    return () => cancelAnimationFrame(frame);
  }, [canFold]);
  const go = (next: number) => {
    setStep(next);
    requestAnimationFrame(() => {
      const heading = form.current?.querySelector<HTMLElement>(`#${stepId(next)}`);
      heading?.focus({ preventScroll: true });
      heading?.scrollIntoView({ block: "start" });
    });
  };
  return { step, go };
}

type StepProps = { index: number; step: number | null; go: (step: number) => void; children: ReactNode };

function Step({ index, step, go, children }: StepProps) {
  const next = STEPS[index + 1];
  return (
    <section
      className={step === null || step === index ? "submit-step" : "submit-step submit-step-folded"}
      aria-labelledby={stepId(index)}
    >
      <h2 className="h2" id={stepId(index)} tabIndex={-1}>
        {STEPS[index]}
      </h2>
      {children}
      {step !== null && (
        <div className="form-buttons needs-script">
          {next !== undefined && (
            <button
              type="button"
              className="button button-primary"
              onClick={({ currentTarget }) =>
                // The browser's own messages, which keep the page's script small.
                currentTarget
                  .closest("section")
                  ?.querySelector<HTMLInputElement>(":required:invalid")
                  ?.reportValidity() ?? go(index + 1)
              }
            >
              Next: {next}
            </button>
          )}
          {index > 0 && (
            <button type="button" className="button button-plain" onClick={() => go(index - 1)}>
              Back
            </button>
          )}
        </div>
      )}
    </section>
  );
}

/** Similar places. After a refusal, a checkbox says that the business is none of them. */
function SimilarPlaces({ similar, isSent, hint }: { similar: readonly SimilarPlace[]; isSent: boolean; hint: string }) {
  return (
    <div aria-live="polite" id={listingFieldId("distinct")}>
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

import { type ReactNode, useEffect, useRef, useState } from "react";
import { Link } from "react-router";

import { Choice, Field } from "#app/features/corrections/field-parts.tsx";

import {
  AddressFields,
  AttributeFields,
  ContactFields,
  DescriptionField,
  HoursFields,
  Line,
  listingFieldId,
  NameFields,
} from "./listing-fields.tsx";
import { PinField } from "./pin-field.tsx";
import { DRAFT_PATH, type QuadrantHint, RELATION_WORDS, type SimilarPlace, SUBMIT_PATH } from "./submission.ts";
import type { ListingProblems, TypedListing } from "./typed-listing.ts";
import { useLiveForm } from "./use-live-form.ts";

type SubmitFormProps = {
  typed: TypedListing;
  problems: ListingProblems;
  similar: readonly SimilarPlace[];
  /** Says when the form was opened. */
  stamp: string;
  types: readonly string[];
  isSignedIn: boolean;
  /** It came back: then it stays one page, with its problems in sight. */
  isRefused: boolean;
  /** It came with a draft that the server keeps. */
  hasDraft: boolean;
  /** What the page says that its script has no room for. */
  words: FormWords;
};

/** What to do about a place that is there already, where photos go, what an address of e-mail is for, who reads a note. */
type FormWords = { alike: string; photos: string; mail: string; note: string };

const STEPS = ["What it is", "Where it is", "When it is open", "What to know", "About you"] as const;

/** Whoever is below this has read on: the steps below them must not vanish. */
const TOP_PX = 400;

/** The form: one page, which a script folds into steps. */
export function SubmitForm({
  typed,
  problems,
  similar,
  stamp,
  types,
  isSignedIn,
  isRefused,
  hasDraft,
  words,
}: SubmitFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const { hints, restored, forget } = useLiveForm(form, { isSignedIn, isFresh: !isRefused, hasDraft });
  const { step, go } = useSteps(form, !isRefused);
  const parts = { typed: restored ?? typed, problems };
  const alike = hints?.similar ?? similar;
  return (
    <>
      {restored !== null && (
        <p className="form-notice" role="status">
          What you had filled in before is back: this browser kept it.{" "}
          <button type="button" className="link" onClick={forget}>
            Start over
          </button>
        </p>
      )}
      <StepLinks step={step} go={go} />
      {/* The page's own checks stand in for the browser's: they say it in words, and all at once. */}
      <form ref={form} method="post" action={SUBMIT_PATH} className="review-form" noValidate>
        <input type="hidden" name="stamp" value={stamp} />
        <div className="submit-form" key={restored === null ? "opened" : "restored"}>
          <Step index={0} step={step} go={go}>
            <NameFields {...parts} types={types} />
            <Alike similar={alike} isSent={similar.length > 0} hint={words.alike} />
          </Step>
          <Step index={1} step={step} go={go}>
            <AddressFields {...parts} hint={hints?.quadrant && <QuadrantWords hint={hints.quadrant} />}>
              <PinField {...parts} around={hints?.around ?? null} />
            </AddressFields>
          </Step>
          <Step index={2} step={step} go={go}>
            <HoursFields {...parts} />
          </Step>
          <Step index={3} step={step} go={go}>
            <ContactFields {...parts} />
            <DescriptionField {...parts} />
            <p>{words.photos}</p>
            <AttributeFields {...parts} />
          </Step>
          <Step index={4} step={step} go={go}>
            <OwnFields {...parts} words={words} />
            <div className="review-buttons">
              <button type="submit" className="button button-primary">
                Send it to the editors
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

/** Which step is shown; null: all, as without a script. */
function useSteps(form: { current: HTMLFormElement | null }, mayFold: boolean) {
  const [step, setStep] = useState<number | null>(null);
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      // A page that somebody has begun to read stays as it is.
      if (mayFold && window.scrollY < TOP_PX && location.hash === "") setStep(0);
    });
    return () => cancelAnimationFrame(frame);
  }, [mayFold]);
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
    <section className="submit-step" aria-labelledby={stepId(index)} hidden={step !== null && step !== index}>
      <h2 className="h2" id={stepId(index)} tabIndex={-1}>
        {STEPS[index]}
      </h2>
      {children}
      {step !== null && (
        <div className="review-buttons">
          {next !== undefined && (
            <button
              type="button"
              className="button button-primary"
              onClick={({ currentTarget }) =>
                // The browser says which is missing, in its words: ours would not fit into the page's script.
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

/** Places that it may be. Once it was sent, whoever submits says that it is none of them. */
function Alike({ similar, isSent, hint }: { similar: readonly SimilarPlace[]; isSent: boolean; hint: string }) {
  return (
    <div aria-live="polite" id={listingFieldId("distinct")}>
      {similar.length > 0 && (
        <div className="submit-alike">
          <h3 className="h4">Is it {similar.length === 1 ? "this one" : `one of these ${similar.length}`}?</h3>
          <p className="correction-hint">{hint}</p>
          <ul>
            {similar.map(({ slug, name, type, address, isClosed }) => (
              <li key={slug}>
                <Link className="name-link" to={`/places/${slug}`} target="_blank">
                  {name}
                </Link>
                <span className="meta text-meta text-stone-5">
                  <span>{type}</span>
                  {address !== null && <span>{address}</span>}
                  {isClosed && <span>Closed</span>}
                </span>
              </li>
            ))}
          </ul>
          {(isSent || similar.some(({ isSure }) => isSure)) && (
            <label className="correction-choice">
              <input type="checkbox" name="distinct" value="yes" />
              {similar.length === 1 ? "It is another place" : "It is none of these"}
            </label>
          )}
        </div>
      )}
    </div>
  );
}

function QuadrantWords({ hint: { quadrant, why } }: { hint: NonNullable<QuadrantHint> }) {
  return (
    <p>
      Most likely <b>{quadrant}</b>: {why}.
    </p>
  );
}

type OwnFieldsProps = { typed: TypedListing; problems: ListingProblems; words: FormWords };

function OwnFields({ typed, problems, words }: OwnFieldsProps) {
  return (
    <>
      <Choice id={listingFieldId("relation")} legend="What do you have to do with it?" problem={problems["relation"]}>
        {RELATION_WORDS.map(({ value, label }) => (
          <label key={value}>
            <input type="radio" name="relation" value={value} defaultChecked={typed["relation"] === value} required />
            {label}
          </label>
        ))}
      </Choice>
      <Line
        typed={typed}
        problems={problems}
        field="mail"
        type="email"
        label="Your e-mail address (you may leave it empty)"
        hint={words.mail}
      />
      <Field
        id={listingFieldId("note")}
        label="Anything the editor should know (you may leave it empty)"
        hint={words.note}
        problem={problems["note"]}
      >
        {(given) => <textarea className="input" {...given} name="note" rows={3} defaultValue={typed["note"] ?? ""} />}
      </Field>
      {/* Nobody sees it, so that whatever fills it in is no person. */}
      <div className="submit-fax" aria-hidden="true">
        <label>
          Leave this empty
          <input type="text" name="fax" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
    </>
  );
}

import type { ReactNode } from "react";
import { Link } from "react-router";

import type { CorrectionCase, Sender, SuggestedChange } from "./correction-case.ts";
import { CLOSURES } from "./correction-words.ts";
import type { KeptDecision } from "./decision-form.ts";

/** What an editor reads and decides of a suggested edit or a reported closing; the buttons are given as `children`. */
export function CorrectionCaseForm({
  id,
  about,
  action,
  kept,
  children,
}: {
  id: string;
  about: CorrectionCase;
  action: string;
  /** What stood in it when it was refused. */
  kept: KeptDecision | null;
  children: ReactNode;
}) {
  return (
    <form method="post" action={action} className="moderation-form">
      <input type="hidden" name="case" value={id} />
      <input type="hidden" name="seen" value={about.seen} />
      {about.kind === "edit" ? (
        <EditFields id={id} about={about} kept={kept} />
      ) : (
        <ClosingFields id={id} about={about} kept={kept} />
      )}
      {children}
    </form>
  );
}

type CaseFields<Kind> = { id: string; about: Extract<CorrectionCase, { kind: Kind }>; kept: KeptDecision | null };

function EditFields({ id, about, kept }: CaseFields<"edit">) {
  return (
    <>
      <SenderLine sender={about.sender} />
      {about.changes.length > 0 && (
        <fieldset className="correction-changes">
          <legend>What is to be applied</legend>
          {about.changes.map((change) => (
            <Change key={change.field} change={change} isTicked={kept?.applied.includes(change.field) ?? true} />
          ))}
        </fieldset>
      )}
      {about.asksPosition && (
        <label className="correction-choice">
          <input type="checkbox" name="keepsPosition" value="yes" defaultChecked={kept?.keepsPosition} />
          The pin on the map is still right. Otherwise the map leaves the place out until it is measured anew.
        </label>
      )}
      {about.descriptionNote !== "" && (
        <>
          <p className="correction-note">Of the description they write: {about.descriptionNote}</p>
          <div className="field">
            <label htmlFor={`description-${id}`}>The description, for you to change</label>
            <textarea
              className="input"
              id={`description-${id}`}
              name="description"
              rows={6}
              defaultValue={kept?.description ?? about.description}
            />
          </div>
        </>
      )}
    </>
  );
}

function Change({ change, isTicked }: { change: SuggestedChange; isTicked: boolean }) {
  const { field, label, before, after, now } = change;
  return (
    <div className="correction-change">
      <label className="correction-choice">
        <input type="checkbox" name={`apply-${field}`} value="yes" defaultChecked={isTicked} />
        {label}
      </label>
      <FromTo before={before} after={after} />
      {now !== null && (
        <p className="correction-now">
          It was changed since; now it says: <Lines lines={now} />
        </p>
      )}
    </div>
  );
}

/** What a fact said and what it should say. */
export function FromTo({ before, after }: { before: string[]; after: string[] }) {
  return (
    <dl className="correction-from-to">
      <div>
        <dt>Before</dt>
        <dd>
          <Lines lines={before} />
        </dd>
      </div>
      <div>
        <dt>Suggested</dt>
        <dd>
          <Lines lines={after} />
        </dd>
      </div>
    </dl>
  );
}

function Lines({ lines }: { lines: string[] }) {
  return lines.map((line) => <span key={line}>{line}</span>);
}

function ClosingFields({ id, about, kept }: CaseFields<"closed">) {
  return (
    <>
      <p>
        {about.marked === null ? "It isn’t marked." : `It is marked: ${about.marked}.`}{" "}
        {about.independentCount === 1
          ? "The reports of its being closed come from one person or network."
          : `Reports of its being closed that know nothing of each other: ${about.independentCount}.`}
      </p>
      <ul className="correction-reports">
        {about.reports.map((report, index) => (
          <li key={index}>
            <p>
              {report.words}
              {report.other !== null && (
                <>
                  {": "}
                  <Link className="link" to={`/places/${report.other.slug}`}>
                    {report.other.name}
                  </Link>
                </>
              )}
            </p>
            <SenderLine sender={report} />
          </li>
        ))}
      </ul>
      <ClosureChoice id={id} closure={kept?.closure ?? about.closure} otherSlug={kept?.successor ?? about.otherSlug} />
    </>
  );
}

/** How an editor marks a place. */
export function ClosureChoice({ id, closure, otherSlug }: { id: string; closure: string; otherSlug: string }) {
  return (
    <>
      <div className="field">
        <label htmlFor={`closure-${id}`}>What is so</label>
        <select className="input" id={`closure-${id}`} name="closure" defaultValue={closure}>
          {CLOSURES.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </div>
      <div className="field">
        <label htmlFor={`successor-${id}`}>Its other page, if it has moved or is listed twice</label>
        <input
          className="input"
          type="text"
          id={`successor-${id}`}
          name="successor"
          defaultValue={otherSlug}
          autoComplete="off"
        />
        <small>As in its address: madams-organ</small>
      </div>
    </>
  );
}

function SenderLine({ sender: { name, basis, note, sentLabel } }: { sender: Sender }) {
  return (
    <>
      <p className="meta text-meta text-stone-5">
        <span>{name}</span>
        <span>{sentLabel}</span>
        <span>{basis}</span>
      </p>
      {note !== "" && <p className="correction-note">They write: {note}</p>}
    </>
  );
}

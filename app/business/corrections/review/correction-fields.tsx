import "../corrections.css";
import "#app/core/cases/moderation.css";

import { Link } from "react-router";

import type { CorrectionCase, PlaceChange, Sender, SuggestedChange } from "./correction-case.ts";
import { CLOSURE_OPTIONS } from "../correction-labels.ts";
import type { DecisionInput } from "./decision-form.ts";
import { formatPoint, type PinFormValues } from "../suggest/pin.ts";
import { PinMap } from "./pin-map.tsx";

/** The fields of a suggested edit or closure report within the case's form. */
export function CorrectionFields({
  id,
  about,
  submitted,
}: {
  id: string;
  about: CorrectionCase;
  /** The submitted values if the form was refused. */
  submitted: DecisionInput | null;
}) {
  return (
    <>
      <ContactDetails place={about.place} />
      {about.kind === "edit" ? (
        <EditFields id={id} about={about} submitted={submitted} />
      ) : (
        <ClosingFields id={id} about={about} submitted={submitted} />
      )}
      <History history={about.history} />
    </>
  );
}

/** Contact details with which an editor can check a correction. */
function ContactDetails({ place: { address, phone, website } }: Pick<CorrectionCase, "place">) {
  if (address === null && phone === null && website === null) return null;
  return (
    <p className="meta text-row">
      {address !== null && <span>{address}</span>}
      {phone !== null && <span>{phone}</span>}
      {website !== null && (
        <span>
          <a className="link" href={website} rel="noopener noreferrer nofollow">
            {website.replace(/^https?:\/\//, "")}
          </a>
        </span>
      )}
    </p>
  );
}

/** Earlier changes of the place; long histories start collapsed. */
function History({ history }: Pick<CorrectionCase, "history">) {
  if (history.length === 0) return <p className="text-muted">No earlier changes.</p>;
  return (
    <details className="case-history" open={history.length <= HISTORY_OPEN_MAX}>
      <summary>Earlier changes, latest first</summary>
      <ol>
        {history.map((change) => (
          <li key={change.id}>
            <PastChange change={change} />
          </li>
        ))}
      </ol>
    </details>
  );
}

/** An earlier change of a place: which fact, when, by whom, and its values. */
export function PastChange({ change }: { change: PlaceChange }) {
  const { label, before, after, changedLabel, changedBy } = change;
  return (
    <>
      <p className="meta text-meta text-muted">
        <span>{label}</span>
        <span>{changedLabel}</span>
        <span>{changedBy}</span>
      </p>
      <FromTo before={before} after={after} afterLabel="After" />
    </>
  );
}

const HISTORY_OPEN_MAX = 2;

type CaseFields<Kind> = { id: string; about: Extract<CorrectionCase, { kind: Kind }>; submitted: DecisionInput | null };

function EditFields({ id, about, submitted }: CaseFields<"edit">) {
  return (
    <>
      <SenderLine sender={about.sender} />
      {about.changes.length > 0 && (
        <fieldset className="correction-changes">
          <legend>Changes to apply</legend>
          {about.changes.map((change) => (
            <Change key={change.field} change={change} isTicked={submitted?.applied.includes(change.field) ?? true} />
          ))}
        </fieldset>
      )}
      {about.pin !== null && <PinFields id={id} pin={about.pin} submitted={submitted?.pin ?? null} />}
      {about.descriptionNote !== "" && (
        <>
          <p className="correction-note">About the description: {about.descriptionNote}</p>
          <div className="field">
            <label htmlFor={`description-${id}`}>Edit the description</label>
            <textarea
              className="input"
              id={`description-${id}`}
              name="description"
              rows={6}
              defaultValue={submitted?.description ?? about.description}
            />
          </div>
        </>
      )}
    </>
  );
}

/** The pin for a new address. Not required by the browser, since the address may stay unselected. */
function PinFields({ id, pin: { now, likely }, submitted }: PinFieldsProps) {
  const chosen = submitted?.pin ?? likely;
  return (
    <fieldset className="correction-pin">
      <legend>Map pin for the new address</legend>
      {now !== null && (
        <label className="correction-choice">
          <input type="radio" name="pin" value="unchanged" defaultChecked={chosen === "unchanged"} />
          Keep the current pin ({formatPoint(now)}): same spot, or next door
        </label>
      )}
      {now !== null && <PinMap label="Map with the current pin" point={now} />}
      <label className="correction-choice">
        <input type="radio" name="pin" value="set" defaultChecked={chosen === "set"} />
        Set a new pin:
      </label>
      <div className="correction-degrees">
        <Degrees id={`lat-${id}`} label="Latitude" name="lat" typed={submitted?.lat} hint="38.90512" />
        <Degrees id={`lng-${id}`} label="Longitude" name="lng" typed={submitted?.lng} hint="-77.03152" />
      </div>
      <label className="correction-choice">
        <input type="radio" name="pin" value="none" defaultChecked={chosen === "none"} />
        No pin: maps and “near me” leave it out for now
      </label>
    </fieldset>
  );
}

type PinFieldsProps = {
  id: string;
  pin: NonNullable<Extract<CorrectionCase, { kind: "edit" }>["pin"]>;
  submitted: PinFormValues | null;
};

type DegreesProps = { id: string; label: string; name: string; typed: string | undefined; hint: string };

function Degrees({ id, label, name, typed = "", hint }: DegreesProps) {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        className="input"
        type="number"
        step="any"
        id={id}
        name={name}
        defaultValue={typed}
        aria-describedby={`${id}-hint`}
      />
      <small id={`${id}-hint`}>For example {hint}</small>
    </div>
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
          Changed since. Now: <Lines lines={now} />
        </p>
      )}
    </div>
  );
}

/** A fact's old and new value. */
export function FromTo({
  before,
  after,
  beforeLabel = "Before",
  afterLabel = "Suggested",
}: {
  before: string[];
  after: string[];
  beforeLabel?: string;
  afterLabel?: string;
}) {
  return (
    <dl className="correction-from-to">
      <div>
        <dt>{beforeLabel}</dt>
        <dd>
          <Lines lines={before} />
        </dd>
      </div>
      <div>
        <dt>{afterLabel}</dt>
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

function ClosingFields({ id, about, submitted }: CaseFields<"closed">) {
  return (
    <>
      <p>
        {about.marked === null ? "Not marked as closed." : `Current status: ${about.marked}.`}{" "}
        {about.independentCount === 1
          ? "All closure reports come from one person or network."
          : `Independent closure reports: ${about.independentCount}.`}
      </p>
      <ul className="correction-reports">
        {about.reports.map((report, index) => (
          <li key={index}>
            <p>
              {report.label}
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
      <ClosureChoice
        id={id}
        closure={submitted?.closure ?? about.closure}
        otherSlug={submitted?.successor ?? about.otherSlug}
      />
    </>
  );
}

/** The fields with which an editor sets a place's status. */
export function ClosureChoice({ id, closure, otherSlug }: { id: string; closure: string; otherSlug: string }) {
  return (
    <>
      <div className="field">
        <label htmlFor={`closure-${id}`}>Status</label>
        <select className="input" id={`closure-${id}`} name="closure" defaultValue={closure}>
          {CLOSURE_OPTIONS.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </div>
      <div className="field">
        <label htmlFor={`successor-${id}`}>Other place, if it moved or is listed twice</label>
        <input className="input" type="text" id={`successor-${id}`} name="successor" defaultValue={otherSlug} />
        <small>As in its URL, for example madams-organ</small>
      </div>
    </>
  );
}

function SenderLine({ sender: { name, basis, note, sentLabel } }: { sender: Sender }) {
  return (
    <>
      <p className="meta text-meta text-muted">
        <span>{name}</span>
        <span>{sentLabel}</span>
        <span>{basis}</span>
      </p>
      {note !== "" && <p className="correction-note">Note: {note}</p>}
    </>
  );
}

import { Link } from "react-router";

import type { CorrectionCase, Sender, SuggestedChange } from "./correction-case.ts";
import { CLOSURES } from "./correction-words.ts";
import type { KeptDecision } from "./decision-form.ts";
import { pinLabel, type TypedPin } from "./pin.ts";

/** What an editor reads and decides of a suggested edit or a reported closing, within the form of the case. */
export function CorrectionFields({
  id,
  about,
  kept,
}: {
  id: string;
  about: CorrectionCase;
  /** What stood in it when it was refused. */
  kept: KeptDecision | null;
}) {
  return (
    <>
      <CheckedBy place={about.place} />
      {about.kind === "edit" ? (
        <EditFields id={id} about={about} kept={kept} />
      ) : (
        <ClosingFields id={id} about={about} kept={kept} />
      )}
      <History history={about.history} />
    </>
  );
}

/** What an editor checks a place by. */
function CheckedBy({ place: { address, phone, website } }: Pick<CorrectionCase, "place">) {
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

/** What was changed of the place before; longer ones are opened by whoever wants to read them. */
function History({ history }: Pick<CorrectionCase, "history">) {
  if (history.length === 0) return <p className="text-stone-5">Nobody has changed anything of it yet.</p>;
  return (
    <details className="case-history" open={history.length <= HISTORY_OPEN_MAX}>
      <summary>Changed of it before, the last first</summary>
      <ol>
        {history.map(({ id, label, before, after, changedLabel, changedBy }) => (
          <li key={id}>
            <p className="meta text-meta text-stone-5">
              <span>{label}</span>
              <span>{changedLabel}</span>
              <span>{changedBy}</span>
            </p>
            <FromTo before={before} after={after} afterLabel="After" />
          </li>
        ))}
      </ol>
    </details>
  );
}

const HISTORY_OPEN_MAX = 2;

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
      {about.pin !== null && <PinFields id={id} pin={about.pin} kept={kept?.pin ?? null} />}
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

/** Where the map shows the place at its new address. Not asked by the browser: the address may stay unticked. */
function PinFields({ id, pin: { now, likely }, kept }: PinFieldsProps) {
  const chosen = kept?.pin ?? likely;
  return (
    <fieldset className="correction-pin">
      <legend>Where the map shows it at the new address</legend>
      {now !== null && (
        <label className="correction-choice">
          <input type="radio" name="pin" value="kept" defaultChecked={chosen === "kept"} />
          Where it does now ({pinLabel(now)}): the address is written in another way, or is next door
        </label>
      )}
      <label className="correction-choice">
        <input type="radio" name="pin" value="set" defaultChecked={chosen === "set"} />
        At this point:
      </label>
      <div className="correction-degrees">
        <Degrees id={`lat-${id}`} label="Latitude" name="lat" typed={kept?.lat} hint="38.90512" />
        <Degrees id={`lng-${id}`} label="Longitude" name="lng" typed={kept?.lng} hint="-77.03152" />
      </div>
      <label className="correction-choice">
        <input type="radio" name="pin" value="none" defaultChecked={chosen === "none"} />
        Nowhere: maps and “near me” leave it out until somebody measures it
      </label>
    </fieldset>
  );
}

type PinFieldsProps = {
  id: string;
  pin: NonNullable<Extract<CorrectionCase, { kind: "edit" }>["pin"]>;
  kept: TypedPin | null;
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
      <small id={`${id}-hint`}>As {hint}</small>
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
          It was changed since; now it says: <Lines lines={now} />
        </p>
      )}
    </div>
  );
}

/** What a fact said and what it should say. */
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

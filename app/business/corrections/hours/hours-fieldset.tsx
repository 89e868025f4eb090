import "./hours.css";

import { type ReactNode, type SyntheticEvent, useEffect, useRef, useState } from "react";

import { Field } from "../suggest/form-field.tsx";
import type { HoursButton } from "./fill-hours.ts";
import {
  countSpecialDays,
  HOLIDAYS,
  HOURS_ROWS,
  HOURS_TEXT,
  type HoursProblems,
  type HoursRow,
  type HoursValues,
  readHoursValues,
  rowFields,
  rowLabel,
  SPECIAL_COUNT,
  SPECIAL_DAY_KINDS,
  SPECIAL_DAYS_MAX,
  specialDayFields,
  specialFieldNames,
  specialRow,
  TICKED,
} from "./hours-fields.ts";

type HoursFieldsProps = {
  values: HoursValues;
  problems: HoursProblems;
  /** The id of a field or row, for links from a summary of problems. */
  idOf: (field: string) => string;
  /** The place's category, for times without AM or PM. The form's own field comes first. */
  category: string;
  /** What a button did that was pressed without script; null for nothing. */
  message?: string | null;
  /** Without script, the form's page fills in days too. Otherwise the buttons need script. */
  isFilledByServer?: boolean;
  /** A button filled in days in the browser. */
  onFilled?: () => void;
  hint?: ReactNode;
};

/** Opening hours in all forms: the week as text, seven days and public holidays with times, and special days. */
export function HoursFields({ idOf, hint, isFilledByServer = false, ...props }: HoursFieldsProps) {
  const { values, problems, message, announced, version, press } = useHoursButtons(props);
  const needsScript = isFilledByServer ? "" : " needs-script";
  return (
    <>
      <Field
        id={idOf(HOURS_TEXT)}
        label="Type the hours"
        problem={problems[HOURS_TEXT]}
        hint={hint ?? "Or set each day below. Leave everything empty if you don’t know."}
      >
        {(given) => (
          <div className="hours-type">
            <input
              className="input"
              {...given}
              type="text"
              name={HOURS_TEXT}
              placeholder="Mon–Fri 9–5, Sat 10–2"
              defaultValue={values[HOURS_TEXT] ?? ""}
              onKeyDown={(event) => {
                if (event.key === "Enter") press("fill", event);
              }}
            />
            <button
              type="submit"
              className={`button button-outline${needsScript}`}
              name="fill"
              value="yes"
              onClick={(event) => press("fill", event)}
            >
              Fill in days
            </button>
          </div>
        )}
      </Field>
      {/* A problem that a button found stands at the text; here it is only announced. */}
      <p className={message === null ? "sr-only" : "form-status"} role="status">
        {message ?? announced}
      </p>
      <div className="hours-grid" key={`days ${version}`}>
        {HOURS_ROWS.map((row) => (
          <GridRow key={row} row={row} id={idOf(row)} values={values} problem={problems[row]} />
        ))}
      </div>
      <button
        type="submit"
        className={`button button-plain button-small button-flush${needsScript}`}
        name="copy"
        value="yes"
        onClick={(event) => press("copy", event)}
      >
        Copy Monday to all days
      </button>
      <SpecialDays key={`specials ${version}`} values={values} problems={problems} idOf={idOf} />
    </>
  );
}

type Filled = {
  values: HoursValues;
  problems: HoursProblems;
  message: string | null;
  version: number;
  /** The problems that the form had when the button was pressed. Others are of a later answer, and are shown instead. */
  before: HoursProblems;
};

/** What is shown, after a button filled in days in the browser. The reader of typed hours is loaded only then. */
function useHoursButtons({ values, problems, message = null, category, onFilled }: Omit<HoursFieldsProps, "idOf">) {
  const [filled, setFilled] = useState<Filled | null>(null);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (filled === null) return;
    // Whoever saves drafts hears of it as of typing.
    form.current?.dispatchEvent(new Event("input"));
    if (filled.problems[HOURS_TEXT] !== undefined) textOf(form.current)?.focus();
  }, [filled]);
  const press = (button: HoursButton, event: SyntheticEvent<HTMLInputElement | HTMLButtonElement>) => {
    const { currentTarget } = event;
    if (currentTarget.form === null) return;
    event.preventDefault();
    form.current = currentTarget.form;
    const typed = readValues(currentTarget.form);
    const formCategory = new FormData(currentTarget.form).get("category");
    void import("./fill-hours.ts").then(
      ({ pressHoursButton }) => {
        const kind = typeof formCategory === "string" && formCategory !== "" ? formCategory : category;
        const done = pressHoursButton(button, typed, kind);
        const shared = { version: (filled?.version ?? 0) + 1, before: problems };
        const text = textOf(form.current);
        // Without another key, which would take the focus away.
        if (!("problem" in done) && text !== null) text.value = done.values[HOURS_TEXT] ?? "";
        if ("problem" in done)
          setFilled({ ...shared, values: typed, problems: { [HOURS_TEXT]: done.problem }, message: null });
        else {
          setFilled({ ...shared, values: done.values, problems: {}, message: done.message });
          onFilled?.();
        }
      },
      // The script didn't arrive: the server does it.
      () => currentTarget.form?.requestSubmit(currentTarget instanceof HTMLButtonElement ? currentTarget : null),
    );
  };
  const shown = filled ?? { values, problems, message, version: 0 };
  const isRefusedSince = filled !== null && filled.before !== problems && Object.keys(problems).length > 0;
  if (isRefusedSince) return { ...shown, problems, message, announced: null, press };
  return { ...shown, announced: filled?.problems[HOURS_TEXT], press };
}

function textOf(form: HTMLFormElement | null): HTMLInputElement | null {
  const text = form?.elements.namedItem(HOURS_TEXT);
  return text instanceof HTMLInputElement ? text : null;
}

function readValues(form: HTMLFormElement): HoursValues {
  const fields = new FormData(form);
  return readHoursValues({
    text: (name) => {
      const value = fields.get(name);
      return typeof value === "string" ? value : "";
    },
  });
}

type RowProps = { row: HoursRow; id: string; values: HoursValues; problem: string | undefined };

function GridRow({ row, id, values, problem }: RowProps) {
  return (
    <fieldset className={problem === undefined ? "hours-day" : "hours-day field-error"} id={id}>
      <legend>
        {rowLabel(row)}
        {row === HOLIDAYS && <small>Empty: usual hours</small>}
      </legend>
      <RowTimes row={row} label={rowLabel(row)} values={values} problemId={problem && `${id}-problem`} />
      {problem !== undefined && <small id={`${id}-problem`}>{problem}</small>}
    </fieldset>
  );
}

type RowTimesProps = { row: string; label: string; values: HoursValues; problemId: string | undefined };

/** The times of a day: up to two openings, closed, or open 24 hours. More are shown only where they are known. */
function RowTimes({ row, label, values, problemId }: RowTimesProps) {
  const { spans, closed, allDay } = rowFields(row);
  const box = useRef<HTMLDivElement>(null);
  const [isWithoutTimes, setIsWithoutTimes] = useState(false);
  // Also what was checked before the script came.
  useEffect(() => setIsWithoutTimes(checkboxesOf(box.current).some(({ checked }) => checked)), []);
  const choose = ({ target }: SyntheticEvent) => {
    const boxes = checkboxesOf(box.current);
    const chosen = boxes.find((each) => each === target);
    if (chosen === undefined) return;
    if (chosen.checked) for (const each of boxes) each.checked = each === chosen;
    setIsWithoutTimes(chosen.checked);
  };
  const [first, second, ...more] = spans;
  const isKnown = ({ from, to }: Span) => (values[from] ?? "") !== "" || (values[to] ?? "") !== "";
  // Closed or open all day, a day has no times.
  const shared = { values, problemId, isDisabled: isWithoutTimes };
  return (
    <div className="hours-row" ref={box} onChange={choose}>
      {first !== undefined && (
        <TimeSpan {...shared} span={first} opens={`${label}, opens`} closes={`${label}, closes`} />
      )}
      <div className="hours-switches">
        <Switch values={values} name={closed} label="Closed" of={label} />
        <Switch values={values} name={allDay} label="24 hours" of={label} />
      </div>
      {second !== undefined && (
        <details className="hours-second" open={isKnown(second)}>
          <summary>
            More hours<span className="sr-only"> on {label}</span>
          </summary>
          <TimeSpan {...shared} span={second} opens={`${label}, opens again`} closes={`${label}, closes again`} />
          {more.map((span, index) =>
            isKnown(span) ? (
              <TimeSpan
                key={span.from}
                {...shared}
                span={span}
                opens={`${label}, opening ${index + 3}`}
                closes={`${label}, closing ${index + 3}`}
              />
            ) : null,
          )}
        </details>
      )}
    </div>
  );
}

type Span = { from: string; to: string };

type TimeSpanProps = {
  span: Span;
  opens: string;
  closes: string;
  values: HoursValues;
  problemId: string | undefined;
  isDisabled: boolean;
};

function TimeSpan({ span: { from, to }, opens, closes, ...shared }: TimeSpanProps) {
  return (
    <div className="hours-times">
      <TimeField {...shared} name={from} label={opens} />
      <span aria-hidden="true">to</span>
      <TimeField {...shared} name={to} label={closes} />
    </div>
  );
}

type TimeProps = Pick<TimeSpanProps, "values" | "problemId" | "isDisabled"> & { name: string; label: string };

function TimeField({ values, name, label, problemId, isDisabled }: TimeProps) {
  return (
    <input
      className="input"
      type="time"
      name={name}
      aria-label={label}
      aria-invalid={problemId !== undefined}
      aria-describedby={problemId}
      disabled={isDisabled}
      defaultValue={values[name] ?? ""}
    />
  );
}

function checkboxesOf(box: HTMLElement | null): HTMLInputElement[] {
  return [...(box?.querySelectorAll<HTMLInputElement>("input[type=checkbox]") ?? [])];
}

function Switch({ values, name, label, of }: { values: HoursValues; name: string; label: string; of: string }) {
  return (
    <label>
      <input type="checkbox" name={name} value={TICKED} defaultChecked={values[name] === TICKED} />
      <span>
        {label}
        <span className="sr-only"> on {of}</span>
      </span>
    </label>
  );
}

type SpecialsProps = Pick<HoursFieldsProps, "values" | "problems" | "idOf">;

/** Folded, because few places have any. The button adds days; without script, saving does. */
function SpecialDays({ values, problems, idOf }: SpecialsProps) {
  const [count, setCount] = useState(() => countSpecialDays(values));
  const isUsed = (number: number) =>
    problems[specialRow(number)] !== undefined ||
    specialFieldNames(number).some((name) => !name.endsWith("-kind") && (values[name] ?? "") !== "");
  const numbers = Array.from({ length: count }, (_, number) => number);
  return (
    <details className="form-details hours-specials" open={numbers.some(isUsed)}>
      <summary>Special days and seasons</summary>
      <fieldset id={idOf("specialDays")}>
        <legend className="sr-only">Special days and seasons</legend>
        <p className="correction-hint">
          They replace the usual hours on these days. If two have the same day, the lower one counts.
        </p>
        <input type="hidden" name={SPECIAL_COUNT} value={count} />
        {numbers.map((number) => (
          <SpecialDay
            key={number}
            number={number}
            values={values}
            problem={problems[specialRow(number)]}
            id={idOf(specialRow(number))}
          />
        ))}
        {count < SPECIAL_DAYS_MAX && (
          <button
            type="button"
            className="button button-outline button-small needs-script"
            onClick={() => setCount(count + 1)}
          >
            Add special day
          </button>
        )}
      </fieldset>
    </details>
  );
}

type SpecialDayProps = { number: number; id: string; values: HoursValues; problem: string | undefined };

function SpecialDay({ number, id, values, problem }: SpecialDayProps) {
  const names = specialDayFields(number);
  const title = `Special day ${number + 1}`;
  const text = (name: string) => values[name] ?? "";
  return (
    <fieldset className={problem === undefined ? "hours-special" : "hours-special field-error"} id={id}>
      <legend>{title}</legend>
      <div className="hours-special-days">
        <DayField name={names.first} label="First day" of={title} value={text(names.first)} />
        <DayField name={names.last} label="Last day (optional)" of={title} value={text(names.last)} />
        <label className="field">
          <span>
            Repeats<span className="sr-only">, {title}</span>
          </span>
          <select className="input" name={names.kind} defaultValue={text(names.kind) || "once"}>
            {SPECIAL_DAY_KINDS.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
      </div>
      <RowTimes row={specialRow(number)} label={title} values={values} problemId={problem && `${id}-problem`} />
      <details className="hours-second" open={text(names.weekdays) !== "" || text(names.note) !== ""}>
        <summary>
          Name and weekdays<span className="sr-only"> of {title}</span>
        </summary>
        <div className="hours-special-days">
          <TextField name={names.note} label="Name" of={title} value={text(names.note)} example="Winter break" />
          <TextField
            name={names.weekdays}
            label="Only on"
            of={title}
            value={text(names.weekdays)}
            example="Mon to Fri"
          />
        </div>
      </details>
      {problem !== undefined && <small id={`${id}-problem`}>{problem}</small>}
    </fieldset>
  );
}

type LabeledProps = { name: string; label: string; of: string; value: string };

/** A calendar, or text for a day without a year, which a calendar can't show. */
function DayField({ name, label, of, value }: LabeledProps) {
  const isCalendarDay = value === "" || /^\d{4}-\d{2}-\d{2}$/.test(value);
  return (
    <label className="field">
      <span>
        {label}
        <span className="sr-only">, {of}</span>
      </span>
      <input className="input" type={isCalendarDay ? "date" : "text"} name={name} defaultValue={value} />
    </label>
  );
}

function TextField({ name, label, of, value, example }: LabeledProps & { example: string }) {
  return (
    <label className="field">
      <span>
        {label}
        <span className="sr-only">, {of}</span>
      </span>
      <input className="input" type="text" name={name} defaultValue={value} placeholder={example} />
    </label>
  );
}

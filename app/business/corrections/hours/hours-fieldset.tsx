import "./hours.css";

import { type SyntheticEvent, useEffect, useRef, useState } from "react";

import { WEEKDAYS, type Weekday } from "#app/lib/dc-time.ts";

import { gridFields, type GridProblems, type GridValues, HOLIDAYS_FIELD, TICKED } from "./grid-fields.ts";

type GridProps = { values: GridValues; problems: GridProblems };

/** Seven days with their times, each up to two openings, closed, or open 24 hours. Works without script. */
export function HoursGridFields({ values, problems }: GridProps) {
  return (
    <div className="hours-grid">
      {WEEKDAYS.map((day) => (
        <GridDay key={day} day={day} values={values} problem={problems[day]} />
      ))}
    </div>
  );
}

/** The field of a day, for links from a summary of problems. */
export function gridDayId(day: string): string {
  return `hours-${day}`;
}

export function dayLabel(day: Weekday): string {
  return day.charAt(0).toUpperCase() + day.slice(1);
}

function GridDay({ day, values, problem }: { day: Weekday; values: GridValues; problem: string | undefined }) {
  const fields = gridFields(day);
  const label = dayLabel(day);
  const hasSecond = [fields.from2, fields.to2].some((field) => (values[field] ?? "") !== "");
  const fieldset = useRef<HTMLFieldSetElement>(null);
  const [isWithoutTimes, setIsWithoutTimes] = useState(false);
  // Also what was checked before the script came.
  useEffect(() => setIsWithoutTimes(checkboxesOf(fieldset.current).some(({ checked }) => checked)), []);
  const choose = ({ target }: SyntheticEvent) => {
    const boxes = checkboxesOf(fieldset.current);
    const chosen = boxes.find((box) => box === target);
    if (chosen === undefined) return;
    if (chosen.checked) for (const box of boxes) box.checked = box === chosen;
    setIsWithoutTimes(chosen.checked);
  };
  const times = {
    values,
    isWrong: problem !== undefined,
    describedBy: problem && `${gridDayId(day)}-problem`,
    // Closed or open all day, a day has no times.
    isDisabled: isWithoutTimes,
  };
  return (
    <fieldset
      ref={fieldset}
      className={problem === undefined ? "hours-day" : "hours-day field-error"}
      id={gridDayId(day)}
      onChange={choose}
    >
      <legend>{label}</legend>
      <div className="hours-times">
        <TimeField {...times} name={fields.from} label={`${label}, opens`} />
        <span aria-hidden="true">to</span>
        <TimeField {...times} name={fields.to} label={`${label}, closes`} />
      </div>
      <div className="hours-switches">
        <Switch values={values} name={fields.closed} label="Closed" of={label} />
        <Switch values={values} name={fields.allDay} label="24 hours" of={label} />
      </div>
      <details className="hours-second" open={hasSecond}>
        <summary>
          Second hours<span className="sr-only"> on {label}</span>
        </summary>
        <div className="hours-times">
          <TimeField {...times} name={fields.from2} label={`${label}, opens again`} />
          <span aria-hidden="true">to</span>
          <TimeField {...times} name={fields.to2} label={`${label}, closes again`} />
        </div>
      </details>
      {problem !== undefined && <small id={`${gridDayId(day)}-problem`}>{problem}</small>}
    </fieldset>
  );
}

type TimeProps = {
  values: GridValues;
  name: string;
  label: string;
  isWrong: boolean;
  describedBy: string | undefined;
  isDisabled: boolean;
};

function TimeField({ values, name, label, isWrong, describedBy, isDisabled }: TimeProps) {
  return (
    <input
      className="input"
      type="time"
      name={name}
      aria-label={label}
      aria-invalid={isWrong}
      aria-describedby={describedBy}
      disabled={isDisabled}
      defaultValue={values[name] ?? ""}
    />
  );
}

function checkboxesOf(fieldset: HTMLFieldSetElement | null): HTMLInputElement[] {
  return [...(fieldset?.querySelectorAll<HTMLInputElement>("input[type=checkbox]") ?? [])];
}

function Switch({ values, name, label, of }: { values: GridValues; name: string; label: string; of: string }) {
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

export function HolidaysSwitch({ values }: { values: GridValues }) {
  return (
    <label className="hours-holidays">
      <input type="checkbox" name={HOLIDAYS_FIELD} value={TICKED} defaultChecked={values[HOLIDAYS_FIELD] === TICKED} />
      Closed on public holidays
    </label>
  );
}

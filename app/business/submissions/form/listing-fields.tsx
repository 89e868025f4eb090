import "../submissions.css";

import { type MouseEvent, type ReactNode, useState } from "react";

import { Field } from "#app/business/corrections/suggest/form-field.tsx";
import { CATEGORY_NAMES, CATEGORY_SLUGS } from "#app/guide/places/facts/categories.ts";
import { OTHER_NAMES_MAX } from "#app/guide/places/facts/other-names.ts";
import {
  ATTRIBUTE_KEYS,
  ATTRIBUTE_LABELS,
  PRICE_RANGES,
  QUADRANTS,
  SUMMARY_CHARACTERS_MAX,
} from "#app/guide/places/place.ts";

import {
  DAY_FIELDS,
  DESCRIPTION_CHARACTERS_MAX,
  EMPTY_DAYS,
  listingFieldLabel,
  type ListingProblems,
  SPECIAL_DAYS_MAX,
  SPECIAL_DAY_KINDS,
  countSpecialDays,
  specialDayFields,
  type ListingFormValues,
} from "./listing-form.ts";

/** The form's values and problems. */
type FieldsProps = { typed: ListingFormValues; problems: ListingProblems };

/** The id of a field, which summaries of problems link to. */
export function listingFieldId(field: string): string {
  return `listing-${field}`;
}

export function NameFields({ types, ...parts }: FieldsProps & { types: readonly string[] }) {
  return (
    <>
      <ListingTextField {...parts} field="name" required hint="As on the sign, without a slogan." />
      <Choice {...parts} field="category" required none="Choose one">
        {CATEGORY_SLUGS.map((slug) => (
          <option key={slug} value={slug}>
            {CATEGORY_NAMES[slug]}
          </option>
        ))}
      </Choice>
      <ListingTextField
        {...parts}
        field="type"
        required
        list="listing-types"
        hint="One or two words, like Bakery, Bookstore or Dentist."
      />
      <datalist id="listing-types">
        {types.map((type) => (
          <option key={type}>{type}</option>
        ))}
      </datalist>
    </>
  );
}

export function OtherNamesField({ typed, problems }: FieldsProps) {
  return (
    <Field
      id={listingFieldId("otherNames")}
      label={listingFieldLabel("otherNames")}
      hint={`What people also call it, one name per line: initials, a nickname, a former name. Up to ${OTHER_NAMES_MAX}.`}
      problem={problems["otherNames"]}
    >
      {(given) => (
        <textarea className="input" {...given} name="otherNames" rows={3} defaultValue={typed["otherNames"] ?? ""} />
      )}
    </Field>
  );
}

/** `hint`: a suggestion for the quadrant. `children` come after the address. */
export function AddressFields({ hint, children, ...parts }: FieldsProps & { hint?: ReactNode; children?: ReactNode }) {
  return (
    <>
      <ListingTextField {...parts} field="street" required hint="For example, 1264 Wisconsin Avenue." />
      <div className="correction-pair">
        <Choice {...parts} field="quadrant" required none="Choose one">
          {QUADRANTS.map((quadrant) => (
            <option key={quadrant}>{quadrant}</option>
          ))}
        </Choice>
        <ListingTextField {...parts} field="zip" inputMode="numeric" />
      </div>
      <div className="correction-hint" aria-live="polite">
        {hint ?? "Many streets run through several quadrants, each with its own house numbers."}
      </div>
      {children}
    </>
  );
}

/** Latitude and longitude, which the map can fill in. */
export function CoordinateFields(parts: FieldsProps) {
  return (
    <div className="correction-pair">
      <ListingTextField {...parts} field="lat" inputMode="decimal" hint="For example, 38.90512" />
      <ListingTextField {...parts} field="lng" inputMode="decimal" hint="For example, -77.03152" />
    </div>
  );
}

/** A line per weekday, and a line per season, holiday or date. The button adds lines; without script, saving does. */
export function HoursFields({ freshness, ...parts }: FieldsProps & { freshness?: ReactNode }) {
  return (
    <>
      <p className="correction-hint">
        Enter each day as <b>11 AM to 2 PM, 5 PM to 10 PM</b>, as <b>6 PM to 2 AM</b> when it closes after midnight, as{" "}
        <b>Closed</b> or <b>24 hours</b>. Leave all of them empty if you don’t know them. {freshness}
      </p>
      <div className="listing-days">
        {DAY_FIELDS.map((day) => (
          <ListingTextField key={day} {...parts} field={day} />
        ))}
      </div>
      <button type="button" className="button button-plain button-small button-flush needs-script" onClick={copyMonday}>
        Copy Monday to all days
      </button>
      <EmptyDays {...parts} />
      <SpecialDays {...parts} />
    </>
  );
}

function copyMonday({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>): void {
  if (form === null) return;
  const monday = form.elements.namedItem("monday");
  for (const day of DAY_FIELDS) {
    const line = form.elements.namedItem(day);
    if (!(line instanceof HTMLInputElement) || !(monday instanceof HTMLInputElement)) continue;
    line.value = monday.value;
    // The draft's listener saves it like typed text.
    line.dispatchEvent(new Event("input", { bubbles: true }));
  }
}

/** For seasonal places: one checkbox instead of typing "Closed" seven times. */
function EmptyDays({ typed, problems }: FieldsProps) {
  const { field, closed } = EMPTY_DAYS;
  const problem = problems[field];
  return (
    <div className={problem && "field-error"}>
      <label className="correction-choice" id={listingFieldId(field)}>
        <input type="checkbox" name={field} value={closed} defaultChecked={typed[field] === closed} />
        Closed on days left empty
      </label>
      {problem && <small>{problem}</small>}
    </div>
  );
}

function SpecialDays(parts: FieldsProps) {
  const [count, setCount] = useState(() => countSpecialDays(parts.typed));
  return (
    <fieldset className="listing-specials" id={listingFieldId("specialDays")}>
      <legend>Seasons, holidays and single days</legend>
      <p className="correction-hint">
        They override the usual hours. Every year: Dec 24, or Nov 1 to Mar 31. Once: Dec 24, 2026. If two lines have the
        same day, the lower one counts.
      </p>
      <input type="hidden" name="specialCount" value={count} />
      {Array.from({ length: count }, (_, line) => (
        <SpecialLine key={line} {...parts} line={line} />
      ))}
      {count < SPECIAL_DAYS_MAX && (
        <button
          type="button"
          className="button button-outline button-small needs-script"
          onClick={() => setCount(count + 1)}
        >
          Add a line
        </button>
      )}
    </fieldset>
  );
}

function SpecialLine({ line, typed, problems }: FieldsProps & { line: number }) {
  const names = specialDayFields(line);
  const [first] = Object.values(names).flatMap((name) => problems[name] ?? []);
  const lineLabel = `line ${line + 1}`;
  return (
    <div className={first === undefined ? "listing-special" : "listing-special field-error"}>
      <label className="field" id={listingFieldId(names.kind)}>
        <span>
          Which days<span className="sr-only">, {lineLabel}</span>
        </span>
        <select className="input" name={names.kind} defaultValue={typed[names.kind] ?? ""}>
          <option value="">None</option>
          {SPECIAL_DAY_KINDS.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
      {SPECIAL_COLUMNS.map(({ column, label, example }) => (
        <label key={column} className="field" id={listingFieldId(names[column])}>
          <span>
            {label}
            <span className="sr-only">, {lineLabel}</span>
          </span>
          <input
            type="text"
            className="input"
            name={names[column]}
            defaultValue={typed[names[column]] ?? ""}
            placeholder={example}
            aria-invalid={problems[names[column]] !== undefined}
          />
        </label>
      ))}
      {first !== undefined && <small>{first}</small>}
    </div>
  );
}

const SPECIAL_COLUMNS = [
  { column: "from", label: "From", example: "Dec 24" },
  { column: "through", label: "To", example: "Jan 1" },
  { column: "hours", label: "Hours", example: "Closed" },
  { column: "weekdays", label: "Only on", example: "Mon to Fri" },
  { column: "note", label: "Name", example: "Winter break" },
] as const;

export function ContactFields({
  freshness = {},
  ...parts
}: FieldsProps & { freshness?: Partial<Record<string, string>> }) {
  return (
    <>
      <ListingTextField {...parts} field="phone" type="tel" hint={freshness["phone"]} />
      <ListingTextField
        {...parts}
        field="website"
        type="url"
        hint={freshness["website"] ?? "For example, https://example.com."}
      />
      <Choice {...parts} field="priceRange" none="Unknown" hint={freshness["priceRange"]}>
        {PRICE_RANGES.map((price) => (
          <option key={price} value={price}>
            {PRICE_LABELS[price] ?? price}
          </option>
        ))}
      </Choice>
    </>
  );
}

const PRICE_LABELS: Partial<Record<string, string>> = { Free: "Free entry", "N/A": "Has no prices" };

export function AttributeFields({ typed }: FieldsProps) {
  return (
    <fieldset className="correction-attributes listing-attributes" id={listingFieldId("attributes")}>
      <legend>Good to know</legend>
      {ATTRIBUTE_KEYS.map((key) => (
        <label key={key}>
          <span>{ATTRIBUTE_LABELS[key]}</span>
          <select className="input" name={key} defaultValue={typed[key] ?? ""}>
            <option value="">Unknown</option>
            <option value="yes">Yes</option>
            <option value="no">No</option>
          </select>
        </label>
      ))}
    </fieldset>
  );
}

export function SummaryField(props: FieldsProps) {
  return (
    <ListingTextField
      {...props}
      field="summary"
      hint={`What people get here and who it’s for. Shown in lists. Up to ${SUMMARY_CHARACTERS_MAX} characters.`}
    />
  );
}

export function DescriptionField({ typed, problems }: FieldsProps) {
  return (
    <Field
      id={listingFieldId("description")}
      label={listingFieldLabel("description")}
      hint={`What the place is and what to expect, in plain words. Up to ${DESCRIPTION_CHARACTERS_MAX.toLocaleString("en-US")} characters. No web addresses.`}
      problem={problems["description"]}
    >
      {(given) => (
        <textarea className="input" {...given} name="description" rows={5} defaultValue={typed["description"] ?? ""} />
      )}
    </Field>
  );
}

type LineProps = FieldsProps & {
  field: string;
  required?: boolean;
  hint?: string | undefined;
  type?: "text" | "tel" | "url" | "email";
  inputMode?: "numeric" | "decimal";
  list?: string;
  label?: string;
};

/** A one-line text field. */
export function ListingTextField({
  typed,
  problems,
  field,
  required,
  hint,
  label,
  type = "text",
  inputMode,
  list,
}: LineProps) {
  return (
    <Field
      id={listingFieldId(field)}
      label={label ?? listingFieldLabel(field)}
      problem={problems[field]}
      {...(hint !== undefined && { hint })}
    >
      {(given) => (
        <input
          className="input"
          {...given}
          type={type}
          name={field}
          defaultValue={typed[field] ?? ""}
          inputMode={inputMode}
          list={list}
          required={required}
        />
      )}
    </Field>
  );
}

type ChoiceProps = FieldsProps & {
  field: string;
  required?: boolean;
  none: string;
  hint?: string | undefined;
  children: ReactNode;
};

function Choice({ typed, problems, field, required, none, hint, children }: ChoiceProps) {
  return (
    <Field
      id={listingFieldId(field)}
      label={listingFieldLabel(field)}
      problem={problems[field]}
      {...(hint !== undefined && { hint })}
    >
      {(given) => (
        <select className="input" {...given} name={field} required={required} defaultValue={typed[field] ?? ""}>
          <option value="">{none}</option>
          {children}
        </select>
      )}
    </Field>
  );
}

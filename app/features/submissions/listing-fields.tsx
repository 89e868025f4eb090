import { type MouseEvent, type ReactNode, useState } from "react";

import { Field } from "#app/features/corrections/field-parts.tsx";
import { CATEGORY_NAMES, CATEGORY_SLUGS } from "#app/features/places/categories.ts";
import { ATTRIBUTE_KEYS, ATTRIBUTES, PRICE_RANGES, QUADRANTS } from "#app/features/places/place.ts";

import {
  DAY_FIELDS,
  DESCRIPTION_CHARACTERS_MAX,
  EMPTY_DAYS,
  listingFieldName,
  type ListingProblems,
  SPECIAL_DAYS_MAX,
  SPECIAL_KINDS,
  specialCount,
  specialFields,
  type TypedListing,
} from "./typed-listing.ts";

/** The form's fields as they are filled in, and what is wrong with them. */
type Parts = { typed: TypedListing; problems: ListingProblems };

/** The anchor of a field, also for a summary of problems. */
export function listingFieldId(field: string): string {
  return `listing-${field}`;
}

export function NameFields({ types, ...parts }: Parts & { types: readonly string[] }) {
  return (
    <>
      <Line {...parts} field="name" required hint="As it stands on the door, without a slogan." />
      <Choice {...parts} field="category" required none="Choose one">
        {CATEGORY_SLUGS.map((slug) => (
          <option key={slug} value={slug}>
            {CATEGORY_NAMES[slug]}
          </option>
        ))}
      </Choice>
      <Line
        {...parts}
        field="type"
        required
        list="listing-types"
        hint="In a word or two: Bakery, Bookstore, Dentist."
      />
      <datalist id="listing-types">
        {types.map((type) => (
          <option key={type}>{type}</option>
        ))}
      </datalist>
    </>
  );
}

/** `hint` is what is known of the quadrant; `children` come after the address. */
export function AddressFields({ hint, children, ...parts }: Parts & { hint?: ReactNode; children?: ReactNode }) {
  return (
    <>
      <Line {...parts} field="street" required hint="As 1264 Wisconsin Avenue." />
      <div className="correction-pair">
        <Choice {...parts} field="quadrant" required none="Choose one">
          {QUADRANTS.map((quadrant) => (
            <option key={quadrant}>{quadrant}</option>
          ))}
        </Choice>
        <Line {...parts} field="zip" inputMode="numeric" />
      </div>
      <div className="correction-hint" aria-live="polite">
        {hint ?? "Many streets run through several quadrants, and each counts its houses anew."}
      </div>
      {children}
    </>
  );
}

/** Where the map shows it, in degrees; a map may fill them in. */
export function DegreesFields(parts: Parts) {
  return (
    <div className="correction-pair">
      <Line {...parts} field="lat" inputMode="decimal" hint="As 38.90512" />
      <Line {...parts} field="lng" inputMode="decimal" hint="As -77.03152" />
    </div>
  );
}

/** A line for each day, and one for each season, holiday or date; more lines by the button, or by saving. */
export function HoursFields({ freshness, ...parts }: Parts & { freshness?: ReactNode }) {
  return (
    <>
      <p className="correction-hint">
        Write each day as <b>11 AM to 2 PM, 5 PM to 10 PM</b>, as <b>6 PM to 2 AM</b> when it closes after midnight, as{" "}
        <b>Closed</b> or <b>24 hours</b>. Leave all of them empty if you don’t know. {freshness}
      </p>
      <div className="listing-days">
        {DAY_FIELDS.map((day) => (
          <Line key={day} {...parts} field={day} />
        ))}
      </div>
      <button type="button" className="button button-plain button-small button-flush needs-script" onClick={copyMonday}>
        Monday’s hours for every day
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
    // Whoever keeps a draft hears of it as if it was typed.
    line.dispatchEvent(new Event("input", { bubbles: true }));
  }
}

/** So that nobody writes Closed seven times to say that a place has a season. */
function EmptyDays({ typed, problems }: Parts) {
  const { field, closed } = EMPTY_DAYS;
  const problem = problems[field];
  return (
    <div className={problem && "field-error"}>
      <label className="correction-choice" id={listingFieldId(field)}>
        <input type="checkbox" name={field} value={closed} defaultChecked={typed[field] === closed} />
        Closed on the days that are left empty
      </label>
      {problem && <small>{problem}</small>}
    </div>
  );
}

function SpecialDays(parts: Parts) {
  const [count, setCount] = useState(() => specialCount(parts.typed));
  return (
    <fieldset className="listing-specials" id={listingFieldId("specialDays")}>
      <legend>Seasons, holidays and single days</legend>
      <p className="correction-hint">
        They take the place of the usual hours. Every year: Dec 24, or Nov 1 to Mar 31. Once: Dec 24, 2026. Where two
        lines have a day, the lower one counts.
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

function SpecialLine({ line, typed, problems }: Parts & { line: number }) {
  const names = specialFields(line);
  const [first] = Object.values(names).flatMap((name) => problems[name] ?? []);
  const at = `line ${line + 1}`;
  return (
    <div className={first === undefined ? "listing-special" : "listing-special field-error"}>
      <label className="field" id={listingFieldId(names.kind)}>
        <span>
          Which days<span className="sr-only">, {at}</span>
        </span>
        <select className="input" name={names.kind} defaultValue={typed[names.kind] ?? ""}>
          <option value="">None</option>
          {SPECIAL_KINDS.map(({ value, label }) => (
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
            <span className="sr-only">, {at}</span>
          </span>
          <input
            type="text"
            className="input"
            name={names[column]}
            defaultValue={typed[names[column]] ?? ""}
            placeholder={example}
            autoComplete="off"
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
  { column: "note", label: "Called", example: "Winter break" },
] as const;

export function ContactFields({ freshness = {}, ...parts }: Parts & { freshness?: Partial<Record<string, string>> }) {
  return (
    <>
      <Line {...parts} field="phone" type="tel" hint={freshness["phone"]} />
      <Line {...parts} field="website" type="url" hint={freshness["website"] ?? "As https://example.com."} />
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

export function AttributeFields({ typed }: Parts) {
  return (
    <fieldset className="correction-attributes listing-attributes" id={listingFieldId("attributes")}>
      <legend>Good to know</legend>
      {ATTRIBUTE_KEYS.map((key) => (
        <label key={key}>
          <span>{ATTRIBUTES[key]}</span>
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

export function DescriptionField({ typed, problems }: Parts) {
  return (
    <Field
      id={listingFieldId("description")}
      label={listingFieldName("description")}
      hint={`What it is and what one finds there, in plain words. Up to ${DESCRIPTION_CHARACTERS_MAX.toLocaleString("en-US")} characters, without web addresses.`}
      problem={problems["description"]}
    >
      {(given) => (
        <textarea className="input" {...given} name="description" rows={5} defaultValue={typed["description"] ?? ""} />
      )}
    </Field>
  );
}

type LineProps = Parts & {
  field: string;
  required?: boolean;
  hint?: string | undefined;
  type?: "text" | "tel" | "url" | "email";
  inputMode?: "numeric" | "decimal";
  list?: string;
  label?: string;
};

/** One line of text. */
export function Line({ typed, problems, field, required, hint, label, type = "text", inputMode, list }: LineProps) {
  return (
    <Field
      id={listingFieldId(field)}
      label={label ?? listingFieldName(field)}
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
          autoComplete="off"
        />
      )}
    </Field>
  );
}

type ChoiceProps = Parts & {
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
      label={listingFieldName(field)}
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

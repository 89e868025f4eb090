import "../submissions.css";

import { type ReactNode, useEffect, useRef, useState } from "react";

import { HoursFields } from "#app/business/corrections/hours/hours-fieldset.tsx";
import { Field } from "#app/business/corrections/suggest/form-field.tsx";
import { CATEGORY_NAMES, CATEGORY_SLUGS, isCategorySlug } from "#app/guide/places/facts/categories.ts";
import { OTHER_NAMES_MAX } from "#app/guide/places/facts/other-names.ts";
import { isRelevantAttribute } from "#app/guide/places/facts/relevant-attributes.ts";
import {
  type Attribute,
  ATTRIBUTE_KEYS,
  ATTRIBUTE_LABELS,
  PRICE_RANGES,
  QUADRANTS,
  SUMMARY_CHARACTERS_MAX,
} from "#app/guide/places/place.ts";

import {
  DESCRIPTION_CHARACTERS_MAX,
  listingFieldLabel,
  type ListingFormValues,
  type ListingProblems,
  type PlaceType,
} from "./listing-form.ts";

/** The form's values and problems. `mark`: what is special about the fields, beside their labels. */
type FieldsProps = { typed: ListingFormValues; problems: ListingProblems; mark?: string };

/** The id of a field, which summaries of problems link to. */
export function listingFieldId(field: string): string {
  return `listing-${field}`;
}

/** The name, the category and the kind, which is suggested by the category. */
export function NameFields({ types, ...parts }: FieldsProps & { types: readonly PlaceType[] }) {
  const [category, setCategory] = useState(parts.typed["category"] ?? "");
  // Also what was chosen before the script came, or by another form that was put in its place.
  const choice = useRef<HTMLDivElement>(null);
  useEffect(() => setCategory(choice.current?.querySelector("select")?.value ?? ""), []);
  const offered = isCategorySlug(category) ? types.filter(({ categories }) => categories.includes(category)) : types;
  return (
    <>
      <ListingTextField {...parts} field="name" required hint="As on the sign, without a slogan." />
      <div ref={choice} onChange={(event) => setCategory(valueOf(event.target))}>
        <Choice {...parts} field="category" required none="Choose one">
          {CATEGORY_SLUGS.map((slug) => (
            <option key={slug} value={slug}>
              {CATEGORY_NAMES[slug]}
            </option>
          ))}
        </Choice>
      </div>
      <ListingTextField
        {...parts}
        field="type"
        required
        list="listing-types"
        hint="One or two words, like Bakery, Bookstore or Dentist."
      />
      <datalist id="listing-types">
        {offered.map(({ type }) => (
          <option key={type}>{type}</option>
        ))}
      </datalist>
    </>
  );
}

function valueOf(field: EventTarget): string {
  return field instanceof HTMLSelectElement ? field.value : "";
}

export function OtherNamesField({ typed, problems, mark }: FieldsProps) {
  return (
    <Field
      mark={mark}
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

type ListingHoursProps = FieldsProps & {
  hint?: ReactNode;
  /** The place's category where the form doesn't have it. */
  category?: string;
  message?: string | null;
  isFilledByServer?: boolean;
  onFilled?: () => void;
};

export function ListingHours({ typed, problems, category, ...props }: ListingHoursProps) {
  return (
    <HoursFields
      {...props}
      values={typed}
      problems={problems}
      idOf={listingFieldId}
      category={category ?? typed["category"] ?? ""}
    />
  );
}

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
      <ListingTextField {...parts} field="menuUrl" type="url" hint="Your menu’s own page, if it has one." />
      <ListingTextField
        {...parts}
        field="reservationsUrl"
        type="url"
        hint="Where people book, for example on Resy or OpenTable."
      />
      <ListingTextField {...parts} field="orderUrl" type="url" hint="Where people order takeout or delivery." />
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

/** The details that matter to places of the category; the others are folded. */
export function AttributeFields({ typed }: FieldsProps) {
  const category = typed["category"] ?? "";
  const isFirst = (key: Attribute) =>
    (typed[key] ?? "") !== "" || !isCategorySlug(category) || isRelevantAttribute(key, category);
  const others = ATTRIBUTE_KEYS.filter((key) => !isFirst(key));
  return (
    <fieldset className="listing-attributes" id={listingFieldId("attributes")}>
      <legend>Good to know</legend>
      <div className="correction-attributes">
        {ATTRIBUTE_KEYS.filter(isFirst).map((key) => (
          <AttributeChoice key={key} attribute={key} value={typed[key] ?? ""} />
        ))}
      </div>
      {others.length > 0 && (
        <details className="form-details">
          <summary>More details</summary>
          <div className="correction-attributes">
            {others.map((key) => (
              <AttributeChoice key={key} attribute={key} value={typed[key] ?? ""} />
            ))}
          </div>
        </details>
      )}
    </fieldset>
  );
}

function AttributeChoice({ attribute, value }: { attribute: Attribute; value: string }) {
  return (
    <label>
      <span>{ATTRIBUTE_LABELS[attribute]}</span>
      <select className="input" name={attribute} defaultValue={value}>
        <option value="">Unknown</option>
        <option value="yes">Yes</option>
        <option value="no">No</option>
      </select>
    </label>
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
  mark,
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
      mark={mark}
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

function Choice({ typed, problems, mark, field, required, none, hint, children }: ChoiceProps) {
  return (
    <Field
      id={listingFieldId(field)}
      mark={mark}
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

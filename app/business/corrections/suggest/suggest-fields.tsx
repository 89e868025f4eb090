import type { CategorySlug } from "#app/guide/places/facts/categories.ts";
import { ATTRIBUTE_KEYS, ATTRIBUTE_LABELS, PRICE_RANGES, QUADRANTS } from "#app/guide/places/place.ts";

import { hoursFieldLabel, hoursProblemKeys, type HoursValues } from "../hours/hours-fields.ts";
import { HoursFields } from "../hours/hours-fieldset.tsx";
import { BasisFields } from "./basis-fields.tsx";
import { Field } from "./form-field.tsx";
import type { EditField, EditFormErrors, EditFormValues } from "./edit-fields.ts";
import { LISTING_FIELD_LABELS } from "./field-labels.ts";

type SuggestFieldsProps = {
  place: { slug: string; name: string; category: CategorySlug; hoursText: string | null };
  known: Record<EditField, string> & { hours: HoursValues };
  opened: string;
  freshness: Partial<Record<string, string>>;
  types: string[];
  refused: { typed: EditFormValues; opened: string; problems: EditFormErrors; message: string | null } | null;
};

/** The form of a suggested edit, filled with the current facts. A plain HTML form, so that it works without JavaScript. */
export function SuggestEditForm({ place, known, opened, freshness, types, refused }: SuggestFieldsProps) {
  const filled: EditFormValues = refused?.typed ?? { ...known, descriptionNote: "", basis: "", note: "" };
  const problems = refused?.problems ?? {};
  const parts = { filled, problems, freshness };
  return (
    // Our own validation shows all errors at once, with better messages than the browser's.
    <form method="post" action={`/places/${place.slug}/suggest`} className="stacked-form" noValidate>
      {/* Enter in a field presses the form's first button. */}
      <button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true">
        Send suggestion
      </button>
      <input type="hidden" name="intent" value="edit" />
      <input type="hidden" name="opened" value={refused?.opened ?? opened} />
      <p>Correct what’s wrong. We only send what you change.</p>
      <Line {...parts} field="name" />
      <Line {...parts} field="type" list="edit-types" />
      <datalist id="edit-types">
        {types.map((type) => (
          <option key={type}>{type}</option>
        ))}
      </datalist>
      <WhereFields {...parts} />
      <HoursFieldset {...parts} place={place} message={refused?.message ?? null} />
      <AttributesFieldset {...parts} />
      <Field
        id="edit-descriptionNote"
        label={nameOf("descriptionNote")}
        hint="Our editors write the descriptions and will make the change. Up to 500 characters."
        problem={problems.descriptionNote}
      >
        {(given) => (
          <textarea
            className="input"
            {...given}
            name="descriptionNote"
            rows={3}
            defaultValue={filled.descriptionNote}
          />
        )}
      </Field>
      <BasisFields prefix="edit" typed={filled} problems={problems} />
      <div className="form-buttons">
        <button type="submit" className="button button-primary">
          Send suggestion
        </button>
      </div>
    </form>
  );
}

type Parts = { filled: EditFormValues; problems: EditFormErrors; freshness: Partial<Record<string, string>> };

/** Address, contact details and price. */
function WhereFields(parts: Parts) {
  const { filled, problems, freshness } = parts;
  return (
    <>
      <Line {...parts} field="street" hint={freshness["address"]} />
      <div className="correction-pair">
        <Field id="edit-quadrant" label={nameOf("quadrant")} problem={problems.quadrant}>
          {(given) => (
            <select className="input" {...given} name="quadrant" defaultValue={filled.quadrant}>
              <option value="">Unknown</option>
              {QUADRANTS.map((quadrant) => (
                <option key={quadrant}>{quadrant}</option>
              ))}
            </select>
          )}
        </Field>
        <Line {...parts} field="zip" inputMode="numeric" />
      </div>
      <Line {...parts} field="phone" type="tel" hint={freshness["phone"]} />
      <Line {...parts} field="website" type="url" hint={freshness["website"]} />
      <Field
        id="edit-priceRange"
        label={nameOf("priceRange")}
        hint={freshness["priceRange"]}
        problem={problems.priceRange}
      >
        {(given) => (
          <select className="input" {...given} name="priceRange" defaultValue={filled.priceRange}>
            <option value="">Unknown</option>
            {PRICE_RANGES.map((price) => (
              <option key={price} value={price}>
                {PRICE_LABELS[price] ?? price}
              </option>
            ))}
          </select>
        )}
      </Field>
    </>
  );
}

type LineProps = Parts & {
  field: EditField;
  hint?: string | undefined;
  type?: "text" | "tel" | "url";
  inputMode?: "numeric";
  list?: string;
};

function Line({ filled, problems, field, hint, type = "text", inputMode, list }: LineProps) {
  return (
    <Field id={`edit-${field}`} label={nameOf(field)} problem={problems[field]} {...(hint !== undefined && { hint })}>
      {(given) => (
        <input
          className="input"
          {...given}
          type={type}
          name={field}
          defaultValue={filled[field]}
          inputMode={inputMode}
          list={list}
        />
      )}
    </Field>
  );
}

type HoursFieldsetProps = Parts & {
  place: { category: CategorySlug; hoursText: string | null };
  message: string | null;
};

function HoursFieldset({ place: { category, hoursText }, filled, problems, freshness, message }: HoursFieldsetProps) {
  return (
    <fieldset className="correction-group">
      <legend>Hours</legend>
      <HoursFields
        values={filled.hours}
        idOf={(field) => `edit-${field}`}
        isFilledByServer
        {...{ problems, category, message }}
        hint={
          <>
            Or set each day below. Leave everything empty if you don’t know.
            {freshness["hours"] !== undefined && ` ${freshness["hours"]}.`}
            {hoursText !== null && ` From a source: ${hoursText}.`}
          </>
        }
      />
    </fieldset>
  );
}

function AttributesFieldset({ filled, freshness }: Parts) {
  const hint = freshness["attributes"] ?? freshness["attributeCorrections"];
  return (
    <fieldset className="correction-group" id="edit-stepFreeEntrance">
      <legend>Good to know</legend>
      {hint !== undefined && <p className="correction-hint">{hint}</p>}
      <div className="correction-attributes">
        {ATTRIBUTE_KEYS.map((key) => (
          <label key={key}>
            <span>{ATTRIBUTE_LABELS[key]}</span>
            <select className="input" name={key} defaultValue={filled[key]}>
              <option value="">Unknown</option>
              <option value="yes">Yes</option>
              <option value="no">No</option>
            </select>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

const PRICE_LABELS: Partial<Record<string, string>> = { Free: "Free entry", "N/A": "No prices" };

const EDIT_FIELD_LABELS: Partial<Record<string, string>> = {
  ...LISTING_FIELD_LABELS,
  stepFreeEntrance: "Good to know",
  descriptionNote: "What’s wrong with the description? (optional)",
  basis: "How you know",
  note: "Notes for the editor",
};

function nameOf(field: string): string {
  return hoursFieldLabel(field) ?? EDIT_FIELD_LABELS[field] ?? field;
}

/** Field labels for the error summary, in the form's order. */
export function editFieldLabels({ hours }: EditFormValues): Partial<Record<string, string>> {
  const own = Object.keys(EDIT_FIELD_LABELS);
  const at = own.indexOf("phone");
  const fields = [...own.slice(0, at), ...hoursProblemKeys(hours), ...own.slice(at)];
  return Object.fromEntries(fields.map((field) => [field, nameOf(field)]));
}

import "#app/business/listings/edit/edit-listing.css";
import "../admin.css";

import { Link } from "react-router";

import {
  AddressFields,
  AttributeFields,
  ContactFields,
  DescriptionField,
  HoursFields,
  listingFieldId,
  NameFields,
  SummaryField,
} from "#app/business/submissions/form/listing-fields.tsx";
import { PinField } from "#app/business/submissions/form/pin-field.tsx";
import type { SimilarPlace } from "#app/business/submissions/submission.ts";
import {
  listingFieldLabel,
  listingFields,
  type ListingProblems,
  type ListingFormValues,
} from "#app/business/submissions/form/listing-form.ts";
import { FormSummary } from "#app/ui/form-summary.tsx";

/** The state of a rejected form: messages and the submitted values. */
export type BusinessFormErrors = {
  why: string;
  typed: ListingFormValues;
  opened: string;
  neighborhood: string;
  problems: ListingProblems;
  similar: SimilarPlace[];
};

type BusinessFormProps = {
  action: string;
  typed: ListingFormValues;
  /** The values when the form was opened, to detect changes by this and other editors; empty for a new listing. */
  opened: string;
  neighborhood: string;
  neighborhoods: readonly { slug: string; name: string }[];
  types: readonly string[];
  refused: BusinessFormErrors | null;
  button: string;
};

/** All facts of a listing in one form, for editors. Saved changes are live immediately. */
export function BusinessForm(props: BusinessFormProps) {
  const { action, neighborhoods, types, refused, button } = props;
  const parts = { typed: refused?.typed ?? props.typed, problems: refused?.problems ?? {} };
  return (
    <form method="post" action={action} className="stacked-form admin-business" noValidate>
      {refused !== null && <FormSummary why={refused.why} problems={summaryOf(refused)} />}
      {refused !== null && refused.similar.length > 0 && <Similar similar={refused.similar} />}
      <input type="hidden" name="opened" value={refused?.opened ?? props.opened} />
      <NameFields {...parts} types={types} />
      <AddressFields {...parts}>
        <PinField {...parts} />
      </AddressFields>
      <NeighborhoodField
        neighborhoods={neighborhoods}
        chosen={refused?.neighborhood ?? props.neighborhood}
        problem={parts.problems["neighborhood"]}
      />
      <fieldset className="listing-group">
        <legend>Hours</legend>
        <HoursFields {...parts} />
      </fieldset>
      <ContactFields {...parts} />
      <SummaryField {...parts} />
      <DescriptionField {...parts} />
      <AttributeFields {...parts} />
      <div className="form-buttons">
        <button type="submit" className="button button-primary">
          {button}
        </button>
      </div>
    </form>
  );
}

function summaryOf({ typed, problems }: BusinessFormErrors) {
  return [...listingFields(typed), "neighborhood"].flatMap((field) => {
    const text = problems[field];
    const label = field === "neighborhood" ? "Neighborhood" : listingFieldLabel(field);
    return text === undefined ? [] : [{ id: listingFieldId(field), label, text }];
  });
}

function NeighborhoodField({
  neighborhoods,
  chosen,
  problem,
}: {
  neighborhoods: BusinessFormProps["neighborhoods"];
  chosen: string;
  problem: string | undefined;
}) {
  const id = listingFieldId("neighborhood");
  return (
    <div className={problem === undefined ? "field" : "field field-error"}>
      <label htmlFor={id}>Neighborhood</label>
      <select className="input" id={id} name="neighborhood" defaultValue={chosen}>
        <option value="">Based on the map pin</option>
        {neighborhoods.map(({ slug, name }) => (
          <option key={slug} value={slug}>
            {name}
          </option>
        ))}
      </select>
      {problem !== undefined && <small>{problem}</small>}
    </div>
  );
}

function Similar({ similar }: { similar: SimilarPlace[] }) {
  return (
    <div className="submit-alike">
      <h2 className="h4">Is it already listed?</h2>
      <ul>
        {similar.map(({ slug, name, type, address }) => (
          <li key={slug}>
            <Link className="name-link" to={`/places/${slug}`} target="_blank">
              {name}
            </Link>
            <span className="meta text-meta text-muted">
              <span>{type}</span>
              {address !== null && <span>{address}</span>}
            </span>
          </li>
        ))}
      </ul>
      <label className="admin-choices">
        <span>
          <input type="checkbox" name="other" value="yes" /> None of these, add it as new
        </span>
      </label>
    </div>
  );
}

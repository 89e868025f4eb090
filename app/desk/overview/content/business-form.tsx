import "#app/business/listings/edit/edit-listing.css";
import "../admin.css";

import {
  AddressFields,
  AttributeFields,
  ContactFields,
  DescriptionField,
  ListingHours,
  listingFieldId,
  NameFields,
  OtherNamesField,
  SummaryField,
} from "#app/business/submissions/form/listing-fields.tsx";
import { PinField } from "#app/business/submissions/form/pin-field.tsx";
import type { SimilarPlace } from "#app/business/submissions/submission.ts";
import {
  listingFieldLabel,
  listingProblemKeys,
  type ListingProblems,
  type ListingFormValues,
  type PlaceType,
} from "#app/business/submissions/form/listing-form.ts";
import { FormSummary } from "#app/ui/form-summary.tsx";
import { SimilarListings } from "#app/business/submissions/form/similar-listings.tsx";
import { NeighborhoodField } from "#app/business/submissions/form/neighborhood-field.tsx";

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
  types: readonly PlaceType[];
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
      <OtherNamesField {...parts} />
      <AddressFields {...parts}>
        <PinField {...parts} />
      </AddressFields>
      <NeighborhoodField
        neighborhoods={neighborhoods}
        chosen={refused?.neighborhood ?? props.neighborhood}
        problems={parts.problems}
        emptyLabel="Based on the map pin"
      />
      <fieldset className="listing-part">
        <legend className="h4">Hours</legend>
        <ListingHours {...parts} />
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
  return [...listingProblemKeys(typed), "neighborhood"].flatMap((field) => {
    const text = problems[field];
    const label = field === "neighborhood" ? "Neighborhood" : listingFieldLabel(field);
    return text === undefined ? [] : [{ id: listingFieldId(field), label, text }];
  });
}

function Similar({ similar }: { similar: SimilarPlace[] }) {
  return (
    <div className="submit-alike">
      <h2 className="h4">Is it already listed?</h2>
      <SimilarListings similar={similar} />
      <label className="admin-choices">
        <span>
          <input type="checkbox" name="other" value="yes" /> None of these, add it as new
        </span>
      </label>
    </div>
  );
}

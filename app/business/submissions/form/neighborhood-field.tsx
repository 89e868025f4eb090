import { Field } from "#app/business/corrections/suggest/form-field.tsx";

import type { ListingProblems } from "./listing-form.ts";
import { listingFieldId } from "./listing-fields.tsx";

type NeighborhoodFieldProps = {
  neighborhoods: readonly { slug: string; name: string }[];
  chosen: string;
  emptyLabel: string;
  problems: ListingProblems;
};

/** The neighborhood of a listing, in the editors' forms. */
export function NeighborhoodField({ neighborhoods, chosen, emptyLabel, problems }: NeighborhoodFieldProps) {
  return (
    <Field id={listingFieldId("neighborhood")} label="Neighborhood" problem={problems["neighborhood"]}>
      {(given) => (
        <select className="input" {...given} name="neighborhood" defaultValue={chosen}>
          <option value="">{emptyLabel}</option>
          {neighborhoods.map(({ slug, name }) => (
            <option key={slug} value={slug}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

import { useState } from "react";

import type { Bounds } from "#app/guide/map/base/bounds.ts";

import { CoordinateFields, listingFieldId } from "./listing-fields.tsx";
import type { ListingPin } from "./listing-pin.tsx";
import type { ListingProblems, ListingFormValues } from "./listing-form.ts";

type PinFieldProps = {
  typed: ListingFormValues;
  problems: ListingProblems;
  /** What is special about the field, beside its labels. */
  mark?: string;
  /** The map's start view without a pin; by default the whole District. */
  around?: Bounds | null;
};

/** The position: picked on a live map, entered as coordinates, or left to the editor. */
export function PinField({ typed, problems, mark, around = null }: PinFieldProps) {
  const [Picker, setPicker] = useState<typeof ListingPin | null>(null);
  const [isFailed, setFailed] = useState(false);
  const isOpen = problems["lat"] !== undefined || problems["lng"] !== undefined || (typed["lat"] ?? "") !== "";
  const load = () => {
    import("./listing-pin.tsx").then(
      (loaded) => setPicker(() => loaded.ListingPin),
      () => setFailed(true),
    );
  };
  return (
    <div className="pin-field" id={listingFieldId("position")}>
      <p className="correction-hint">
        The location on the map. If you leave it empty, an editor looks it up by the address.
      </p>
      {Picker === null ? (
        <button type="button" className="button button-outline needs-script" onClick={load}>
          {isFailed ? "Try the map again" : "Put a pin on the map"}
        </button>
      ) : (
        <Picker around={around} />
      )}
      <details className="pin-degrees" open={isOpen}>
        <summary>Enter coordinates</summary>
        <CoordinateFields typed={typed} problems={problems} {...(mark !== undefined && { mark })} />
      </details>
    </div>
  );
}

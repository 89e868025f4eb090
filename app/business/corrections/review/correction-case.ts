import type { CorrectableField, ReportedClosure } from "#app/db/schema/corrections.ts";
import type { Point } from "#app/lib/geo.ts";

import type { Pin } from "../suggest/pin.ts";

/** Who sent a correction, how they know, and their note. */
export type Sender = {
  /** "A guest", or a member's name. */
  name: string;
  basis: string;
  note: string;
  sentLabel: string;
};

/** An open case about a place's facts or closure, for editors. */
export type CorrectionCase = {
  /** With the contact details for checking it. */
  place: { slug: string; name: string; address: string | null; phone: string | null; website: string | null };
  /** Earlier changes of the place, latest first. */
  history: PlaceChange[];
  /** When the place last changed; sent back with the decision. */
  seen: string;
} & (
  | {
      kind: "edit";
      changes: SuggestedChange[];
      descriptionNote: string;
      /** The current description. */
      description: string;
      /** For a changed address: the current and the suggested pin. Null if the address isn't changed. */
      pin: { now: Point | null; likely: Pin | null } | null;
      sender: Sender;
    }
  | {
      kind: "closed";
      /** The current closure label; null if the place isn't marked. */
      marked: string | null;
      /** Number of independent reports. */
      independentCount: number;
      reports: (Sender & { label: string; other: { slug: string; name: string } | null })[];
      /** From the last report; preselected for the editor. */
      closure: ReportedClosure;
      otherSlug: string;
    }
);

/** An earlier change of a place. */
export type PlaceChange = {
  id: number;
  label: string;
  before: string[];
  after: string[];
  changedLabel: string;
  /** "Ada Admin", "Several reports" */
  changedBy: string;
};

export type SuggestedChange = {
  field: CorrectableField;
  label: string;
  before: string[];
  after: string[];
  /** The current value, if it has changed since the suggestion. */
  now: string[] | null;
};

import type { CorrectedField, ReportedClosure } from "#app/db/schema/corrections.ts";
import type { Point } from "#app/lib/geo.ts";

import type { Pin } from "./pin.ts";

/** Who sent something, how they know and what they wrote besides. */
export type Sender = {
  /** "A guest", or a member's name. */
  name: string;
  basis: string;
  note: string;
  sentLabel: string;
};

/** What an editor reads of an open case about a place's facts or its being open. */
export type CorrectionCase = {
  /** With what an editor checks it by. */
  place: { slug: string; name: string; address: string | null; phone: string | null; website: string | null };
  /** What was changed of it, the last first. */
  history: PlaceChange[];
  /** When the place last changed; goes back with the decision. */
  seen: string;
} & (
  | {
      kind: "edit";
      changes: SuggestedChange[];
      descriptionNote: string;
      /** As it is now. */
      description: string;
      /** Of another address: where the map shows the place now, and where it most likely should. Null: no other address. */
      pin: { now: Point | null; likely: Pin | null } | null;
      sender: Sender;
    }
  | {
      kind: "closed";
      /** How it is marked now; null when it isn't. */
      marked: string | null;
      /** How many of the reports know nothing of each other. */
      independentCount: number;
      reports: (Sender & { words: string; other: { slug: string; name: string } | null })[];
      /** What the last report says, for the editor to begin with. */
      closure: ReportedClosure;
      otherSlug: string;
    }
);

/** A change that was made of a place. */
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
  field: CorrectedField;
  label: string;
  before: string[];
  after: string[];
  /** What the fact says now, where it has changed since. */
  now: string[] | null;
};

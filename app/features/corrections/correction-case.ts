import type { CorrectedField, ReportedClosure } from "#app/db/schema/corrections.ts";

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
  place: { slug: string; name: string };
  /** When the place last changed; goes back with the decision. */
  seen: string;
} & (
  | {
      kind: "edit";
      changes: SuggestedChange[];
      descriptionNote: string;
      /** As it is now. */
      description: string;
      /** Whether a new address would leave the place without its pin on the map. */
      asksPosition: boolean;
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

export type SuggestedChange = {
  field: CorrectedField;
  label: string;
  before: string[];
  after: string[];
  /** What the fact says now, where it has changed since. */
  now: string[] | null;
};

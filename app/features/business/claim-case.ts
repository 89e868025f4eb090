/** What an editor reads of a claim. */
export type ClaimCase = {
  place: { slug: string; name: string; website: string | null; phone: string | null };
  /** `isOut`: suspended, or about to leave. */
  claimer: { name: string; email: string | null; joinedLabel: string; isOut: boolean };
  paragraphs: string[];
  /** Who runs it now; none where nobody does. */
  runners: { name: string; role: "owner" | "manager"; sinceLabel: string }[];
};

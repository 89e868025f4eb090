/** A claim as editors see it. */
export type ClaimCase = {
  place: { slug: string; name: string; website: string | null; phone: string | null };
  /** `isOut`: the account is suspended or deleted. */
  claimer: { name: string; email: string | null; joinedLabel: string; isOut: boolean };
  paragraphs: string[];
  /** The place's current owners and managers; often none. */
  runners: { name: string; role: "owner" | "manager"; sinceLabel: string }[];
};

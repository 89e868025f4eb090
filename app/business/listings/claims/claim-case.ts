/** A claim as editors see it. */
export type ClaimCase = {
  place: { slug: string; name: string; website: string | null; phone: string | null };
  /** `isInactive`: the account is suspended or deleted. */
  claimer: { name: string; email: string | null; joinedLabel: string; isInactive: boolean };
  paragraphs: string[];
  /** The place's current owners and managers; often none. */
  managers: { name: string; role: "owner" | "manager"; sinceLabel: string }[];
};

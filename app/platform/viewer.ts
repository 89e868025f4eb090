import type { Role } from "#app/db/schema/accounts.ts";
import type { Tier } from "#app/features/billing/plans.ts";

/** Whoever is signed in, as any page may know them. */
export type Viewer = {
  id: string;
  /** Never empty: Anonymous when the provider gave none. */
  name: string;
  email: string | null;
  role: Role;
  /** What they are a member of as the request came; null for a free member. */
  tier: Tier | null;
  pictureUrl: string | null;
  session: { id: string; expiresAt: Date };
};

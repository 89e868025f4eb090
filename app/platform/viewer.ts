import type { Tier } from "#app/db/columns/membership-columns.ts";
import type { Role } from "#app/db/schema/accounts.ts";

/** The signed-in user, as far as any page may know. */
export type Viewer = {
  id: string;
  /** Never empty: Anonymous when the provider gave none. */
  name: string;
  email: string | null;
  role: Role;
  /** The tier of their membership at the time of the request; null for a free member. */
  tier: Tier | null;
  pictureUrl: string | null;
  session: { id: string; expiresAt: Date };
};

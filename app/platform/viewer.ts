import type { Role } from "#app/db/schema/accounts.ts";

/** Whoever is signed in, as any page may know them. */
export type Viewer = {
  id: string;
  /** Never empty: Anonymous when the provider gave none. */
  name: string;
  email: string | null;
  role: Role;
  pictureUrl: string | null;
  session: { id: string; expiresAt: Date };
};

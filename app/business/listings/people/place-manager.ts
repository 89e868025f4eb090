import type { OwnerRole } from "#app/db/schema/business.ts";

export const INVITATION_DAYS = 7;

export const OWNER_ROLE_LABELS: Record<OwnerRole, string> = { owner: "Owner", manager: "Manager" };

/** An owner or manager of a place, as the others see them. */
export type PlaceManager = {
  userId: string;
  name: string;
  role: OwnerRole;
  sinceLabel: string;
  isYou: boolean;
};

/** An open invitation; only owners see it. */
export type PendingInvitation = {
  id: string;
  email: string;
  role: OwnerRole;
  invitedLabel: string;
  expiresLabel: string;
};

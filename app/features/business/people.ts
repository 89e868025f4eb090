import type { OwnerRole } from "#app/db/schema/business.ts";

export const INVITATION_DAYS = 7;

export const OWNER_ROLE_NAMES: Record<OwnerRole, string> = { owner: "Owner", manager: "Manager" };

/** Somebody who runs a place, as the others see them. */
export type Runner = {
  userId: string;
  name: string;
  role: OwnerRole;
  sinceLabel: string;
  isYou: boolean;
};

/** Who is asked to join; only owners see it. */
export type Invited = { id: string; email: string; role: OwnerRole; invitedLabel: string; expiresLabel: string };

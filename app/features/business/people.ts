import type { OwnerRole } from "#app/db/schema/business.ts";

export const INVITATION_DAYS = 7;

export const OWNER_ROLE_NAMES: Record<OwnerRole, string> = { owner: "Owner", manager: "Manager" };

/** An owner or manager of a place, as the others see them. */
export type Runner = {
  userId: string;
  name: string;
  role: OwnerRole;
  sinceLabel: string;
  isYou: boolean;
};

/** An open invitation; only owners see it. */
export type Invited = { id: string; email: string; role: OwnerRole; invitedLabel: string; expiresLabel: string };

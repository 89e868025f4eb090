import { hashText } from "#app/features/illustrations/seeded-random.ts";
import { memberHousePath } from "#app/features/illustrations/picture-url.ts";

/** A member's picture: a drawn house, which has one for the day and one for the night, or their provider's. */
export type MemberPicture = { day: string; night: string | null };

/** Their page, for whoever made it public. */
export function memberPath(userId: string): string {
  return `/members/${userId}`;
}

/** A house of one's own: the same for the same person every time. The address gives nothing of them away. */
export function drawnPicture(userId: string): MemberPicture {
  const seed = hashText(userId);
  return { day: memberHousePath(seed, "day"), night: memberHousePath(seed, "night") };
}

/** @param fetchedAt When the copy of the provider's picture was made; null when there is none. */
export function memberPicture(userId: string, fetchedAt: Date | null): MemberPicture {
  if (fetchedAt === null) return drawnPicture(userId);
  return { day: `${memberPath(userId)}/picture/${fetchedAt.getTime()}`, night: null };
}

import { hashText } from "#illustrations/drawing/seeded-random.ts";
import { memberHousePath } from "#illustrations/picture-url.ts";

/** URLs of a member's picture: a drawn house in a day and a night version, or the provider's picture. */
export type MemberPicture = { day: string; night: string | null };

/** The member's profile page. */
export function memberPath(userId: string): string {
  return `/members/${userId}`;
}

/** The member's drawn house, always the same for the same user. The URL doesn't reveal the user id. */
export function drawnPicture(userId: string): MemberPicture {
  const seed = hashText(userId);
  return { day: memberHousePath(seed, "day"), night: memberHousePath(seed, "night") };
}

/** @param fetchedAt When the provider's picture was copied; null if there is no copy. */
export function memberPicture(userId: string, fetchedAt: Date | null): MemberPicture {
  if (fetchedAt === null) return drawnPicture(userId);
  return { day: `${memberPath(userId)}/picture/${fetchedAt.getTime()}`, night: null };
}

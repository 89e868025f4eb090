/** What is shown in a slot. */
export type SponsoredAd = {
  /** Of the place. */
  slug: string;
  name: string;
  headline: string;
  body: string;
  /** "Diner, Shaw" */
  about: string;
  picture: string | null;
};

/** What fills a slot, and the word by which its being seen and followed is told. */
export type FilledSlot = { ad: SponsoredAd; token: string };

export const SPONSORED_PATH = "/sponsored";

export function seenPath(token: string): string {
  return `${SPONSORED_PATH}/views/${token}`;
}

export function followedPath(token: string): string {
  return `${SPONSORED_PATH}/clicks/${token}`;
}

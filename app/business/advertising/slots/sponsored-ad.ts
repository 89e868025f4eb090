/** The content of an ad. */
export type SponsoredAd = {
  /** The place's slug. */
  slug: string;
  name: string;
  headline: string;
  body: string;
  /** "Diner, Shaw" */
  about: string;
  picture: string | null;
};

/** The ad in a slot, and the token that reports its impression and click. */
export type SponsoredSlotContent = { ad: SponsoredAd; token: string };

export const SPONSORED_PATH = "/sponsored";

export function impressionPath(token: string): string {
  return `${SPONSORED_PATH}/views/${token}`;
}

export function clickPath(token: string): string {
  return `${SPONSORED_PATH}/clicks/${token}`;
}

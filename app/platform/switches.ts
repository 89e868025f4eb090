/** What admins may switch off while the site goes on. Each is asked wherever its forms are taken. */
export const SWITCH_NAMES = ["submissions", "reviews", "newsletter", "advertising", "checkout"] as const;

export type SwitchName = (typeof SWITCH_NAMES)[number];

/** Which parts are on, as this process knows it; asking costs nothing. */
export type Switches = { isOn: (name: SwitchName) => boolean };

/** Of pages that say whether a part is on. */
export function switchTag(name: SwitchName): string {
  return `switch:${name}`;
}

/** What visitors read where a part is off. */
export const OFF_WORDS: Record<SwitchName, string> = {
  submissions:
    "New businesses can’t be submitted for now: the editors have closed the form. Nothing that was sent before is lost. Come back in a few days.",
  reviews:
    "Reviews can’t be written or changed for now: the editors have closed the form. What stands here stays. Come back in a few days.",
  newsletter:
    "Nobody new can subscribe for now: the editors have closed the form. Whoever gets the newsletter keeps getting it. Come back in a few days.",
  advertising:
    "New campaigns can’t be begun or paid for now: the editors have closed advertising. What runs goes on. Come back in a few days.",
  checkout:
    "New memberships can’t be bought for now: the editors have closed the checkout. Whoever is a member stays one, and can change or cancel as ever.",
};

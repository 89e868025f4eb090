/** Parts of the site that admins can turn off. Those with forms are checked wherever these are handled. */
export const SWITCH_NAMES = ["submissions", "reviews", "newsletter", "advertising", "checkout"] as const;

export type SwitchName = (typeof SWITCH_NAMES)[number];

/** Which parts are on, from memory: reading it costs no query. */
export type Switches = { isOn: (name: SwitchName) => boolean };

/** The tag of cached pages that show whether a part is on. */
export function switchTag(name: SwitchName): string {
  return `switch:${name}`;
}

/** The message for visitors where a part is off. */
export const SWITCH_OFF_MESSAGES: Record<SwitchName, string> = {
  submissions:
    "We’re not taking new businesses right now. Anything you sent before is safe. Please check back in a few days.",
  reviews:
    "Reviews are closed for now, so you can’t write or edit one. Published reviews stay. Please check back in a few days.",
  newsletter:
    "New subscriptions are paused. Current subscribers still get every issue. Please check back in a few days.",
  advertising:
    "We’re not taking new campaigns or payments right now. Running campaigns continue. Please check back in a few days.",
  checkout: "Memberships aren’t for sale right now. Current members keep theirs, and can still switch plans or cancel.",
};

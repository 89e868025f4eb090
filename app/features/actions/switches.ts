import { SWITCH_NAMES, type SwitchName } from "#app/platform/switches.ts";

import { ACTIONS_PATH } from "./actions.ts";

/** What each switch is called, and what visitors and members notice when it is off. */
export const SWITCHES: Record<SwitchName, { title: string; off: string }> = {
  submissions: {
    title: "Submissions",
    off: "Nobody can submit a business. What was sent stays in the queue and can be decided.",
  },
  reviews: {
    title: "Reviews",
    off: "Nobody can write or change a review. Reviews stay on the pages, and people can still delete their own.",
  },
  newsletter: {
    title: "Newsletter sign-up",
    off: "Nobody new can subscribe. Whoever was asked by mail before can still say yes. Subscribers keep getting issues, and can unsubscribe.",
  },
  advertising: {
    title: "Advertising",
    off: "Nobody can begin a campaign or pay for one. Campaigns that run go on to their end.",
  },
  checkout: {
    title: "Members’ checkout",
    off: "Nobody can buy a membership. Members stay members, and can change, cancel and get money back.",
  },
};

export function isSwitchName(name: string): name is SwitchName {
  return SWITCH_NAMES.some((known) => known === name);
}

export function switchPath(name: SwitchName): string {
  return `${ACTIONS_PATH}/switches/${name}`;
}

export type ShownSwitch = {
  name: SwitchName;
  isOn: boolean;
  /** Who switched it last, and when; null where nobody ever did. */
  changed: { who: string; at: string; label: string } | null;
};

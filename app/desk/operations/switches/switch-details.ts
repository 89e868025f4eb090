import { SWITCH_NAMES, type SwitchName } from "#app/platform/switches.ts";

import { OPERATIONS_PATH } from "../operations.ts";

/** The title of each switch, and what changes for visitors and members when it is off. */
export const SWITCHES: Record<SwitchName, { title: string; off: string }> = {
  submissions: {
    title: "Submissions",
    off: "New businesses can’t be submitted. Earlier submissions stay in the queue, and you can still decide them.",
  },
  reviews: {
    title: "Reviews",
    off: "Reviews can’t be written or edited. Existing reviews stay visible, and people can still delete their own.",
  },
  newsletter: {
    title: "Newsletter sign-up",
    off: "New people can’t subscribe. Pending confirmation emails still work. Subscribers keep getting issues and can unsubscribe.",
  },
  advertising: {
    title: "Advertising",
    off: "Campaigns can’t be started or paid for. Running campaigns continue to their end.",
  },
  checkout: {
    title: "Members’ checkout",
    off: "Memberships can’t be bought. Members keep theirs, and can change plans, cancel and get refunds.",
  },
};

export function isSwitchName(name: string): name is SwitchName {
  return SWITCH_NAMES.some((known) => known === name);
}

export function switchPath(name: SwitchName): string {
  return `${OPERATIONS_PATH}/switches/${name}`;
}

export type SwitchDetails = {
  name: SwitchName;
  isOn: boolean;
  /** The last change; null when it was never changed. */
  changed: { who: string; at: string; label: string } | null;
};

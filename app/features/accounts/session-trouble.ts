import type { Role } from "#app/db/schema/accounts.ts";

import type { LiveState } from "./live-state.ts";
import { signInPath } from "./return-path.ts";

/** What a page that was made for a signed-in person says once that is true no longer, and where it leads. */
export type SessionTrouble = {
  title: string;
  text: string;
  /** The one way on: signing in, this page anew, or home. */
  way: { label: string; to: string };
};

/** How what is so now differs from what the page was made for; null when it doesn't. `path` is the page's own. */
export function sessionTrouble(
  state: LiveState,
  page: { personId: string; role: Role; path: string },
): SessionTrouble | null {
  if (!state.isSignedIn) return SIGNED_OUT[state.why](page.path);
  if (state.personId !== page.personId) {
    return {
      title: "Somebody else is signed in now",
      text: "In this browser another person has signed in. This page is still the former one’s.",
      way: { label: "Load this page anew", to: page.path },
    };
  }
  if (state.role !== page.role) {
    return {
      title: "Your role has changed",
      text: `You are ${ROLE_WORDS[state.role]} from now on.`,
      way: { label: "Load this page anew", to: page.path },
    };
  }
  return null;
}

const ROLE_WORDS: Record<Role, string> = { admin: "an admin", business: "a business", member: "a member" };

const HOME = { label: "Go on as a guest", to: "/" };

const SIGNED_OUT = {
  ended: (path: string) => ({
    title: "You are signed out",
    text: "This session was ended, in another tab or another browser.",
    way: { label: "Sign in again", to: signInPath(path) },
  }),
  expired: (path: string) => ({
    title: "Your session has ended",
    text: "It was left unused for long, or is as old as one may be.",
    way: { label: "Sign in again", to: signInPath(path) },
  }),
  suspended: () => ({
    title: "Your account is suspended",
    text: "You are signed out everywhere and can’t sign in until it is restored.",
    way: HOME,
  }),
  deleted: () => ({ title: "Your account is deleted", text: "You are signed out everywhere.", way: HOME }),
};

import type { Role } from "#app/db/schema/accounts.ts";

import type { LiveState, SignedOutReason } from "./live-state.ts";
import { signInPath } from "../sign-in/return-path.ts";

/** The dialog that a signed-in user's page shows when its session has changed, with one link. */
export type SessionProblem = {
  title: string;
  text: string;
  /** Sign in, reload this page, or go home. */
  action: { label: string; to: string };
};

/** How the current state differs from what the page was rendered for; null if it doesn't. `path` is the page's own. */
export function findSessionProblem(
  state: LiveState,
  page: { personId: string; role: Role; path: string },
): SessionProblem | null {
  if (!state.isSignedIn) return SIGNED_OUT[state.why](page.path);
  if (state.personId !== page.personId) {
    return {
      title: "Someone else is signed in now",
      text: "Another person signed in with this browser. This page still shows the previous account.",
      action: { label: "Reload page", to: page.path },
    };
  }
  if (state.role !== page.role) {
    return {
      title: "Your role has changed",
      text: `You are now ${ROLE_LABELS[state.role]}.`,
      action: { label: "Reload page", to: page.path },
    };
  }
  return null;
}

const ROLE_LABELS: Record<Role, string> = { admin: "an admin", business: "a business", member: "a member" };

const HOME = { label: "Continue as guest", to: "/" };

const SIGNED_OUT: Record<SignedOutReason, (path: string) => SessionProblem> = {
  ended: (path: string) => ({
    title: "You are signed out",
    text: "This session was ended in another tab or browser.",
    action: { label: "Sign in again", to: signInPath(path) },
  }),
  expired: (path: string) => ({
    title: "Your session has ended",
    text: "It was inactive for too long or reached its time limit.",
    action: { label: "Sign in again", to: signInPath(path) },
  }),
  suspended: () => ({
    title: "Your account is suspended",
    text: "You are signed out everywhere and can’t sign in until an editor restores your account.",
    action: HOME,
  }),
  deleted: () => ({ title: "Your account is deleted", text: "You are signed out everywhere.", action: HOME }),
};

/** Where the provider sends the browser back to. */
export const CALLBACK_PATH = "/auth/callback";

/** Why a sign-in came to nothing, as the sign-in page tells it. */
const SIGN_IN_PROBLEMS = {
  "not-set-up": "Sign-in with Google isn’t set up on this server.",
  unreachable: "Google can’t be reached just now. Please try again in a minute.",
  canceled: "You went back without signing in.",
  expired: "That sign-in took too long or was begun in another browser. Please try again.",
  failed: "Google’s answer couldn’t be accepted. Please try again.",
  "unverified-email": "Google hasn’t confirmed the address of that account. Confirm it there, then try again.",
  "address-taken": "Another account here already has that address, so this one can’t be opened.",
  suspended: "This account is suspended.",
  deleted: "This account has been deleted.",
} as const;

export type SignInProblem = keyof typeof SIGN_IN_PROBLEMS;

/** The sign-in page with a word on what went wrong. */
export function signInProblemPath(problem: SignInProblem, returnTo: string): string {
  return `/auth/login?${new URLSearchParams({ ...(returnTo === "/" ? {} : { to: returnTo }), problem })}`;
}

/** The words for a problem that an address names; null for none, or one that isn't one. */
export function signInProblemWords(name: string | null): string | null {
  return Object.entries(SIGN_IN_PROBLEMS).find(([problem]) => problem === name)?.[1] ?? null;
}

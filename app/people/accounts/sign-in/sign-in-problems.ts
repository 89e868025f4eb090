/** The OpenID Connect redirect URI. */
export const CALLBACK_PATH = "/auth/callback";

/** Why a sign-in failed, as shown on the sign-in page. */
const SIGN_IN_PROBLEMS = {
  "not-set-up": "Sign-in with Google isn’t set up on this server.",
  unreachable: "We can’t reach Google right now. Try again in a minute.",
  canceled: "You went back without signing in.",
  expired: "Sign-in took too long or started in another browser. Please try again.",
  failed: "We couldn’t verify Google’s response. Please try again.",
  "unverified-email": "Google hasn’t verified that account’s email address. Verify it with Google, then try again.",
  "address-taken": "Another Rowhouse account already uses that email address, so we can’t create this one.",
  suspended: "This account is suspended.",
  deleted: "This account has been deleted.",
} as const;

export type SignInProblem = keyof typeof SIGN_IN_PROBLEMS;

/** The sign-in page with a message about the problem. */
export function signInProblemPath(problem: SignInProblem, returnTo: string): string {
  return `/auth/login?${new URLSearchParams({ ...(returnTo === "/" ? {} : { to: returnTo }), problem })}`;
}

/** The message for a problem named in the URL; null if there is none or it is unknown. */
export function signInProblemText(name: string | null): string | null {
  return Object.entries(SIGN_IN_PROBLEMS).find(([problem]) => problem === name)?.[1] ?? null;
}

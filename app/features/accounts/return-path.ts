const PATH_LENGTH_MAX = 500;

/**
 * Where to go after signing in: a page of ours, or home. What an address asks for can't lead to another site, nor back
 * into signing in.
 */
export function returnPath(asked: string | null): string {
  if (asked === null || asked.length > PATH_LENGTH_MAX) return "/";
  if (!/^\/(?![/\\])[^\p{C}\\]*$/u.test(asked) || /^\/auth(?:\/|$|\?)/.test(asked)) return "/";
  // It ends in a header, which takes no other letters.
  return asked.replaceAll(/\P{ASCII}+/gu, encodeURIComponent);
}

/** The address of signing in that comes back to `path`. */
export function signInPath(path: string): string {
  const to = returnPath(path);
  return to === "/" ? "/auth/login" : `/auth/login?${new URLSearchParams({ to })}`;
}

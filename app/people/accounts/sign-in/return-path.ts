const PATH_LENGTH_MAX = 500;

/**
 * Where to redirect after sign-in. Only paths of this site are allowed, and none under /auth; everything else becomes
 * "/".
 */
export function safeReturnPath(path: string | null): string {
  if (path === null || path.length > PATH_LENGTH_MAX) return "/";
  if (!/^\/(?![/\\])[^\p{C}\\]*$/u.test(path) || /^\/auth(?:\/|$|\?)/.test(path)) return "/";
  // The path ends up in a header, which must be ASCII.
  return path.replaceAll(/\P{ASCII}+/gu, encodeURIComponent);
}

/** The sign-in page, which returns to `path`. */
export function signInPath(path: string): string {
  const to = safeReturnPath(path);
  return to === "/" ? "/auth/login" : `/auth/login?${new URLSearchParams({ to })}`;
}

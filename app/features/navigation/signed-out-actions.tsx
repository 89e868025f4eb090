import { Link } from "react-router";

import { HEADER_ACTIONS } from "./navigation.ts";

/** The header's buttons for whoever isn't signed in; signing in comes back to where it began. */
export function SignedOutActions({ currentPath }: { currentPath: string }) {
  const isAway = currentPath !== "/" && !currentPath.startsWith("/auth/");
  return HEADER_ACTIONS.map(({ to, label, look }) => (
    <Link
      key={to}
      className={`button button-${look}`}
      to={label === "Sign In" && isAway ? `${to}?${new URLSearchParams({ to: currentPath })}` : to}
    >
      {label}
    </Link>
  ));
}

import { Link } from "react-router";

import { HEADER_ACTIONS } from "./navigation.ts";

/** The header's buttons for guests. Signing in returns to the current page. */
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

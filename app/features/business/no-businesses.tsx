import { Link } from "react-router";

import { EmptyState } from "#app/ui/empty-state.tsx";

/** What whoever runs no place yet may do. */
export function NoBusinesses() {
  return (
    <EmptyState
      title="You run no business here yet."
      actions={
        <>
          <Link className="button button-primary" to="/search">
            Find your business
          </Link>
          <Link className="button button-outline" to="/submit">
            Submit one that isn’t listed
          </Link>
        </>
      }
    >
      Look for it, and choose “Own this business?” on its page. A code mailed to its website’s domain, or put on its
      website, shows that it is yours; else an editor looks at what you write.
    </EmptyState>
  );
}

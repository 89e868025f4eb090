import { Link } from "react-router";

import { EmptyState } from "#app/ui/empty-state.tsx";

/** For members without a business: how to get one. */
export function NoBusinesses() {
  return (
    <EmptyState
      title="You don’t manage a business yet."
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
      Find your business and choose “Own this business?” on its page. Prove that it’s yours with a code by email or on
      your website, or ask an editor.
    </EmptyState>
  );
}

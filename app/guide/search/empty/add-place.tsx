import { Link } from "react-router";

/** For somebody who knows a place that the search didn't find. `lead`: what comes before the link. */
export function AddPlace({ href, lead = "Not listed?" }: { href: string; lead?: string }) {
  return (
    <p className="search-add">
      {lead}{" "}
      <Link className="link" to={href}>
        Add it
      </Link>
    </p>
  );
}

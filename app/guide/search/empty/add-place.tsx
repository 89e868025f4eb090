import { Link } from "react-router";

/** For somebody who knows a place that the search didn't find. */
export function AddPlace({ href }: { href: string }) {
  return (
    <p className="search-add">
      Not listed?{" "}
      <Link className="link" to={href}>
        Add it
      </Link>
    </p>
  );
}

import "../submissions.css";

import { Link } from "react-router";

type SimilarListing = { slug: string; name: string; type: string; address: string | null; isClosed: boolean };
type SimilarListingsProps = { similar: readonly SimilarListing[]; hasSlugs?: boolean };

/** Listings that a new one may repeat. `hasSlugs` shows editors what they enter for a duplicate. */
export function SimilarListings({ similar, hasSlugs = false }: SimilarListingsProps) {
  return (
    <ul>
      {similar.map(({ slug, name, type, address, isClosed }) => (
        <li key={slug}>
          <Link className="name-link" to={`/places/${slug}`} target="_blank">
            {name}
          </Link>
          <span className="meta text-meta text-muted">
            <span>{type}</span>
            {address !== null && <span>{address}</span>}
            {isClosed && <span>Closed</span>}
            {hasSlugs && <span>{slug}</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}

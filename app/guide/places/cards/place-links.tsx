import "./place-links.css";

import type { PlaceCardData } from "../place.ts";

/** Reserve, Menu and Order as small links of a list's row. Nothing where none is known. */
export function PlaceLinks({ place: { name, siteLinks } }: { place: Pick<PlaceCardData, "name" | "siteLinks"> }) {
  return (
    siteLinks && (
      <p className="meta place-links no-print">
        {siteLinks.map(({ label, href }) => (
          <a key={label} className="link" href={href} rel="noopener">
            {label}
            <span className="sr-only"> at {name}</span>
          </a>
        ))}
      </p>
    )
  );
}

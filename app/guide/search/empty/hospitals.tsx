import { Phone } from "lucide-react";
import { Link } from "react-router";

import { pluralize } from "#app/ui/format-count.ts";

import type { SearchHelp } from "../page/search-request.ts";

type HospitalsProps = {
  help: Extract<SearchHelp, { kind: "hospitals" }>;
  /** Nothing else is found. Otherwise they are folded above the results. */
  isOpen: boolean;
};

/** The hospitals that are known never to close, with their phones. */
export function Hospitals({ help: { open, otherCount }, isOpen }: HospitalsProps) {
  return (
    <details className="search-hospitals" open={isOpen}>
      <summary className={isOpen ? "h4" : "link"}>
        {open.length > 0 ? `Hospitals that never close: ${pluralize(open.length, "phone number")}` : "Hospitals"}
      </summary>
      <p>In an emergency, call 911.</p>
      <ul>
        {open.map(({ slug, name, summary, phone }) => (
          <li key={slug}>
            <Link className="name-link" to={`/places/${slug}`}>
              {name}
            </Link>
            <a className="link" href={phone.href}>
              <Phone className="icon-small" aria-hidden="true" /> {phone.label}
            </a>
            <span className="text-row text-muted">{summary}</span>
          </li>
        ))}
      </ul>
      {otherCount > 0 && (
        <p className="text-row text-muted">
          We don’t know the hours of{" "}
          <Link className="link" to="/health?type=hospital">
            {pluralize(otherCount, open.length > 0 ? "other hospital" : "hospital")}
          </Link>
          . Call before you go.
        </p>
      )}
    </details>
  );
}

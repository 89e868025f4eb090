import type { ReactNode } from "react";
import { Link } from "react-router";

import { auditPath } from "#app/core/audit/audit-page.ts";

import type { PersonAccount } from "./find-people.server.ts";

/** What is known of an account, with the way to its change history. */
export function PersonDetails({ person }: { person: PersonAccount }) {
  const { id, email, plan, joinedLabel, isPublic, status, suspensionReason, reviewCount, places } = person;
  const rows: [string, ReactNode][] = [
    ["ID", <code key="id">{id}</code>],
    ["Email", email ?? "None"],
    ["Joined", joinedLabel],
    ["Membership", plan ?? "Free Member"],
    [
      "Profile",
      isPublic && status === "active" ? (
        <Link key="profile" className="link" to={`/members/${id}`}>
          Public
        </Link>
      ) : (
        "Private"
      ),
    ],
    ["Reviews", String(reviewCount)],
    [
      "Manages",
      places.length === 0
        ? "No places"
        : places.map(({ slug, name }) => (
            <Link key={slug} className="link admin-listed" to={`/places/${slug}`}>
              {name}
            </Link>
          )),
    ],
    ...(suspensionReason === null ? [] : [["Suspension reason", suspensionReason] satisfies [string, string]]),
  ];
  return (
    <section aria-labelledby="known">
      <h2 className="h2" id="known">
        Details
      </h2>
      <dl className="admin-known">
        {rows.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Link className="link" to={auditPath({ subject: "person", id })}>
        Change history
      </Link>
    </section>
  );
}

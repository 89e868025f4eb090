import "./importing.css";

import { Link } from "react-router";

import { formatFullCount } from "#app/ui/format-count.ts";
import { Pager } from "#app/ui/pager.tsx";
import type { ImportReport } from "#app/db/columns/import-columns.ts";

import {
  entriesPath,
  ENTRY_GROUPS,
  type EntryGroup,
  entryPageCount,
  groupsOf,
  type ImportEntry,
} from "./import-entries.ts";

type EntriesTableProps = {
  importId: string;
  report: ImportReport;
  group: EntryGroup;
  page: number;
  entries: readonly ImportEntry[];
};

/** The entries of a file by what becomes of them, before the import and after it. */
export function ImportEntriesTable({ importId, report, group, page, entries }: EntriesTableProps) {
  return (
    <section className="import-section" aria-labelledby="entries">
      <h2 className="h3" id="entries">
        Entries
      </h2>
      <nav className="chips" aria-label="Entries">
        {groupsOf(report).map((name) => (
          <Link
            key={name}
            className="chip"
            to={entriesPath(importId, { group: name, page: 1 })}
            aria-current={name === group ? "page" : undefined}
            preventScrollReset
          >
            {ENTRY_GROUPS[name].label}
            <span className="chip-count"> {formatFullCount(ENTRY_GROUPS[name].count(report))}</span>
          </Link>
        ))}
      </nav>
      <div className="import-scroll">
        <table className="data-table">
          <thead>
            <tr>
              <th scope="col">Line</th>
              <th scope="col">Name</th>
              <th scope="col">Address</th>
              <th scope="col">Category and type</th>
              <th scope="col">{group === "skipped" ? "Reason" : "Listing"}</th>
            </tr>
          </thead>
          <tbody>
            {entries.map((entry) => (
              <EntryRow key={entry.number} entry={entry} isSkipped={group === "skipped"} />
            ))}
          </tbody>
        </table>
      </div>
      {entries.length === 0 && <p className="text-muted">No stored entries here.</p>}
      <Pager
        label="Entries"
        page={page}
        pageCount={entryPageCount(group, report)}
        hrefFor={(to) => entriesPath(importId, { group, page: to })}
      />
    </section>
  );
}

function EntryRow({ entry: { number, line, name, address, kind, reason, place }, isSkipped }: EntryRowProps) {
  return (
    <tr>
      <td>{line ?? number}</td>
      <th scope="row">{name || "No name"}</th>
      <td>{address || "–"}</td>
      <td>{kind || "–"}</td>
      <td>
        {isSkipped ? (
          reason
        ) : place === null ? (
          "Not listed"
        ) : (
          <Link className="link" to={`/places/${place.slug}`}>
            {place.name}
          </Link>
        )}
      </td>
    </tr>
  );
}

type EntryRowProps = { entry: ImportEntry; isSkipped: boolean };

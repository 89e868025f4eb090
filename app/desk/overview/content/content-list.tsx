import { Download, FileUp, Plus } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";

import { formatCount } from "#app/ui/format-count.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { FormSummary } from "#app/ui/form-summary.tsx";
import { Pager } from "#app/ui/pager.tsx";

import { AdminPage } from "../admin-page.tsx";
import type { BoundedCount } from "./bounded-count.server.ts";
import { CONTENT_NOUNS, type BulkResult } from "./content.ts";
import { ColumnPicker, BulkResultNotice } from "./content-parts.tsx";
import { type ContentColumn, ContentTable } from "./content-table.tsx";

type ContentListProps<Row> = {
  kind: keyof typeof CONTENT_NOUNS;
  title: string;
  /** The URL of the list without a search. */
  path: string;
  /** The same with the search; target of the forms. */
  action: string;
  found: { rows: Row[]; total: BoundedCount; pageCount: number };
  query: { status: string; without: string; page: number };
  hrefFor: (page: number) => string;
  /** The query parameters besides the columns and the page. */
  preservedParams: Record<string, string>;
  search: ReactNode;
  columns: { first: ContentColumn<Row>; rest: ContentColumn<Row>[] };
  Menu: (props: { row: Row }) => ReactNode;
  nameOf: (row: Row) => string;
  /** Path of all results as a CSV file. */
  csv: string;
  add: AddLink;
  /** Bulk actions besides deleting. */
  deeds: readonly { value: string; label: string }[];
  done: BulkResult | null;
  /** Why the last form was rejected. */
  refused: string | null;
};

const DELETE_ACTION = [{ value: "delete", label: "Delete" }];
const RESTORE_ACTION = [{ value: "restore", label: "Restore" }];

/** `isMadeAtOnce`: a form, which makes the new one and opens its editor. `file`: the page that imports one from a file. */
type AddLink = { label: string; to: string; isMadeAtOnce?: boolean; file?: { label: string; to: string } };

/** A table of posts or businesses with search, column picker, bulk actions and the result of the last one. */
export function ContentList<Row extends { id: number }>(props: ContentListProps<Row>) {
  const { kind, title, path, action, found, query, hrefFor, preservedParams, columns, done, refused } = props;
  const { noun, plural } = CONTENT_NOUNS[kind];
  const isDeleted = query.status === "deleted";
  return (
    <AdminPage
      section={kind === "posts" ? "content" : kind}
      title={title}
      lead={<ResultCount total={found.total} noun={noun} plural={plural} />}
      actions={<HeaderActions csv={props.csv} add={props.add} />}
    >
      {refused !== null && <FormSummary why={refused} problems={[]} />}
      {done !== null && <BulkResultNotice done={done} noun={noun} plural={plural} action={action} />}
      <div className="admin-filters">
        {props.search}
        <ColumnPicker path={path} preservedParams={preservedParams} columns={columns.rest} without={query.without} />
      </div>
      {found.rows.length === 0 ? (
        <EmptyState
          title={`No ${plural} found`}
          actions={
            <Link className="link" to={path}>
              Show all {plural}
            </Link>
          }
        >
          {isDeleted ? "Nothing has been deleted." : `No ${plural} match your search.`}
        </EmptyState>
      ) : (
        <ContentTable
          key={found.rows.map(({ id }) => id).join()}
          rows={found.rows}
          first={columns.first}
          columns={columns.rest}
          Menu={props.Menu}
          nameOf={props.nameOf}
          without={query.without}
          action={action}
          deeds={isDeleted ? RESTORE_ACTION : [...props.deeds, ...DELETE_ACTION]}
        />
      )}
      <Pager label={title} page={query.page} pageCount={found.pageCount} hrefFor={hrefFor} />
    </AdminPage>
  );
}

function ResultCount({ total, noun, plural }: { total: BoundedCount; noun: string; plural: string }) {
  return (
    <span aria-live="polite">
      {formatCount(total.count, total.precision)} {total.count === 1 ? noun : plural}
    </span>
  );
}

function HeaderActions({ csv, add }: { csv: string; add: AddLink }) {
  return (
    <>
      <a className="button button-outline" href={csv} download>
        <Download className="icon-small" aria-hidden="true" />
        CSV
      </a>
      {add.file !== undefined && (
        <Link className="button button-outline" to={add.file.to}>
          <FileUp className="icon-small" aria-hidden="true" />
          {add.file.label}
        </Link>
      )}
      {add.isMadeAtOnce === true ? (
        <form method="post" action={add.to}>
          <button type="submit" className="button button-primary" name="do" value="begin">
            <Plus className="icon-small" aria-hidden="true" />
            {add.label}
          </button>
        </form>
      ) : (
        <Link className="button button-primary" to={add.to}>
          <Plus className="icon-small" aria-hidden="true" />
          {add.label}
        </Link>
      )}
    </>
  );
}

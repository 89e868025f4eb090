import {
  columnVisibilityFeature,
  createColumnHelper,
  flexRender,
  rowSelectionFeature,
  type RowSelectionState,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import { type ReactNode, useEffect, useMemo, useState } from "react";

import { counted } from "#app/ui/counted.ts";

import { isHidden } from "./columns.ts";
import { SortLink } from "./sort-link.tsx";

/** The form that boxes and buttons of the table belong to: a form can't stand round a table's cells one by one. */
export const BULK_FORM = "bulk";

export type ContentColumn<Row> = {
  id: string;
  label: string;
  /** How rows are ordered by it now, and the address that orders them anew; none where they can't be. */
  sort?: { direction: "ascending" | "descending" | null; to: string };
  className?: string;
  cell: (row: Row) => ReactNode;
};

type ContentTableProps<Row> = {
  rows: Row[];
  columns: ContentColumn<Row>[];
  /** The first column, which names the row and is always there. */
  first: ContentColumn<Row>;
  Menu: (props: { row: Row }) => ReactNode;
  nameOf: (row: Row) => string;
  /** See `PostsAsked.without`. */
  without: string;
  /** Where the bulk actions go: the page with its search. */
  action: string;
  /** What can be done to those that are ticked, by the form's value. */
  deeds: readonly { value: string; label: string }[];
};

const features = tableFeatures({ columnVisibilityFeature, rowSelectionFeature });

/**
 * Posts or businesses. The server searches, sorts and pages, by the address; which rows are ticked is the page's own. Without
 * script the boxes and buttons are those of a form.
 */
export function ContentTable<Row extends { id: number }>(props: ContentTableProps<Row>) {
  const { rows, columns, first, Menu, nameOf, without, action, deeds } = props;
  const [rowSelection, setRowSelection] = useState<RowSelectionState>({});
  // What was ticked before the script came is ticked.
  useEffect(() => {
    const frame = requestAnimationFrame(() => setRowSelection(tickedRows()));
    return () => cancelAnimationFrame(frame);
  }, []);
  const columnVisibility = Object.fromEntries(columns.map(({ id }) => [id, !isHidden(without, id)]));
  const defined = useMemo(() => {
    const helper = createColumnHelper<typeof features, Row>();
    return [first, ...columns].map(({ id, cell }) => helper.display({ id, cell: ({ row }) => cell(row.original) }));
  }, [first, columns]);
  const table = useTable({
    features,
    columns: defined,
    data: rows,
    getRowId: ({ id }) => String(id),
    state: { rowSelection, columnVisibility },
    onRowSelectionChange: setRowSelection,
  });
  const heads = new Map([first, ...columns].map((column) => [column.id, column]));
  const selectedCount = Object.keys(table.state.rowSelection).length;
  return (
    <>
      <BulkBar action={action} deeds={deeds} selectedCount={selectedCount} />
      <table className="data-table admin-table">
        <thead>
          <tr>
            <TickAll isTicked={table.getIsAllRowsSelected()} onTick={table.getToggleAllRowsSelectedHandler()} />
            {table.getVisibleLeafColumns().map(({ id }) => (
              <ColumnHead key={id} column={heads.get(id)} />
            ))}
            <th scope="col">
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {table.getRowModel().rows.map((row) => (
            <tr key={row.id} className={row.getIsSelected() ? "admin-ticked" : undefined}>
              <td className="admin-check">
                <input
                  type="checkbox"
                  form={BULK_FORM}
                  name="id"
                  value={row.id}
                  aria-label={`Tick ${nameOf(row.original)}`}
                  checked={row.getIsSelected()}
                  onChange={row.getToggleSelectedHandler()}
                />
              </td>
              {row.getVisibleCells().map((cell) =>
                cell.column.id === first.id ? (
                  <th key={cell.id} scope="row" className="admin-first">
                    {flexRender(cell.column.columnDef.cell, cell.getContext())}
                  </th>
                ) : (
                  <td key={cell.id} className={heads.get(cell.column.id)?.className}>
                    {flexRender(cell.column.columnDef.cell, cell.getContext())}
                  </td>
                ),
              )}
              <Menu row={row.original} />
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function ColumnHead<Row>({ column }: { column: ContentColumn<Row> | undefined }) {
  if (column === undefined) return null;
  const { label, sort, className } = column;
  if (sort !== undefined) {
    return <SortLink label={label} {...sort} {...(className === undefined ? {} : { className })} />;
  }
  return (
    <th scope="col" className={className}>
      {label}
    </th>
  );
}

function tickedRows(): RowSelectionState {
  const boxes = [...document.querySelectorAll<HTMLInputElement>(`input[form="${BULK_FORM}"][name="id"]`)];
  const isAllTicked = document.querySelector<HTMLInputElement>(`#${TICK_ALL}`)?.checked === true;
  const ticked = boxes.filter(({ checked }) => checked || isAllTicked);
  return Object.fromEntries(ticked.map(({ value }) => [value, true] as const));
}

const TICK_ALL = "tick-all";

function BulkBar({
  action,
  deeds,
  selectedCount,
}: Pick<ContentTableProps<never>, "action" | "deeds"> & { selectedCount: number }) {
  return (
    <form method="post" action={action} id={BULK_FORM} className="admin-bulk">
      <span aria-live="polite" className="text-stone-5 text-row">
        {selectedCount === 0 ? "Tick rows to act on several at once." : `${counted(selectedCount, "row")} ticked`}
      </span>
      {deeds.map(({ value, label }) => (
        <button key={value} type="submit" className="button button-outline button-small" name="do" value={value}>
          {label} ticked
        </button>
      ))}
    </form>
  );
}

function TickAll({ isTicked, onTick }: { isTicked: boolean; onTick: (event: unknown) => void }) {
  return (
    <th scope="col" className="admin-check">
      <input
        type="checkbox"
        id={TICK_ALL}
        className="needs-script"
        aria-label="Tick all on this page"
        checked={isTicked}
        onChange={onTick}
      />
    </th>
  );
}

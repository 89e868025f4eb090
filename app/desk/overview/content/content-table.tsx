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

import { pluralize } from "#app/ui/format-count.ts";

import { isColumnHidden } from "./columns.ts";
import { SortLink } from "./sort-link.tsx";

/** The id of the form that the table's checkboxes and buttons belong to, because a form can't wrap single table cells. */
export const BULK_FORM = "bulk";

export type ContentColumn<Row> = {
  id: string;
  label: string;
  /** The current sort direction and the URL that sorts by this column; absent when it isn't sortable. */
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
  /** See `PostListQuery.without`. */
  without: string;
  /** Target of the bulk form: the page with its search. */
  action: string;
  /** The bulk actions, by the form's value. */
  deeds: readonly { value: string; label: string }[];
};

const features = tableFeatures({ columnVisibilityFeature, rowSelectionFeature });

/**
 * A table of posts or businesses. Search, sorting and paging happen on the server by URL; the selection is client state.
 * Without script, the checkboxes and buttons work as a form.
 */
export function ContentTable<Row extends { id: number }>(props: ContentTableProps<Row>) {
  const { rows, columns, first, Menu, nameOf, without, action, deeds } = props;
  const [rowSelection, setRowSelection] = useState<RowSelectionState>({});
  // Restores the boxes that were checked before hydration.
  useEffect(() => {
    const frame = requestAnimationFrame(() => setRowSelection(checkedRows()));
    return () => cancelAnimationFrame(frame);
  }, []);
  const columnVisibility = Object.fromEntries(columns.map(({ id }) => [id, !isColumnHidden(without, id)]));
  const columnDefs = useMemo(() => {
    const helper = createColumnHelper<typeof features, Row>();
    return [first, ...columns].map(({ id, cell }) => helper.display({ id, cell: ({ row }) => cell(row.original) }));
  }, [first, columns]);
  const table = useTable({
    features,
    columns: columnDefs,
    data: rows,
    getRowId: ({ id }) => String(id),
    state: { rowSelection, columnVisibility },
    onRowSelectionChange: setRowSelection,
  });
  const heads = new Map([first, ...columns].map((column) => [column.id, column]));
  const selectedCount = Object.keys(table.state.rowSelection).length;
  return (
    <>
      <table className="data-table admin-table">
        <thead>
          <tr>
            <SelectAll isSelected={table.getIsAllRowsSelected()} onToggle={table.getToggleAllRowsSelectedHandler()} />
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
                  aria-label={`Select ${nameOf(row.original)}`}
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
      <BulkBar action={action} deeds={deeds} selectedCount={selectedCount} />
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

function checkedRows(): RowSelectionState {
  const boxes = [...document.querySelectorAll<HTMLInputElement>(`input[form="${BULK_FORM}"][name="id"]`)];
  const areAllChecked = document.querySelector<HTMLInputElement>(`#${SELECT_ALL_ID}`)?.checked === true;
  const checkedBoxes = boxes.filter(({ checked }) => checked || areAllChecked);
  return Object.fromEntries(checkedBoxes.map(({ value }) => [value, true] as const));
}

const SELECT_ALL_ID = "tick-all";

function BulkBar({
  action,
  deeds,
  selectedCount,
}: Pick<ContentTableProps<never>, "action" | "deeds"> & { selectedCount: number }) {
  return (
    <form method="post" action={action} id={BULK_FORM} className="admin-bulk">
      <span aria-live="polite" className="text-muted text-row">
        {selectedCount === 0 ? "With the selected rows:" : `${pluralize(selectedCount, "row")} selected`}
      </span>
      {deeds.map(({ value, label }) => (
        <button key={value} type="submit" className="button button-outline button-small" name="do" value={value}>
          {label} selected
        </button>
      ))}
    </form>
  );
}

function SelectAll({ isSelected, onToggle }: { isSelected: boolean; onToggle: (event: unknown) => void }) {
  return (
    <th scope="col" className="admin-check">
      <input
        type="checkbox"
        id={SELECT_ALL_ID}
        className="needs-script"
        aria-label="Select all on this page"
        checked={isSelected}
        onChange={onToggle}
      />
    </th>
  );
}

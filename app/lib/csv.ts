export const CSV_CONTENT_TYPE = "text/csv; charset=utf-8; header=present";

/** CSV by RFC 4180. Cells that a spreadsheet would run as formulas are escaped. */
export function formatCsv(rows: readonly (readonly (string | number | null)[])[]): string {
  return rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("");
}

function cell(value: string | number | null): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  // A spreadsheet would run such text as a formula; an apostrophe marks it as text.
  const text = /^[=+\-@\t\r\n|%]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

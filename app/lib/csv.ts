export const CSV_TYPE = "text/csv; charset=utf-8; header=present";

/** Comma-separated values by RFC 4180; no cell is a formula to a spreadsheet. */
export function csvText(rows: readonly (readonly (string | number | null)[])[]): string {
  return rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("");
}

function cell(value: string | number | null): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  // A spreadsheet takes such a text for a formula, and runs it; an apostrophe says that it is a text.
  const text = /^[=+\-@\t\r\n|%]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The page an address asks for: a whole number from 1. Anything else is the first page. */
export function pageNumber(text: string | null): number {
  const page = Number(text ?? 1);
  return Number.isSafeInteger(page) && page >= 1 ? page : 1;
}

/** The page number in a query: an integer from 1. Anything else is page 1. */
export function parsePageNumber(text: string | null): number {
  const page = Number(text ?? 1);
  return Number.isSafeInteger(page) && page >= 1 ? page : 1;
}

/** "3 of 9 places here have closed", as readers and editors are told. */
export function closedSince({ count, of }: { count: number; of: number }): string {
  if (count === of) return of === 1 ? "The one place here has closed" : `All ${of} places here have closed`;
  return `${count} of ${of} places here ${count === 1 ? "has" : "have"} closed`;
}

/** "3 of 9 places here have closed", shown to readers and editors. */
export function formatClosedPlaces({ count, of }: { count: number; of: number }): string {
  if (count === of) return of === 1 ? "The only place here has closed" : `All ${of} places here have closed`;
  return `${count} of ${of} places here ${count === 1 ? "has" : "have"} closed`;
}

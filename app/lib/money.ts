const WHOLE = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD", maximumFractionDigits: 0 });
const EXACT = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

/** "$5", "$12.50", "-$3" */
export function formatDollars(cents: number): string {
  return (cents % 100 === 0 ? WHOLE : EXACT).format(cents / 100);
}

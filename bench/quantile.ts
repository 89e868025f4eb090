/** The value that a share of the values doesn't exceed: 0.5 is the median, 0.95 the 95th percentile. */
export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** "median 1.20 ms, p95 3.40 ms (200)" */
export function describeTimes(times: number[]): string {
  return `median ${quantile(times, 0.5).toFixed(2)} ms, p95 ${quantile(times, 0.95).toFixed(2)} ms (${times.length})`;
}

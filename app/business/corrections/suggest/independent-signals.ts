/** Independent reports needed before something changes without an editor. */
export const INDEPENDENT_SIGNALS_MIN = 2;

/** Reports further apart may be about different times. */
export const SIGNAL_DAYS = 60;

type Signal = { userId: string | null; browserHash: string | null; ipHash: string | null };

/**
 * Number of signals that share no account, browser or network. Signals whose hashes were deleted don't count.
 */
export function countIndependentSignals(signals: readonly Signal[]): number {
  const counted: Signal[] = [];
  for (const signal of signals) {
    if (signal.browserHash === null || signal.ipHash === null) continue;
    const isRelated = counted.some(
      (other) =>
        (signal.userId !== null && signal.userId === other.userId) ||
        signal.browserHash === other.browserHash ||
        signal.ipHash === other.ipHash,
    );
    if (!isRelated) counted.push(signal);
  }
  return counted.length;
}

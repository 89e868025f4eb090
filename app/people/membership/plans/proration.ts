/** The cost of changing to another price now: the difference for the rest of the period, to the nearest cent. */
export function prorationCents({
  fromCents,
  toCents,
  periodStartsAt,
  periodEndsAt,
  at,
}: {
  fromCents: number;
  toCents: number;
  periodStartsAt: Date;
  periodEndsAt: Date;
  at: Date;
}): number {
  const whole = periodEndsAt.getTime() - periodStartsAt.getTime();
  const left = Math.min(whole, Math.max(0, periodEndsAt.getTime() - at.getTime()));
  return Math.round(((toCents - fromCents) * left) / whole);
}

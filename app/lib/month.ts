/**
 * The first end of a month of `startedAt`'s that comes after an instant: whoever begins on the 31st pays on a shorter month's
 * last day, and on the 31st again after it.
 */
export function monthEndAfter(startedAt: Date, instant: Date): Date {
  const passed =
    (instant.getUTCFullYear() - startedAt.getUTCFullYear()) * 12 + instant.getUTCMonth() - startedAt.getUTCMonth();
  for (let count = Math.max(1, passed); ; count += 1) {
    const end = monthsAfter(startedAt, count);
    if (end > instant) return end;
  }
}

function monthsAfter(startedAt: Date, count: number): Date {
  const end = new Date(startedAt);
  end.setUTCDate(1);
  end.setUTCMonth(end.getUTCMonth() + count);
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
  end.setUTCDate(Math.min(startedAt.getUTCDate(), lastDay));
  return end;
}

/**
 * The next monthly anniversary of `startedAt` after an instant. A subscription started on the 31st renews on the last day of
 * shorter months, and on the 31st again after them.
 */
export function nextMonthlyDate(startedAt: Date, instant: Date): Date {
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

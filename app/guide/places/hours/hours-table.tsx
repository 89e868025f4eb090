import "../page/place-page.css";

import type { HoursDay } from "../place.ts";

/** The week from Monday, with today highlighted and exceptions named. */
export function HoursTable({ week }: { week: HoursDay[] }) {
  return (
    <table className="hours-table">
      <caption className="sr-only">Hours this week</caption>
      <tbody>
        {week.map((day) => (
          <tr key={day.weekday} className={day.isToday ? "hours-table-today" : undefined}>
            <th scope="row">
              {day.weekday}
              {day.isToday && <span className="sr-only"> (today)</span>}
              {day.exceptionNote !== null && <small>{day.exceptionNote}</small>}
            </th>
            <td>
              {day.intervals.length === 0
                ? "Closed"
                : day.intervals.map((interval) => <span key={interval}>{interval}</span>)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

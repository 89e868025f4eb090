import "./notifications.css";

import { Link } from "react-router";

import { EmptyState } from "#app/ui/empty-state.tsx";

import { NOTIFICATIONS_PATH, type NotificationItem } from "./notification-list.ts";

/** Notifications, each with a button that marks it as read; `back` is the page to return to. */
export function NotificationRows({
  notifications,
  back,
}: {
  notifications: readonly NotificationItem[];
  back: string;
}) {
  return (
    <ul className="notifications">
      {notifications.map(({ id, title, text, to, notifiedAt, notifiedLabel, isRead }) => (
        <li key={id} className={isRead ? undefined : "notification-unread"}>
          <div>
            <h3 className="h4">
              {!isRead && <span className="sr-only">New: </span>}
              <Link className="name-link" to={to}>
                {title}
              </Link>
            </h3>
            <p className="notification-text">{text}</p>
            <p className="text-meta text-muted">
              <time dateTime={notifiedAt}>{notifiedLabel}</time>
            </p>
          </div>
          {!isRead && (
            <MarkRead id={id} back={back}>
              Mark read<span className="sr-only">: {title}</span>
            </MarkRead>
          )}
        </li>
      ))}
    </ul>
  );
}

/**
 * Marks one notification as read, or all if `id` is null. Reloads the whole page, so that every count on it is
 * right.
 */
export function MarkRead({ id, back, children }: { id: string | null; back: string; children: React.ReactNode }) {
  return (
    <form method="post" action={NOTIFICATIONS_PATH}>
      {id !== null && <input type="hidden" name="id" value={id} />}
      <input type="hidden" name="back" value={back} />
      <button type="submit" className="button button-plain" name="do" value={id === null ? "read-all" : "read"}>
        {children}
      </button>
    </form>
  );
}

export function NoNotifications() {
  return (
    <EmptyState
      title="No notifications yet"
      actions={
        <Link className="button button-outline button-small" to="/search">
          Find a place to review
        </Link>
      }
    >
      News about your reviews, reports, corrections and membership will show up here.
    </EmptyState>
  );
}

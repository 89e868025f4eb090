import type { NotificationText } from "./notification-text.ts";

export const NOTIFICATIONS_PATH = "/notifications";

export const NOTIFICATIONS_PER_PAGE = 20;

/** A notification as its receiver reads it. */
export type NotificationItem = NotificationText & {
  id: string;
  /** ISO 8601 instant, and "Nov 14, 2026, 3:05 PM". */
  notifiedAt: string;
  notifiedLabel: string;
  isRead: boolean;
};

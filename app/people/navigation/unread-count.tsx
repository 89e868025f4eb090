import type { HeaderViewer } from "./navigation.ts";
import { useUnreadCount } from "./live-header-state.ts";

const SHOWN_MAX = 99;

/** The number of unread notifications; nothing for zero. */
export function UnreadCount({ viewer }: { viewer: Pick<HeaderViewer, "unreadCount"> }) {
  const count = useUnreadCount(viewer.unreadCount);
  if (count === 0) return null;
  return (
    <span className="unread-count">
      {count > SHOWN_MAX ? `${SHOWN_MAX}+` : count}
      <span className="sr-only"> new notifications</span>
    </span>
  );
}

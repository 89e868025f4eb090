import { useEffect, useRef, useState } from "react";

import { pluralize } from "#app/ui/format-count.ts";

import { useUnreadCount } from "./live-header-state.ts";

/**
 * Reloads an open list of notifications when the live unread count changes.
 *
 * @param props.unreadCount The count when the list was rendered.
 */
export function FreshNotifications(props: {
  unreadCount: number;
  load: (path: string) => Promise<void>;
  path: string;
}) {
  const { unreadCount, load, path } = props;
  const liveCount = useUnreadCount(unreadCount);
  const loadedCount = useRef(unreadCount);
  const [hasNew, setHasNew] = useState(false);
  useEffect(() => {
    if (liveCount === loadedCount.current) return;
    setHasNew(liveCount > loadedCount.current);
    loadedCount.current = liveCount;
    void load(path);
  }, [liveCount, load, path]);
  return (
    <p className="sr-only" role="status">
      {hasNew && `${pluralize(liveCount, "new notification")}, newest first`}
    </p>
  );
}

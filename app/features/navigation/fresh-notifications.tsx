import { useEffect, useRef, useState } from "react";
import { useRevalidator } from "react-router";

import { counted } from "#app/ui/counted.ts";

import { useUnread } from "./unread.ts";

/**
 * Has an open list of notifications read anew when this page or another tab hears that there is something new, or that
 * something was read elsewhere. Rows come in above what is being read, which the browser holds where it is.
 *
 * @param unreadCount As the list was made with.
 */
export function FreshNotifications({ unreadCount }: { unreadCount: number }) {
  const heard = useUnread(unreadCount);
  const { revalidate } = useRevalidator();
  const known = useRef(unreadCount);
  const [isNews, setIsNews] = useState(false);
  useEffect(() => {
    if (heard === known.current) return;
    setIsNews(heard > known.current);
    known.current = heard;
    void revalidate();
  }, [heard, revalidate]);
  return (
    <p className="sr-only" role="status">
      {isNews && `${counted(heard, "new notification")}, the latest first`}
    </p>
  );
}

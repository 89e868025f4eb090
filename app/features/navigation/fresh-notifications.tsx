import { useEffect, useRef, useState } from "react";

import { counted } from "#app/ui/counted.ts";

import { useUnread } from "./heard.ts";

/**
 * Has an open list of notifications read anew when this page or another tab hears that there is something new, or that
 * something was read elsewhere. Rows come in above what is being read, which the browser holds where it is.
 *
 * @param given.unreadCount As the list was made with.
 */
export function FreshNotifications(given: {
  unreadCount: number;
  load: (path: string) => Promise<void>;
  path: string;
}) {
  const { unreadCount, load, path } = given;
  const heard = useUnread(unreadCount);
  const known = useRef(unreadCount);
  const [isNews, setIsNews] = useState(false);
  useEffect(() => {
    if (heard === known.current) return;
    setIsNews(heard > known.current);
    known.current = heard;
    void load(path);
  }, [heard, load, path]);
  return (
    <p className="sr-only" role="status">
      {isNews && `${counted(heard, "new notification")}, the latest first`}
    </p>
  );
}

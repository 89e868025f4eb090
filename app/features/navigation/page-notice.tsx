import { X } from "lucide-react";
import { useState } from "react";

import type { NoticeCode } from "#app/platform/notice.ts";
import { useAfterNavigation } from "#app/ui/use-after-navigation.ts";

import type { HeaderViewer } from "./navigation.ts";

/** A word on what just happened, until it is closed or another page is opened. */
export function PageNotice({ code, viewer }: { code: NoticeCode; viewer: HeaderViewer | null }) {
  const [isShown, setIsShown] = useState(true);
  useAfterNavigation(() => setIsShown(false));
  if (!isShown) return null;
  const { title, text } = noticeWords(code, viewer);
  return (
    <div className={code === "sign-out-failed" ? "notice notice-problem" : "notice"} role="status">
      <p>
        <strong>{title}</strong>
        {text !== null && ` ${text}`}
      </p>
      <button type="button" className="icon-button" aria-label="Close" onClick={() => setIsShown(false)}>
        <X className="icon" aria-hidden="true" />
      </button>
    </div>
  );
}

function noticeWords(code: NoticeCode, viewer: HeaderViewer | null): { title: string; text: string | null } {
  if (code === "signed-out") return { title: "Signed out successfully", text: null };
  if (code === "sign-out-failed") return { title: "Error signing out", text: "Please try again." };
  const text = viewer === null ? null : `Logged in as ${viewer.name} (${viewer.role})`;
  return { title: "Signed in successfully", text };
}

import { X } from "lucide-react";
import { useState } from "react";

import { useAfterNavigation } from "#app/ui/use-after-navigation.ts";

import type { NoticeText } from "./notice-text.ts";

/** The message about a completed action. Stays until it is closed or another page opens. */
export function PageNotice({ title, text, isProblem, undo }: NoticeText) {
  const [isShown, setIsShown] = useState(true);
  useAfterNavigation(() => setIsShown(false));
  if (!isShown) return null;
  return (
    <div className={isProblem ? "notice notice-problem" : "notice"} role="status">
      <p>
        <strong>{title}</strong>
        {text !== null && ` ${text}`}
      </p>
      {undo !== null && (
        <form method="post" action={undo.action}>
          {Object.entries(undo.fields).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <button type="submit" className="notice-undo">
            Undo
          </button>
        </form>
      )}
      <button type="button" className="icon-button" aria-label="Close" onClick={() => setIsShown(false)}>
        <X className="icon" aria-hidden="true" />
      </button>
    </div>
  );
}

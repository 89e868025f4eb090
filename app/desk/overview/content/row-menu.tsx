import "../admin.css";

import { EllipsisVertical } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";

/** The last cell of a row: a menu of actions that works without script. Opening another menu closes it. */
export function RowMenu({ label, children }: { label: string; children: ReactNode }) {
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const closeIfOutside = (event: Event) => {
      if (event.target instanceof Node && menu.current?.contains(event.target) !== true)
        menu.current?.removeAttribute("open");
    };
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || menu.current?.open !== true) return;
      menu.current.removeAttribute("open");
      menu.current.querySelector("summary")?.focus();
    };
    document.addEventListener("click", closeIfOutside);
    document.addEventListener("keydown", closeOnEscape);
    return () => {
      document.removeEventListener("click", closeIfOutside);
      document.removeEventListener("keydown", closeOnEscape);
    };
  }, []);
  return (
    <td className="admin-menu" aria-label="Actions">
      <details className="row-menu" name="row-menu" ref={menu}>
        <summary aria-label={label}>
          <EllipsisVertical className="icon" aria-hidden="true" />
        </summary>
        <div className="row-menu-sheet">{children}</div>
      </details>
    </td>
  );
}

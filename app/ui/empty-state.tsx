import type { ReactNode } from "react";

/** Says that there is nothing, why, and what to do next. `actions` are links that lead to something. */
export function EmptyState({ title, children, actions }: { title: string; children: ReactNode; actions?: ReactNode }) {
  return (
    <div className="empty">
      <h2 className="h2">{title}</h2>
      <p>{children}</p>
      {actions !== undefined && <div className="empty-actions">{actions}</div>}
    </div>
  );
}

import type { ReactNode } from "react";

type EmptyStateProps = {
  title: string;
  children: ReactNode;
  actions?: ReactNode;
  /** A small scene above the words. */
  picture?: ReactNode;
};

/** Says that there is nothing, why, and what to do next. `actions` are links that lead to something. */
export function EmptyState({ title, children, actions, picture }: EmptyStateProps) {
  return (
    <div className="empty">
      {picture}
      <h2 className="h2">{title}</h2>
      <p>{children}</p>
      {actions !== undefined && <div className="empty-actions">{actions}</div>}
    </div>
  );
}

import type { ReactNode } from "react";

type EmptyStateProps = {
  title: string;
  children: ReactNode;
  actions?: ReactNode;
  /** A small picture above the text. */
  picture?: ReactNode;
};

/** Explains an empty list and what to do next. `actions` are links. */
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

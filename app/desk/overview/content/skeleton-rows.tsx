import "../admin.css";

/** Placeholders for rows that are loading. */
export function SkeletonRows({ count }: { count: number }) {
  return (
    <div className="admin-skeleton" role="status">
      <span className="sr-only">Loading…</span>
      {Array.from({ length: count }, (_, index) => (
        <span key={index} className="skeleton" />
      ))}
    </div>
  );
}

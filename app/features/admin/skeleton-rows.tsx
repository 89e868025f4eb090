/** Keeps the place of rows that are on their way. */
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

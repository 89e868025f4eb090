/** First in the page, seen when it has the focus. The page's `main` carries the id. */
export function SkipLink({ to = "main" }: { to?: string }) {
  return (
    <a className="skip-link" href={`#${to}`}>
      Skip to content
    </a>
  );
}

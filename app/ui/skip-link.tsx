/** First in the page, visible on focus. The page's `main` has the id. */
export function SkipLink({ to = "main" }: { to?: string }) {
  return (
    <a className="skip-link" href={`#${to}`}>
      Skip to content
    </a>
  );
}

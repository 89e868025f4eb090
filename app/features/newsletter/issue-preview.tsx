import { Link } from "react-router";

import { editIssuePath } from "./newsletter-paths.ts";

export type PreviewLook = { width: "phone" | "desktop" | "text"; theme: "light" | "dark" };

const WIDTHS = [
  { width: "desktop", label: "Desktop" },
  { width: "phone", label: "Phone" },
  { width: "text", label: "Plain text" },
] as const;

const THEMES = [
  { theme: "light", label: "Light" },
  { theme: "dark", label: "Dark" },
] as const;

type IssuePreviewProps = { issueId: string; seenAt: number; look: PreviewLook; text: string };

/** The mail as it is now: wide or narrow, light or dark, or as plain text. */
export function IssuePreview({ issueId, seenAt, look, text }: IssuePreviewProps) {
  const pathTo = (changed: Partial<PreviewLook>) => {
    const { width, theme } = { ...look, ...changed };
    return `${editIssuePath(issueId)}?${new URLSearchParams({ width, theme })}#preview`;
  };
  return (
    <section className="newsletter-preview" aria-labelledby="preview">
      <h2 className="h2" id="preview">
        Preview
      </h2>
      <nav className="chips" aria-label="How it is shown">
        {WIDTHS.map(({ width, label }) => (
          <Link
            key={width}
            className="chip"
            to={pathTo({ width })}
            preventScrollReset
            aria-current={look.width === width ? "true" : undefined}
          >
            {label}
          </Link>
        ))}
        {look.width !== "text" &&
          THEMES.map(({ theme, label }) => (
            <Link
              key={theme}
              className="chip"
              to={pathTo({ theme })}
              preventScrollReset
              aria-current={look.theme === theme ? "true" : undefined}
            >
              {label}
            </Link>
          ))}
      </nav>
      {look.width === "text" ? (
        <pre className="newsletter-text">{text}</pre>
      ) : (
        <iframe
          key={seenAt}
          className="newsletter-frame"
          data-width={look.width}
          src={`${editIssuePath(issueId)}/preview?theme=${look.theme}`}
          title={`The mail as ${look.width === "phone" ? "a phone" : "a desktop"} shows it, ${look.theme}`}
          sandbox=""
          loading="lazy"
        />
      )}
    </section>
  );
}

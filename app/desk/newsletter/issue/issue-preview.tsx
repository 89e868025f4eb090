import "../subscribers/newsletter.css";

import { Link } from "react-router";

import { editIssuePath } from "../newsletter-paths.ts";

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

type IssuePreviewProps = {
  issueId: string;
  seenAt: number;
  look: PreviewLook;
  text: string;
  /** Whether the preview is part of the page's form, which is then saved before the preview changes. */
  isOpen: boolean;
};

/** Reads a look from query parameters or fields; anything unknown is the default. */
export function parsePreviewLook({ width, theme }: { width: string | null; theme: string | null }): PreviewLook {
  return {
    width: width === "phone" || width === "text" ? width : "desktop",
    theme: theme === "dark" ? "dark" : "light",
  };
}

/** The look with the chip's setting applied; unknown keys change nothing. */
export function applyPreviewLook(look: PreviewLook, key: string): PreviewLook {
  const width = WIDTHS.find((option) => option.width === key)?.width ?? look.width;
  const theme = THEMES.find((option) => option.theme === key)?.theme ?? look.theme;
  return { width, theme };
}

/** The look as query parameters; defaults are left out. */
export function serializePreviewLook({ width, theme }: PreviewLook): URLSearchParams {
  return new URLSearchParams({
    ...(width === "desktop" ? {} : { width }),
    ...(theme === "light" ? {} : { theme }),
  });
}

/** The current mail for a desktop or phone, light or dark, or as plain text. */
export function IssuePreview({ issueId, seenAt, look, text, isOpen }: IssuePreviewProps) {
  const chips = [
    ...WIDTHS.map(({ width, label }) => ({ key: width, label, isOn: look.width === width })),
    ...(look.width === "text"
      ? []
      : THEMES.map(({ theme, label }) => ({ key: theme, label, isOn: look.theme === theme }))),
  ];
  return (
    <section className="newsletter-preview" aria-labelledby="preview">
      <h2 className="h2" id="preview">
        Preview
      </h2>
      {isOpen ? (
        <div className="chips" role="group" aria-label="Preview options">
          {chips.map(({ key, label, isOn }) => (
            <button key={key} type="submit" className="chip" name="do" value={`look:${key}`} aria-pressed={isOn}>
              {label}
            </button>
          ))}
        </div>
      ) : (
        <nav className="chips" aria-label="Preview options">
          {chips.map(({ key, label, isOn }) => (
            <Link
              key={key}
              className="chip"
              to={`${editIssuePath(issueId)}?${serializePreviewLook(applyPreviewLook(look, key))}#preview`}
              preventScrollReset
              aria-current={isOn ? "true" : undefined}
            >
              {label}
            </Link>
          ))}
        </nav>
      )}
      {look.width === "text" ? (
        <pre className="newsletter-text">{text}</pre>
      ) : (
        <iframe
          key={seenAt}
          className="newsletter-frame"
          data-width={look.width}
          src={`${editIssuePath(issueId)}/preview?theme=${look.theme}`}
          title={`The email on ${look.width === "phone" ? "a phone" : "a desktop"}, ${look.theme}`}
          sandbox=""
          loading="lazy"
        />
      )}
    </section>
  );
}

import { RotateCw } from "lucide-react";

/** The message of a failed page. `hint`: what to do about a submitted form; null if there was none or it is unknown. */
export type PageFailure = { title: string; detail: string; hint: string | null; requestId: string | null };

/**
 * The content of a page that failed, on the server or (without a request id) in the network. Uses plain links instead
 * of the router, because a full page load is the best way to recover.
 */
export function ErrorPage({ failure, path }: { failure: PageFailure; path: string }) {
  const { title, detail, hint, requestId } = failure;
  return (
    <div className="wrap">
      <h1 className="d2 page-title">{title}.</h1>
      <p className="lede error-lede">{hint === null ? detail : `${detail} ${hint}`}</p>
      <div className="empty-actions error-actions">
        {/* A link can't resend a form. */}
        {hint === null && (
          <a className="button button-outline" href={path}>
            <RotateCw className="icon" aria-hidden="true" />
            Try again
          </a>
        )}
        <a className="button button-plain" href="/">
          Back to the home page
        </a>
      </div>
      {requestId !== null && (
        <p className="text-row text-muted">
          Error number: <code data-request-id="">{requestId}</code>
        </p>
      )}
    </div>
  );
}

/** An unexpected failure without details. */
export function unexpectedFailure(requestId: string | null): PageFailure {
  const detail =
    requestId === null
      ? "Your connection dropped, or something went wrong on our side. Try again once you’re online."
      : "Something went wrong on our side, not yours. Trying again often helps.";
  return { title: "This page didn’t load", detail, hint: null, requestId };
}

/**
 * The request id for `ErrorPage`. The server renders a placeholder, which is replaced in the finished page; the browser
 * reads the id from the page. Null for failures in the browser.
 */
export function requestIdOfPage(placeholder: string): string | null {
  if (typeof document === "undefined") return placeholder;
  return document.querySelector("[data-request-id]")?.textContent ?? null;
}

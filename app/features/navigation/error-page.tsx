import { RotateCw } from "lucide-react";

type Failure = {
  requestId: string | null;
  path: string;
  /** What is known of it; null for a failure that nobody expects. `hint`: what to do with what was sent. */
  outage?: { title: string; text: string; hint: string | null } | null;
};

/**
 * The whole content of a page that failed: on our side, or, where there is no number, on the way to it. Plain links and no
 * router: the failure may be anywhere, and a full load is what helps.
 */
export function ErrorPage({ requestId, path, outage = null }: Failure) {
  const { title, text, hint } = outage ?? unexpected(requestId);
  return (
    <div className="wrap">
      <h1 className="d2 pt-10 pb-3">{title}.</h1>
      <p className="lede pb-2">{hint === null ? text : `${text} ${hint}`}</p>
      <div className="empty-actions pb-8">
        {/* What was sent with a form is not sent again by a link. */}
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
        <p className="text-row text-stone-5">
          Our record of it has the number <code data-request-id="">{requestId}</code>.
        </p>
      )}
    </div>
  );
}

function unexpected(requestId: string | null) {
  const text =
    requestId === null
      ? "The connection broke, or something on our side. What you asked for is kept: try again once you are online."
      : "Something broke on our side, not on yours. Trying again often helps.";
  return { title: "This page didn’t load", text, hint: null };
}

/**
 * The request's id for `ErrorPage`: on the server the mark that is replaced in the finished page, in the browser what
 * the page then says, so that both render the same. Null when the failure came later, in the browser alone.
 */
export function requestIdOfPage(markOnServer: string): string | null {
  if (typeof document === "undefined") return markOnServer;
  return document.querySelector("[data-request-id]")?.textContent ?? null;
}

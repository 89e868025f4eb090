import "./place-page.css";

import { Link } from "react-router";

import type { ClosureNotice } from "../facts/closure.ts";
import { describeFreshness, sourceInSentence } from "../facts/fact-origin.ts";
import type { PlacePage } from "../place.ts";

type ClosureBannerProps = { closure: ClosureNotice; origin: PlacePage["origins"]["closedForWorks"] };

/** That a place is closed, for good or for works, and where it went. */
export function ClosureBanner({ closure: { title, text, successor }, origin }: ClosureBannerProps) {
  return (
    <div className="closure-notice">
      <p>
        <strong>{title}.</strong> {text}
        {origin !== undefined && ` Source: ${sourceInSentence(origin.sourceTitle)}. ${describeFreshness(origin)}.`}
        {successor !== null && (
          <>
            {" "}
            New page:{" "}
            <Link className="link" to={`/places/${successor.slug}`}>
              {successor.name}
            </Link>
          </>
        )}
      </p>
    </div>
  );
}

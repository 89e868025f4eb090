import { useRef } from "react";
import { Link } from "react-router";

import { ReviewBody } from "#app/people/reviews/show/review-body.tsx";
import { DemoMark } from "#app/ui/demo-mark.tsx";
import { formatFullCount } from "#app/ui/format-count.ts";
import { useLeaveGuard } from "#app/ui/use-leave-guard.ts";

import { LabeledControl } from "../claims/claim-sections.tsx";
import { type OwnerReview, REPLY_CHARACTERS_MAX } from "./owner-review.ts";

type RefusedReply = { typed: string; problem: string | null };

type ReviewItemProps = {
  review: OwnerReview;
  /** Where the reply is sent. */
  path: string;
  refused?: RefusedReply | null;
  /** The reply was written on the dashboard, which is shown again then. */
  isOnDashboard?: boolean;
};

/** A review with the form for the business's reply. */
export function ReviewItem({ review, path, refused = null, isOnDashboard = false }: ReviewItemProps) {
  const { id, author, relationLabel, isDemo, isOwn, reply } = review;
  return (
    <li className="owner-review" id={`review-${id}`}>
      <div className="owner-review-head">
        <h2 className="h4">{author}</h2>
        {isDemo && <DemoMark />}
        {relationLabel !== null && <span className="text-meta text-muted">{relationLabel}</span>}
      </div>
      <ReviewBody review={review}>
        {reply !== null && (
          <div className="review-reply">
            <h3>Your reply</h3>
            {reply.paragraphs.map((paragraph, index) => (
              <p key={index}>{paragraph}</p>
            ))}
            <p className="text-meta text-muted">{reply.repliedLabel}</p>
          </div>
        )}
      </ReviewBody>
      {isOwn ? (
        <p className="claim-hint">You wrote this review, so someone else has to reply.</p>
      ) : (
        <div className="owner-review-ways">
          <ReplyForm {...{ review, path, refused, isOnDashboard }} />
          <Link className="link" to={`/reviews/${id}/report`} rel="nofollow">
            Report<span className="sr-only"> the review by {author}</span>
          </Link>
        </div>
      )}
    </li>
  );
}

/** Collapsed by default: a page has ten of these forms. */
function ReplyForm({ review, path, refused, isOnDashboard }: Required<ReviewItemProps>) {
  const { id, author, reply } = review;
  const form = useRef<HTMLFormElement>(null);
  // Sending one review's form would drop what was typed in the others.
  useLeaveGuard(form, refused !== null);
  return (
    <details className="form-details" open={refused !== null}>
      <summary>
        {reply === null ? "Reply" : "Edit reply"}
        <span className="sr-only"> to {author}</span>
      </summary>
      <form ref={form} method="post" action={path} className="claim-form" noValidate>
        <input type="hidden" name="review" value={id} />
        {isOnDashboard && <input type="hidden" name="back" value="dashboard" />}
        <LabeledControl
          id={`reply-${id}`}
          label={`Your reply to ${author}`}
          hint={`Up to ${formatFullCount(REPLY_CHARACTERS_MAX)} characters, in the name of the business.`}
          problem={refused?.problem ?? null}
        >
          {(given) => (
            <textarea
              className="input"
              {...given}
              name="reply"
              rows={4}
              defaultValue={refused?.typed ?? reply?.body ?? ""}
              required
            />
          )}
        </LabeledControl>
        <div className="claim-buttons">
          <button type="submit" className="button button-primary" name="do" value="reply">
            {reply === null ? "Publish reply" : "Publish changes"}
          </button>
          {reply !== null && (
            <button type="submit" className="button button-outline" name="do" value="delete">
              Delete reply
            </button>
          )}
        </div>
      </form>
    </details>
  );
}

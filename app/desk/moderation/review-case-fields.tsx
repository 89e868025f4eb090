import "#app/people/reviews/reviews.css";

import { RatingStars } from "#app/guide/places/cards/rating.tsx";
import { ReviewFacts, ReviewHistory } from "#app/people/reviews/review/review-history.tsx";

import type { CaseDetails } from "./case-details.server.ts";

/** A review for its editor: text, author, the reporters' notes and the history. */
export function ReviewFields({ about }: { about: Extract<CaseDetails, { about: "review" }> }) {
  const { review, author, notes, background } = about;
  return (
    <>
      <p className="meta text-meta text-muted">
        <span>{author.name}</span>
        <span>Member since {author.joinedLabel}</span>
        <span>{review.isShown ? "Currently visible" : "Currently hidden"}</span>
      </p>
      <ReviewFacts about={background} />
      <blockquote className="review-words">
        <RatingStars mean={review.stars} />
        {review.paragraphs.map((paragraph, index) => (
          <p key={index}>{paragraph}</p>
        ))}
      </blockquote>
      {notes.map((note, index) => (
        <p key={index} className="text-row">
          A reporter wrote: {note}
        </p>
      ))}
      <ReviewHistory about={background} />
    </>
  );
}

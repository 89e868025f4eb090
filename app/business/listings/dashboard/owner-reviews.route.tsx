import { useRef } from "react";
import { data, Link, redirect } from "react-router";

import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { characterCount, normalizeText } from "#app/lib/plain-text.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { AddressRateLimit } from "#app/platform/address-rate-limit.ts";
import { noticeCookie } from "#app/platform/notice.ts";
import { readForm } from "#app/platform/read-form.ts";
import { readQuery, type RouteHandle } from "#app/platform/route-handle.ts";
import { type Site, siteOf } from "#app/platform/site.ts";
import { formatFullCount } from "#app/ui/format-count.ts";
import { DemoMark } from "#app/ui/demo-mark.tsx";
import { Pager } from "#app/ui/pager.tsx";
import { useLeaveGuard } from "#app/ui/use-leave-guard.ts";

import { ReviewBody } from "#app/people/reviews/show/review-body.tsx";
import { deleteReply, replyToReview } from "#app/people/reviews/reply/reply.server.ts";
import { NO_BUTTON_REFUSAL, tooManyRequests } from "#app/ui/form-refusals.ts";
import type { Route } from "./+types/owner-reviews.route";
import { LabeledControl } from "../claims/claim-sections.tsx";
import { ownerListPath, parseListQuery } from "./owner-list.ts";
import { AnswerRefusal, ListFilterNav } from "./owner-list-parts.tsx";
import { OwnerPage, sectionPath } from "./owner-page.tsx";
import { type OwnerReview, REPLY_CHARACTERS_MAX, REPLY_CHARACTERS_MIN } from "./owner-review.ts";
import { isReviewOfPlace, listOwnerReviews } from "./owner-reviews.server.ts";
import { requireOwner } from "../require-owner.server.ts";

export const handle = { audience: "owner", query: ["show", "page"] } as const satisfies RouteHandle;

/** Per person; more than anyone writes by hand. */
const FORMS_PER_MINUTE_MAX = 30;
const limit = new AddressRateLimit(FORMS_PER_MINUTE_MAX);

/** A place's reviews, for its owners and managers to reply to. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const site = siteOf(context);
  const { place, viewer } = await requireOwner(site, request, params.slug);
  const query = parseListQuery(readQuery(request, handle));
  const listed = await listOwnerReviews(site.db, { placeId: place.id, viewerId: viewer.id, ...query });
  if (query.page > listed.pageCount) {
    throw redirect(ownerListPath(place.slug, "reviews", { ...query, page: listed.pageCount }), 303);
  }
  return { place: { slug: place.slug, name: place.name }, ...query, ...listed };
}

/** `do` is `reply`, which creates or replaces the reply, or `delete`. `review`: the id of a review of the place. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const site = siteOf(context);
  const { place, viewer } = await requireOwner(site, request, params.slug);
  const form = await readForm(request);
  const [reviewId, typed, doing] = [form.text("review"), form.text("reply"), form.text("do")];
  const refuse = (status: number, why: string, problem: string | null = null) =>
    data({ reviewId, typed, why, problem }, { status });

  const seconds = limit.secondsToWait(viewer.id, site.now);
  if (seconds !== null) return refuse(429, tooManyRequests(seconds));
  if (doing !== "reply" && doing !== "delete") return refuse(400, NO_BUTTON_REFUSAL);
  if (!isUuid(reviewId) || !(await isReviewOfPlace(site.db, { reviewId, placeId: place.id }))) {
    return refuse(404, "That review was removed, or belongs to another place. Your text is below.");
  }
  const outcome =
    doing === "delete"
      ? await deleteReply(site.db, { reviewId, by: viewer.id, now: site.now })
      : await reply(site, { reviewId, typed, viewer });
  if (typeof outcome !== "string") return refuse(400, "Your reply wasn’t published.", outcome.problem);
  if (outcome === "own") return refuse(403, "You can’t reply to your own review.");
  if (outcome === "no-such-review") return refuse(404, "That review was removed. Your text is below.");
  site.log.info({ review: reviewId, doing, by: viewer.id }, "A review was answered");
  const code = doing === "delete" ? "review-reply-deleted" : "review-reply-saved";
  const headers = { "set-cookie": noticeCookie({ code, item: null }) };
  return redirect(ownerListPath(place.slug, "reviews", parseListQuery(readQuery(request, handle))), {
    status: 303,
    headers,
  });
}

async function reply(
  { db, now }: Pick<Site, "db" | "now">,
  { reviewId, typed, viewer }: { reviewId: string; typed: string; viewer: { id: string } },
) {
  const body = normalizeText(typed);
  const length = characterCount(body);
  if (length < REPLY_CHARACTERS_MIN || length > REPLY_CHARACTERS_MAX) {
    const bounds = `${REPLY_CHARACTERS_MIN} to ${formatFullCount(REPLY_CHARACTERS_MAX)}`;
    return { problem: `Write ${bounds} characters. You have ${formatFullCount(length)}.` };
  }
  return replyToReview(db, { reviewId, authorId: viewer.id, body, now });
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta({
    matches,
    title: `Reviews of ${loaderData.place.name}`,
    description: "Reviews of a place you manage, and your replies.",
    path: sectionPath(loaderData.place.slug, "reviews"),
  });

export default function OwnerReviews({ loaderData, actionData }: Route.ComponentProps) {
  const { place, show, page, pageCount, items, total, unansweredCount } = loaderData;
  const refused = actionData ?? null;
  const isOnPage = items.some(({ id }) => id === refused?.reviewId);
  return (
    <OwnerPage place={place} section="reviews">
      {refused !== null && (
        <AnswerRefusal
          refused={refused}
          field={isOnPage ? { id: `reply-${refused.reviewId}`, label: "Your reply" } : null}
        />
      )}
      <ListFilterNav
        label="Filter reviews"
        shown={show}
        names={{ all: "All", unanswered: "Without a reply" }}
        counts={{ all: total, unanswered: unansweredCount }}
        hrefOf={(each) => ownerListPath(place.slug, "reviews", { show: each, page: 1 })}
      />
      <p className="claim-hint">
        You can post one public reply per review, in the name of the business. We don’t remove reviews for being
        negative, but you can report one that breaks the rules.
      </p>
      {items.length === 0 ? (
        <p className="owner-word">{total === 0 ? "No reviews yet." : "Every review has a reply."}</p>
      ) : (
        <ol className="owner-reviews">
          {items.map((review) => (
            <ReviewItem
              key={review.id}
              review={review}
              path={ownerListPath(place.slug, "reviews", { show, page })}
              refused={refused?.reviewId === review.id ? refused : null}
            />
          ))}
        </ol>
      )}
      <Pager
        label="Reviews"
        page={page}
        pageCount={pageCount}
        hrefFor={(to) => ownerListPath(place.slug, "reviews", { show, page: to })}
      />
    </OwnerPage>
  );
}

type RefusedReply = { typed: string; problem: string | null };

function ReviewItem({ review, path, refused }: { review: OwnerReview; path: string; refused: RefusedReply | null }) {
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
          <ReplyForm review={review} path={path} refused={refused} />
          <Link className="link" to={`/reviews/${id}/report`} rel="nofollow">
            Report<span className="sr-only"> the review by {author}</span>
          </Link>
        </div>
      )}
    </li>
  );
}

/** Collapsed by default: a page has ten of these forms. */
function ReplyForm({ review, path, refused }: { review: OwnerReview; path: string; refused: RefusedReply | null }) {
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

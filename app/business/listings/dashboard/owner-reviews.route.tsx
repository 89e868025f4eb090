import { data, Form, redirect } from "react-router";

import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { characterCount, normalizeText } from "#app/lib/plain-text.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { AddressRateLimit } from "#app/platform/address-rate-limit.ts";
import { noticeCookie } from "#app/platform/notice.ts";
import { readForm } from "#app/platform/read-form.ts";
import { readQuery, type RouteHandle } from "#app/platform/route-handle.ts";
import { type Site, siteOf } from "#app/platform/site.ts";
import { formatFullCount } from "#app/ui/format-count.ts";
import { Pager } from "#app/ui/pager.tsx";

import { deleteReply, replyToReview } from "#app/people/reviews/reply/reply.server.ts";
import { NO_BUTTON_REFUSAL, tooManyRequests } from "#app/ui/form-refusals.ts";
import type { Route } from "./+types/owner-reviews.route";
import { OWN_BUSINESSES_PATH } from "../claims/claim.ts";
import { type OwnerReviewsQuery, ownerReviewsPath, parseOwnerReviewsQuery } from "./owner-list.ts";
import { AnswerRefusal, ListFilterNav } from "./owner-list-parts.tsx";
import { OwnerPage, sectionPath } from "./owner-page.tsx";
import { ReviewItem } from "./owner-review-item.tsx";
import { REPLY_CHARACTERS_MAX, REPLY_CHARACTERS_MIN } from "./owner-review.ts";
import { isReviewOfPlace, listOwnerReviews } from "./owner-reviews.server.ts";
import { requireOwner } from "../require-owner.server.ts";

export const handle = { audience: "owner", query: ["show", "page", "stars", "sort"] } as const satisfies RouteHandle;

/** Per person; more than anyone writes by hand. */
const FORMS_PER_MINUTE_MAX = 30;
const limit = new AddressRateLimit(FORMS_PER_MINUTE_MAX);

/** A place's reviews, for its owners and managers to reply to. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const site = siteOf(context);
  const { place, viewer } = await requireOwner(site, request, params.slug);
  const query = parseOwnerReviewsQuery(readQuery(request, handle));
  const listed = await listOwnerReviews(site.db, { placeId: place.id, viewerId: viewer.id, ...query });
  if (query.page > listed.pageCount) {
    throw redirect(ownerReviewsPath(place.slug, { ...query, page: listed.pageCount }), 303);
  }
  return { place: { slug: place.slug, name: place.name }, query, ...listed };
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
  const back =
    form.text("back") === "dashboard"
      ? OWN_BUSINESSES_PATH
      : ownerReviewsPath(place.slug, parseOwnerReviewsQuery(readQuery(request, handle)));
  return redirect(back, { status: 303, headers });
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
  const { place, query, pageCount, items, total, unansweredCount } = loaderData;
  const refused = actionData ?? null;
  const isOnPage = items.some(({ id }) => id === refused?.reviewId);
  const pathOf = (given: Partial<OwnerReviewsQuery>) => ownerReviewsPath(place.slug, { ...query, page: 1, ...given });
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
        shown={query.show}
        names={{ all: "All", unanswered: "Without a reply" }}
        counts={{ all: total, unanswered: unansweredCount }}
        hrefOf={(show) => pathOf({ show, stars: null })}
      />
      {total > 0 && <ReviewsFilter slug={place.slug} query={query} />}
      <p className="claim-hint">
        You can post one public reply per review, in the name of the business. We don’t remove reviews for being
        negative, but you can report one that breaks the rules.
      </p>
      {items.length === 0 ? (
        <p className="owner-word">{describeEmpty({ total, stars: query.stars })}</p>
      ) : (
        <ol className="owner-reviews">
          {items.map((review) => (
            <ReviewItem
              key={review.id}
              review={review}
              path={ownerReviewsPath(place.slug, query)}
              refused={refused?.reviewId === review.id ? refused : null}
            />
          ))}
        </ol>
      )}
      <Pager label="Reviews" page={query.page} pageCount={pageCount} hrefFor={(page) => pathOf({ page })} />
    </OwnerPage>
  );
}

function describeEmpty({ total, stars }: { total: number; stars: number | null }): string {
  if (total === 0) return "No reviews yet.";
  return stars === null ? "Every review has a reply." : "No reviews match. Choose other stars.";
}

/** Stars and order. A choice applies at once; without script, the button does. */
function ReviewsFilter({ slug, query: { show, stars, sort } }: { slug: string; query: OwnerReviewsQuery }) {
  return (
    <Form
      className="owner-sort"
      action={sectionPath(slug, "reviews")}
      preventScrollReset
      onChange={({ currentTarget }) => currentTarget.requestSubmit()}
    >
      {show !== "all" && <input type="hidden" name="show" value={show} />}
      <label className="field">
        <span>Stars</span>
        <select className="input" name="stars" defaultValue={stars ?? ""} key={`stars ${stars}`}>
          <option value="">All stars</option>
          {[5, 4, 3, 2, 1].map((each) => (
            <option key={each} value={each}>
              {each === 1 ? "1 star" : `${each} stars`}
            </option>
          ))}
        </select>
      </label>
      <label className="field">
        <span>Sort by</span>
        <select className="input" name="sort" defaultValue={sort} key={`sort ${sort}`}>
          <option value="newest">Newest</option>
          <option value="lowest">Lowest rating</option>
          <option value="highest">Highest rating</option>
        </select>
      </label>
      <button type="submit" className="button button-outline">
        Apply
      </button>
    </Form>
  );
}

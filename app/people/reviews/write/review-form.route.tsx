import { randomBytes } from "node:crypto";

import { data, Link, redirect } from "react-router";

import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { readForm } from "#app/platform/read-form.ts";
import { AddressRateLimit } from "#app/platform/address-rate-limit.ts";
import { readQuery, type RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";
import { SWITCH_OFF_MESSAGES } from "#app/platform/switches.ts";

import { requireViewer } from "#app/people/accounts/guards.ts";
import { noSuchPage } from "#app/people/navigation/no-such-page.ts";
import type { Route } from "./+types/review-form.route";
import { findPlaceBySlug } from "#app/guide/places/facts/find-place.server.ts";
import { dcToday } from "#app/lib/dc-time.ts";
import { formatMonth } from "#app/lib/format-time.ts";
import { tooManyRequests } from "#app/ui/form-refusals.ts";
import { findOwnReview, describeReviewStatus } from "./own-review.server.ts";
import { parseReviewForm, type ReviewFormValues, visitMonths } from "./review-form.ts";
import { DeleteReviewForm, ReviewFields } from "./review-fields.tsx";
import { deleteReview, WRITES_PER_DAY_MAX, writeReview } from "./write-review.server.ts";
import { browserIdCookie, readBrowserId } from "./browser-id-cookie.ts";

export const handle = { audience: "signed-in", query: ["delete"] } as const satisfies RouteHandle;

/** Per member; enough for impatient repeated clicks. */
const FORMS_PER_MINUTE_MAX = 60;
const limit = new AddressRateLimit(FORMS_PER_MINUTE_MAX);

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { db, now, viewer, switches } = siteOf(context);
  const { id: authorId } = requireViewer(viewer, request);
  const { id: placeId, ...place } = await findPlaceOr404(context, params.slug);
  const own = await findOwnReview(db, { placeId, authorId });
  const isOpen = switches.isOn("reviews");
  const isDeleting = own !== null && readQuery(request, handle).has("delete");
  return {
    place,
    months: monthOptions(now),
    version: own?.version ?? 0,
    filled: own === null ? EMPTY : { ...own, stars: String(own.stars) },
    status: !isOpen ? SWITCH_OFF_MESSAGES.reviews : own === null ? null : describeReviewStatus(own),
    isOpen,
    isDeleting,
  };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const site = siteOf(context);
  const viewer = requireViewer(site.viewer, request);
  const { id: placeId, slug } = await findPlaceOr404(context, params.slug);
  const form = await readForm(request);
  const read = parseReviewForm(form, dcToday(site.now));
  const refuse = (status: number, why: string) =>
    data({ typed: read.typed, version: read.version, problems: read.problems ?? {}, why }, { status });

  const seconds = limit.secondsToWait(viewer.id, site.now);
  if (seconds !== null) return refuse(429, tooManyRequests(seconds));
  if (form.text("intent") === "delete") {
    await deleteReview(site.db, { placeId, authorId: viewer.id, now: site.now });
    return redirect(`/places/${slug}#reviews`, 303);
  }
  if (!site.switches.isOn("reviews")) return refuse(503, SWITCH_OFF_MESSAGES.reviews);
  if (read.review === null) return refuse(400, "We couldn’t save your review. Please correct it below.");

  const mark = readBrowserId(request.headers.get("cookie")) ?? randomBytes(32).toString("base64url");
  const { review, version } = read;
  const written = await writeReview(site.db, {
    placeId,
    authorId: viewer.id,
    version,
    review,
    browserId: mark,
    now: site.now,
  });
  if (written === "stale") return refuse(409, STALE);
  if (written === "too-many") return refuse(429, TOO_MANY);
  const headers = { "set-cookie": browserIdCookie(mark, site.env.siteUrl) };
  return redirect(`/places/${slug}#reviews`, { status: 303, headers });
}

const EMPTY: ReviewFormValues = { stars: "", body: "", visitMonth: "", relation: "" };

const STALE =
  "Your review was changed or deleted in another window since you opened this form, so we didn’t save. " +
  "Copy your text, then open the form again.";

const TOO_MANY = `You’ve reached the limit of ${WRITES_PER_DAY_MAX} reviews and edits a day. Try again tomorrow.`;

async function findPlaceOr404(context: Route.LoaderArgs["context"], slug: string) {
  const place = await findPlaceBySlug(siteOf(context).db, slug);
  // Closed places can't be reviewed.
  if (place?.status !== "published") throw noSuchPage();
  return { id: place.id, slug: place.slug, name: place.name };
}

/** Months by year, latest first. */
function monthOptions(now: Date): { year: string; months: { value: string; label: string }[] }[] {
  const byYear = Map.groupBy(visitMonths(dcToday(now)), (month) => month.slice(0, 4));
  return [...byYear].map(([year, months]) => ({
    year,
    months: months.map((value) => ({ value, label: formatMonth(`${value}-15`) })),
  }));
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta({
    matches,
    title: `Review ${loaderData.place.name}`,
    description: `Write a review of ${loaderData.place.name}.`,
    path: `/places/${loaderData.place.slug}/review`,
  });

export default function ReviewFormRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { place, months, status, isDeleting, version, isOpen } = loaderData;
  const isNew = version === 0;
  return (
    <div className="wrap review-page">
      <h1 className="d2">{isNew ? `Review ${place.name}` : `Your review of ${place.name}`}</h1>
      <p>
        <Link className="link" to={`/places/${place.slug}#reviews`}>
          Back to {place.name}
        </Link>
      </p>
      {status !== null && <p className="form-status">{status}</p>}
      {isDeleting && actionData === undefined ? (
        <DeleteReviewForm place={place} />
      ) : actionData === undefined && !isOpen ? (
        version > 0 && <DeleteReviewForm place={place} />
      ) : (
        <ReviewFields
          filled={actionData?.typed ?? loaderData.filled}
          version={actionData?.version ?? version}
          problems={actionData?.problems ?? {}}
          why={actionData?.why ?? null}
          months={months}
          place={place}
          isNew={isNew}
        />
      )}
    </div>
  );
}

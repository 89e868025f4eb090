import "../dashboard/member-pages.css";
import "./settings.css";

import { Link, redirect } from "react-router";

import { noSuchPage } from "#app/people/navigation/no-such-page.ts";
import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { parsePageNumber } from "#app/lib/page-number.ts";
import { readQuery, type RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";
import { Breadcrumbs } from "#app/ui/breadcrumbs.tsx";
import { pluralize } from "#app/ui/format-count.ts";
import { DemoMark } from "#app/ui/demo-mark.tsx";
import { Pager } from "#app/ui/pager.tsx";
import { SectionHead } from "#app/ui/section-head.tsx";
import { MemberReviews } from "#app/people/reviews/show/member-reviews.tsx";
import { listMemberReviews } from "#app/people/reviews/show/list-member-reviews.server.ts";
import type { Route } from "./+types/member-profile.route";
import { sharedListPath } from "../lists/list.ts";
import { MemberPictureImage } from "./member-picture-image.tsx";
import { findMemberProfile, type MemberProfile, findPublicLists } from "./member-profile.server.ts";
import { memberPath } from "./member.ts";

export const handle = { audience: "everyone", isIndexed: false, query: ["page"] } as const satisfies RouteHandle;

/** More pages than any member has. Limits the query's OFFSET. */
const PAGE_MAX = 1_000;

/** A member's public profile. A private one can be opened only by the member. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const site = siteOf(context);
  const viewerId = site.viewer?.id ?? null;
  const member = await findMemberProfile(site.db, { userId: params.id, viewerId }, site);
  if (member === null) throw noSuchPage();
  const page = Math.min(parsePageNumber(readQuery(request, handle).get("page")), PAGE_MAX);
  const reviewPage = await listMemberReviews(site.db, { authorId: member.id, page }, site);
  if (page > reviewPage.pageCount) throw redirect(profilePath(member.id, reviewPage.pageCount), 303);
  return {
    member,
    ...reviewPage,
    page,
    lists: await findPublicLists(site.db, member.id),
    isOwn: member.id === viewerId,
  };
}

function profilePath(userId: string, page: number): string {
  return page === 1 ? memberPath(userId) : `${memberPath(userId)}?page=${page}`;
}

export const meta: Route.MetaFunction = ({ loaderData: { member, page }, matches }) =>
  pageMeta({
    matches,
    title: member.name,
    description: `Reviews and lists of a member of Rowhouse since ${member.since}.`,
    path: profilePath(member.id, page),
    // For readers of reviews, not for web searches by name.
  });

export default function MemberProfilePage({ loaderData }: Route.ComponentProps) {
  const { member, reviews, count, page, pageCount, lists, isOwn } = loaderData;
  return (
    <div className="wrap">
      <Breadcrumbs trail={[{ label: "Home", to: "/" }, { label: member.name }]} aside={member.isDemo && <DemoMark />} />
      <ProfileHead member={member} reviewCount={count} />
      {isOwn && <OwnProfileNote isPublic={member.isPublic} />}
      <div className={lists.length === 0 ? "profile-reviews" : "member-columns"}>
        <section aria-labelledby="reviews">
          <SectionHead id="reviews" title="Reviews" />
          {count === 0 ? (
            <p className="text-muted">{member.name} hasn’t written any reviews yet.</p>
          ) : (
            <>
              <MemberReviews reviews={reviews} />
              <Pager
                label="Reviews"
                page={page}
                pageCount={pageCount}
                hrefFor={(to) => `${profilePath(member.id, to)}#reviews`}
              />
            </>
          )}
        </section>
        {lists.length > 0 && (
          <section aria-labelledby="lists">
            <SectionHead id="lists" title="Lists" />
            <ul className="own-lists own-lists-open">
              {lists.map(({ name, shareKey, placeCount }) => (
                <li key={shareKey}>
                  <div>
                    <h3 className="h3">
                      <Link className="name-link" to={sharedListPath(shareKey)}>
                        {name}
                      </Link>
                    </h3>
                    <p className="text-row text-muted">{pluralize(placeCount, "place")}</p>
                  </div>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </div>
  );
}

function ProfileHead({ member, reviewCount }: { member: MemberProfile; reviewCount: number }) {
  const { name, picture, neighborhood, since } = member;
  return (
    <div className="profile-head">
      <MemberPictureImage picture={picture} size={96} />
      <div>
        <h1 className="d3">{name}</h1>
        <p className="meta text-muted">
          {neighborhood !== null && (
            <span>
              <Link className="link" to={`/neighborhood/${neighborhood.slug}`}>
                {neighborhood.name}
              </Link>
            </span>
          )}
          <span>Member since {since}</span>
          <span>{pluralize(reviewCount, "review")}</span>
        </p>
      </div>
    </div>
  );
}

function OwnProfileNote({ isPublic }: { isPublic: boolean }) {
  return (
    <p className="form-status">
      {isPublic ? "This is your public profile. " : "Your profile is private: only you can open this page. "}
      <Link className="link" to="/settings">
        Change this in your settings
      </Link>
    </p>
  );
}

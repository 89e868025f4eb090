import "../subscribers/newsletter.css";

import { Link } from "react-router";

import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { formatLongDay } from "#app/lib/format-time.ts";
import { isSlug } from "#app/lib/slug.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";
import { Breadcrumbs } from "#app/ui/breadcrumbs.tsx";

import { noSuchPage } from "#app/people/navigation/no-such-page.ts";
import type { Route } from "./+types/issue.route";
import { renderIntroHtml } from "./issue-markdown.ts";
import type { IssueEntry } from "./issue.ts";
import { findArchivedIssue } from "./archived-issues.server.ts";
import { NEWSLETTER_TAG } from "./issues.server.ts";
import { issuePath, NEWSLETTER_FEED_PATH, NEWSLETTER_PATH } from "../newsletter-paths.ts";

export const handle = { audience: "everyone" } satisfies RouteHandle;

/** A sent issue in the archive. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const site = siteOf(context);
  site.page.tags.add(NEWSLETTER_TAG);
  const issue = isSlug(params.slug) ? await findArchivedIssue(site.db, params.slug) : null;
  if (issue === null) throw noSuchPage();
  const { slug, content, startedAt } = issue;
  return {
    slug,
    subject: content.subject,
    preview: content.preview,
    neighborhood: content.neighborhood,
    entries: content.entries,
    intro: renderIntroHtml(content.intro),
    sentAt: startedAt.toISOString(),
    dayLabel: formatLongDay(startedAt),
  };
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta({
    matches,
    title: loaderData.subject,
    description: loaderData.preview === "" ? `The newsletter of ${loaderData.dayLabel}.` : loaderData.preview,
    path: issuePath(loaderData.slug),
    type: "article",
    article: {
      publishedAt: loaderData.sentAt,
      updatedAt: loaderData.sentAt,
      author: "Rowhouse",
      section: "Newsletter",
      tags: [],
    },
    feeds: [{ title: "Rowhouse: newsletter", path: NEWSLETTER_FEED_PATH, format: "atom" }],
  });

export default function IssuePage({ loaderData }: Route.ComponentProps) {
  const { subject, neighborhood, entries, intro, sentAt, dayLabel } = loaderData;
  return (
    <div className="wrap newsletter-page">
      <Breadcrumbs trail={[{ label: "Newsletter", to: NEWSLETTER_PATH }, { label: subject }]} />
      <h1 className="d2">{subject}</h1>
      <p className="meta text-meta text-muted">
        <time dateTime={sentAt}>{dayLabel}</time>
        {neighborhood !== null && <span>News from {neighborhood}</span>}
      </p>
      {intro !== "" && <div className="prose" dangerouslySetInnerHTML={{ __html: intro }} />}
      <ol className="newsletter-entries">
        {entries.map((entry) => (
          <Entry key={entry.path} entry={entry} />
        ))}
      </ol>
      <p>
        <Link className="button button-outline" to={NEWSLETTER_PATH}>
          Get the next issue by email
        </Link>
      </p>
    </div>
  );
}

function Entry({ entry }: { entry: IssueEntry }) {
  return (
    <li>
      <img src={entry.image.path} alt="" width={1200} height={630} loading="lazy" decoding="async" />
      <div>
        <h2 className="h2">
          <Link className="name-link" to={entry.path}>
            {entry.title}
          </Link>
        </h2>
        <p className="text-meta text-muted">
          {entry.meta}
          {entry.isForMembers && ", for members"}
        </p>
        {entry.note !== "" && <p className="newsletter-note">{entry.note}</p>}
        <p>{entry.summary}</p>
        {entry.opening !== null && <p>{entry.opening}</p>}
      </div>
    </li>
  );
}

import { atomElement, emptyFeedUpdatedAt, renderAtom } from "#app/guide/seo/feeds/atom-feed.ts";
import { absoluteUrl, SITE_NAME } from "#app/guide/seo/site-identity.ts";
import { escapeXml } from "#app/guide/seo/feeds/xml.ts";

import type { IssueContent } from "./issue/issue.ts";
import { renderIntroHtml } from "./issue/issue-markdown.ts";
import { issuePath, NEWSLETTER_FEED_PATH, NEWSLETTER_PATH } from "./newsletter-paths.ts";

export type FeedIssue = { slug: string; subject: string; preview: string; startedAt: Date; content: IssueContent };

/** Sent issues as Atom, newest first. */
export function renderNewsletterFeed(
  siteUrl: string,
  { issues, now }: { issues: readonly FeedIssue[]; now: Date },
): string {
  return renderAtom(siteUrl, {
    title: `${SITE_NAME}: newsletter`,
    subtitle: "The issues that went out, newest first.",
    path: NEWSLETTER_FEED_PATH,
    pagePath: NEWSLETTER_PATH,
    updatedAt: issues[0]?.startedAt ?? emptyFeedUpdatedAt(now),
    entries: issues.map((issue) => entry(siteUrl, issue)),
  });
}

function entry(siteUrl: string, { slug, subject, preview, startedAt, content }: FeedIssue): string {
  const url = absoluteUrl(siteUrl, issuePath(slug));
  return `<entry>
${atomElement("id", url)}
${atomElement("title", subject)}
<link rel="alternate" type="text/html" href="${escapeXml(url)}"/>
${atomElement("published", startedAt.toISOString())}
${atomElement("updated", startedAt.toISOString())}
${atomElement("summary", preview)}
<content type="html">${escapeXml(issueHtml(siteUrl, content))}</content>
</entry>`;
}

function issueHtml(siteUrl: string, { intro, entries }: IssueContent): string {
  const items = entries.map(({ title, path, summary, note }) => {
    const noteHtml = note === "" ? "" : `<p><em>${escapeXml(note)}</em></p>`;
    return `<h2><a href="${escapeXml(absoluteUrl(siteUrl, path))}">${escapeXml(title)}</a></h2>${noteHtml}<p>${escapeXml(summary)}</p>`;
  });
  // Links to our own pages are paths.
  const introduction = renderIntroHtml(intro).replaceAll(
    /href="\/(?!\/)/g,
    `href="${escapeXml(absoluteUrl(siteUrl, "/"))}`,
  );
  return [introduction, ...items].join("\n");
}

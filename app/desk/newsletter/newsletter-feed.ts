import { absoluteUrl, SITE_LANGUAGE, SITE_NAME } from "#app/guide/seo/site-identity.ts";
import { escapeXml } from "#app/guide/seo/feeds/xml.ts";

import type { IssueContent } from "./issue/issue.ts";
import { renderIntroHtml } from "./issue/issue-markdown.ts";
import { issuePath, NEWSLETTER_FEED_PATH, NEWSLETTER_PATH } from "./newsletter-paths.ts";

export type FeedIssue = { slug: string; subject: string; preview: string; startedAt: Date; content: IssueContent };

/**
 * Sent issues as Atom 1.0, newest first.
 *
 * @see https://www.rfc-editor.org/rfc/rfc4287
 */
export function renderNewsletterFeed(siteUrl: string, issues: readonly FeedIssue[]): string {
  const self = escapeXml(absoluteUrl(siteUrl, NEWSLETTER_FEED_PATH));
  const updated = issues[0]?.startedAt ?? new Date(0);
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${SITE_LANGUAGE}">
<id>${self}</id>
<title>${SITE_NAME}: newsletter</title>
<updated>${updated.toISOString()}</updated>
<link rel="self" type="application/atom+xml" href="${self}"/>
<link rel="alternate" type="text/html" href="${escapeXml(absoluteUrl(siteUrl, NEWSLETTER_PATH))}"/>
<author><name>${SITE_NAME}</name></author>
${issues.map((issue) => entry(siteUrl, issue)).join("\n")}
</feed>
`;
}

function entry(siteUrl: string, { slug, subject, preview, startedAt, content }: FeedIssue): string {
  const url = escapeXml(absoluteUrl(siteUrl, issuePath(slug)));
  return `<entry>
<id>${url}</id>
<title>${escapeXml(subject)}</title>
<link rel="alternate" type="text/html" href="${url}"/>
<published>${startedAt.toISOString()}</published>
<updated>${startedAt.toISOString()}</updated>
<summary>${escapeXml(preview)}</summary>
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

import { absoluteUrl, SITE_LANGUAGE, SITE_NAME } from "../site-identity.ts";
import { LOGO_PATH, LOGO_PIXELS } from "../social/social-image-path.ts";
import { escapeXml } from "../feeds/xml.ts";

export const OPENSEARCH_TYPE = "application/opensearchdescription+xml; charset=utf-8";

/**
 * Lets a browser search the site from its address bar.
 *
 * @see https://github.com/dewitt/opensearch/blob/master/opensearch-1-1-draft-6.md
 */
export function opensearchDescription(siteUrl: string): string {
  const url = (path: string) => escapeXml(absoluteUrl(siteUrl, path));
  return `<?xml version="1.0" encoding="utf-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
<ShortName>${escapeXml(SITE_NAME)}</ShortName>
<Description>Search places, guides and neighborhoods of Washington, DC</Description>
<Url type="text/html" template="${url("/search?q={searchTerms}")}"/>
<Url type="application/opensearchdescription+xml" rel="self" template="${url("/opensearch.xml")}"/>
<Image type="image/png" width="${LOGO_PIXELS}" height="${LOGO_PIXELS}">${url(LOGO_PATH)}</Image>
<Language>${SITE_LANGUAGE}</Language>
<InputEncoding>UTF-8</InputEncoding>
<OutputEncoding>UTF-8</OutputEncoding>
<SyndicationRight>open</SyndicationRight>
</OpenSearchDescription>
`;
}

/** Placeholder for the site's address, which only the sender of a queued mail knows. */
export const SITE_URL_PLACEHOLDER = "%SITE_URL%";

/** Placeholder for the domain of our Message-IDs, which only the sender of a queued mail knows. */
export const MAIL_DOMAIN_PLACEHOLDER = "%MAIL_DOMAIN%";

export type MailContent = {
  /** The receiver's name for the greeting; may be empty. */
  name: string;
  paragraphs: readonly string[];
  link: MailLink;
  /** Further links below it. */
  more?: readonly MailLink[];
  /** The link that ends these mails, as a path of the site; for mails that somebody asked for. */
  unsubscribe?: MailLink;
};

/** `path`: of the site. */
export type MailLink = { label: string; path: string };

/** Formats one mail as text and as HTML. Names and paragraphs are plain text and are escaped. */
export function formatMailBodies({ name, paragraphs, link, more = [], unsubscribe }: MailContent): {
  text: string;
  html: string;
} {
  const greeting = name === "" ? "Hello," : `Hello ${name},`;
  const href = SITE_URL_PLACEHOLDER + link.path;
  const unsubscribeHref = unsubscribe === undefined ? "" : SITE_URL_PLACEHOLDER + unsubscribe.path;
  const links = [
    `${link.label}: ${href}`,
    ...more.map(({ label, path }) => `${label}: ${SITE_URL_PLACEHOLDER}${path}`),
    ...(unsubscribe === undefined ? [] : [`${unsubscribe.label}: ${unsubscribeHref}`]),
  ];
  const text = [greeting, ...paragraphs, ...links, "Rowhouse"].join("\n\n");
  const html = [greeting, ...paragraphs].map((paragraph) => `<p style="${TEXT}">${escaped(paragraph)}</p>`).join("\n");
  return {
    text,
    html: `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Rowhouse</title></head>
<body style="margin:0;background:#faf7f1">
<div style="max-width:560px;margin:0 auto;padding:32px 20px">
<p style="margin:0 0 24px;font:400 26px Georgia,serif;color:#1d1b18">Rowhouse</p>
${html}
<p style="margin:24px 0"><a href="${escaped(href)}" style="${BUTTON}">${escaped(link.label)}</a></p>${more.map(toHtmlLink).join("")}${unsubscribe === undefined ? "" : `\n<p style="${SMALL}"><a href="${escaped(unsubscribeHref)}" style="color:#8c2f1f">${escaped(unsubscribe.label)}</a></p>`}
</div>
</body></html>
`,
  };
}

function toHtmlLink({ label, path }: MailLink): string {
  const href = escaped(SITE_URL_PLACEHOLDER + path);
  return `\n<p style="${TEXT}"><a href="${href}" style="color:#8c2f1f">${escaped(label)}</a></p>`;
}

/** Replaces the placeholder of the site's address in a queued body. */
export function fillSiteUrl(body: string, siteUrl: string): string {
  return body.replaceAll(SITE_URL_PLACEHOLDER, siteUrl);
}

const TEXT = "margin:0 0 16px;font:400 16px/1.5 Arial,sans-serif;color:#1d1b18";
const SMALL = "margin:24px 0 0;font:400 13px/1.5 Arial,sans-serif;color:#1d1b18";
const BUTTON =
  "display:inline-block;padding:12px 18px;background:#8c2f1f;color:#ffffff;font:600 16px Arial,sans-serif;text-decoration:none";

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
}
